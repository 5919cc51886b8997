// Which files may import a name, answered without reading their outlines.
#ifndef FSDPCHECK_ANALYZER_MODEL_IMPORT_KEYS_H_
#define FSDPCHECK_ANALYZER_MODEL_IMPORT_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// A short name for something an import statement makes visible. Different things
// may share a key, so a match asks for a closer look; a key that is absent rules
// the import out.
using ImportKey = uint32_t;

// The end of a module's name: the last component and the one before it, "" if
// there is none.
struct ModuleTail {
  absl::string_view parent;
  absl::string_view leaf;
};

/// The last two components of `path`, which `separator` joins.
ModuleTail TailOf(absl::string_view path, char separator);

/// `from <...parent.leaf> import name`; `name` is "*" for a star import.
ImportKey NameKey(ModuleTail module, absl::string_view name);

/// A module, or what may be one: `import parent.leaf`, `from parent import leaf`.
ImportKey ModuleKey(ModuleTail module);

/// Appends the keys of the statement that holds the word `import` at `at`.
/// Text in strings and comments may give keys, too. `in_root` is the path of the
/// file, see ProjectFile.
void AddImportKeys(absl::string_view text, size_t at, absl::string_view in_root,
                   std::vector<ImportKey>& keys);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_IMPORT_KEYS_H_
