#include "reports/formats/gitlab.h"

#include "absl/strings/str_cat.h"
#include "reports/json/json.h"

namespace fsdpcheck::formats {
namespace {

absl::string_view GitlabSeverity(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "major";
    case Severity::kWarning:
      return "minor";
    case Severity::kInfo:
      return "info";
  }
  return "";
}

}  // namespace

std::string RenderGitlab(const Report& report, const RenderOptions& options) {
  json::Value issues = json::Value::array();
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    const Range& range = finding.location.range;
    issues.push_back({{"type", "issue"},
                      {"check_name", finding.rule->slug},
                      {"description", absl::StrCat(finding.rule->id, ": ", finding.message)},
                      {"categories", {"Bug Risk"}},
                      {"severity", GitlabSeverity(finding.rule->severity)},
                      {"fingerprint", finding.fingerprint},
                      {"location",
                       {{"path", PathFromRoot(finding.location.path, options.base)},
                        {"lines", {{"begin", range.start.line}, {"end", range.end.line}}}}}});
  }
  return absl::StrCat(json::Write(issues, json::Layout::kIndented), "\n");
}

}  // namespace fsdpcheck::formats
