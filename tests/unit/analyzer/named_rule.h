// Rules for tests that do not look at their documentation.
#ifndef FSDPCHECK_TESTS_UNIT_ANALYZER_NAMED_RULE_H_
#define FSDPCHECK_TESTS_UNIT_ANALYZER_NAMED_RULE_H_

#include "absl/strings/string_view.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

constexpr Rule NamedRule(absl::string_view id, absl::string_view slug,
                         Severity severity = Severity::kError) {
  Rule rule;
  rule.id = id;
  rule.slug = slug;
  rule.severity = severity;
  return rule;
}

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_TESTS_UNIT_ANALYZER_NAMED_RULE_H_
