#include "analyzer/model/outline.h"

#include <algorithm>

#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/import_statement.h"
#include "analyzer/syntax/logical_lines.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

// Walks over the words of one logical line.
class Words {
 public:
  explicit Words(absl::string_view line) : line_(line) {}

  // The identifier at the front, "" if something else stands there.
  absl::string_view Take() {
    SkipBlanks();
    const size_t begin = at_;
    at_ = IdentifierEnd(line_, at_);
    return line_.substr(begin, at_ - begin);
  }
  // Takes a `=` that assigns; `==` compares.
  bool TakeAssign() {
    SkipBlanks();
    const absl::string_view rest = line_.substr(at_);
    if (rest.empty() || rest[0] != '=' || rest.substr(1, 1) == "=") return false;
    ++at_;
    return true;
  }
  bool TakeColon() {
    SkipBlanks();
    if (at_ == line_.size() || line_[at_] != ':') return false;
    ++at_;
    return true;
  }
  // Skips an annotation; true if a `=` follows it.
  bool SkipAnnotation() {
    int depth = 0;
    for (; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (c == '"' || c == '\'') {
        SkipString(c);
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth;
      } else if (c == '#' || (depth <= 0 && c == ';')) {
        return false;
      } else if (depth <= 0 && c == '=') {
        return true;
      }
    }
    return false;
  }

 private:
  void SkipBlanks() {
    while (at_ < line_.size()) {
      if (IsBlank(line_[at_])) {
        ++at_;
      } else if (line_[at_] == '\\' && at_ + 1 < line_.size()) {
        at_ += line_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2;
      } else {
        return;
      }
    }
  }
  void SkipString(char quote) {
    for (++at_; at_ < line_.size() && line_[at_] != quote; ++at_) {
      if (line_[at_] == '\\') ++at_;
    }
  }

  absl::string_view line_;
  size_t at_ = 0;
};

class OutlineReader {
 public:
  explicit OutlineReader(absl::string_view text) : text_(text), lines_(text) {}

  Outline Read() {
    LogicalLine line;
    while (lines_.Next(line)) {
      for (const uint32_t at : line.imports) AddImports(line, at);
      if (line.indented) {
        Continue(line.range);
      } else {
        BeginStatement(line);
      }
    }
    if (state_ == State::kDecorator) AddBody(decorator_);
    outline_.imports.shrink_to_fit();
    outline_.definitions.shrink_to_fit();
    outline_.assignments.shrink_to_fit();
    outline_.body.shrink_to_fit();
    return std::move(outline_);
  }

 private:
  enum class State { kBody, kDecorator, kDefinition };

  void Continue(ByteRange range) {
    switch (state_) {
      case State::kDefinition:
        outline_.definitions.back().range.end = range.end;
        return;
      case State::kDecorator:
        decorator_.end = range.end;
        return;
      case State::kBody:
        AddBody(range);
        return;
    }
  }

  void BeginStatement(const LogicalLine& line) {
    if (text_[line.range.begin] == '@') {
      if (state_ != State::kDecorator) decorator_ = line.range;
      decorator_.end = line.range.end;
      state_ = State::kDecorator;
      return;
    }
    const absl::string_view code = Text(line.range);
    if (AddDefinition(code, line.range)) return;
    if (state_ == State::kDecorator) AddBody(decorator_);
    AddBody(line.range);
    AddAssignments(code, line.range);
  }

  bool AddDefinition(absl::string_view code, ByteRange range) {
    Words words(code);
    absl::string_view keyword = words.Take();
    if (keyword == "async") keyword = words.Take();
    if (keyword != "def" && keyword != "class") return false;
    const absl::string_view name = words.Take();
    if (name.empty()) return false;
    const bool decorated = state_ == State::kDecorator;
    outline_.definitions.push_back(
        {.kind = keyword == "def" ? Definition::Kind::kFunction : Definition::Kind::kClass,
         .name = std::string(name),
         .range = {decorated ? decorator_.begin : range.begin, range.end}});
    state_ = State::kDefinition;
    continues_body_ = false;
    return true;
  }

  void AddAssignments(absl::string_view code, ByteRange range) {
    Words words(code);
    absl::string_view name = words.Take();
    if (name == "try" || name == "else" || name == "finally") return;
    const bool annotated = !name.empty() && words.TakeColon() && words.SkipAnnotation();
    while (!name.empty() && words.TakeAssign()) {
      outline_.assignments.push_back({.name = std::string(name), .range = range});
      name = annotated ? absl::string_view() : words.Take();
    }
  }

  void AddImports(const LogicalLine& line, uint32_t at) {
    const bool top_level = !line.indented && at == line.range.begin;
    ReadImport(text_, at, [&](const ScannedImport& name) {
      const bool shows_root = name.attribute.empty() && !name.renamed;
      const absl::string_view module = shows_root ? name.local : name.module;
      const bool dotted = shows_root && name.module != name.local;
      outline_.imports.push_back({.local = std::string(name.local),
                                  .module = std::string(module),
                                  .attribute = std::string(name.attribute),
                                  .written = std::string(dotted ? name.module : ""),
                                  .level = name.level,
                                  .top_level = top_level,
                                  .offset = at});
    });
  }

  void AddBody(ByteRange range) {
    if (!continues_body_) outline_.body.push_back(range);
    outline_.body.back().end = AfterBreak(range.end);
    continues_body_ = true;
    state_ = State::kBody;
  }

  uint32_t AfterBreak(uint32_t end) const {
    while (end < text_.size() && IsBlank(text_[end])) ++end;
    if (text_.substr(end, 2) == "\r\n") return end + 2;
    return end < text_.size() ? end + 1 : end;
  }

  absl::string_view Text(ByteRange range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  absl::string_view text_;
  LogicalLines lines_;
  Outline outline_;
  State state_ = State::kBody;
  ByteRange decorator_;
  bool continues_body_ = false;
};

}  // namespace

Outline ReadOutline(absl::string_view text) { return OutlineReader(text).Read(); }

const ByteRange* RangeAt(const std::vector<ByteRange>& ranges, uint32_t offset) {
  const auto next =
      std::upper_bound(ranges.begin(), ranges.end(), offset,
                       [](uint32_t at, const ByteRange& range) { return at < range.begin; });
  if (next == ranges.begin() || offset >= (next - 1)->end) return nullptr;
  return &*(next - 1);
}

int DefinitionAt(const Outline& outline, uint32_t offset) {
  const auto& all = outline.definitions;
  const auto next = std::upper_bound(
      all.begin(), all.end(), offset,
      [](uint32_t at, const Definition& definition) { return at < definition.range.begin; });
  if (next == all.begin() || offset >= (next - 1)->range.end) return -1;
  return static_cast<int>(next - 1 - all.begin());
}

}  // namespace fsdpcheck::analyzer
