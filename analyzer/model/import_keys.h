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

/// `from ... import name`, where the last component of the module is `module`;
/// `name` is "*" for a star import.
ImportKey NameKey(absl::string_view module, absl::string_view name);

/// A module, or perhaps one, of which `name` is the last component.
ImportKey ModuleKey(absl::string_view name);

/// Appends the keys of the statement that holds the word `import` at `at`.
/// Text in strings and comments may give keys, too. `in_root` is the path of the
/// file, see ProjectFile.
void AddImportKeys(absl::string_view text, size_t at, absl::string_view in_root,
                   std::vector<ImportKey>& keys);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_IMPORT_KEYS_H_
