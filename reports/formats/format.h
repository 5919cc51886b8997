// The output formats of fsdpcheck.
#ifndef FSDPCHECK_REPORTS_FORMATS_FORMAT_H_
#define FSDPCHECK_REPORTS_FORMATS_FORMAT_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

enum class Format {
  kText,       // for people: source excerpts and the events that lead to each finding
  kConcise,    // one line a finding, path:line:column first
  kJson,       // DESIGN.md, section 2
  kJsonLines,  // one JSON object a line: findings, notifications, summary
  kSarif,      // SARIF 2.1.0
  kGithub,     // workflow commands that become annotations
  kGitlab,     // code quality report
};

/// Every format, in the order in which help texts list them.
absl::Span<const Format> AllFormats();

/// The name by which `--format` knows it: "text", "json", "jsonl", ...
absl::string_view FormatName(Format format);

/// The format of that name; nullopt when there is none.
std::optional<Format> ParseFormat(absl::string_view name);

/// The format that the suffix of a file name stands for: .sarif, .json
/// (.sarif.json is SARIF), .jsonl, .txt and .log; nullopt for other names.
std::optional<Format> FormatOfFile(absl::string_view path);

/// Writes a whole report, ending with a newline unless it is empty.
///
/// Requires: SortReport(), CountFindings() and AssignFingerprints() were
///           called. `report.findings` holds what is to be reported, and the
///           suppressed findings.
/// Suppressed: json, jsonl and sarif hold them, marked; text and concise when
///             asked; github and gitlab never.
/// Notifications: every format but gitlab, which has no place for them, holds
///             them.
/// Empty: concise and github write nothing when there is nothing to say.
std::string Render(Format format, const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_FORMAT_H_
