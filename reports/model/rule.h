// What a rule is, apart from the code that looks for it.
#ifndef FSDPCHECK_REPORTS_MODEL_RULE_H_
#define FSDPCHECK_REPORTS_MODEL_RULE_H_

#include "absl/strings/string_view.h"

namespace fsdpcheck {

// Ordered: a comparison tells whether a finding reaches a level.
enum class Severity { kInfo, kWarning, kError };

// Which code a static rule looks at (DESIGN.md, section 3).
enum class Scope {
  kFsdp2,        // needs a value that FSDP2 sharded
  kDistributed,  // any module that uses torch.distributed
};

// How sure a report of the rule is, as code scanning services order alerts.
enum class Precision { kVeryHigh, kHigh, kMedium };

// The documentation of a rule, written as a constant beside its code. All text
// is English; `why` may hold several sentences, `bad` and `good` whole Python
// programs that tests run through the analyzer.
struct Rule {
  absl::string_view id;    // "FSDP101", listed in checks/codes.txt, never reused
  absl::string_view slug;  // "direct-forward-call"
  Severity severity = Severity::kError;
  Scope scope = Scope::kFsdp2;
  Precision precision = Precision::kHigh;
  absl::string_view summary;  // what is wrong, one line, no full stop
  absl::string_view why;      // what happens at run time, and what the rule does not see
  absl::string_view bad;
  absl::string_view good;
  // PyTorch versions in which the rule holds, "2.6 and newer", with "from
  // documentation" where it was not run.
  absl::string_view versions;
  absl::string_view source;  // a PyTorch version and a place in its code or documentation
};

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_RULE_H_
