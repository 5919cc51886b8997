# Uses ccache where it is found. A launcher given by the user wins.

find_program(FSDPCHECK_CCACHE ccache)
mark_as_advanced(FSDPCHECK_CCACHE)
if(FSDPCHECK_CCACHE)
  # Relative paths let checkouts in different folders share results.
  set(_launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
                "${FSDPCHECK_CCACHE}")
  foreach(_language C CXX)
    if(NOT DEFINED CMAKE_${_language}_COMPILER_LAUNCHER)
      set(CMAKE_${_language}_COMPILER_LAUNCHER ${_launcher})
    endif()
  endforeach()
  unset(_launcher)
endif()
