// Reports as JSON: the stable, versioned form that everything else is derived
// from, as one document and as one object a line.
#ifndef FSDPCHECK_REPORTS_FORMATS_JSON_FORMAT_H_
#define FSDPCHECK_REPORTS_FORMATS_JSON_FORMAT_H_

#include <string>

#include "reports/formats/render_options.h"
#include "reports/model/report.h"

namespace fsdpcheck::formats {

/// Writes the document of DESIGN.md, section 2, version 1.
///
/// Beyond the keys shown there: a suppressed finding has "justification", a
/// notification that knows its line has "line", and with statistics the
/// document has "statistics": findings per rule and what was followed.
std::string RenderJson(const Report& report, const RenderOptions& options);

/// Writes the same objects, one a line, each with "type" as its first key:
/// "finding" and "notification", and last "summary", which also holds version
/// and tool.
std::string RenderJsonLines(const Report& report, const RenderOptions& options);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_JSON_FORMAT_H_
