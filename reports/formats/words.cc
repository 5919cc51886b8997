#include "reports/formats/words.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace fsdpcheck::formats {

absl::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "info";
  }
  return "";
}

absl::string_view LevelName(Notification::Level level) {
  switch (level) {
    case Notification::Level::kError:
      return "error";
    case Notification::Level::kWarning:
      return "warning";
    case Notification::Level::kNote:
      return "note";
  }
  return "";
}

absl::string_view ScopeName(Scope scope) {
  switch (scope) {
    case Scope::kFsdp2:
      return "fsdp2";
    case Scope::kDistributed:
      return "distributed";
  }
  return "";
}

absl::string_view PrecisionName(Precision precision) {
  switch (precision) {
    case Precision::kVeryHigh:
      return "very-high";
    case Precision::kHigh:
      return "high";
    case Precision::kMedium:
      return "medium";
  }
  return "";
}

absl::string_view ApplicabilityName(Applicability value) {
  switch (value) {
    case Applicability::kSafe:
      return "safe";
    case Applicability::kUnsafe:
      return "unsafe";
    case Applicability::kDisplay:
      return "display";
  }
  return "";
}

absl::string_view FamilyName(const Rule& rule) {
  constexpr absl::string_view kFamilies[] = {
      "module-use",  "sharding",      "optimizer", "devices-and-meshes", "collectives",
      "checkpoints", "configuration", "runtime",   "checkpoint-files"};
  absl::string_view number = rule.id;
  if (!absl::ConsumePrefix(&number, "FSDP") || number.empty()) return "";
  if (number[0] < '1' || number[0] > '9') return "";
  return kFamilies[number[0] - '1'];
}

std::string Count(int number, absl::string_view singular) {
  const std::string amount = number == 0 ? "no" : absl::StrCat(number);
  return absl::StrCat(amount, " ", singular, number == 1 ? "" : "s");
}

std::string FoundLine(const Summary& summary) {
  std::vector<std::string> parts;
  if (summary.errors > 0) parts.push_back(Count(summary.errors, "error"));
  if (summary.warnings > 0) parts.push_back(Count(summary.warnings, "warning"));
  if (summary.infos > 0) parts.push_back(Count(summary.infos, "info"));
  if (parts.empty()) parts.emplace_back("no findings");
  if (summary.suppressed > 0) parts.push_back(absl::StrCat(summary.suppressed, " suppressed"));
  if (summary.fixed > 0) parts.push_back(absl::StrCat(summary.fixed, " fixed"));
  return absl::StrJoin(parts, ", ");
}

std::string FollowedLine(const Summary& summary) {
  std::string line = absl::StrCat(Count(summary.files, "file"), ", ",
                                  Count(summary.sharding_sites, "sharding site"));
  if (summary.sharding_sites > 0) {
    const std::string followed =
        summary.sites_with_optimizer == 0 ? "none" : absl::StrCat(summary.sites_with_optimizer);
    absl::StrAppend(&line, ", ", followed, " followed to an optimizer");
  }
  return line;
}

std::vector<std::pair<const Rule*, int>> CountByRule(const Report& report) {
  std::map<absl::string_view, std::pair<const Rule*, int>> by_id;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    auto& [rule, count] = by_id[finding.rule->id];
    rule = finding.rule;
    ++count;
  }
  std::vector<std::pair<const Rule*, int>> counts;
  counts.reserve(by_id.size());
  for (const auto& [id, entry] : by_id) counts.push_back(entry);
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first->id < b.first->id;
  });
  return counts;
}

}  // namespace fsdpcheck::formats
