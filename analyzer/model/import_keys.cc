#include "analyzer/model/import_keys.h"

#include <optional>

#include "absl/hash/hash.h"
#include "absl/strings/str_split.h"
#include "analyzer/model/module_index.h"
#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/import_statement.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kFrom = "from";

bool MayPrecedeImport(char c) {
  return IsIdentifierByte(c) || c == '.' || c == ' ' || c == '\t' || c == '\f';
}

// The length of the backslash and line break that end `text`; 0 if none do.
size_t ContinuationBefore(absl::string_view text) {
  for (const absl::string_view end : {"\\\n", "\\\r\n", "\\\r"}) {
    if (text.size() >= end.size() && text.substr(text.size() - end.size()) == end) {
      return end.size();
    }
  }
  return 0;
}

// Where the statement with the word `import` at `at` begins.
size_t StatementBegin(absl::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0) {
    const bool part = MayPrecedeImport(text[begin - 1]);
    const size_t step = part ? 1 : ContinuationBefore(text.substr(0, begin));
    if (step == 0) break;
    begin -= step;
  }
  const absl::string_view before = text.substr(begin, at - begin);
  const size_t from = before.rfind(kFrom);
  if (from == absl::string_view::npos || !WordAt(before, from, kFrom)) return at;
  return from > 0 && IsIdentifierByte(before[from - 1]) ? at : begin + from;
}

absl::string_view LastName(absl::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == absl::string_view::npos ? dotted : dotted.substr(dot + 1);
}

}  // namespace

ImportKey NameKey(absl::string_view module, absl::string_view name) {
  return static_cast<ImportKey>(absl::HashOf(module, name));
}

ImportKey ModuleKey(absl::string_view name) {
  return static_cast<ImportKey>(absl::HashOf(name));
}

void AddImportKeys(absl::string_view text, size_t at, absl::string_view in_root,
                   std::vector<ImportKey>& keys) {
  ReadImport(text, StatementBegin(text, at), [&](const ImportedName& name) {
    if (name.attribute.empty()) {
      for (const absl::string_view part : absl::StrSplit(name.module, '.')) {
        keys.push_back(ModuleKey(part));
      }
      return;
    }
    absl::string_view module = LastName(name.module);
    if (module.empty()) {
      module = LastComponent(RelativeBase(in_root, name.level).value_or(absl::string_view()));
    }
    keys.push_back(NameKey(module, name.attribute));
    if (name.attribute != "*") keys.push_back(ModuleKey(name.attribute));
  });
}

}  // namespace fsdpcheck::analyzer
