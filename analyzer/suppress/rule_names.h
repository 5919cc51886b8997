// Which rules a name stands for, in options, configuration and comments.
#ifndef FSDPCHECK_ANALYZER_SUPPRESS_RULE_NAMES_H_
#define FSDPCHECK_ANALYZER_SUPPRESS_RULE_NAMES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

// How closely a name means a rule. Ordered; between kAll and kExact stand the
// lengths of the beginnings of codes.
constexpr int kNotMeant = 0;
constexpr int kAll = 1;
constexpr int kExact = 100;

/// kExact for the slug or the whole code of the rule, the length of `name` for
/// the beginning of its code ("FSDP", "FSDP3"), kAll for "ALL", else kNotMeant.
/// Letters count as the same in both cases.
int Closeness(absl::string_view name, const Rule& rule);

/// OK when `name` means at least one of `rules`.
///
/// Errors: InvalidArgument "unknown rule `x`", with the nearest name if one is
///         near.
absl::Status CheckRuleName(absl::string_view name, absl::Span<const Rule* const> rules);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SUPPRESS_RULE_NAMES_H_
