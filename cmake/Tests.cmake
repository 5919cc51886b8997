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

# fsdpcheck_fuzz_target(name SEEDS folder [ROUNDS number] DEPS analyzer ...)
#
# Makes a program of fuzz/<name>.cc, which defines LLVMFuzzerTestOneInput. Under clang (preset fuzz) it
# is a libFuzzer program, and its test runs it for a minute; under another compiler it runs on the
# seeds and on ROUNDS damaged copies of them.
function(fsdpcheck_fuzz_target name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SEEDS;ROUNDS" "DEPS")
  set(seeds "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_SEEDS}")
  set(folder "${PROJECT_BINARY_DIR}/fuzz/${name}")
  file(MAKE_DIRECTORY "${folder}/found")
  add_executable(${name} "fuzz/${name}.cc")
  fsdpcheck_compile_options(${name})
  _fsdpcheck_link(${name} PRIVATE ${ARG_DEPS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set(arguments -max_total_time=60 -timeout=10 found "${seeds}")
  else()
    target_sources(${name} PRIVATE fuzz/standalone_main.cc)
    set(arguments ${ARG_ROUNDS} "${seeds}")
  endif()
  add_test(NAME fuzz.${name} COMMAND ${name} ${arguments} WORKING_DIRECTORY "${folder}")
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 600)
endfunction()
