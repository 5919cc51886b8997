#include "analyzer/driver/versions.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace fsdpcheck::analyzer {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxDigits = 6;

// Names of the entries of a folder; none when it cannot be listed.
std::vector<std::string> EntriesOf(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  return names;
}

bool Holds(absl::string_view comparison, int order) {
  if (comparison == ">=") return order >= 0;
  if (comparison == "<=") return order <= 0;
  if (comparison == ">") return order > 0;
  if (comparison == "<") return order < 0;
  if (comparison == "!=") return order != 0;
  return order == 0;
}

}  // namespace

std::optional<Version> ParseVersion(absl::string_view text) {
  Version version;
  while (true) {
    size_t digits = 0;
    while (digits < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[digits]))) {
      ++digits;
    }
    int number = 0;
    if (digits > kMaxDigits || !absl::SimpleAtoi(text.substr(0, digits), &number)) break;
    version.push_back(number);
    text.remove_prefix(digits);
    if (!absl::ConsumePrefix(&text, ".")) break;
  }
  if (version.empty()) return std::nullopt;
  return version;
}

int CompareVersions(const Version& a, const Version& b) {
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const int left = i < a.size() ? a[i] : 0;
    const int right = i < b.size() ? b[i] : 0;
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

absl::StatusOr<bool> Satisfies(absl::string_view version, absl::string_view requirement) {
  const std::optional<Version> ours = ParseVersion(version);
  bool satisfied = ours.has_value();
  for (absl::string_view part : absl::StrSplit(requirement, ',')) {
    part = absl::StripAsciiWhitespace(part);
    const size_t digits = part.find_first_of("0123456789");
    const absl::string_view comparison = absl::StripAsciiWhitespace(part.substr(0, digits));
    const bool known = comparison.empty() || comparison == "==" || comparison == "!=" ||
                       comparison == "<" || comparison == "<=" || comparison == ">" ||
                       comparison == ">=";
    const std::optional<Version> wanted =
        digits == absl::string_view::npos ? std::nullopt : ParseVersion(part.substr(digits));
    if (!known || !wanted.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("`", part, "` is no version requirement; write for example \">=0.1\""));
    }
    satisfied = satisfied && Holds(comparison, CompareVersions(*ours, *wanted));
  }
  return satisfied;
}

std::optional<Version> InstalledTorch(const std::string& environment_folder) {
  std::optional<Version> found;
  const fs::path lib = fs::path(environment_folder) / "lib";
  for (const std::string& python : EntriesOf(lib)) {
    if (!absl::StartsWith(python, "python3")) continue;
    for (const std::string& name : EntriesOf(lib / python / "site-packages")) {
      absl::string_view version = name;
      if (!absl::ConsumePrefix(&version, "torch-")) continue;
      if (!absl::ConsumeSuffix(&version, ".dist-info")) continue;
      const std::optional<Version> parsed = ParseVersion(version);
      if (!parsed.has_value()) continue;
      if (found.has_value() && CompareVersions(*found, *parsed) != 0) return std::nullopt;
      found = parsed;
    }
  }
  return found;
}

}  // namespace fsdpcheck::analyzer
