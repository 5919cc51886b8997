// What standard output is able to show.
#ifndef FSDPCHECK_CLI_TERMINAL_H_
#define FSDPCHECK_CLI_TERMINAL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::cli {

// The values of --color.
constexpr absl::string_view kColorValues = "auto|always|never";

// How text is written to standard output.
struct TextStyle {
  bool colour = false;
  int width = 0;  // columns; 0: no terminal, no limit
};

/// The style for a value of --color. `auto` means colour when FORCE_COLOR is set
/// and not empty; else when standard output is a terminal that has it and
/// NO_COLOR is not set or empty. Other values look at no variable. The width is
/// that of the terminal, or COLUMNS where there is one.
///
/// Errors: InvalidArgument for another value.
absl::StatusOr<TextStyle> StyleOfOutput(const std::string& color);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_TERMINAL_H_
