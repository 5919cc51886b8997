// What a format needs to know beside the report itself.
#ifndef FSDPCHECK_REPORTS_FORMATS_RENDER_OPTIONS_H_
#define FSDPCHECK_REPORTS_FORMATS_RENDER_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "reports/model/path_base.h"
#include "reports/model/rule.h"

namespace fsdpcheck::formats {

// Nothing here is read from the surroundings: the caller gives terminal, time
// and folders, so the same report and options always give the same bytes.
struct RenderOptions {
  bool colour = false;           // text and concise: ANSI colours
  int width = 0;                 // text: columns of the terminal, 0 for no limit
  bool show_suppressed = false;  // text and concise: also findings that a comment suppresses
  bool statistics = false;       // text, concise and json: add counts per rule
  std::string tool_version;
  // sarif: the rules that were enabled, those without findings too.
  std::vector<const Rule*> rules;
  // sarif, github and gitlab name files relative to the root.
  PathBase base;
  // sarif: the exit code of this run and when it ran.
  int exit_code = 0;
  absl::Time start = absl::InfinitePast();  // InfinitePast: not written
  absl::Time end = absl::InfinitePast();
};

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_RENDER_OPTIONS_H_
