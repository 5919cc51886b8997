#include "reports/formats/sarif_rules.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "reports/formats/rule_reference.h"
#include "reports/formats/words.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::formats {
namespace {

// Code scanning services reject longer descriptions.
constexpr int kMostCharacters = 1024;

// `text`, cut before a word when it has more than kMostCharacters characters.
std::string Shortened(absl::string_view text) {
  absl::string_view rest = text;
  size_t fits = 0;  // bytes that leave room for the dots
  int characters = 0;
  while (!rest.empty() && characters <= kMostCharacters) {
    if (characters <= kMostCharacters - 4 && rest[0] == ' ') fits = text.size() - rest.size();
    rest.remove_prefix(static_cast<size_t>(FirstCharacter(rest).bytes));
    ++characters;
  }
  if (characters <= kMostCharacters) return std::string(text);
  return absl::StrCat(text.substr(0, fits), " ...");
}

absl::string_view ProblemSeverity(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "recommendation";
  }
  return "";
}

json::Value TagsOf(const Rule& rule) {
  json::Value tags = {"pytorch", ScopeName(rule.scope)};
  if (!FamilyName(rule).empty()) tags.push_back(FamilyName(rule));
  return tags;
}

json::Value DescriptorOf(const Rule& rule) {
  const Rule* const rules[] = {&rule};
  return {{"id", rule.id},
          {"name", rule.slug},
          {"shortDescription", {{"text", Shortened(rule.summary)}}},
          {"fullDescription", {{"text", Shortened(rule.why)}}},
          {"help",
           {{"text", ExplainRules(rules, ReferenceFormat::kText)},
            {"markdown", ExplainRules(rules, ReferenceFormat::kMarkdown)}}},
          {"defaultConfiguration", {{"level", SarifLevel(rule.severity)}}},
          {"properties",
           {{"tags", TagsOf(rule)},
            {"precision", PrecisionName(rule.precision)},
            {"problem.severity", ProblemSeverity(rule.severity)}}}};
}

}  // namespace

absl::string_view SarifLevel(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "note";
  }
  return "";
}

SarifRules::SarifRules(const std::vector<const Rule*>& enabled, const Report& report) {
  std::map<absl::string_view, const Rule*> by_id;
  for (const Rule* rule : enabled) by_id[rule->id] = rule;
  for (const Finding& finding : report.findings) by_id[finding.rule->id] = finding.rule;
  for (const auto& [id, rule] : by_id) {
    index_[id] = static_cast<int>(rules_.size());
    rules_.push_back(rule);
  }
}

json::Value SarifRules::Descriptors() const {
  json::Value descriptors = json::Value::array();
  for (const Rule* rule : rules_) descriptors.push_back(DescriptorOf(*rule));
  return descriptors;
}

}  // namespace fsdpcheck::formats
