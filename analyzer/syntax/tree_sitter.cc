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

const char* ReadText(void* payload, uint32_t offset, TSPoint, uint32_t* bytes_read) {
  const auto& text = *static_cast<const absl::string_view*>(payload);
  *bytes_read = offset < text.size() ? static_cast<uint32_t>(text.size()) - offset : 0;
  return *bytes_read > 0 ? text.data() + offset : "";
}

// The parser asks once in 100 of its steps whether to go on. A program takes
// less than one step per byte.
struct StepBudget {
  uint64_t questions_left;
};

bool IsSpent(TSParseState* state) {
  auto& budget = *static_cast<StepBudget*>(state->payload);
  if (budget.questions_left == 0) return true;
  --budget.questions_left;
  return false;
}

}  // namespace

const TSLanguage* PythonLanguage() { return tree_sitter_python(); }

ConcreteTree ParseRanges(absl::string_view text, absl::Span<const ByteRange> ranges) {
  if (ranges.empty()) return nullptr;
  TSParser* const parser = ThreadParser();
  const std::vector<TSRange> included = IncludedRanges(text, ranges);
  ts_parser_set_included_ranges(parser, included.data(), static_cast<uint32_t>(included.size()));
  uint64_t bytes = 0;
  for (const ByteRange range : ranges) bytes += range.end - range.begin;
  StepBudget budget{.questions_left = 1000 + bytes / 5};
  const TSInput input = {&text, ReadText, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options = {&budget, IsSpent};
  ConcreteTree tree(ts_parser_parse_with_options(parser, nullptr, input, options));
  if (tree == nullptr) ts_parser_reset(parser);
  return tree;
}

}  // namespace fsdpcheck::analyzer
