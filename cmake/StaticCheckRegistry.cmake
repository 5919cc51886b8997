# fsdpcheck_static_check_registry(result)
#
# Globs static/*.cc of the calling folder, one rule per file, and writes the source that collects
# them all. Sets `result` to the rule sources and the generated one. A file named <rule>.cc has to
# hold FSDPCHECK_STATIC_CHECK(<rule>, Class), which defines Make_<rule>().
function(fsdpcheck_static_check_registry result)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/static/*.cc")
  list(SORT sources)
  set(declarations "")
  set(calls "")
  foreach(source IN LISTS sources)
    get_filename_component(rule "${source}" NAME_WE)
    string(APPEND declarations "std::unique_ptr<StaticCheck> Make_${rule}();\n")
    string(APPEND calls "  checks.push_back(Make_${rule}());\n")
  endforeach()
  set(registry "${CMAKE_CURRENT_BINARY_DIR}/static_check_registry.cc")
  # Written only when it changes, so that a plain reconfiguration compiles nothing.
  file(CONFIGURE OUTPUT "${registry}" @ONLY CONTENT [[
// Generated from the file names in checks/static.
#include <algorithm>
#include <memory>
#include <vector>

#include "checks/static_check.h"

namespace fsdpcheck::checks {

@declarations@
std::vector<std::unique_ptr<StaticCheck>> AllStaticChecks() {
  std::vector<std::unique_ptr<StaticCheck>> checks;
@calls@  std::sort(checks.begin(), checks.end(),
            [](const auto& a, const auto& b) { return a->rule().id < b->rule().id; });
  return checks;
}

}  // namespace fsdpcheck::checks
]])
  set(${result} ${sources} "${registry}" PARENT_SCOPE)
endfunction()
