// Where a run of `fsdpcheck check` stands: working directory, named paths, root.
#ifndef FSDPCHECK_ANALYZER_DRIVER_WORKSPACE_H_
#define FSDPCHECK_ANALYZER_DRIVER_WORKSPACE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {

// A PATH of the command line. Directories are stored with symbolic links
// resolved; of a file only its folder is, so that a link keeps its own name.
struct NamedPath {
  enum class Kind { kFile, kDirectory };
  Kind kind = Kind::kDirectory;
  std::string path;   // absolute
  std::string given;  // as written by the user, for messages
};

// All paths absolute, without trailing slash, symbolic links resolved.
struct Workspace {
  std::string working_directory;
  std::string root;  // of the project; see FindRoot
};

/// The process's working directory. Errors: Internal when it no longer exists.
absl::StatusOr<std::string> WorkingDirectory();

/// Looks a PATH up.
///
/// Errors: NotFound when it does not exist; Unavailable when it cannot be
/// reached (permissions, a loop of symbolic links) or is neither file nor
/// directory. Each names the path as given.
absl::StatusOr<NamedPath> ResolveNamedPath(absl::string_view working_directory,
                                           const std::string& given);

/// The absolute path of a file that need not exist, links in its folder resolved.
std::string ResolveFile(absl::string_view working_directory, const std::string& given);

/// The project root (DESIGN.md, 3.1): the nearest folder, upward from the working
/// directory, with fsdpcheck.toml, pyproject.toml or .git, provided that a named
/// path lies in it. Else the nearest such folder upward from the first named
/// path; else the working directory if that path lies in it; else its folder.
/// Without markers `/` is never a root. `paths` may be empty: the working
/// directory is meant.
std::string FindRoot(absl::string_view working_directory, absl::Span<const NamedPath> paths);

/// Whether `path` is `folder` or lies below it. Both absolute.
bool IsInside(absl::string_view path, absl::string_view folder);

/// `path` relative to `folder` when it lies below it, else `path` unchanged.
std::string RelativeTo(absl::string_view path, absl::string_view folder);

/// The folder of an absolute path.
std::string ParentFolder(absl::string_view path);

/// `folder`/`name`, or `name` alone when it is absolute.
std::string JoinPath(absl::string_view folder, absl::string_view name);

/// Whether something of that name exists, dangling links included.
bool Exists(const std::string& path);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_WORKSPACE_H_
