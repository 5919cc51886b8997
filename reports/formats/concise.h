// One line a finding, for editors, grep and people who know the rules.
#ifndef FSDPCHECK_REPORTS_FORMATS_CONCISE_H_
#define FSDPCHECK_REPORTS_FORMATS_CONCISE_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes "path:line:col: error FSDP301 [optimizer-before-shard] message" for
/// every finding, then the notifications; nothing when there are none.
std::string RenderConcise(const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_CONCISE_H_
