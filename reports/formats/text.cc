#include "reports/formats/text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/formats/display.h"
#include "reports/formats/excerpt.h"
#include "reports/formats/paint.h"
#include "reports/formats/words.h"

namespace fsdpcheck::formats {
namespace {

// A remark under an excerpt: "   = help: ...", wrapped under its first word.
std::string Remark(const Painter& painter, int gutter, int width, absl::string_view title,
                   absl::string_view text) {
  const std::string indent(static_cast<size_t>(gutter) + 1, ' ');
  const std::string deeper(indent.size() + title.size() + 4, ' ');
  const int room = width > 0 ? std::max(width - static_cast<int>(deeper.size()), 20) : 0;
  std::string remark = absl::StrCat(indent, painter.Paint(Ink::kGutter, "="), " ",
                                    painter.Paint(Ink::kStrong, absl::StrCat(title, ":")), " ");
  absl::string_view separator = "";
  for (const std::string& line : WrapWords(Printable(text), room)) {
    absl::StrAppend(&remark, separator, separator.empty() ? "" : deeper, line);
    separator = "\n";
  }
  return absl::StrCat(remark, "\n");
}

std::string FindingText(const Finding& finding, const Report& report, const Painter& painter,
                        int width) {
  const Rule& rule = *finding.rule;
  const std::string title = absl::StrCat(SeverityName(rule.severity), "[", rule.id, "]");
  const std::string headline = absl::StrCat(rule.slug, ": ", Printable(finding.message));
  std::string text =
      absl::StrCat(painter.Paint(rule.severity, title), " ", painter.Paint(Ink::kStrong, headline),
                   "\n", DrawExcerpt(finding, report.sources, painter, width));
  const int gutter = GutterWidth(finding);
  if (!finding.help.empty()) {
    absl::StrAppend(&text, Remark(painter, gutter, width, "help", finding.help));
  }
  if (finding.suppressed) {
    absl::string_view reason = finding.justification;
    if (reason.empty()) reason = "no reason given";
    absl::StrAppend(&text, Remark(painter, gutter, width, "suppressed", reason));
  }
  absl::StrAppend(
      &text, Remark(painter, gutter, width, "docs", absl::StrCat("fsdpcheck explain ", rule.id)));
  return text;
}

std::string NotificationText(const Notification& notification, const Painter& painter) {
  Ink ink = Ink::kInfo;
  if (notification.level == Notification::Level::kWarning) ink = Ink::kWarning;
  if (notification.level == Notification::Level::kError) ink = Ink::kError;
  std::string place;
  if (!notification.path.empty()) {
    place = absl::StrCat(Printable(notification.path), ": ");
    if (notification.line > 0) {
      place = absl::StrCat(Printable(notification.path), ":", notification.line, ": ");
    }
  }
  return absl::StrCat(painter.Paint(ink, LevelName(notification.level)), ": ", place,
                      Printable(notification.message), "\n");
}

}  // namespace

std::string RenderText(const Report& report, const RenderOptions& options) {
  const Painter painter(options.colour);
  std::string text;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed && !options.show_suppressed) continue;
    absl::StrAppend(&text, FindingText(finding, report, painter, options.width), "\n");
  }
  if (!report.notifications.empty()) {
    absl::StrAppend(&text, RenderNotifications(report, options), "\n");
  }
  if (options.statistics) {
    const std::string table = RenderStatistics(report);
    absl::StrAppend(&text, table, table.empty() ? "" : "\n");
  }
  absl::StrAppend(&text, painter.Paint(Ink::kStrong, FoundLine(report.summary)), "\n",
                  FollowedLine(report.summary), "\n");
  return text;
}

std::string RenderNotifications(const Report& report, const RenderOptions& options) {
  const Painter painter(options.colour);
  std::string text;
  for (const Notification& notification : report.notifications) {
    absl::StrAppend(&text, NotificationText(notification, painter));
  }
  return text;
}

std::string RenderStatistics(const Report& report) {
  std::string table;
  for (const auto& [rule, count] : CountByRule(report)) {
    absl::StrAppendFormat(&table, "%5d  %s  %s\n", count, rule->id, rule->slug);
  }
  return table;
}

}  // namespace fsdpcheck::formats
