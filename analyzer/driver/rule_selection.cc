#include "analyzer/driver/rule_selection.h"

#include <algorithm>

#include "analyzer/driver/glob.h"
#include "analyzer/suppress/rule_names.h"

namespace fsdpcheck::analyzer {
namespace {

int Closest(const std::vector<std::string>& names, const Rule& rule) {
  int closest = kNotMeant;
  for (const std::string& name : names) closest = std::max(closest, Closeness(name, rule));
  return closest;
}

}  // namespace

bool RuleSelection::Enables(const Rule& rule) const {
  const int selected = select.empty() ? kAll : Closest(select, rule);
  if (selected == kNotMeant || Closest(ignore, rule) >= selected) return false;
  return rule.severity >= level || selected == kExact;
}

bool RuleSelection::EnablesIn(const Rule& rule, absl::string_view in_root) const {
  if (!Enables(rule)) return false;
  return std::none_of(
      per_file_ignores.begin(), per_file_ignores.end(), [&](const PerFileIgnore& entry) {
        return Closest(entry.rules, rule) != kNotMeant && MatchesPattern(entry.pattern, in_root);
      });
}

}  // namespace fsdpcheck::analyzer
