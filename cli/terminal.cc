#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "cli/command.h"

namespace fsdpcheck::cli {
namespace {

absl::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool AutomaticColour() {
  if (!Variable("FORCE_COLOR").empty()) return true;
  if (!Variable("NO_COLOR").empty() || Variable("TERM") == "dumb") return false;
  return isatty(STDOUT_FILENO) == 1;
}

int Width() {
  int columns = 0;
  if (absl::SimpleAtoi(Variable("COLUMNS"), &columns) && columns > 0) return columns;
  struct winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
  return 0;
}

}  // namespace

absl::StatusOr<TextStyle> StyleOfOutput(const std::string& color) {
  const std::vector<std::string> values = absl::StrSplit(kColorValues, '|');
  if (absl::Status status = CheckChoice("--color", color, values); !status.ok()) return status;
  const bool colour = color == "always" || (color == "auto" && AutomaticColour());
  return TextStyle{colour, Width()};
}

}  // namespace fsdpcheck::cli
