#include "analyzer/syntax/tree_sitter.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace fsdpcheck::analyzer {
namespace {

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

TSParser* ThreadParser() {
  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
    std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
    ts_parser_set_language(made.get(), PythonLanguage());
    return made;
  }();
  return parser.get();
}

// tree-sitter wants rows too, which must ascend with the bytes.
std::vector<TSRange> IncludedRanges(absl::string_view text, absl::Span<const ByteRange> ranges) {
  std::vector<TSRange> included;
  uint32_t row = 0;
  uint32_t line_start = 0;
  uint32_t at = 0;
  const auto advance_to = [&](uint32_t offset) {
    for (; at < offset; ++at) {
      if (text[at] != '\n') continue;
      ++row;
      line_start = at + 1;
    }
    return TSPoint{row, at - line_start};
  };
  for (const ByteRange range : ranges) {
    const TSPoint begin = advance_to(range.begin);
    const TSPoint end = advance_to(range.end);
    included.push_back({begin, end, range.begin, range.end});
  }
  return included;
}

// How much work one text may make. The parser asks once in 100 of its steps
// whether to go on, and a program takes less than one step per byte. It may look
// ahead over the same long comment again and again, which shows only in what it
// reads.
class Effort {
 public:
  Effort(absl::string_view text, uint64_t bytes)
      : text_(text), steps_left_(1000 + bytes / 5), reads_left_(kSpareReads + bytes / 64) {}

  TSInput input() { return {this, Read, TSInputEncodingUTF8, nullptr}; }
  TSParseOptions options() { return {this, IsSpent}; }
  bool spent() const { return steps_left_ == 0 || reads_left_ == 0; }

 private:
  static constexpr uint64_t kChunkBytes = 4096;
  static constexpr uint64_t kSpareReads = 20000;

  static const char* Read(void* payload, uint32_t offset, TSPoint, uint32_t* bytes_read) {
    Effort& effort = *static_cast<Effort*>(payload);
    *bytes_read = 0;
    if (offset >= effort.text_.size() || effort.reads_left_ == 0) return "";
    --effort.reads_left_;
    *bytes_read = static_cast<uint32_t>(std::min(effort.text_.size() - offset, kChunkBytes));
    return effort.text_.data() + offset;
  }

  static bool IsSpent(TSParseState* state) {
    Effort& effort = *static_cast<Effort*>(state->payload);
    if (effort.steps_left_ > 0) --effort.steps_left_;
    return effort.spent();
  }

  absl::string_view text_;
  uint64_t steps_left_;
  uint64_t reads_left_;
};

}  // namespace

const TSLanguage* PythonLanguage() { return tree_sitter_python(); }

ConcreteTree ParseRanges(absl::string_view text, absl::Span<const ByteRange> ranges) {
  if (ranges.empty()) return nullptr;
  TSParser* const parser = ThreadParser();
  const std::vector<TSRange> included = IncludedRanges(text, ranges);
  ts_parser_set_included_ranges(parser, included.data(), static_cast<uint32_t>(included.size()));
  uint64_t bytes = 0;
  for (const ByteRange range : ranges) bytes += range.end - range.begin;
  Effort effort(text, bytes);
  ConcreteTree tree(
      ts_parser_parse_with_options(parser, nullptr, effort.input(), effort.options()));
  if (tree == nullptr || effort.spent()) {
    ts_parser_reset(parser);
    return nullptr;
  }
  return tree;
}

}  // namespace fsdpcheck::analyzer
