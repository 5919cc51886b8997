// `fsdpcheck check` from its options to its report, without any output.
#ifndef FSDPCHECK_ANALYZER_DRIVER_RUN_H_
#define FSDPCHECK_ANALYZER_DRIVER_RUN_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "analyzer/driver/versions.h"
#include "analyzer/flow/check.h"
#include "reports/model/path_base.h"
#include "reports/model/report.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

// What the command line asks for; it wins over the configuration file.
struct CheckRequest {
  std::vector<std::string> paths;   // as written; empty: the working directory
  std::vector<std::string> select;  // not empty: replaces `select` and `ignore` of the file
  std::vector<std::string> ignore;  // added to those of the file
  std::optional<Severity> level;
  std::optional<Severity> fail_on;
  std::optional<Version> target_torch;
  // The active virtual environment, "" for none: its PyTorch is the target when
  // nothing else names one.
  std::string virtual_environment;
  bool isolated = false;       // no configuration file
  std::string config_file;     // "": the one in the root
  bool related = false;        // report also what has a related place in a PATH
  bool force_exclude = false;  // see FileRequest
  // Text that stands for the content of a file, which need not exist.
  struct Given {
    std::string path;  // as written
    std::string text;
  };
  std::optional<Given> given;
  int threads = 1;
};

struct CheckResult {
  Report report;  // ready for formats::Render()
  PathBase base;
  std::vector<const Rule*> rules;     // that ran, in the order of `checks`
  std::vector<std::string> warnings;  // for standard error
  int exit_code = 0;                  // DESIGN.md, section 2
};

/// Analyzes. `checks` are all checks there are.
///
/// A file that cannot be analyzed is a notification of the report, and the others
/// are analyzed all the same; so is a named path that does not exist, unless all
/// of them do not. The report is the same for any number of threads.
///
/// Errors (exit code 2): NotFound when no named path can be reached; InvalidArgument for a rule
/// that does not exist; those of ReadConfig().
absl::StatusOr<CheckResult> RunCheck(const CheckRequest& request,
                                     absl::Span<const Check* const> checks);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_RUN_H_
