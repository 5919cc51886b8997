// Reports as SARIF 2.1.0, for code scanning services, viewers and editors.
#ifndef FSDPCHECK_REPORTS_FORMATS_SARIF_H_
#define FSDPCHECK_REPORTS_FORMATS_SARIF_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes one run in the form that GitHub code scanning takes, with everything
/// the standard offers that the report knows: rules, events as code flows,
/// fingerprints, suppressions, notifications.
///
/// Fingerprints: `primaryLocationLineHash` is the one the upload action would
/// compute itself, `fsdpcheck/v1` is Finding::fingerprint.
/// Limits:       at most 25000 findings, the most severe first; a notification
///               says how many were left out.
std::string RenderSarif(const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_SARIF_H_
