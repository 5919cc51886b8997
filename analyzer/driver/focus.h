// Leaves out of a slice what cannot matter to the files that are reported.
#ifndef FSDPCHECK_ANALYZER_DRIVER_FOCUS_H_
#define FSDPCHECK_ANALYZER_DRIVER_FOCUS_H_

#include <vector>

#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"

namespace fsdpcheck::analyzer {

/// Drops the entries of files that import no reported file, directly or through
/// others. `reported` tells for each FileId whether the file is reported.
///
/// No finding is lost: a place in a reported file is reached from that file, or
/// by calls that begin in a file which imports it in some number of steps. The
/// callers of whatever stays stay too, so the rest is interpreted as before.
Slice FocusSlice(const Project& project, Slice slice, const std::vector<bool>& reported);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_FOCUS_H_
