#include "reports/formats/sarif.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "reports/formats/sarif_places.h"
#include "reports/formats/sarif_rules.h"
#include "reports/formats/uri.h"
#include "reports/formats/words.h"
#include "reports/json/json.h"

namespace fsdpcheck::formats {
namespace {

constexpr absl::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr absl::string_view kCategory = "fsdpcheck/check/";  // of runs of a kind, run id empty

// Escapes what would read as an embedded link (SARIF 2.1.0, section 3.11.6).
std::string LinkText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}});
}

std::string PlainText(absl::string_view text) {
  return absl::StrContains(text, "](") ? LinkText(text) : std::string(text);
}

std::string Sentence(absl::string_view text) {
  const bool ends = text.empty() || absl::StrContains(".!?", text.substr(text.size() - 1));
  return absl::StrCat(text, ends ? "" : ".");
}

// Each event is linked to the related location of the same number.
json::Value MessageOf(const Finding& finding) {
  std::string text = Sentence(PlainText(finding.message));
  int number = 0;
  for (const Related& related : finding.related) {
    ++number;
    absl::StrAppend(&text, "\n", number, ". [", LinkText(related.message), "](", number, ")");
  }
  if (!finding.help.empty()) {
    absl::StrAppend(&text, "\nHelp: ", Sentence(PlainText(finding.help)));
  }
  return {{"text", text}};
}

json::Value Event(const SarifPlaces& places, const Location& location, absl::string_view message) {
  return {{"physicalLocation", places.Place(location)},
          {"message", {{"text", PlainText(message)}}}};
}

json::Value RelatedLocations(const Finding& finding, const SarifPlaces& places) {
  json::Value locations = json::Value::array();
  int number = 0;
  for (const Related& related : finding.related) {
    json::Value location = {{"id", ++number}};
    location.update(Event(places, related.location, related.message));
    locations.push_back(std::move(location));
  }
  return locations;
}

// The events in their order. The primary place ends them unless it is one of
// them already.
json::Value CodeFlows(const Finding& finding, const SarifPlaces& places) {
  json::Value steps = json::Value::array();
  bool has_primary = false;
  for (const Related& related : finding.related) {
    has_primary = has_primary || related.location == finding.location;
    steps.push_back({{"location", Event(places, related.location, related.message)}});
  }
  if (!has_primary) {
    steps.push_back({{"location", Event(places, finding.location, finding.message)}});
  }
  return {{{"threadFlows", {{{"locations", std::move(steps)}}}}}};
}

json::Value Suppressions(const Finding& finding) {
  json::Value suppressions = json::Value::array();
  if (finding.suppressed) {
    json::Value suppression = {{"kind", "inSource"}, {"status", "accepted"}};
    if (!finding.justification.empty()) suppression["justification"] = finding.justification;
    suppressions.push_back(std::move(suppression));
  }
  return suppressions;
}

json::Value ResultOf(const Finding& finding, const SarifPlaces& places, const SarifRules& rules) {
  json::Value location = {{"physicalLocation", places.Place(finding.location)}};
  if (!finding.enclosing.empty()) {
    location["logicalLocations"] =
        json::Value::array({{{"fullyQualifiedName", finding.enclosing}}});
  }
  json::Value fingerprints = {{"fsdpcheck/v1", finding.fingerprint}};
  const std::string line_hash = places.LineHash(finding.location);
  if (!line_hash.empty()) fingerprints["primaryLocationLineHash"] = line_hash;
  json::Value result = {{"ruleId", finding.rule->id},
                        {"ruleIndex", rules.IndexOf(*finding.rule)},
                        {"level", SarifLevel(finding.rule->severity)},
                        {"message", MessageOf(finding)},
                        {"locations", json::Value::array({std::move(location)})},
                        {"partialFingerprints", std::move(fingerprints)}};
  if (!finding.related.empty()) {
    result["relatedLocations"] = RelatedLocations(finding, places);
    result["codeFlows"] = CodeFlows(finding, places);
  }
  result["suppressions"] = Suppressions(finding);
  return result;
}

// Indices of the `most` most severe findings, in order.
std::vector<size_t> MostSevere(const std::vector<Finding>& findings, size_t most) {
  std::vector<size_t> chosen(findings.size());
  std::iota(chosen.begin(), chosen.end(), size_t{0});
  if (chosen.size() <= most) return chosen;
  std::sort(chosen.begin(), chosen.end(), [&findings](size_t a, size_t b) {
    const Severity severity = findings[a].rule->severity;
    const Severity other = findings[b].rule->severity;
    return severity != other ? severity > other : a < b;
  });
  chosen.resize(most);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

json::Value NotificationOf(const Notification& notification, const SarifPlaces& places) {
  json::Value value = {{"level", LevelName(notification.level)},
                       {"message", {{"text", PlainText(notification.message)}}}};
  if (notification.path.empty()) return value;
  json::Value place = {{"artifactLocation", places.File(notification.path)}};
  if (notification.line > 0) place["region"] = {{"startLine", notification.line}};
  value["locations"] = json::Value::array({{{"physicalLocation", std::move(place)}}});
  return value;
}

std::string Utc(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", time, absl::UTCTimeZone());
}

json::Value InvocationOf(const Report& report, const RenderOptions& options,
                         const SarifPlaces& places, size_t left_out) {
  json::Value invocation = {{"executionSuccessful", options.exit_code <= 1},
                            {"exitCode", options.exit_code}};
  if (options.start != absl::InfinitePast()) invocation["startTimeUtc"] = Utc(options.start);
  if (options.end != absl::InfinitePast()) invocation["endTimeUtc"] = Utc(options.end);
  if (!options.base.working_directory.empty()) {
    invocation["workingDirectory"] = {{"uri", FolderUri(options.base.working_directory)}};
  }
  json::Value about_code = json::Value::array();
  json::Value about_configuration = json::Value::array();
  for (const Notification& notification : report.notifications) {
    json::Value& list = notification.origin == Notification::Origin::kConfiguration
                            ? about_configuration
                            : about_code;
    list.push_back(NotificationOf(notification, places));
  }
  if (left_out > 0) {
    const std::string text =
        absl::StrCat("left out the ", left_out, " least severe of ", report.findings.size(),
                     " findings: services reject longer files");
    about_code.push_back({{"level", "warning"}, {"message", {{"text", text}}}});
  }
  invocation["toolExecutionNotifications"] = std::move(about_code);
  invocation["toolConfigurationNotifications"] = std::move(about_configuration);
  return invocation;
}

json::Value ToolOf(const RenderOptions& options, const SarifRules& rules) {
  return {{"driver",
           {{"name", "fsdpcheck"},
            {"version", options.tool_version},
            {"semanticVersion", options.tool_version},
            {"rules", rules.Descriptors()}}}};
}

}  // namespace

std::string RenderSarif(const Report& report, const RenderOptions& options, size_t most_results) {
  const SarifPlaces places(report, options.base);
  const SarifRules rules(options.rules, report);
  json::Value results = json::Value::array();
  for (const size_t index : MostSevere(report.findings, most_results)) {
    results.push_back(ResultOf(report.findings[index], places, rules));
  }
  const size_t left_out = report.findings.size() - results.size();
  json::Value run = {
      {"tool", ToolOf(options, rules)},
      {"automationDetails", {{"id", kCategory}}},
      {"invocations", json::Value::array({InvocationOf(report, options, places, left_out)})},
      {"originalUriBaseIds", places.UriBases()},
      {"columnKind", "unicodeCodePoints"},
      {"artifacts", places.Artifacts()},
      {"results", std::move(results)},
      {"properties",
       {{"files", report.summary.files},
        {"analyzed", report.summary.analyzed},
        {"shardingSites", report.summary.sharding_sites},
        {"sitesFollowedToAnOptimizer", report.summary.sites_with_optimizer}}}};
  const json::Value log = {
      {"$schema", kSchema}, {"version", "2.1.0"}, {"runs", json::Value::array({std::move(run)})}};
  return absl::StrCat(json::Write(log, json::Layout::kIndented), "\n");
}

}  // namespace fsdpcheck::formats
