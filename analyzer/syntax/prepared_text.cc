#include "analyzer/syntax/prepared_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/logical_lines.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// Whether an expression begins after the text: behind an operator, an opening
// bracket or one of the keywords before which no operand can stand.
bool ExpectsOperand(absl::string_view before) {
  while (!before.empty() && IsBlank(before.back())) before.remove_suffix(1);
  if (before.empty()) return false;
  if (!IsIdentifierByte(before.back())) {
    return absl::string_view("=,([{:").find(before.back()) != absl::string_view::npos;
  }
  size_t word = before.size();
  while (word > 0 && IsIdentifierByte(before[word - 1])) --word;
  const absl::string_view last = before.substr(word);
  return last == "return" || last == "yield" || last == "in";
}

// Whether the grammar does not expect a star before the text.
bool BeginsUnstarred(absl::string_view after) {
  while (!after.empty() && IsBlank(after.front())) after.remove_prefix(1);
  constexpr absl::string_view kFirstBytes = "[({\"'-~0123456789";
  return !after.empty() && kFirstBytes.find(after.front()) != absl::string_view::npos;
}

}  // namespace

PreparedText::PreparedText(absl::string_view text, absl::Span<const ByteRange> ranges) {
  std::copy_if(ranges.begin(), ranges.end(), std::back_inserter(ranges_),
               [](ByteRange range) { return range.begin < range.end; });
  if (ranges_.empty()) return;
  begin_ = ranges_.front().begin;
  copy_ = std::string(text.substr(begin_, ranges_.back().end - begin_));
  for (ByteRange& range : ranges_) {
    range = {range.begin - begin_, range.end - begin_};
    Prepare(range);
  }
  EndLines();
}

// The parser sees one part directly after the other.
void PreparedText::EndLines() {
  for (size_t i = 0; i + 1 < ranges_.size(); ++i) {
    uint32_t& end = ranges_[i].end;
    if (end == ranges_[i + 1].begin || copy_[end - 1] == '\n') continue;
    copy_[end++] = '\n';
  }
}

void PreparedText::Prepare(ByteRange range) {
  const absl::string_view text =
      absl::string_view(copy_).substr(range.begin, range.end - range.begin);
  std::vector<Quiet> found;
  LogicalLines lines(text, &found);
  LogicalLine line;
  while (lines.Next(line)) {
  }
  uint32_t code = range.begin;
  for (const Quiet& quiet : found) {
    const ByteRange place = {range.begin + quiet.range.begin, range.begin + quiet.range.end};
    quiet_.push_back(place);
    JoinContinuedLines({code, place.begin});
    code = place.end;
    if (quiet.kind != Quiet::Kind::kComment) continue;
    std::fill(copy_.begin() + place.begin, copy_.begin() + place.end, ' ');
  }
  JoinContinuedLines({code, range.end});
  for (size_t at = copy_.find('\r', range.begin); at < range.end; at = copy_.find('\r', at + 1)) {
    if (at + 1 == copy_.size() || copy_[at + 1] != '\n') copy_[at] = '\n';
  }
}

void PreparedText::JoinContinuedLines(ByteRange code) {
  for (size_t at = copy_.find('\\', code.begin); at < code.end; at = copy_.find('\\', at + 1)) {
    const size_t end = at + (copy_.compare(at + 1, 2, "\r\n") == 0 ? 3 : 2);
    if (end > code.end || (copy_[at + 1] != '\n' && copy_[at + 1] != '\r')) continue;
    std::fill(copy_.begin() + static_cast<ptrdiff_t>(at),
              copy_.begin() + static_cast<ptrdiff_t>(end), ' ');
  }
}

bool PreparedText::IsQuiet(uint32_t offset) const {
  const auto after =
      std::upper_bound(quiet_.begin(), quiet_.end(), offset,
                       [](uint32_t place, const ByteRange& quiet) { return place < quiet.begin; });
  return after != quiet_.begin() && offset < std::prev(after)->end;
}

bool PreparedText::Rewrite() {
  const std::string before = copy_;
  ReplaceStars();
  ReplaceTemplatePrefixes();
  for (const ByteRange range : ranges_) JoinLines(range);
  return copy_ != before;
}

void PreparedText::ReplaceStars() {
  const absl::string_view text = copy_;
  for (size_t at = copy_.find('*'); at != std::string::npos; at = copy_.find('*', at + 1)) {
    if (ExpectsOperand(text.substr(0, at)) && BeginsUnstarred(text.substr(at + 1)) &&
        !IsQuiet(static_cast<uint32_t>(at))) {
      copy_[at] = '+';
    }
  }
}

void PreparedText::ReplaceTemplatePrefixes() {
  for (const ByteRange quiet : quiet_) {
    if (copy_[quiet.begin] != '"' && copy_[quiet.begin] != '\'') continue;
    uint32_t prefix = quiet.begin;
    while (prefix > 0 && IsIdentifierByte(copy_[prefix - 1])) --prefix;
    const absl::string_view letters = absl::string_view(copy_).substr(prefix, quiet.begin - prefix);
    if (letters.size() > 2) continue;
    const size_t letter = letters.find_first_of("tT");
    if (letter != absl::string_view::npos) copy_[prefix + letter] = 'f';
  }
}

void PreparedText::JoinLines(ByteRange range) {
  const std::string text = copy_.substr(range.begin, range.end - range.begin);
  LogicalLines lines(text);
  LogicalLine line;
  while (lines.Next(line)) {
    for (uint32_t at = range.begin + line.range.begin; at < range.begin + line.range.end; ++at) {
      const char c = copy_[at];
      if ((c != '\n' && c != '\r' && c != '\\') || IsQuiet(at)) continue;
      copy_[at] = ' ';
    }
  }
}

}  // namespace fsdpcheck::analyzer
