// Reports as SARIF 2.1.0, for code scanning services, viewers and editors.
#ifndef FSDPCHECK_REPORTS_FORMATS_SARIF_H_
#define FSDPCHECK_REPORTS_FORMATS_SARIF_H_

#include <cstddef>
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
/// Limits:       services reject a run with more than 25000 results. Beyond
///               `most_results` the least severe findings are left out, and a
///               notification says how many.
std::string RenderSarif(const Report& report, const RenderOptions& options,
                        size_t most_results = 25000);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_SARIF_H_
