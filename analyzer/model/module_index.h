// Finds the file that a dotted module name means.
#ifndef FSDPCHECK_ANALYZER_MODEL_MODULE_INDEX_H_
#define FSDPCHECK_ANALYZER_MODEL_MODULE_INDEX_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

/// The path of the module in a file: "a/b" for "a/b.py" and "a/b/__init__.py", ""
/// for the package in the root itself. Nothing if the file cannot be imported.
std::optional<absl::string_view> ModulePath(absl::string_view in_root);

/// The directory that `from <level dots>` means in a file; `level` is at least 1.
/// Nothing if there are more dots than directories.
std::optional<absl::string_view> RelativeBase(absl::string_view in_root, int level);

/// Whether `file` is the `__init__.py` of a package.
bool IsPackage(const ProjectFile& file);

/// What follows the last '/' of `path`.
absl::string_view LastComponent(absl::string_view path);

// Immutable after construction; safe to share. See Project::FindModule.
class ModuleIndex {
 public:
  /// Keeps views of the paths: `files` must outlive the index and not change.
  explicit ModuleIndex(absl::Span<const ProjectFile> files);

  std::optional<FileId> Find(absl::string_view from_in_root, absl::string_view module,
                             int level) const;

 private:
  void AddRoots(absl::string_view in_root);
  std::optional<FileId> FindBelow(absl::string_view directory, absl::string_view module) const;
  std::optional<FileId> FindAbsolute(absl::string_view from_in_root,
                                     absl::string_view module) const;
  std::optional<FileId> FindInOnlyRoot(absl::string_view module) const;
  std::optional<absl::string_view> RootOf(absl::string_view directory) const;

  absl::flat_hash_map<absl::string_view, FileId> modules_;  // by ModulePath()
  absl::flat_hash_set<absl::string_view> packages_;         // directories with an __init__.py
  absl::flat_hash_set<absl::string_view> roots_;            // directories that hold a top package
  // The roots below which a module name begins with the key.
  absl::flat_hash_map<absl::string_view, std::vector<absl::string_view>> roots_with_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_MODULE_INDEX_H_
