// Reports as a GitLab code quality artifact.
#ifndef FSDPCHECK_REPORTS_FORMATS_GITLAB_H_
#define FSDPCHECK_REPORTS_FORMATS_GITLAB_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes the JSON array that `artifacts: reports: codequality` takes. Suppressed
/// findings and notifications have no place in it.
std::string RenderGitlab(const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_GITLAB_H_
