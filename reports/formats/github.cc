#include "reports/formats/github.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::formats {
namespace {

std::string EscapeData(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}});
}

std::string EscapeProperty(absl::string_view text) {
  return absl::StrReplaceAll(EscapeData(text), {{":", "%3A"}, {",", "%2C"}});
}

absl::string_view CommandOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "notice";
  }
  return "";
}

absl::string_view CommandOf(Notification::Level level) {
  switch (level) {
    case Notification::Level::kError:
      return "error";
    case Notification::Level::kWarning:
      return "warning";
    case Notification::Level::kNote:
      return "notice";
  }
  return "";
}

// GitHub ignores columns of a range that spans several lines.
std::string PlaceProperties(const Location& location, const PathBase& base) {
  const auto& [start, end] = location.range;
  std::string properties = absl::StrCat("file=", EscapeProperty(PathFromRoot(location.path, base)),
                                        ",line=", start.line, ",endLine=", end.line);
  if (start.line == end.line) {
    absl::StrAppend(&properties, ",col=", start.column, ",endColumn=", end.column);
  }
  return properties;
}

std::string MessageOf(const Finding& finding, const PathBase& base) {
  std::string message = finding.message;
  int number = 0;
  for (const Related& related : finding.related) {
    absl::StrAppend(&message, "\n(", ++number, ") ", PathFromRoot(related.location.path, base), ":",
                    related.location.range.start.line, ": ", related.message);
  }
  if (!finding.help.empty()) absl::StrAppend(&message, "\nhelp: ", finding.help);
  return message;
}

}  // namespace

std::string RenderGithub(const Report& report, const RenderOptions& options) {
  std::string text;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    const std::string title = absl::StrCat(finding.rule->id, " ", finding.rule->slug);
    absl::StrAppend(&text, "::", CommandOf(finding.rule->severity), " ",
                    PlaceProperties(finding.location, options.base),
                    ",title=", EscapeProperty(title),
                    "::", EscapeData(MessageOf(finding, options.base)), "\n");
  }
  for (const Notification& notification : report.notifications) {
    absl::StrAppend(&text, "::", CommandOf(notification.level), " ");
    if (!notification.path.empty()) {
      absl::StrAppend(&text, "file=", EscapeProperty(PathFromRoot(notification.path, options.base)),
                      ",");
      if (notification.line > 0) absl::StrAppend(&text, "line=", notification.line, ",");
    }
    absl::StrAppend(&text, "title=fsdpcheck::", EscapeData(notification.message), "\n");
  }
  return text;
}

}  // namespace fsdpcheck::formats
