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

// tree-sitter wants rows too, which must ascend with the bytes; what lies between two
// ranges counts as one line.
std::vector<TSRange> IncludedRanges(absl::string_view text, absl::Span<const ByteRange> ranges) {
  std::vector<TSRange> included;
  uint32_t row = 0;
  const auto column = [&](uint32_t offset) {
    const size_t before = text.substr(0, offset).rfind('\n');
    return before == absl::string_view::npos ? offset : offset - static_cast<uint32_t>(before) - 1;
  };
  for (const ByteRange range : ranges) {
    const TSPoint begin = {++row, column(range.begin)};
    const absl::string_view part = text.substr(range.begin, range.end - range.begin);
    row += static_cast<uint32_t>(std::count(part.begin(), part.end(), '\n'));
    included.push_back({begin, {row, column(range.end)}, range.begin, range.end});
  }
  return included;
}

// Hands the text to the parser piece by piece. Looking ahead over the same blank
// lines again and again, once for each block that ends there, shows in the number
// of pieces; then the text seems to end.
class TextReader {
 public:
  explicit TextReader(absl::string_view text)
      : text_(text), reads_left_(kSpareReads + text.size() / kBytesPerRead) {}

  TSInput input() { return {this, Read, TSInputEncodingUTF8, nullptr}; }
  bool gave_up() const { return reads_left_ == 0; }

 private:
  static constexpr size_t kPieceBytes = 4096;
  static constexpr size_t kSpareReads = 200;
  static constexpr size_t kBytesPerRead = 64;

  static const char* Read(void* payload, uint32_t offset, TSPoint, uint32_t* bytes_read) {
    TextReader& reader = *static_cast<TextReader*>(payload);
    *bytes_read = 0;
    if (offset >= reader.text_.size() || reader.reads_left_ == 0) return "";
    --reader.reads_left_;
    *bytes_read = static_cast<uint32_t>(std::min(reader.text_.size() - offset, kPieceBytes));
    return reader.text_.data() + offset;
  }

  absl::string_view text_;
  size_t reads_left_;
};

}  // namespace

const TSLanguage* PythonLanguage() { return tree_sitter_python(); }

ConcreteTree ParseRanges(absl::string_view text, absl::Span<const ByteRange> ranges) {
  if (ranges.empty()) return nullptr;
  TSParser* const parser = ThreadParser();
  const std::vector<TSRange> included = IncludedRanges(text, ranges);
  ts_parser_set_included_ranges(parser, included.data(), static_cast<uint32_t>(included.size()));
  TextReader reader(text);
  ConcreteTree tree(ts_parser_parse(parser, nullptr, reader.input()));
  if (reader.gave_up()) return nullptr;
  return tree;
}

}  // namespace fsdpcheck::analyzer
