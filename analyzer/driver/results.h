// From what the engine found to what is reported.
#ifndef FSDPCHECK_ANALYZER_DRIVER_RESULTS_H_
#define FSDPCHECK_ANALYZER_DRIVER_RESULTS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/driver/files.h"
#include "analyzer/driver/rule_selection.h"
#include "analyzer/flow/engine.h"
#include "analyzer/model/project.h"
#include "reports/model/report.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

// The rule of findings about comments, which no check reports.
constexpr absl::string_view kUnusedSuppression = "unused-suppression";

struct CheckedFile {
  FoundFile found;
  bool has_comment = false;  // see Inspection
};

struct ResultContext {
  const Project& project;
  absl::Span<const CheckedFile> files;  // those of the project, in its order
  absl::Span<const Rule* const> rules;  // every rule there is
  const RuleSelection& selection;
  bool related = false;  // see CheckRequest
};

/// Moves into `report` the findings that lie in reported files and whose rules
/// are on there, silenced or not; findings about comments; the notifications
/// about reported files; and the text of every file that a finding names.
///
/// Comments are read in files with findings, and in reported files. Comments that
/// silence nothing are reported in the latter only, and not where a notification
/// says that the analysis is incomplete.
void CollectResults(const ResultContext& context, EngineResult analyzed, Report& report);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_RESULTS_H_
