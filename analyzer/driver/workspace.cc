#include "analyzer/driver/workspace.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace fsdpcheck::analyzer {
namespace {

bool HasMarker(const std::string& folder) {
  for (const char* marker : {"fsdpcheck.toml", "pyproject.toml", ".git"}) {
    if (Exists(JoinPath(folder, marker))) return true;
  }
  return false;
}

std::optional<std::string> NearestMarked(std::string folder) {
  while (!HasMarker(folder)) {
    if (folder == "/") return std::nullopt;
    folder = ParentFolder(folder);
  }
  return folder;
}

absl::Status Unreachable(int code) {
  if (code == ENOENT || code == ENOTDIR) return absl::NotFoundError("no such file or directory");
  return absl::UnavailableError(absl::StrCat("cannot read: ", std::strerror(code)));
}

// Resolves symbolic links; empty when that fails.
std::string Canonical(const std::string& path) {
  std::error_code error;
  return std::filesystem::canonical(path, error).string();
}

}  // namespace

absl::StatusOr<std::string> WorkingDirectory() {
  std::error_code error;
  const std::string path = std::filesystem::current_path(error).string();
  if (error) {
    return absl::InternalError(absl::StrCat("no working directory: ", error.message()));
  }
  return path;
}

absl::StatusOr<NamedPath> ResolveNamedPath(absl::string_view working_directory,
                                           const std::string& given) {
  const std::string path = JoinPath(working_directory, given.empty() ? "." : given);
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return Unreachable(errno);
  NamedPath named;
  named.given = given;
  if (S_ISDIR(status.st_mode)) {
    named.kind = NamedPath::Kind::kDirectory;
    named.path = Canonical(path);
  } else if (S_ISREG(status.st_mode)) {
    named.kind = NamedPath::Kind::kFile;
    named.path = ResolveFile(working_directory, given);
  } else {
    return absl::UnavailableError("neither a file nor a directory");
  }
  return named;
}

std::string ResolveFile(absl::string_view working_directory, const std::string& given) {
  const std::filesystem::path file = JoinPath(working_directory, given);
  std::error_code error;
  const std::string folder = std::filesystem::weakly_canonical(file.parent_path(), error).string();
  return JoinPath(error ? file.parent_path().string() : folder, file.filename().string());
}

std::string FindRoot(absl::string_view working_directory, absl::Span<const NamedPath> paths) {
  const std::string here(working_directory);
  const auto holds_one = [&](absl::string_view folder) {
    return paths.empty() || std::any_of(paths.begin(), paths.end(), [&](const NamedPath& named) {
             return IsInside(named.path, folder);
           });
  };
  const std::optional<std::string> marked = NearestMarked(here);
  if (marked.has_value() && holds_one(*marked)) return *marked;
  if (paths.empty()) return here;
  const NamedPath& first = paths.front();
  const std::string folder =
      first.kind == NamedPath::Kind::kDirectory ? first.path : ParentFolder(first.path);
  const std::optional<std::string> marked_above_first = NearestMarked(folder);
  if (marked_above_first.has_value()) return *marked_above_first;
  return here != "/" && IsInside(first.path, here) ? here : folder;
}

bool IsInside(absl::string_view path, absl::string_view folder) {
  if (folder == "/") return true;
  return absl::StartsWith(path, folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string RelativeTo(absl::string_view path, absl::string_view folder) {
  if (!IsInside(path, folder) || path == folder) return std::string(path);
  return std::string(path.substr(folder == "/" ? 1 : folder.size() + 1));
}

std::string ParentFolder(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == absl::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

std::string JoinPath(absl::string_view folder, absl::string_view name) {
  if (absl::StartsWith(name, "/")) return std::string(name);
  return absl::StrCat(folder, absl::EndsWith(folder, "/") ? "" : "/", name);
}

bool Exists(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0;
}

}  // namespace fsdpcheck::analyzer
