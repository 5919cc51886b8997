// Path patterns of the configuration (`exclude`, `per-file-ignores`).
#ifndef FSDPCHECK_ANALYZER_DRIVER_GLOB_H_
#define FSDPCHECK_ANALYZER_DRIVER_GLOB_H_

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

/// Whether a path (relative to the project root, `/` separated) is meant by a
/// pattern.
///
/// `?` is one character, `*` any number of characters, neither crosses a `/`;
/// `**` as a whole component is any number of components; `[abc]`, `[a-z]` and
/// `[!a]` are sets. A pattern without `/` may match any component ("build" means
/// every file or folder of that name), one with `/` counts from the root. A
/// pattern that matches a folder means everything below it; a leading `./` and a
/// trailing `/` are ignored.
bool MatchesPattern(absl::string_view pattern, absl::string_view path);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_GLOB_H_
