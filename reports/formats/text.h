// Reports for people at a terminal.
#ifndef FSDPCHECK_REPORTS_FORMATS_TEXT_H_
#define FSDPCHECK_REPORTS_FORMATS_TEXT_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes every finding with its source excerpt, the events that lead to it,
/// help and where to read more; then notifications, counts and what was
/// followed.
std::string RenderText(const Report& report, const RenderOptions& options);

/// Writes one line a notification, "warning: train.py:3: message"; for standard
/// error when the report itself goes elsewhere. Uses only the colour option.
std::string RenderNotifications(const Report& report, const RenderOptions& options);

/// Writes a table of findings per rule, the most frequent first; nothing
/// without findings.
std::string RenderStatistics(const Report& report);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_TEXT_H_
