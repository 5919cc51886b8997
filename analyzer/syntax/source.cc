#include "analyzer/syntax/source.h"

#include <algorithm>
#include <array>
#include <bit>

#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "analyzer/syntax/byte_set.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::vector<uint32_t> FindLineStarts(absl::string_view text) {
  static const ByteSet kBreaks("\n\r");
  std::vector<uint32_t> starts = {
      absl::StartsWith(text, kByteOrderMark) ? static_cast<uint32_t>(kByteOrderMark.size()) : 0};
  std::array<uint64_t, 64> words;
  for (size_t from = 0; from < text.size(); from += 64 * words.size()) {
    kBreaks.Mark(text, from, absl::MakeSpan(words));
    for (size_t w = 0; w < words.size(); ++w) {
      for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        const size_t at = from + 64 * w + static_cast<size_t>(std::countr_zero(bits));
        const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        if (!pair) starts.push_back(static_cast<uint32_t>(at + 1));
      }
    }
  }
  return starts;
}

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

// The number of bytes of the well-formed UTF-8 code point at the start of
// `text`; 1 for a byte that begins none. `text` is not empty.
size_t CodePointBytes(absl::string_view text) {
  const auto lead = static_cast<uint8_t>(text[0]);
  const size_t length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  if (length == 1 || text.size() < length) return 1;
  const auto second = static_cast<uint8_t>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool no_scalar = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  const absl::string_view rest = text.substr(1, length - 1);
  const bool well_formed = std::all_of(rest.begin(), rest.end(), IsContinuation);
  return well_formed && !overlong && !no_scalar ? length : 1;
}

}  // namespace

Source::Source(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)), line_starts_(FindLineStarts(text_)) {}

Position Source::PositionAt(uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin() + 1, line_starts_.end(), offset);
  const auto line = next - line_starts_.begin();
  absl::string_view rest = absl::string_view(text_).substr(*(next - 1));
  int column = 1;
  for (size_t left = offset - std::min(offset, *(next - 1)); left > 0; ++column) {
    const size_t bytes = CodePointBytes(rest);
    if (bytes > left) break;
    rest.remove_prefix(bytes);
    left -= bytes;
  }
  return {.line = static_cast<int>(line), .column = column};
}

Range Source::RangeOf(ByteRange range) const {
  return {.start = PositionAt(range.begin), .end = PositionAt(range.end)};
}

}  // namespace fsdpcheck::analyzer
