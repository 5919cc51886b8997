#include "analyzer/suppress/rule_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/suppress/nearest.h"

namespace fsdpcheck::analyzer {

int Closeness(absl::string_view name, const Rule& rule) {
  if (absl::EqualsIgnoreCase(name, rule.slug) || absl::EqualsIgnoreCase(name, rule.id)) {
    return kExact;
  }
  if (absl::EqualsIgnoreCase(name, "ALL")) return kAll;
  const bool is_prefix =
      absl::StartsWithIgnoreCase(name, "FSDP") && absl::StartsWithIgnoreCase(rule.id, name);
  return is_prefix ? static_cast<int>(name.size()) : kNotMeant;
}

absl::Status CheckRuleName(absl::string_view name, absl::Span<const Rule* const> rules) {
  const bool known = std::any_of(rules.begin(), rules.end(), [&](const Rule* rule) {
    return Closeness(name, *rule) != kNotMeant;
  });
  if (known) return absl::OkStatus();
  std::vector<std::string> names;
  for (const Rule* rule : rules) {
    names.emplace_back(rule->slug);
    names.emplace_back(rule->id);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unknown rule `", name, "`", DidYouMean(name, names)));
}

}  // namespace fsdpcheck::analyzer
