// Source excerpts with marked places, as compilers draw them.
#ifndef FSDPCHECK_REPORTS_FORMATS_EXCERPT_H_
#define FSDPCHECK_REPORTS_FORMATS_EXCERPT_H_

#include <map>
#include <string>
#include <vector>

#include "reports/formats/paint.h"
#include "reports/model/finding.h"

namespace fsdpcheck::formats {

// The text of files by path, as in Report::sources.
using Sources = std::map<std::string, std::string>;

// Columns that line numbers take in the excerpt of `finding`; whatever belongs
// under the excerpt is indented by it.
int GutterWidth(const Finding& finding);

/// Draws the primary place of `finding` underlined with ^^^, then its related
/// places in the order of events underlined with --- and labelled "(1) ...".
///
/// An event at the primary place itself labels the ^^^. Places that follow in
/// the same file continue the excerpt; any other starts with `:::` and its
/// position. Lines longer than `width` (0: no limit) are cut around the place,
/// labels that do not fit beside it are wrapped below. A place whose source is
/// not in `sources` is only named.
std::string DrawExcerpt(const Finding& finding, const Sources& sources, const Painter& painter,
                        int width);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_EXCERPT_H_
