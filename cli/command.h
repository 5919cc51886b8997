// What the commands of fsdpcheck have in common.
#ifndef FSDPCHECK_CLI_COMMAND_H_
#define FSDPCHECK_CLI_COMMAND_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "checks/static_check.h"
#include "reports/model/rule.h"

namespace fsdpcheck::cli {

// Exit code of every command: wrong use, broken configuration, failed output.
constexpr int kExitFailed = 2;

// One command: its constructor adds it, with its options, to a CLI::App.
class Command {
 public:
  virtual ~Command() = default;

  // Does the work after the options were parsed; returns the exit code.
  virtual int Run() = 0;
};

// Every static check, in the order of their codes.
class AllChecks {
 public:
  AllChecks();
  absl::Span<const analyzer::Check* const> checks() const { return checks_; }
  absl::Span<const Rule* const> rules() const { return rules_; }

 private:
  std::vector<std::unique_ptr<checks::StaticCheck>> owned_;
  std::vector<const analyzer::Check*> checks_;
  std::vector<const Rule*> rules_;
};

/// The rules that `names` mean, in the order of their codes; all without names.
///
/// Errors: InvalidArgument for a name that means no rule.
absl::StatusOr<std::vector<const Rule*>> FindRules(absl::Span<const std::string> names,
                                                   absl::Span<const Rule* const> rules);

/// The value of an option that has a fixed set of values.
///
/// Errors: InvalidArgument, naming the option, its values and the nearest one.
absl::Status CheckChoice(absl::string_view option, absl::string_view value,
                         absl::Span<const std::string> values);

/// Writes "fsdpcheck: error: <message>" to standard error; returns kExitFailed.
int Fail(absl::string_view message);

/// Writes "fsdpcheck: warning: <message>" to standard error.
void Warn(absl::string_view message);

/// Writes `text` to standard output. Errors: Unavailable when that fails.
absl::Status WriteOut(absl::string_view text);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_COMMAND_H_
