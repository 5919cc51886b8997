// Which folder a path in a report is counted from.
#ifndef FSDPCHECK_REPORTS_MODEL_PATH_BASE_H_
#define FSDPCHECK_REPORTS_MODEL_PATH_BASE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace fsdpcheck {

// Two absolute folders with `/` as separator. Either may be empty, which means
// that it is not known and that paths stay as they are.
struct PathBase {
  std::string working_directory;  // what Location::path is relative to
  std::string root;               // what SARIF, fingerprints and code hosts count from
};

/// Returns `path`, as it stands in a Location, relative to the root.
///
/// A file outside the root gets its absolute path. A leading "./" is dropped.
/// The paths are compared as text: the caller resolves symbolic links and "..".
std::string PathFromRoot(absl::string_view path, const PathBase& base);

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_PATH_BASE_H_
