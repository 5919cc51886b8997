#include "reports/formats/concise.h"

#include "absl/strings/str_cat.h"
#include "reports/formats/display.h"
#include "reports/formats/paint.h"
#include "reports/formats/text.h"
#include "reports/formats/words.h"

namespace fsdpcheck::formats {

std::string RenderConcise(const Report& report, const RenderOptions& options) {
  const Painter painter(options.colour);
  std::string text;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed && !options.show_suppressed) continue;
    const Rule& rule = *finding.rule;
    const Position& start = finding.location.range.start;
    absl::StrAppend(
        &text,
        painter.Paint(Ink::kStrong, absl::StrCat(Printable(finding.location.path), ":", start.line,
                                                 ":", start.column, ":")),
        " ", painter.Paint(rule.severity, absl::StrCat(SeverityName(rule.severity), " ", rule.id)),
        " [", rule.slug, "] ", Printable(finding.message),
        finding.suppressed ? " (suppressed)" : "", "\n");
  }
  absl::StrAppend(&text, RenderNotifications(report, options));
  if (options.statistics) absl::StrAppend(&text, RenderStatistics(report));
  return text;
}

}  // namespace fsdpcheck::formats
