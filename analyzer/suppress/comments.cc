#include "analyzer/suppress/comments.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/syntax/logical_lines.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kMarker = "fsdpcheck:";
constexpr absl::string_view kNoqa = "noqa";
constexpr absl::string_view kCode = "FSDP";
constexpr absl::string_view kForm = "write `# fsdpcheck: ignore[rule] reason`";

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }
bool IsSpace(char c) { return c == ' ' || c == '\t'; }
bool IsWord(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
}

// First place of `needle` at or after `from`, or npos.
size_t FindBytes(absl::string_view text, absl::string_view needle, size_t from) {
  if (from >= text.size()) return absl::string_view::npos;
  const void* hit = memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
  if (hit == nullptr) return absl::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(hit) - text.data());
}

// Reads forward through one comment.
class Cursor {
 public:
  Cursor(absl::string_view text, ByteRange range) : text_(text.substr(0, range.end)) {
    at_ = range.begin;
  }

  uint32_t at() const { return static_cast<uint32_t>(at_); }
  bool AtEnd() const { return at_ >= text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  absl::string_view Rest() const { return text_.substr(at_); }
  void Skip(size_t count) { at_ += count; }
  void SkipSpaces() {
    while (IsSpace(Peek())) ++at_;
  }
  bool Consume(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  absl::string_view TakeWord() {
    const size_t begin = at_;
    while (IsWord(Peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Moves behind the next `#`, spaces and `word`.
  bool Find(absl::string_view word, bool (*starts_with)(absl::string_view, absl::string_view)) {
    for (; !AtEnd(); ++at_) {
      if (Peek() != '#') continue;
      Cursor look = *this;
      look.Skip(1);
      look.SkipSpaces();
      if (!starts_with(look.Rest(), word)) continue;
      look.Skip(word.size());
      *this = look;
      return true;
    }
    return false;
  }

 private:
  absl::string_view text_;
  size_t at_ = 0;
};

CommentedRule Named(absl::string_view name, uint32_t end) {
  return {std::string(name), {end - static_cast<uint32_t>(name.size()), end}};
}

// What follows `[`; nullopt when there is no list of names that ends in `]`.
std::optional<std::vector<CommentedRule>> ReadList(Cursor& cursor) {
  std::vector<CommentedRule> rules;
  do {
    cursor.SkipSpaces();
    const absl::string_view name = cursor.TakeWord();
    if (name.empty()) return std::nullopt;
    rules.push_back(Named(name, cursor.at()));
    cursor.SkipSpaces();
  } while (cursor.Consume(','));
  if (!cursor.Consume(']')) return std::nullopt;
  return rules;
}

// The text up to the end or the next comment on the same line.
std::string ReadReason(absl::string_view rest) {
  rest = rest.substr(0, rest.find(" #"));
  while (!rest.empty() && (IsSpace(rest[0]) || rest[0] == ':' || rest[0] == '-')) {
    rest.remove_prefix(1);
  }
  return std::string(absl::StripAsciiWhitespace(rest));
}

class CommentReader {
 public:
  explicit CommentReader(const Source& source)
      : source_(source), lines_(source.text()), text_(source.text()) {}

  SuppressionComments Read() {
    std::vector<Quiet> quiet;
    LogicalLines statements(text_, &quiet);
    for (LogicalLine line; statements.Next(line);) {
      result_.statements.push_back({LineAt(line.range.begin), LineAt(line.range.end)});
    }
    for (const Quiet& stretch : quiet) {
      if (stretch.kind != Quiet::Kind::kComment) continue;
      ReadOwn(stretch.range);
      ReadNoqa(stretch.range);
    }
    return std::move(result_);
  }

 private:
  int LineAt(uint32_t offset) const { return source_.PositionAt(offset).line; }

  // The first character of a line that is no blank; '\0' when there is none.
  char FirstOf(int line) const {
    const absl::string_view text = absl::StripLeadingAsciiWhitespace(lines_.Line(line));
    return text.empty() ? '\0' : text[0];
  }

  // Sets the line that a comment silences, see SuppressionComment::line.
  void Place(ByteRange comment, SuppressionComment& found) const {
    found.line = LineAt(comment.begin);
    found.own_line = FirstOf(found.line) == '#';
    if (!found.own_line) return;
    while (FirstOf(found.line) == '#') ++found.line;
    if (FirstOf(found.line) == '\0') found.line = 0;
  }

  void Problem(ByteRange comment, absl::string_view message) {
    result_.problems.push_back({LineAt(comment.begin), absl::StrCat(message, "; ", kForm)});
  }

  void ReadOwn(ByteRange comment) {
    Cursor cursor(text_, comment);
    if (!cursor.Find(kMarker, absl::StartsWith)) return;
    cursor.SkipSpaces();
    SuppressionComment found;
    const absl::string_view word = cursor.TakeWord();
    if (word != "ignore" && word != "ignore-file") {
      return Problem(comment, "this comment is not understood");
    }
    if (word == "ignore-file") found.reach = SuppressionComment::Reach::kFile;
    cursor.SkipSpaces();
    auto rules = cursor.Consume('[') ? ReadList(cursor) : std::nullopt;
    if (!rules.has_value()) {
      return Problem(comment, "this comment names no rule");
    }
    found.rules = *std::move(rules);
    found.reason = ReadReason(cursor.Rest());
    Place(comment, found);
    result_.comments.push_back(std::move(found));
  }

  void ReadNoqa(ByteRange comment) {
    Cursor cursor(text_, comment);
    if (!cursor.Find(kNoqa, absl::StartsWithIgnoreCase)) return;
    cursor.SkipSpaces();
    if (!cursor.Consume(':')) return;
    SuppressionComment found;
    found.line = LineAt(comment.begin);
    while (true) {
      while (IsSpace(cursor.Peek()) || cursor.Peek() == ',') cursor.Skip(1);
      const absl::string_view code = cursor.TakeWord();
      if (code.empty() || !IsDigit(code.back())) break;
      if (absl::StartsWith(code, kCode)) found.rules.push_back(Named(code, cursor.at()));
    }
    if (!found.rules.empty()) result_.comments.push_back(std::move(found));
  }

  const Source& source_;
  const SourceLines lines_;
  absl::string_view text_;
  SuppressionComments result_;
};

}  // namespace

bool MayHoldSuppressions(absl::string_view text) {
  if (FindBytes(text, kMarker, 0) != absl::string_view::npos) return true;
  for (size_t at = FindBytes(text, kCode, 0); at != absl::string_view::npos;
       at = FindBytes(text, kCode, at + kCode.size())) {
    const size_t after = at + kCode.size();
    if (after < text.size() && IsDigit(text[after])) return true;
  }
  return false;
}

SuppressionComments ReadSuppressions(const Source& source) { return CommentReader(source).Read(); }

}  // namespace fsdpcheck::analyzer
