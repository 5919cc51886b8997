// One type for everything that fsdpcheck reports.
#ifndef FSDPCHECK_REPORTS_MODEL_FINDING_H_
#define FSDPCHECK_REPORTS_MODEL_FINDING_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/model/location.h"
#include "reports/model/rule.h"

namespace fsdpcheck {

// One event on the way from cause to effect. The primary place of a finding is
// one of its events too: when it is not the last one, it stands among the
// related places with a message of its own ("optimizer built here").
struct Related {
  Location location;
  std::string message;  // "sharded here, in `apply_fsdp`"
  friend auto operator<=>(const Related&, const Related&) = default;
};

enum class Applicability { kSafe, kUnsafe, kDisplay };

struct Edit {
  Location location;
  std::string replacement;
};

struct Fix {
  Applicability applicability = Applicability::kDisplay;
  std::vector<Edit> edits;
};

// One mistake at one place. Findings are plain values; `rule` points to a
// constant that lives as long as the program.
struct Finding {
  const Rule* rule = nullptr;
  std::string message;           // one line that names the user's own identifiers
  std::string help;              // what to do, one line; may be empty
  Location location;             // the smallest token that must change, on one line
  std::vector<Related> related;  // in the order of events, at most 4
  std::optional<Fix> fix;
  // Dotted name of the enclosing class and function, "" at module level. Part
  // of the fingerprint, so that it survives line shifts.
  std::string enclosing;
  std::string fingerprint;  // filled by AssignFingerprints()
  bool suppressed = false;
  std::string justification;  // reason given in the comment that suppressed it
};

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_FINDING_H_
