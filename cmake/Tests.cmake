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

# What Python tests find in their environment.
set(FSDPCHECK_TEST_ENVIRONMENT
  "FSDPCHECK_BINARY=${PROJECT_BINARY_DIR}/bin/fsdpcheck"
  "FSDPCHECK_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
  "FSDPCHECK_BUILD_DIR=${PROJECT_BINARY_DIR}"
  "PYTHONDONTWRITEBYTECODE=1")

# fsdpcheck_python_tests(folder [TIMEOUT seconds] [LABELS label ...])
#
# Registers every <folder>/test_*.py as one test, which runs it under unittest inside its folder.
# Folders below hold data. A test finds the program in FSDPCHECK_BINARY, the checkout in
# FSDPCHECK_SOURCE_DIR and the build folder in FSDPCHECK_BUILD_DIR.
function(fsdpcheck_python_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "LABELS")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/test_*.py")
  foreach(source IN LISTS sources)
    get_filename_component(module "${source}" NAME_WE)
    set(test "${folder}.${module}")
    add_test(NAME ${test}
             COMMAND "${Python3_EXECUTABLE}" -m unittest -v ${module}
             WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
    set_tests_properties(${test} PROPERTIES
      LABELS "${folder};${ARG_LABELS}"
      TIMEOUT ${ARG_TIMEOUT}
      ENVIRONMENT "${FSDPCHECK_TEST_ENVIRONMENT}")
  endforeach()
endfunction()

# fsdpcheck_truth_test()
#
# Registers one test that runs the bad and the good form of every rule in truth/ on real PyTorch: one
# process, since importing PyTorch costs more than all the forms. Without PyTorch it is skipped.
function(fsdpcheck_truth_test)
  add_test(NAME truth.rules
           COMMAND "${Python3_EXECUTABLE}" torch_python.py truth/run.py
           WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(truth.rules PROPERTIES
    LABELS truth
    TIMEOUT 900
    PROCESSORS 2
    SKIP_RETURN_CODE 77
    ENVIRONMENT "${FSDPCHECK_TEST_ENVIRONMENT}")
endfunction()

# fsdpcheck_header_test(folder ...)
#
# Registers a test that compiles every header of the folders alone. It builds when it runs, so that
# a header somebody is in the middle of does not stop other builds.
function(fsdpcheck_header_test)
  set(sources "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
         "${PROJECT_SOURCE_DIR}/${folder}/*.h")
    foreach(header IN LISTS headers)
      set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cc")
      # Twice, so that a missing include guard shows.
      file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
      list(APPEND sources "${source}")
    endforeach()
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(header_checks OBJECT EXCLUDE_FROM_ALL ${sources})
  fsdpcheck_compile_options(header_checks)
  list(TRANSFORM ARGN PREPEND fsdpcheck::)
  target_link_libraries(header_checks PRIVATE ${ARGN})
  set_target_properties(header_checks PROPERTIES CXX_CLANG_TIDY "")
  add_test(NAME repo.headers_compile_alone
           COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}" --target header_checks)
  set_tests_properties(repo.headers_compile_alone PROPERTIES LABELS repo TIMEOUT 900)
endfunction()

# fsdpcheck_fuzz_targets(DEPS analyzer ...)
#
# Makes a program of every fuzz/*_fuzz.cc, which defines LLVMFuzzerTestOneInput. Under clang
# (preset fuzz) it is a libFuzzer program, and the test runs it for half a minute; under another
# compiler fuzz/standalone_main.cc feeds it the seeds and damaged copies of them.
function(fsdpcheck_fuzz_targets)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "DEPS")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/*_fuzz.cc")
  foreach(source IN LISTS sources)
    get_filename_component(target "${source}" NAME_WE)
    set(seeds "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/seeds/${target}")
    add_executable(${target} "${source}")
    fsdpcheck_compile_options(${target})
    _fsdpcheck_link(${target} PRIVATE ${ARG_DEPS})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      set(found "${PROJECT_BINARY_DIR}/fuzz/${target}")
      file(MAKE_DIRECTORY "${found}")
      add_test(NAME fuzz.${target}
               COMMAND ${target} -max_total_time=30 -timeout=10 "${found}" "${seeds}"
               WORKING_DIRECTORY "${found}")
    else()
      target_sources(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/standalone_main.cc")
      add_test(NAME fuzz.${target} COMMAND ${target} "${seeds}")
    endif()
    set_tests_properties(fuzz.${target} PROPERTIES LABELS fuzz TIMEOUT 300)
  endforeach()
endfunction()
