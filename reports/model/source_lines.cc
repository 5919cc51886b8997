#include "reports/model/source_lines.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace fsdpcheck {
namespace {

// The shape of a character by its first byte, and what its second byte may be
// (RFC 3629, section 4).
struct Shape {
  int bytes;
  unsigned char second_low;
  unsigned char second_high;
};

Shape ShapeOf(unsigned char first) {
  if (first < 0x80) return {1, 0, 0};
  if (first < 0xC2) return {0, 0, 0};
  if (first < 0xE0) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};
  if (first == 0xED) return {3, 0x80, 0x9F};
  if (first < 0xF0) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};
  if (first < 0xF4) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

size_t ByteOfColumn(absl::string_view line, int column) {
  size_t byte = 0;
  for (int left = column - 1; left > 0 && byte < line.size();) {
    const Character character = FirstCharacter(line.substr(byte));
    const int columns = character.valid ? 1 : character.bytes;
    if (columns > left) return byte + static_cast<size_t>(left);
    byte += static_cast<size_t>(character.bytes);
    left -= columns;
  }
  return byte;
}

}  // namespace

Character FirstCharacter(absl::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const Shape shape = ShapeOf(first);
  if (shape.bytes == 0) return {};
  if (shape.bytes == 1) return {first, 1, true};
  char32_t value = first & (0xFFu >> (shape.bytes + 1));
  for (int i = 1; i < shape.bytes; ++i) {
    const auto index = static_cast<size_t>(i);
    if (index >= text.size()) return {0xFFFD, i, false};
    const auto next = static_cast<unsigned char>(text[index]);
    const int low = i == 1 ? shape.second_low : 0x80;
    const int high = i == 1 ? shape.second_high : 0xBF;
    if (next < low || next > high) return {0xFFFD, i, false};
    value = (value << 6) | (next & 0x3Fu);
  }
  return {value, shape.bytes, true};
}

SourceLines::SourceLines(absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  size_t begin = 0;
  while (true) {
    const size_t end = text.find_first_of("\r\n", begin);
    if (end == absl::string_view::npos) break;
    lines_.push_back(text.substr(begin, end - begin));
    begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  lines_.push_back(text.substr(begin));
}

absl::string_view SourceLines::Line(int number) const {
  if (number < 1 || number > count()) return "";
  return lines_[static_cast<size_t>(number) - 1];
}

std::string SourceLines::Text(const Range& range) const {
  std::string text;
  const int last = std::min(range.end.line, count());
  for (int number = std::max(range.start.line, 1); number <= last; ++number) {
    const absl::string_view line = Line(number);
    const size_t begin =
        number == range.start.line ? ByteOfColumn(line, range.start.column) : size_t{0};
    const size_t end =
        number == range.end.line ? ByteOfColumn(line, range.end.column) : line.size();
    absl::StrAppend(&text, line.substr(begin, std::max(begin, end) - begin),
                    number < last ? "\n" : "");
  }
  return text;
}

}  // namespace fsdpcheck
