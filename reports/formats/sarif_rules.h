// Rules as SARIF describes them.
#ifndef FSDPCHECK_REPORTS_FORMATS_SARIF_RULES_H_
#define FSDPCHECK_REPORTS_FORMATS_SARIF_RULES_H_

#include <map>
#include <vector>

#include "reports/json/json.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// "error", "warning", "note": what SARIF calls a severity.
absl::string_view SarifLevel(Severity severity);

// The `rules` of a run: all that were enabled and all that report something,
// by id, each once.
class SarifRules {
 public:
  SarifRules(const std::vector<const Rule*>& enabled, const Report& report);

  /// `tool.driver.rules`.
  json::Value Descriptors() const;

  /// Where Descriptors() holds `rule`.
  int IndexOf(const Rule& rule) const { return index_.at(rule.id); }

 private:
  std::vector<const Rule*> rules_;
  std::map<absl::string_view, int> index_;
};

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_SARIF_RULES_H_
