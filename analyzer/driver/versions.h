// Version numbers of PyTorch and of fsdpcheck itself.
#ifndef FSDPCHECK_ANALYZER_DRIVER_VERSIONS_H_
#define FSDPCHECK_ANALYZER_DRIVER_VERSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// The numbers of a version, most significant first: 2.9.1 is {2, 9, 1}.
using Version = std::vector<int>;

/// Reads "2.9", "2.9.1", "2.9.1+cu128", "2.10.0a0+git12": the leading numbers
/// count. nullopt when there is none, or a number has more than 6 digits.
std::optional<Version> ParseVersion(absl::string_view text);

/// -1, 0 or 1; missing numbers count as 0.
int CompareVersions(const Version& a, const Version& b);

/// Whether `version` satisfies a requirement as of `required-version`: "0.1.0",
/// ">=0.1", ">=0.1,<0.3". A bare version means exactly that one.
///
/// Errors: InvalidArgument when the requirement cannot be read.
absl::StatusOr<bool> Satisfies(absl::string_view version, absl::string_view requirement);

/// The version of PyTorch that is installed in a virtual environment, from the
/// name of its torch-*.dist-info folder, without running Python. nullopt when
/// there is none, or several that differ.
std::optional<Version> InstalledTorch(const std::string& environment_folder);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_VERSIONS_H_
