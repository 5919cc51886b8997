#include "analyzer/syntax/import_statement.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/syntax/identifier.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsBreak(char c) { return c == '\n' || c == '\r'; }

class Reader {
 public:
  Reader(absl::string_view text, size_t at, absl::FunctionRef<void(const ScannedImport&)> sink)
      : text_(text), at_(at), sink_(sink) {}

  size_t Read() {
    if (TakeWord("import")) {
      while (ReadModule() && Take(',')) {
      }
    } else if (TakeWord("from")) {
      ReadFrom();
    }
    return after_token_;
  }

 private:
  // Blanks, continued lines and, inside parentheses, comments and line ends.
  void SkipBlanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\f' || (in_parentheses_ && IsBreak(c))) {
        ++at_;
      } else if (c == '\\' && at_ + 1 < text_.size() && IsBreak(text_[at_ + 1])) {
        at_ += text_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2;
      } else if (c == '#' && in_parentheses_) {
        while (at_ < text_.size() && !IsBreak(text_[at_])) ++at_;
      } else {
        return;
      }
    }
  }

  bool Take(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    after_token_ = ++at_;
    return true;
  }

  bool TakeWord(absl::string_view word) {
    SkipBlanks();
    if (!WordAt(text_, at_, word)) return false;
    after_token_ = at_ += word.size();
    return true;
  }

  absl::string_view TakeIdentifier() {
    SkipBlanks();
    if (at_ < text_.size() && absl::ascii_isdigit(static_cast<unsigned char>(text_[at_])))
      return {};
    const size_t begin = at_;
    at_ = IdentifierEnd(text_, at_);
    if (at_ > begin) after_token_ = at_;
    return text_.substr(begin, at_ - begin);
  }

  // a.b.c into `module_`; returns its first component, "" if there is none.
  absl::string_view TakeDottedName() {
    const absl::string_view first = TakeIdentifier();
    module_.assign(first.data(), first.size());
    while (!first.empty() && Take('.')) absl::StrAppend(&module_, ".", TakeIdentifier());
    return first;
  }

  bool ReadModule() {
    const absl::string_view first = TakeDottedName();
    if (first.empty()) return false;
    const absl::string_view alias = TakeWord("as") ? TakeIdentifier() : absl::string_view();
    sink_({.local = alias.empty() ? first : alias,
           .module = module_,
           .attribute = {},
           .renamed = !alias.empty()});
    return true;
  }

  void ReadFrom() {
    int level = 0;
    while (Take('.')) ++level;
    if (level > 0 && TakeWord("import")) {
      module_.clear();
    } else if (TakeDottedName().empty() || !TakeWord("import")) {
      return;
    }
    in_parentheses_ = Take('(');
    if (Take('*')) {
      sink_({.local = "*", .module = module_, .attribute = "*", .level = level});
    } else {
      while (ReadAttribute(level) && Take(',')) {
      }
    }
    if (in_parentheses_) Take(')');
  }

  bool ReadAttribute(int level) {
    const absl::string_view name = TakeIdentifier();
    if (name.empty()) return false;
    const absl::string_view alias = TakeWord("as") ? TakeIdentifier() : absl::string_view();
    sink_({.local = alias.empty() ? name : alias,
           .module = module_,
           .attribute = name,
           .renamed = !alias.empty(),
           .level = level});
    return true;
  }

  absl::string_view text_;
  size_t at_;
  absl::FunctionRef<void(const ScannedImport&)> sink_;
  size_t after_token_ = at_;
  bool in_parentheses_ = false;
  std::string module_;
};

}  // namespace

size_t ReadImport(absl::string_view text, size_t at,
                  absl::FunctionRef<void(const ScannedImport&)> sink) {
  return Reader(text, at, sink).Read();
}

}  // namespace fsdpcheck::analyzer
