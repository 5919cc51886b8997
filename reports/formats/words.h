// Small pieces of wording that several formats share.
#ifndef FSDPCHECK_REPORTS_FORMATS_WORDS_H_
#define FSDPCHECK_REPORTS_FORMATS_WORDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

absl::string_view SeverityName(Severity severity);         // "error", "warning", "info"
absl::string_view LevelName(Notification::Level level);    // "error", "warning", "note"
absl::string_view ScopeName(Scope scope);                  // "fsdp2", "distributed"
absl::string_view PrecisionName(Precision precision);      // "very-high", "high", "medium"
absl::string_view ApplicabilityName(Applicability value);  // "safe", "unsafe", "display"

/// What the hundred of a rule's code stands for (DESIGN.md, section 2), in one
/// word or several joined by "-": "sharding", "devices-and-meshes"; "" when the
/// code is of no family.
absl::string_view FamilyName(const Rule& rule);

/// "1 file", "2 files", "no files".
std::string Count(int number, absl::string_view singular);

/// What was found: "2 errors, 1 warning, 3 suppressed"; "no findings".
std::string FoundLine(const Summary& summary);

/// What was followed: "974 files, 3 sharding sites, 2 followed to an optimizer".
std::string FollowedLine(const Summary& summary);

/// How often each rule reports something that is not suppressed: the most
/// frequent first, equal ones by id. Rules without a finding are left out.
std::vector<std::pair<const Rule*, int>> CountByRule(const Report& report);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_WORDS_H_
