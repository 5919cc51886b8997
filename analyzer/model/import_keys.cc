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

}  // namespace

ModuleTail TailOf(absl::string_view path, char separator) {
  const size_t last = path.rfind(separator);
  if (last == absl::string_view::npos) return {.parent = {}, .leaf = path};
  const absl::string_view before = path.substr(0, last);
  const size_t parent = before.rfind(separator);  // npos + 1 is 0
  return {.parent = before.substr(parent + 1), .leaf = path.substr(last + 1)};
}

ImportKey NameKey(ModuleTail module, absl::string_view name) {
  return static_cast<ImportKey>(absl::HashOf(module.parent, module.leaf, name));
}

ImportKey ModuleKey(ModuleTail module) {
  return static_cast<ImportKey>(absl::HashOf(module.parent, module.leaf));
}

void AddImportKeys(absl::string_view text, size_t at, absl::string_view in_root,
                   std::vector<ImportKey>& keys) {
  ReadImport(text, StatementBegin(text, at), [&](const ScannedImport& name) {
    if (name.attribute.empty()) {
      ModuleTail tail;
      for (const absl::string_view part : absl::StrSplit(name.module, '.')) {
        tail = {.parent = tail.leaf, .leaf = part};
        keys.push_back(ModuleKey(tail));
      }
      return;
    }
    ModuleTail module = TailOf(name.module, '.');
    if (name.level > 0 && module.parent.empty()) {
      const ModuleTail base = TailOf(RelativeBase(in_root, name.level).value_or(""), '/');
      module = module.leaf.empty() ? base : ModuleTail{base.leaf, module.leaf};
    }
    keys.push_back(NameKey(module, name.attribute));
    if (name.attribute != "*") keys.push_back(ModuleKey({module.leaf, name.attribute}));
  });
}

}  // namespace fsdpcheck::analyzer
