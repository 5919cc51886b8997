# How tests are added. Test folders are globbed: a new test is a new file.

include(GoogleTest)

# fsdpcheck_unit_tests(folder DEPS reports ...)
#
# Makes the program unit_<folder> of every unit/<folder>/**/*_test.cc and registers its tests.
# Other sources in that folder are helpers of these tests. Without any file there is no program.
function(fsdpcheck_unit_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/unit/${folder}/*.cc")
  if(NOT sources)
    return()
  endif()
  set(program unit_${folder})
  add_executable(${program} ${sources})
  fsdpcheck_compile_options(${program})
  _fsdpcheck_link(${program} PRIVATE ${ARG_DEPS})
  target_link_libraries(${program} PRIVATE GTest::gtest_main)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${program} TEST_PREFIX "unit." DISCOVERY_MODE PRE_TEST
                       PROPERTIES LABELS unit TIMEOUT 60)
endfunction()

# fsdpcheck_python_tests(folder [TIMEOUT seconds] [LABELS label ...])
#
# Registers every <folder>/**/test_*.py as one test that runs it under unittest. A test finds the
# program in FSDPCHECK_BINARY, the checkout in FSDPCHECK_SOURCE_DIR and the build folder in
# FSDPCHECK_BUILD_DIR.
function(fsdpcheck_python_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "LABELS")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
       "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/test_*.py")
  foreach(source IN LISTS sources)
    string(REGEX REPLACE "\\.py$" "" test "${source}")
    string(REPLACE "/" "." test "${test}")
    add_test(NAME ${test}
             COMMAND "${Python3_EXECUTABLE}" -B -m unittest -v ${test}
             WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties(${test} PROPERTIES
      LABELS "${folder};${ARG_LABELS}"
      TIMEOUT ${ARG_TIMEOUT}
      ENVIRONMENT "FSDPCHECK_BINARY=${PROJECT_BINARY_DIR}/bin/fsdpcheck;FSDPCHECK_SOURCE_DIR=${PROJECT_SOURCE_DIR};FSDPCHECK_BUILD_DIR=${PROJECT_BINARY_DIR}")
  endforeach()
endfunction()
