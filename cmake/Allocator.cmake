# The target fsdpcheck_allocator: jemalloc for programs, linked statically. States of the analyzer
# are many small blocks that live shortly.
#
# Where there is no jemalloc, or a sanitizer brings an allocator of its own, it adds nothing.

add_library(fsdpcheck_allocator INTERFACE)
find_library(FSDPCHECK_LIB_jemalloc NAMES libjemalloc_pic.a)
mark_as_advanced(FSDPCHECK_LIB_jemalloc)
if(FSDPCHECK_LIB_jemalloc AND NOT "${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize")
  target_link_libraries(fsdpcheck_allocator INTERFACE
    "${FSDPCHECK_LIB_jemalloc}" Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
