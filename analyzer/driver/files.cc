#include "analyzer/driver/files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/driver/glob.h"
#include "analyzer/driver/tree.h"

namespace fsdpcheck::analyzer {
namespace {

class Finder {
 public:
  explicit Finder(const FileRequest& request) : request_(request) {}

  FoundFiles Find() {
    AddTree(request_.workspace.root, TreeSource::kGit);
    std::vector<NamedPath> paths = request_.paths;
    if (paths.empty() && !request_.given.has_value()) {
      paths.push_back({NamedPath::Kind::kDirectory, request_.workspace.working_directory, "."});
    }
    for (const NamedPath& named : paths) {
      named.kind == NamedPath::Kind::kDirectory ? ReportFolder(named) : ReportFile(named.path);
    }
    DropMissingAndLinked();
    if (request_.given.has_value()) ReportFile(request_.given->path);
    for (const auto& [path, entry] : entries_) {
      result_.files.push_back({Describe(path), entry.reported, entry.bytes});
    }
    return std::move(result_);
  }

 private:
  struct Entry {
    bool reported = false;
    int64_t bytes = 0;
  };

  const std::string& root() const { return request_.workspace.root; }

  std::string Shown(const std::string& path) const {
    return RelativeTo(path, request_.workspace.working_directory);
  }

  // A file outside the root is placed by its absolute path.
  std::string InRoot(const std::string& path) const {
    return IsInside(path, root()) ? RelativeTo(path, root()) : RelativeTo(path, "/");
  }

  ProjectFile Describe(const std::string& path) const {
    ProjectFile file = {path, Shown(path), InRoot(path), std::nullopt};
    if (request_.given.has_value() && path == request_.given->path)
      file.text = request_.given->text;
    return file;
  }

  bool IsExcluded(const std::string& path) const {
    const std::string relative = InRoot(path);
    return std::any_of(
        request_.exclude.begin(), request_.exclude.end(),
        [&](const std::string& pattern) { return MatchesPattern(pattern, relative); });
  }

  void Notify(Notification::Level level, std::string message, const std::string& path) {
    result_.notifications.push_back({level, std::move(message), Shown(path), 0});
  }

  void AddTree(const std::string& folder, TreeSource source) {
    Tree tree = ListTree(folder, source);
    for (std::string& path : tree.files) entries_.emplace(std::move(path), Entry{});
    for (TreeProblem& problem : tree.problems) {
      Notify(Notification::Level::kError, std::move(problem.message), problem.path);
    }
    if (!tree.git_failure.empty()) {
      Notify(Notification::Level::kNote,
             absl::StrCat("ignored files are not known (", tree.git_failure, ")"), folder);
    }
  }

  bool HoldsFiles(const std::string& folder) const {
    const auto next = entries_.lower_bound(JoinPath(folder, ""));
    return next != entries_.end() && IsInside(next->first, folder);
  }

  void ReportFolder(const NamedPath& named) {
    if (!IsInside(named.path, root())) AddTree(named.path, TreeSource::kGit);
    const bool walk = !HoldsFiles(named.path) && named.path != root() && !request_.force_exclude;
    if (walk) AddTree(named.path, TreeSource::kWalk);
    bool found = false;
    for (auto entry = entries_.lower_bound(JoinPath(named.path, ""));
         entry != entries_.end() && IsInside(entry->first, named.path); ++entry) {
      found = true;
      if (!IsExcluded(entry->first)) entry->second.reported = true;
    }
    if (!found) {
      result_.warnings.push_back(absl::StrCat("no Python files in ", named.given));
    }
  }

  // A file without suffix may be a script; any other suffix is another language.
  static bool MayBePython(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return IsPythonName(name) || absl::EndsWith(name, ".pyw") || !absl::StrContains(name, '.');
  }

  void ReportFile(const std::string& path) {
    if (!MayBePython(path)) {
      return Notify(Notification::Level::kWarning, "not a Python file: not checked", path);
    }
    if (request_.force_exclude) {
      const bool listed = entries_.count(path) > 0 || !IsInside(path, root()) || !Exists(path);
      if (!listed || IsExcluded(path)) return;
    }
    entries_[path].reported = true;
  }

  // Of a link and its target only the target is reported, if it is.
  bool LeadsToReported(const std::string& link) const {
    std::error_code error;
    const auto target = entries_.find(std::filesystem::canonical(link, error).string());
    return target != entries_.end() && target->second.reported;
  }

  bool IsNamed(const std::string& path) const {
    return std::any_of(request_.paths.begin(), request_.paths.end(),
                       [&](const NamedPath& named) { return named.path == path; });
  }

  // Whether the file stays; clears `reported` for a second way to the same file.
  bool Inspect(const std::string& path, Entry& entry) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) return false;
    if (S_ISLNK(status.st_mode)) {
      if (stat(path.c_str(), &status) != 0) {
        const auto level = entry.reported && errno != ENOENT ? Notification::Level::kError
                                                             : Notification::Level::kNote;
        Notify(level, absl::StrCat("cannot follow the link: ", std::strerror(errno)), path);
        return false;
      }
      if (!IsNamed(path) && LeadsToReported(path)) entry.reported = false;
    }
    entry.bytes = status.st_size;
    return S_ISREG(status.st_mode);
  }

  void DropMissingAndLinked() {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
      entry = Inspect(entry->first, entry->second) ? std::next(entry) : entries_.erase(entry);
    }
  }

  const FileRequest& request_;
  std::map<std::string, Entry> entries_;  // by absolute path
  FoundFiles result_;
};

}  // namespace

FoundFiles FindFiles(const FileRequest& request) { return Finder(request).Find(); }

}  // namespace fsdpcheck::analyzer
