// The documentation of rules, for `fsdpcheck explain` and `fsdpcheck rules`,
// the pages in docs and the help that SARIF files carry.
#ifndef FSDPCHECK_REPORTS_FORMATS_RULE_REFERENCE_H_
#define FSDPCHECK_REPORTS_FORMATS_RULE_REFERENCE_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/model/rule.h"

namespace fsdpcheck::formats {

enum class ReferenceFormat { kText, kJson, kMarkdown };

/// "text", "json", "markdown"; nullopt for other names.
std::optional<ReferenceFormat> ParseReferenceFormat(absl::string_view name);

// How text goes to a terminal; JSON and Markdown do not look at it.
struct ReferenceStyle {
  bool colour = false;
  int width = 0;  // columns, 0 for no limit
};

/// Writes everything about each rule: what it says, why, an example that is
/// wrong and one that is right, the PyTorch versions, the source, and how to
/// suppress it.
std::string ExplainRules(absl::Span<const Rule* const> rules, ReferenceFormat format,
                         const ReferenceStyle& style = {});

/// Writes one line a rule (in JSON one object, without the examples).
std::string ListRules(absl::Span<const Rule* const> rules, ReferenceFormat format,
                      const ReferenceStyle& style = {});

/// The comment that suppresses `rule`, where a reason is still to be filled in.
std::string SuppressionComment(const Rule& rule);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_RULE_REFERENCE_H_
