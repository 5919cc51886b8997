// Runs another program and collects what it writes. No shell is involved.
#ifndef FSDPCHECK_ANALYZER_DRIVER_SPAWN_H_
#define FSDPCHECK_ANALYZER_DRIVER_SPAWN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {

struct ProgramOutput {
  std::string out;
  std::string error;
  int exit_code = 0;  // 128 + n when signal n ended it
};

/// Runs `arguments[0]`, found through PATH, with empty standard input, and waits
/// for its end. The variables named in `hidden` are not passed on.
///
/// Errors: NotFound when the program is not there, Internal when a system call
/// fails; both name the program. An exit code other than 0 is no error.
absl::StatusOr<ProgramOutput> RunProgram(const std::vector<std::string>& arguments,
                                         absl::Span<const absl::string_view> hidden);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_SPAWN_H_
