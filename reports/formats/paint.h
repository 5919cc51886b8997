// Colour on a terminal.
#ifndef FSDPCHECK_REPORTS_FORMATS_PAINT_H_
#define FSDPCHECK_REPORTS_FORMATS_PAINT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "reports/model/rule.h"

namespace fsdpcheck::formats {

// What a piece of text is; how it looks follows from that.
enum class Ink { kError, kWarning, kInfo, kGutter, kEvent, kStrong };

// Wraps text in ANSI escape sequences, or leaves it alone when colour is off.
class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}

  std::string Paint(Ink ink, absl::string_view text) const;
  std::string Paint(Severity severity, absl::string_view text) const;

 private:
  bool colour_;
};

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_PAINT_H_
