# The targets tree_sitter (the parser library) and tree_sitter_python (the grammar), both static.

include(LockedSource)
find_package(PkgConfig QUIET)

# Sets `result` to TRUE and makes `target` when the system has a static `library` of at least
# `version`. Without the archive a system copy is no use: installed programs link statically.
function(_fsdpcheck_system_library target module version library result)
  set(${result} FALSE PARENT_SCOPE)
  if(NOT PkgConfig_FOUND)
    return()
  endif()
  pkg_check_modules(FSDPCHECK_PC_${target} QUIET "${module}>=${version}")
  if(NOT FSDPCHECK_PC_${target}_FOUND)
    return()
  endif()
  pkg_get_variable(libdir ${module} libdir)
  find_library(FSDPCHECK_LIB_${target} NAMES ${library} HINTS "${libdir}")
  mark_as_advanced(FSDPCHECK_LIB_${target})
  if(NOT FSDPCHECK_LIB_${target})
    return()
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${FSDPCHECK_PC_${target}_INCLUDE_DIRS})
  target_link_libraries(${target} INTERFACE "${FSDPCHECK_LIB_${target}}")
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# Compiles C sources that are not ours: optimised whatever the build type, since an unoptimised
# parser makes debug tests slow, and without our warnings.
function(_fsdpcheck_foreign_library target)
  add_library(${target} STATIC ${ARGN})
  target_compile_features(${target} PRIVATE c_std_11)
  target_compile_options(${target} PRIVATE
    -w -O2 -ffunction-sections -fdata-sections -ffile-prefix-map=${PROJECT_BINARY_DIR}/=)
  set_target_properties(${target} PROPERTIES C_CLANG_TIDY "" POSITION_INDEPENDENT_CODE ON)
endfunction()

# Sets `result` to the external tokens of a generated parser, in order.
function(_fsdpcheck_external_tokens parser result)
  file(STRINGS "${parser}" tokens REGEX "^  ts_external_token_[A-Za-z_]+ = [0-9]+,$")
  set(${result} "${tokens}" PARENT_SCOPE)
endfunction()

_fsdpcheck_system_library(tree_sitter tree-sitter 0.25 libtree-sitter.a _found)
if(NOT _found)
  fsdpcheck_locked_source(tree-sitter 0.26.1 _source)
  _fsdpcheck_foreign_library(tree_sitter "${_source}/tree_sitter/core/lib/src/lib.c")
  target_include_directories(tree_sitter
    PRIVATE "${_source}/tree_sitter/core/lib/src"
    SYSTEM PUBLIC "${_source}/tree_sitter/core/lib/include")
  target_compile_definitions(tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
endif()

_fsdpcheck_system_library(tree_sitter_python tree-sitter-python 0.25 libtree-sitter-python.a _found)
if(NOT _found)
  fsdpcheck_locked_source(tree-sitter-python 0.25.0 _source)
  fsdpcheck_locked_source(tree-sitter-python 0.23.6 _scanner_source)
  # Parser and scanner exchange external tokens by number. The scanner fits the parser of its own
  # release, so it fits the newer one if both list the same tokens in the same order.
  _fsdpcheck_external_tokens("${_source}/src/parser.c" _tokens)
  _fsdpcheck_external_tokens("${_scanner_source}/src/parser.c" _scanner_tokens)
  if(_tokens STREQUAL "" OR NOT _tokens STREQUAL _scanner_tokens)
    message(FATAL_ERROR " the tree-sitter-python releases of cmake/deps.lock do not fit: parser has [${_tokens}], scanner has [${_scanner_tokens}]")
  endif()
  _fsdpcheck_foreign_library(tree_sitter_python
    "${_source}/src/parser.c" "${_scanner_source}/src/scanner.c")
  target_include_directories(tree_sitter_python PRIVATE "${_source}/src")
endif()
unset(_found)
