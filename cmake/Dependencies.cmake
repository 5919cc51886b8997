# Libraries that come from the system. All that is missing is named at once, in one line.

# fsdpcheck_need_package(package minimum_version debian_package)
macro(fsdpcheck_need_package package version debian)
  if("${version}" STREQUAL "")
    find_package(${package} CONFIG QUIET)
  else()
    find_package(${package} ${version} CONFIG QUIET)
  endif()
  if(NOT ${package}_FOUND)
    list(APPEND FSDPCHECK_MISSING "${debian}")
  endif()
endmacro()

set(FSDPCHECK_MISSING "")
fsdpcheck_need_package(absl 20220623 libabsl-dev)
fsdpcheck_need_package(CLI11 2.1 libcli11-dev)
fsdpcheck_need_package(nlohmann_json 3.11 nlohmann-json3-dev)
fsdpcheck_need_package(tomlplusplus 3.3 libtomlplusplus-dev)
if(FSDPCHECK_BUILD_TESTS)
  fsdpcheck_need_package(GTest 1.12 libgtest-dev)
endif()
if(FSDPCHECK_MISSING)
  list(JOIN FSDPCHECK_MISSING " " FSDPCHECK_MISSING)
  message(FATAL_ERROR " fsdpcheck needs packages that are not installed; on Debian or Ubuntu: apt-get install ${FSDPCHECK_MISSING}")
endif()
include(StaticAbseil)
find_package(Threads REQUIRED)

# Distributions build toml++ as a shared library, which an installed program must not need: only its
# headers are used.
add_library(tomlplusplus_headers INTERFACE)
get_target_property(_include tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(tomlplusplus_headers SYSTEM INTERFACE "${_include}")
target_compile_definitions(tomlplusplus_headers INTERFACE TOML_HEADER_ONLY=1)
unset(_include)

include(TreeSitter)
include(Allocator)
