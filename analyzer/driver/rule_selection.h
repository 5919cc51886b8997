// Which rules a run reports: `select`, `ignore`, `level`, `per-file-ignores`.
#ifndef FSDPCHECK_ANALYZER_DRIVER_RULE_SELECTION_H_
#define FSDPCHECK_ANALYZER_DRIVER_RULE_SELECTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

struct PerFileIgnore {
  std::string pattern;  // of glob.h, relative to the project root
  std::vector<std::string> rules;
};

// What was asked for. Names are valid by CheckRuleName().
struct RuleSelection {
  std::vector<std::string> select;  // empty: every rule
  std::vector<std::string> ignore;
  std::vector<PerFileIgnore> per_file_ignores;
  Severity level = Severity::kWarning;

  /// Whether the rule runs: it is selected, not ignored, and reaches the level.
  ///
  /// When both `select` and `ignore` name it, the more specific name wins (slug
  /// or whole code, then longer prefixes, then ALL), and `ignore` on a tie. A
  /// rule selected by its slug or whole code is reported whatever the level.
  bool Enables(const Rule& rule) const;

  /// The same for one file; `in_root` is its path below the project root.
  bool EnablesIn(const Rule& rule, absl::string_view in_root) const;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_RULE_SELECTION_H_
