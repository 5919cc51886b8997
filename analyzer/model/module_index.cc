#include "analyzer/model/module_index.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kInit = "__init__";
constexpr absl::string_view kInitFile = "__init__.py";
constexpr absl::string_view kSourceFolder = "src";

// "" for a name without '/'.
absl::string_view Directory(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? absl::string_view() : path.substr(0, slash);
}

bool IsPyTorch(absl::string_view module) {
  return module == "torch" || absl::StartsWith(module, "torch.");
}

}  // namespace

absl::string_view LastComponent(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

bool IsPackage(const ProjectFile& file) { return LastComponent(file.in_root) == kInitFile; }

std::optional<absl::string_view> ModulePath(absl::string_view in_root) {
  if (!absl::ConsumeSuffix(&in_root, ".py")) return std::nullopt;
  return LastComponent(in_root) == kInit ? Directory(in_root) : in_root;
}

std::optional<absl::string_view> RelativeBase(absl::string_view in_root, int level) {
  absl::string_view base = Directory(in_root);
  for (; level > 1; --level) {
    if (base.empty()) return std::nullopt;
    base = Directory(base);
  }
  return base;
}

ModuleIndex::ModuleIndex(absl::Span<const ProjectFile> files) {
  modules_.reserve(files.size());
  for (size_t i = 0; i < files.size(); ++i) {
    const std::optional<absl::string_view> path = ModulePath(files[i].in_root);
    if (!path.has_value()) continue;
    const bool package = IsPackage(files[i]);
    if (package) packages_.insert(*path);
    const auto [entry, inserted] = modules_.try_emplace(*path, static_cast<FileId>(i));
    if (!inserted && package) entry->second = static_cast<FileId>(i);
  }
  for (const absl::string_view package : packages_) {
    const absl::string_view parent = Directory(package);
    if (!package.empty() && !packages_.contains(parent)) roots_.insert(parent);
  }
  for (const ProjectFile& file : files) AddRoots(file.in_root);
}

void ModuleIndex::AddRoots(absl::string_view in_root) {
  const std::optional<absl::string_view> path = ModulePath(in_root);
  if (!path.has_value()) return;
  for (absl::string_view rest = *path; !rest.empty(); rest = Directory(rest)) {
    const absl::string_view root = Directory(rest);
    if (!roots_.contains(root)) continue;
    std::vector<absl::string_view>& with = roots_with_[LastComponent(rest)];
    if (std::find(with.begin(), with.end(), root) == with.end()) with.push_back(root);
  }
}

std::optional<FileId> ModuleIndex::FindBelow(absl::string_view directory,
                                             absl::string_view module) const {
  std::string path(directory);
  if (!module.empty()) {
    absl::StrAppend(&path, path.empty() ? "" : "/", absl::StrReplaceAll(module, {{".", "/"}}));
  }
  const auto found = modules_.find(path);
  if (found == modules_.end()) return std::nullopt;
  return found->second;
}

std::optional<FileId> ModuleIndex::Find(absl::string_view from_in_root, absl::string_view module,
                                        int level) const {
  if (level == 0) return FindAbsolute(from_in_root, module);
  const std::optional<absl::string_view> base = RelativeBase(from_in_root, level);
  if (!base.has_value()) return std::nullopt;
  return FindBelow(*base, module);
}

std::optional<FileId> ModuleIndex::FindAbsolute(absl::string_view from_in_root,
                                                absl::string_view module) const {
  if (module.empty() || IsPyTorch(module)) return std::nullopt;
  const absl::string_view beside = Directory(from_in_root);
  const bool in_package = packages_.contains(beside);
  std::optional<FileId> found;
  if (!in_package) found = FindBelow(beside, module);
  const std::optional<absl::string_view> root = RootOf(beside);
  if (!found.has_value() && root.has_value()) found = FindBelow(*root, module);
  if (!found.has_value()) found = FindBelow("", module);
  if (!found.has_value()) found = FindBelow(kSourceFolder, module);
  if (!found.has_value() && in_package) found = FindBelow(beside, module);
  if (!found.has_value()) found = FindInOnlyRoot(module);
  return found;
}

std::optional<FileId> ModuleIndex::FindInOnlyRoot(absl::string_view module) const {
  const auto roots = roots_with_.find(module.substr(0, module.find('.')));
  if (roots == roots_with_.end()) return std::nullopt;
  std::optional<FileId> only;
  for (const absl::string_view root : roots->second) {
    const std::optional<FileId> found = FindBelow(root, module);
    if (found.has_value() && only.has_value()) return std::nullopt;
    if (found.has_value()) only = found;
  }
  return only;
}

// The directory that holds the top package of `directory`.
std::optional<absl::string_view> ModuleIndex::RootOf(absl::string_view directory) const {
  if (!packages_.contains(directory)) return std::nullopt;
  while (packages_.contains(directory)) {
    if (directory.empty()) return std::nullopt;
    directory = Directory(directory);
  }
  return directory;
}

}  // namespace fsdpcheck::analyzer
