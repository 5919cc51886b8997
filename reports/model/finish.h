// What turns collected findings into a report: order, counts, fingerprints.
#ifndef FSDPCHECK_REPORTS_MODEL_FINISH_H_
#define FSDPCHECK_REPORTS_MODEL_FINISH_H_

#include "reports/model/path_base.h"
#include "reports/model/report.h"

namespace fsdpcheck {

/// Sorts findings by path, range, rule id, message, related places and help, and
/// notifications by path, line, level and message.
void SortReport(Report& report);

/// Counts findings into errors, warnings, infos and suppressed of the summary.
/// The other fields of the summary stay as they are.
void CountFindings(Report& report);

/// Gives every finding its fingerprint: 16 hexadecimal digits that stay the
/// same when lines are added or removed around the code, when messages are
/// worded anew, and on every machine.
///
/// They are a hash of the rule, the path from the root, the enclosing
/// definition, the source text of the place itself, the path and source text
/// of every related place, and of a counter that tells apart findings for
/// which all of this is equal. Suppressed findings count too, so adding a
/// comment that suppresses one does not change the others.
///
/// Requires: SortReport() was called, and `sources` holds the files named.
/// A change to the hash must change the name `fsdpcheck/v1` in SARIF files.
void AssignFingerprints(Report& report, const PathBase& base = {});

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_FINISH_H_
