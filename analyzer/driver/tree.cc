#include "analyzer/driver/tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/driver/spawn.h"
#include "analyzer/driver/workspace.h"

namespace fsdpcheck::analyzer {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 1'000'000;

// A git hook runs with variables that point at its repository; `folder` may
// belong to another one.
constexpr std::array<absl::string_view, 8> kGitVariables = {
    "GIT_DIR",        "GIT_WORK_TREE", "GIT_INDEX_FILE",        "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR", "GIT_PREFIX",    "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE"};

bool IsInRepository(std::string folder) {
  while (!Exists(JoinPath(folder, ".git"))) {
    if (folder == "/") return false;
    folder = ParentFolder(folder);
  }
  return true;
}

bool IsInstalledPackage(absl::string_view relative) {
  return absl::StartsWith(relative, "site-packages/") ||
         absl::StrContains(relative, "/site-packages/");
}

// Sets `tree.files`, or `tree.git_failure`.
void AskGit(const std::string& folder, Tree& tree) {
  // A repository may name a program as its file system monitor; do not run it.
  const absl::StatusOr<ProgramOutput> git =
      RunProgram({"git", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z", "--cached",
                  "--others", "--exclude-standard", "--", "*.py", "*.pyi"},
                 kGitVariables);
  if (!git.ok()) {
    tree.git_failure = std::string(git.status().message());
    return;
  }
  if (git->exit_code != 0) {
    const absl::string_view error = git->error;
    tree.git_failure = absl::StrCat("git ls-files: ", error.substr(0, error.find('\n')));
    return;
  }
  for (absl::string_view relative : absl::StrSplit(git->out, '\0', absl::SkipEmpty())) {
    if (!IsInstalledPackage(relative)) tree.files.push_back(JoinPath(folder, relative));
  }
}

bool IsSkippedFolder(const std::string& path, const std::string& name) {
  return absl::StartsWith(name, ".") || name == "site-packages" || name == "node_modules" ||
         name == "__pycache__" || Exists(JoinPath(path, "pyvenv.cfg"));
}

class Walk {
 public:
  explicit Walk(Tree& tree) : tree_(tree) {}

  void Run(const std::string& folder) {
    pending_.push_back(folder);
    while (!pending_.empty() && entries_ < kMaxEntries) {
      const std::string next = std::move(pending_.back());
      pending_.pop_back();
      List(next);
    }
    if (!pending_.empty()) {
      tree_.problems.push_back({folder, absl::StrCat("more than ", kMaxEntries,
                                                     " files below this folder; the rest was "
                                                     "left out")});
    }
  }

 private:
  void List(const std::string& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      ++entries_;
      Visit(*entry);
    }
    if (error) tree_.problems.push_back({folder, absl::StrCat("cannot list: ", error.message())});
  }

  void Visit(const fs::directory_entry& entry) {
    std::error_code ignored;  // an entry of unknown type is neither
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
    const fs::file_type type = entry.symlink_status(ignored).type();
    if (type == fs::file_type::directory) {
      if (!IsSkippedFolder(path, name)) pending_.push_back(path);
    } else if (IsPythonName(name)) {
      tree_.files.push_back(path);
    }
  }

  Tree& tree_;
  std::vector<std::string> pending_;
  size_t entries_ = 0;
};

}  // namespace

Tree ListTree(const std::string& folder, TreeSource source) {
  Tree tree;
  const bool ask_git = source == TreeSource::kGit && IsInRepository(folder);
  if (ask_git) AskGit(folder, tree);
  if (!ask_git || !tree.git_failure.empty()) Walk(tree).Run(folder);
  std::sort(tree.files.begin(), tree.files.end());
  tree.files.erase(std::unique(tree.files.begin(), tree.files.end()), tree.files.end());
  return tree;
}

bool IsPythonName(absl::string_view name) {
  return absl::EndsWith(name, ".py") || absl::EndsWith(name, ".pyi");
}

}  // namespace fsdpcheck::analyzer
