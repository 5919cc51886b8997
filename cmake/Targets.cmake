# How targets of this project are made. Everything is a property of a target, never of a directory.

include(Layers)

# What every target compiled from our own sources has in common.
function(fsdpcheck_compile_options target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE FSDPCHECK_VERSION="${PROJECT_VERSION}")
  # Designated initialisers leave fields out on purpose.
  # The prefix map keeps the paths of the building machine out of the binary.
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-missing-field-initializers
    $<$<BOOL:${FSDPCHECK_WERROR}>:-Werror>
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
    -ffunction-sections -fdata-sections)
  target_link_options(${target} PRIVATE -Wl,--gc-sections)
endfunction()

# Links `target` of the calling folder to libraries of this project that layers.txt lets it use.
function(_fsdpcheck_link target scope)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  foreach(dep IN LISTS ARGN)
    if(NOT TARGET fsdpcheck_${dep})
      message(FATAL_ERROR " ${target}: there is no library ${dep} (yet)")
    endif()
    get_target_property(dep_folder fsdpcheck_${dep} FSDPCHECK_FOLDER)
    fsdpcheck_require_arrow("${folder}" "${dep_folder}")
    target_link_libraries(${target} ${scope} fsdpcheck::${dep})
  endforeach()
endfunction()

# fsdpcheck_library(name SOURCES a.cc ... DEPS reports ... EXTERNAL absl::strings ...)
#
# Makes the static library fsdpcheck_<name>, alias fsdpcheck::<name>, of the calling folder. DEPS are
# names of other libraries of this project; the configuration stops when layers.txt forbids one.
# EXTERNAL are imported targets. A folder with headers only may leave SOURCES out.
function(fsdpcheck_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPS;EXTERNAL")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR " fsdpcheck_library(${name}): unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(target fsdpcheck_${name})
  set(scope PUBLIC)
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    fsdpcheck_compile_options(${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(fsdpcheck::${name} ALIAS ${target})
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}")
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES FSDPCHECK_FOLDER "${folder}")
  _fsdpcheck_link(${target} ${scope} ${ARG_DEPS})
  target_link_libraries(${target} ${scope} ${ARG_EXTERNAL})
endfunction()

# fsdpcheck_program(name SOURCES main.cc DEPS cli ...)
#
# Makes the executable `name` in <build>/bin and installs it: as a command of the wheel when a wheel
# is built, else into <prefix>/bin.
function(fsdpcheck_program name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPS")
  add_executable(${name} ${ARG_SOURCES})
  fsdpcheck_compile_options(${name})
  _fsdpcheck_link(${name} PRIVATE ${ARG_DEPS})
  target_link_libraries(${name} PRIVATE fsdpcheck_allocator)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  if(SKBUILD)
    install(TARGETS ${name} RUNTIME DESTINATION "${SKBUILD_SCRIPTS_DIR}")
  else()
    include(GNUInstallDirs)
    install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endfunction()
