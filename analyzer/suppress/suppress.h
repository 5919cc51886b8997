// Lets the comments of a file silence findings, and reports comments that
// silence nothing.
#ifndef FSDPCHECK_ANALYZER_SUPPRESS_SUPPRESS_H_
#define FSDPCHECK_ANALYZER_SUPPRESS_SUPPRESS_H_

#include <vector>

#include "absl/types/span.h"
#include "analyzer/syntax/source.h"
#include "reports/model/finding.h"
#include "reports/model/report.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

struct SuppressionRequest {
  const Source& source;
  absl::Span<Finding* const> findings;  // those whose primary place lies in `source`
  absl::Span<const Rule* const> rules;  // every rule there is
  // The rules that ran over this file. A comment for another rule is not
  // reported: nobody knows whether it is needed.
  absl::Span<const Rule* const> checked;
  // The rule of findings about comments; null when these are not wanted.
  const Rule* unused_rule = nullptr;
};

struct SuppressionResult {
  std::vector<Finding> unused;              // of `unused_rule`
  std::vector<Notification> notifications;  // unknown rules, comments not understood
};

/// Marks the findings that a comment of the file names: `suppressed`, and the
/// reason as `justification`.
///
/// A comment behind code silences findings on its line; on the first or last
/// line of a statement, findings anywhere in that statement. A comment on a line
/// of its own does the same for the line below.
///
/// A name is unused when every rule that it means was checked and no finding of
/// these was silenced by it. Such a finding can itself be silenced by a
/// comment; the name of `unused_rule` is never reported.
SuppressionResult Suppress(const SuppressionRequest& request);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SUPPRESS_SUPPRESS_H_
