// Lists the Python files below a folder.
#ifndef FSDPCHECK_ANALYZER_DRIVER_TREE_H_
#define FSDPCHECK_ANALYZER_DRIVER_TREE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// Something below a folder that could not be listed.
struct TreeProblem {
  std::string path;  // absolute
  std::string message;
};

struct Tree {
  std::vector<std::string> files;  // absolute paths, sorted
  std::vector<TreeProblem> problems;
  // Set when `git` was asked in vain and the folder was walked instead.
  std::string git_failure;
};

enum class TreeSource {
  kGit,   // as git sees it; walked when no repository is there
  kWalk,  // whatever git says
};

/// Lists the .py and .pyi files below `folder` (absolute).
///
/// Git's answer is what is tracked, and what is untracked and not ignored. A walk
/// skips hidden folders, virtual environments (`pyvenv.cfg`), `site-packages`,
/// `node_modules` and `__pycache__` below `folder`, does not follow symbolic
/// links to folders, so that loops end, and stops after 1,000,000 entries with a
/// problem.
Tree ListTree(const std::string& folder, TreeSource source);

/// Whether the name ends in .py or .pyi.
bool IsPythonName(absl::string_view name);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_TREE_H_
