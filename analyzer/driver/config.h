// The configuration file: [tool.fsdpcheck] in pyproject.toml, or fsdpcheck.toml.
#ifndef FSDPCHECK_ANALYZER_DRIVER_CONFIG_H_
#define FSDPCHECK_ANALYZER_DRIVER_CONFIG_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/driver/rule_selection.h"
#include "analyzer/driver/versions.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

// What a configuration file says; what it leaves open is empty. Every rule name
// is valid.
struct Config {
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::optional<Severity> level;
  std::optional<Severity> fail_on;
  std::vector<PerFileIgnore> per_file_ignores;
  std::vector<std::string> exclude;
  std::optional<Version> target_torch;
  std::vector<std::string> rank_functions;
  std::vector<std::string> main_rank_predicates;
};

/// The path of the configuration file of a project: fsdpcheck.toml, else a
/// pyproject.toml, in `root` itself. nullopt when it has neither.
std::optional<std::string> FindConfigFile(const std::string& root);

/// Reads a configuration file. In a pyproject.toml the table [tool.fsdpcheck]
/// counts, and nothing is configured when it is missing; any other file holds
/// the keys at top level.
///
/// `shown` is the path as messages show it; `rules` are all rules there are.
///
/// Errors: Unavailable when the file cannot be read;
///         InvalidArgument, beginning with "<shown>:<line>: ", for broken TOML,
///         an unknown key or rule (with the nearest known name), a value of the
///         wrong type, and a required-version that this program has not.
absl::StatusOr<Config> ReadConfig(const std::string& path, absl::string_view shown,
                                  absl::Span<const Rule* const> rules);

/// The same for a text; `is_pyproject` tells which of the two forms it has.
absl::StatusOr<Config> ParseConfig(const std::string& text, absl::string_view shown,
                                   bool is_pyproject, absl::Span<const Rule* const> rules);

/// "error", "warning" or "info". Errors: InvalidArgument, naming the three.
absl::StatusOr<Severity> ParseSeverity(absl::string_view name);

/// "2.9" or "2.9.1". Errors: InvalidArgument, with an example.
absl::StatusOr<Version> ParseTargetTorch(absl::string_view text);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_CONFIG_H_
