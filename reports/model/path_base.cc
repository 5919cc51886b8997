#include "reports/model/path_base.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace fsdpcheck {
namespace {

std::string WithSlash(absl::string_view folder) {
  return absl::EndsWith(folder, "/") ? std::string(folder) : absl::StrCat(folder, "/");
}

}  // namespace

std::string PathFromRoot(absl::string_view path, const PathBase& base) {
  while (absl::ConsumePrefix(&path, "./")) {
  }
  if (base.root.empty()) return std::string(path);
  std::string absolute(path);
  if (!absl::StartsWith(path, "/")) {
    if (base.working_directory.empty()) return absolute;
    absolute = absl::StrCat(WithSlash(base.working_directory), path);
  }
  absl::string_view inside = absolute;
  if (absl::ConsumePrefix(&inside, WithSlash(base.root))) return std::string(inside);
  return absolute;
}

}  // namespace fsdpcheck
