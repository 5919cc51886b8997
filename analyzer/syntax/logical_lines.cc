#include "analyzer/syntax/logical_lines.h"

#include <algorithm>
#include <bit>

#include "absl/strings/match.h"
#include "analyzer/syntax/byte_set.h"
#include "analyzer/syntax/identifier.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kMaxNestedFormats = 150;  // CPython's own limit

bool IsBreak(char c) { return c == '\n' || c == '\r'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

// A line that can only begin a statement, so brackets before it were left open.
bool BeginsDefinition(absl::string_view text, size_t at) {
  return WordAt(text, at, "def") || WordAt(text, at, "class") ||
         absl::StartsWith(text.substr(at), "async def");
}

}  // namespace

size_t LineStart(absl::string_view text, size_t at) {
  const size_t line_break = text.substr(0, at).find_last_of("\r\n");
  return line_break == absl::string_view::npos ? 0 : line_break + 1;
}

LogicalLines::LogicalLines(absl::string_view text, std::vector<Quiet>* quiet)
    : text_(text),
      quiet_(quiet),
      at_(absl::StartsWith(text, kByteOrderMark) ? kByteOrderMark.size() : 0) {}

bool LogicalLines::Next(LogicalLine& line) {
  line.imports.clear();
  if (!SkipToFirstToken(line)) return false;
  line.range.begin = static_cast<uint32_t>(at_);
  depth_ = 0;
  frames_.clear();
  NoteImport(line, at_);
  do {
    at_ = NextMark(at_);
  } while (at_ < text_.size() && ReadMark(line));
  at_ = std::min(at_, text_.size());
  size_t end = at_;  // behind blank lines if a bracket was left open
  while (IsBreak(text_[end - 1]) || IsBlank(text_[end - 1])) --end;
  line.range.end = static_cast<uint32_t>(end);
  return true;
}

size_t LogicalLines::NextMark(size_t from) {
  static const ByteSet kMarks("\n\r\"'#()[]{}\\:;");
  while (from < text_.size()) {
    if (from < window_begin_ || from >= window_end_) {
      window_begin_ = from & ~size_t{63};
      window_end_ = window_begin_ + 64 * window_.size();
      kMarks.Mark(text_, window_begin_, absl::MakeSpan(window_));
    }
    const uint64_t bits = window_[(from - window_begin_) / 64] >> (from % 64);
    if (bits != 0) return from + static_cast<size_t>(std::countr_zero(bits));
    from = (from | 63) + 1;
  }
  return text_.size();
}

bool LogicalLines::SkipToFirstToken(LogicalLine& line) {
  line.indented = false;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (IsBreak(c) || c == '\f') {
      line.indented = false;  // Python counts columns from the last form feed
    } else if (c == ' ' || c == '\t') {
      line.indented = true;
    } else if (c == '#') {
      ReadComment();
      --at_;
    } else {
      return true;
    }
  }
  return false;
}

// Reads what begins at the mark under `at_`; false if the line ends there.
bool LogicalLines::ReadMark(LogicalLine& line) {
  const char c = text_[at_];
  switch (c) {
    case '\n':
    case '\r':
      return ReadBreak();
    case '#':
      ReadComment();
      return true;
    case '\\':
      ReadEscape();
      return true;
    case '"':
    case '\'':
      ReadString();
      return true;
    case ':':
      ReadColon(line);
      return true;
    case ';':
      ++at_;
      if (depth_ == 0) NoteImport(line, at_);
      return true;
    case '(':
    case '[':
    case '{':
      ++depth_;
      ++at_;
      return true;
    case ')':
    case ']':
    case '}':
      ReadClosing(c);
      return true;
  }
  ++at_;
  return true;
}

bool LogicalLines::ReadBreak() {
  if (depth_ == 0) return false;
  const size_t next = AfterBreak(at_);
  if (BeginsDefinition(text_, next)) return false;
  at_ = next;
  return true;
}

void LogicalLines::ReadComment() {
  const size_t begin = at_;
  while (at_ < text_.size() && !IsBreak(text_[at_])) at_ = NextMark(at_ + 1);
  AddQuiet(begin, at_, Quiet::Kind::kComment);
}

void LogicalLines::ReadEscape() {
  ++at_;
  if (at_ < text_.size()) at_ = IsBreak(text_[at_]) ? AfterBreak(at_) : at_ + 1;
}

void LogicalLines::ReadColon(LogicalLine& line) {
  ++at_;
  if (!frames_.empty() && depth_ == frames_.back().depth) {
    ReadFormatText(frames_.back(), at_, Part::kFormatSpec);
  } else if (depth_ == 0) {
    NoteImport(line, at_);
  }
}

void LogicalLines::ReadClosing(char bracket) {
  ++at_;
  if (frames_.empty()) {
    depth_ = std::max(0, depth_ - 1);
  } else if (depth_ > frames_.back().depth) {
    --depth_;
  } else if (bracket == '}') {
    const Frame frame = frames_.back();
    frames_.pop_back();
    --depth_;
    ReadFormatText(frame, at_, frame.opened_in);
  }
}

void LogicalLines::ReadString() {
  const size_t begin = at_;
  const Quote quote = OpenQuote();
  if (quote.format && frames_.size() < kMaxNestedFormats) {
    ReadFormatText({quote.quote, quote.triple, quote.raw, Part::kText, 0}, begin, Part::kText);
  } else {
    ReadPlainText(quote, begin);
  }
}

// Steps over the opening quote and reads the prefix before it.
LogicalLines::Quote LogicalLines::OpenQuote() {
  Quote quote = {.quote = text_[at_], .triple = false, .raw = false, .format = false};
  size_t prefix = at_;
  while (prefix > 0 && at_ - prefix < 3 && IsIdentifierByte(text_[prefix - 1])) --prefix;
  if (at_ - prefix < 3) {
    for (const char c : text_.substr(prefix, at_ - prefix)) {
      quote.raw |= c == 'r' || c == 'R';
      quote.format |= c == 'f' || c == 'F' || c == 't' || c == 'T';
    }
  }
  quote.triple = EndsQuote(quote.quote, true);
  at_ += quote.triple ? 3 : 1;
  return quote;
}

bool LogicalLines::EndsQuote(char quote, bool triple) const {
  if (text_[at_] != quote) return false;
  return !triple || (at_ + 2 < text_.size() && text_[at_ + 1] == quote && text_[at_ + 2] == quote);
}

void LogicalLines::ReadPlainText(const Quote& quote, size_t begin) {
  const auto kind = quote.triple ? Quiet::Kind::kText : Quiet::Kind::kString;
  while ((at_ = NextMark(at_)) < text_.size()) {
    if (text_[at_] == '\\') {
      ReadEscape();
    } else if (EndsQuote(quote.quote, quote.triple)) {
      at_ += quote.triple ? 3 : 1;
      break;
    } else if (!quote.triple && IsBreak(text_[at_])) {
      break;
    } else {
      ++at_;
    }
  }
  AddQuiet(begin, std::min(at_, text_.size()), kind);
}

// Reads the literal part of an f-string up to its end or its next expression.
// A format specification ends with the brace of its field, and knows no doubled
// braces.
void LogicalLines::ReadFormatText(Frame string, size_t begin, Part part) {
  const auto kind = string.triple ? Quiet::Kind::kText : Quiet::Kind::kString;
  while ((at_ = NextMark(at_)) < text_.size()) {
    const char c = text_[at_];
    const bool brace = c == '{' || c == '}';
    if (c == '\\') {
      ReadFormatEscape(string.raw);
    } else if (EndsQuote(string.quote, string.triple)) {
      at_ += string.triple ? 3 : 1;
      LeaveFormat(part);
      break;
    } else if (!string.triple && IsBreak(c)) {
      LeaveFormat(part);
      break;
    } else if (brace && part == Part::kText && text_.substr(at_ + 1, 1) == text_.substr(at_, 1)) {
      at_ += 2;
    } else if (c == '{') {
      AddQuiet(begin, at_++, kind);
      string.opened_in = part;
      string.depth = ++depth_;
      frames_.push_back(string);
      return;
    } else if (c == '}' && part == Part::kFormatSpec) {
      break;
    } else {
      ++at_;
    }
  }
  AddQuiet(begin, std::min(at_, text_.size()), kind);
}

// A backslash does not escape a brace, but \N{...} is no expression.
void LogicalLines::ReadFormatEscape(bool raw) {
  const absl::string_view rest = text_.substr(at_);
  const size_t name_end = !raw && absl::StartsWith(rest, "\\N{") ? rest.find('}') : rest.npos;
  if (name_end != rest.npos) {
    at_ += name_end + 1;
  } else if (rest.size() > 1 && (rest[1] == '{' || rest[1] == '}')) {
    ++at_;
  } else {
    ReadEscape();
  }
}

// The string ended; inside a format specification that is an error of the
// program, and closes all of its open fields.
void LogicalLines::LeaveFormat(Part part) {
  while (part == Part::kFormatSpec) {
    part = frames_.back().opened_in;
    frames_.pop_back();
    --depth_;
  }
}

void LogicalLines::NoteImport(LogicalLine& line, size_t at) const {
  while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
  if (WordAt(text_, at, "import") || WordAt(text_, at, "from")) {
    line.imports.push_back(static_cast<uint32_t>(at));
  }
}

void LogicalLines::AddQuiet(size_t begin, size_t end, Quiet::Kind kind) {
  if (quiet_ == nullptr || begin >= end) return;
  quiet_->push_back({{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, kind});
}

size_t LogicalLines::AfterBreak(size_t at) const {
  return at + (text_.substr(at, 2) == "\r\n" ? 2 : 1);
}

}  // namespace fsdpcheck::analyzer
