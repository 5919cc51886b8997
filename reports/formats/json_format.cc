#include "reports/formats/json_format.h"

#include "absl/strings/str_cat.h"
#include "reports/formats/words.h"
#include "reports/json/json.h"

namespace fsdpcheck::formats {
namespace {

constexpr int kVersion = 1;

json::Value ToolValue(const RenderOptions& options) {
  return {{"name", "fsdpcheck"}, {"version", options.tool_version}};
}

json::Value PointValue(const Position& position) {
  return {{"line", position.line}, {"column", position.column}};
}

void AddPlace(const Location& location, json::Value& value) {
  value["path"] = location.path;
  value["start"] = PointValue(location.range.start);
  value["end"] = PointValue(location.range.end);
}

json::Value RelatedValue(const Related& related) {
  json::Value value = json::Value::object();
  AddPlace(related.location, value);
  value["message"] = related.message;
  return value;
}

json::Value FixValue(const std::optional<Fix>& fix) {
  if (!fix.has_value()) return nullptr;
  json::Value edits = json::Value::array();
  for (const Edit& edit : fix->edits) {
    json::Value value = json::Value::object();
    AddPlace(edit.location, value);
    value["replacement"] = edit.replacement;
    edits.push_back(std::move(value));
  }
  return {{"applicability", ApplicabilityName(fix->applicability)}, {"edits", std::move(edits)}};
}

void AddFinding(const Finding& finding, json::Value& value) {
  value["rule"] = finding.rule->slug;
  value["code"] = finding.rule->id;
  value["severity"] = SeverityName(finding.rule->severity);
  value["message"] = finding.message;
  value["help"] = finding.help;
  AddPlace(finding.location, value);
  value["related"] = json::Value::array();
  for (const Related& related : finding.related) value["related"].push_back(RelatedValue(related));
  value["fix"] = FixValue(finding.fix);
  value["fingerprint"] = finding.fingerprint;
  value["suppressed"] = finding.suppressed;
  if (finding.suppressed) value["justification"] = finding.justification;
  value["runtime"] = nullptr;
}

void AddNotification(const Notification& notification, json::Value& value) {
  value["level"] = LevelName(notification.level);
  value["message"] = notification.message;
  if (notification.path.empty()) {
    value["path"] = nullptr;
  } else {
    value["path"] = notification.path;
  }
  if (notification.line > 0) value["line"] = notification.line;
}

json::Value SummaryValue(const Summary& summary) {
  return {{"files", summary.files},   {"analyzed", summary.analyzed},
          {"errors", summary.errors}, {"warnings", summary.warnings},
          {"infos", summary.infos},   {"suppressed", summary.suppressed},
          {"fixed", summary.fixed}};
}

json::Value StatisticsValue(const Report& report) {
  json::Value rules = json::Value::array();
  for (const auto& [rule, count] : CountByRule(report)) {
    rules.push_back({{"rule", rule->slug}, {"code", rule->id}, {"findings", count}});
  }
  return {{"rules", std::move(rules)},
          {"sharding_sites", report.summary.sharding_sites},
          {"sites_with_optimizer", report.summary.sites_with_optimizer}};
}

}  // namespace

std::string RenderJson(const Report& report, const RenderOptions& options) {
  json::Value document = {{"version", kVersion}, {"tool", ToolValue(options)}};
  json::Value& findings = document["findings"] = json::Value::array();
  for (const Finding& finding : report.findings) {
    AddFinding(finding, findings.emplace_back(json::Value::object()));
  }
  json::Value& notifications = document["notifications"] = json::Value::array();
  for (const Notification& notification : report.notifications) {
    AddNotification(notification, notifications.emplace_back(json::Value::object()));
  }
  document["summary"] = SummaryValue(report.summary);
  if (options.statistics) document["statistics"] = StatisticsValue(report);
  return absl::StrCat(json::Write(document, json::Layout::kIndented), "\n");
}

std::string RenderJsonLines(const Report& report, const RenderOptions& options) {
  std::string lines;
  const auto add = [&lines](const json::Value& value) {
    absl::StrAppend(&lines, json::Write(value, json::Layout::kLine), "\n");
  };
  for (const Finding& finding : report.findings) {
    json::Value value = {{"type", "finding"}};
    AddFinding(finding, value);
    add(value);
  }
  for (const Notification& notification : report.notifications) {
    json::Value value = {{"type", "notification"}};
    AddNotification(notification, value);
    add(value);
  }
  json::Value last = {{"type", "summary"}, {"version", kVersion}, {"tool", ToolValue(options)}};
  last.update(SummaryValue(report.summary));
  if (options.statistics) last["statistics"] = StatisticsValue(report);
  add(last);
  return lines;
}

}  // namespace fsdpcheck::formats
