#include "reports/formats/display.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::formats {
namespace {

constexpr int kTabStop = 4;
constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Stretch {
  char32_t first;
  char32_t last;
};

// Unicode 14, general categories Mn, Me and Cf: whole blocks, or the stretches
// of a script that people write Python comments and strings in.
constexpr std::array kDrawnOnTheOneBefore = std::to_array<Stretch>({
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},   {0x05BF, 0x05BF},   {0x05C1, 0x05C2},
    {0x05C4, 0x05C5}, {0x05C7, 0x05C7}, {0x0610, 0x061A},   {0x061C, 0x061C},   {0x064B, 0x065F},
    {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},   {0x06E7, 0x06E8},   {0x06EA, 0x06ED},
    {0x0711, 0x0711}, {0x0730, 0x074A}, {0x0900, 0x0902},   {0x093A, 0x093A},   {0x093C, 0x093C},
    {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957},   {0x0962, 0x0963},   {0x0981, 0x0981},
    {0x09BC, 0x09BC}, {0x09C1, 0x09C4}, {0x09CD, 0x09CD},   {0x0A41, 0x0A4D},   {0x0AC1, 0x0ACD},
    {0x0B3F, 0x0B3F}, {0x0B41, 0x0B44}, {0x0BCD, 0x0BCD},   {0x0C3E, 0x0C40},   {0x0C46, 0x0C56},
    {0x0CBF, 0x0CBF}, {0x0CCC, 0x0CCD}, {0x0D41, 0x0D44},   {0x0D4D, 0x0D4D},   {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1},   {0x0EB4, 0x0EBC},   {0x0EC8, 0x0ECD},
    {0x102D, 0x1030}, {0x1032, 0x1037}, {0x1039, 0x103A},   {0x17B4, 0x17B5},   {0x17B7, 0x17BD},
    {0x17C9, 0x17D3}, {0x180B, 0x180F}, {0x1AB0, 0x1ACE},   {0x1DC0, 0x1DFF},   {0x200B, 0x200F},
    {0x2060, 0x2064}, {0x20D0, 0x20F0}, {0x302A, 0x302D},   {0x3099, 0x309A},   {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1D167, 0x1D169}, {0x1F3FB, 0x1F3FF}, {0xE0001, 0xE01EF},
});

// Unicode 14, East_Asian_Width W and F.
constexpr std::array kWide = std::to_array<Stretch>({
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x3029},
    {0x302E, 0x303E},   {0x3041, 0x3098},   {0x309B, 0x3247},   {0x3250, 0x4DBF},
    {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7},
    {0x1F6DD, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0},
    {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD},
});

bool IsIn(absl::Span<const Stretch> stretches, char32_t character) {
  const auto after =
      std::upper_bound(stretches.begin(), stretches.end(), character,
                       [](char32_t value, const Stretch& entry) { return value < entry.first; });
  return after != stretches.begin() && character <= std::prev(after)->last;
}

// Overrides can make a line look like other code than it is.
bool IsBidirectionalOverride(char32_t character) {
  return (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

// `bytes` is the text that `character` was decoded from.
std::string PrintableCharacter(const Character& character, absl::string_view bytes) {
  const char32_t value = character.value;
  if (value < 0x20 || value == 0x7F) {
    // U+2400 and following: pictures of the control characters.
    const auto picture = static_cast<char>(value == 0x7F ? 0xA1 : 0x80 + value);
    return {'\xE2', '\x90', picture};
  }
  if (!character.valid || (value >= 0x80 && value < 0xA0) || IsBidirectionalOverride(value)) {
    return std::string(kReplacement);
  }
  return std::string(bytes);
}

int WidthOf(absl::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    width += DisplayWidth(character.value);
    text.remove_prefix(static_cast<size_t>(character.bytes));
  }
  return width;
}

}  // namespace

int DisplayWidth(char32_t character) {
  if (character < 0x300) return 1;
  if (IsIn(kDrawnOnTheOneBefore, character)) return 0;
  return IsIn(kWide, character) ? 2 : 1;
}

int DisplayWidth(absl::string_view printable) { return WidthOf(printable); }

std::string Printable(absl::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    const absl::string_view bytes = text.substr(0, static_cast<size_t>(character.bytes));
    text.remove_prefix(bytes.size());
    if (character.value == '\r' && !text.empty() && text[0] == '\n') continue;
    const bool blank =
        character.value == '\t' || character.value == '\n' || character.value == '\r';
    absl::StrAppend(&printable, blank ? " " : PrintableCharacter(character, bytes));
  }
  return printable;
}

std::vector<std::string> WrapWords(absl::string_view text, int width) {
  std::vector<std::string> lines;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (width <= 0 || DisplayWidth(line) <= width) {
      lines.emplace_back(line);
      continue;
    }
    std::string current;
    for (const absl::string_view word : absl::StrSplit(line, ' ', absl::SkipEmpty())) {
      if (current.empty()) {
        current = std::string(word);
      } else if (DisplayWidth(current) + 1 + DisplayWidth(word) <= width) {
        absl::StrAppend(&current, " ", word);
      } else {
        lines.push_back(std::move(current));
        current = std::string(word);
      }
    }
    lines.push_back(std::move(current));
  }
  return lines;
}

DisplayLine::DisplayLine(absl::string_view line) {
  int offset = 0;
  while (!line.empty()) {
    const Character character = FirstCharacter(line);
    const absl::string_view bytes = line.substr(0, static_cast<size_t>(character.bytes));
    line.remove_prefix(bytes.size());
    if (character.value == '\t') {
      const int spaces = kTabStop - offset % kTabStop;
      cells_.push_back({std::string(static_cast<size_t>(spaces), ' '), offset});
      offset += spaces;
      continue;
    }
    const int columns = character.valid ? 1 : character.bytes;
    for (int i = 0; i < columns; ++i) {
      Cell cell{PrintableCharacter(character, bytes), offset};
      offset += WidthOf(cell.text);
      cells_.push_back(std::move(cell));
    }
  }
  cells_.push_back({"", offset});
}

int DisplayLine::OffsetOf(int column) const {
  const int last = static_cast<int>(cells_.size()) - 1;
  return cells_[static_cast<size_t>(std::clamp(column - 1, 0, last))].offset;
}

std::string DisplayLine::Slice(int from, int to) const {
  std::string slice;
  for (size_t i = 0; i + 1 < cells_.size(); ++i) {
    const int begin = cells_[i].offset;
    const int end = cells_[i + 1].offset;
    const bool whole = begin >= from && end <= to;
    const int covered = std::min(end, to) - std::max(begin, from);
    if (whole) {
      absl::StrAppend(&slice, cells_[i].text);
    } else if (covered > 0) {
      slice.append(static_cast<size_t>(covered), ' ');
    }
  }
  const size_t used = slice.find_last_not_of(' ');
  slice.erase(used == std::string::npos ? 0 : used + 1);
  return slice;
}

}  // namespace fsdpcheck::formats
