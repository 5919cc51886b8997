// Reports as workflow commands, which GitHub shows as annotations.
#ifndef FSDPCHECK_REPORTS_FORMATS_GITHUB_H_
#define FSDPCHECK_REPORTS_FORMATS_GITHUB_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes one `::error file=...` line for each finding and notification.
/// Suppressed findings are left out.
std::string RenderGithub(const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_GITHUB_H_
