# Source packages that are compiled in, pinned in deps.lock.

set(FSDPCHECK_DEPS_DIR "$ENV{FSDPCHECK_DEPS_DIR}" CACHE PATH
    "Folder that is searched, by hash, for the source packages of cmake/deps.lock")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/deps.lock")
set(_fsdpcheck_lock "${CMAKE_CURRENT_LIST_DIR}/deps.lock")

# The cache does not depend on the build folder, so that only the first build needs a package index.
function(_fsdpcheck_deps_cache result)
  if(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(${result} "$ENV{XDG_CACHE_HOME}/fsdpcheck/deps" PARENT_SCOPE)
  elseif(NOT "$ENV{HOME}" STREQUAL "")
    set(${result} "$ENV{HOME}/.cache/fsdpcheck/deps" PARENT_SCOPE)
  else()
    set(${result} "${PROJECT_BINARY_DIR}/deps" PARENT_SCOPE)
  endif()
endfunction()

# Sets `result` to a file of `folder` whose SHA-256 is `hash`, else to nothing.
function(_fsdpcheck_find_by_hash folder hash result)
  set(${result} "" PARENT_SCOPE)
  if(NOT IS_DIRECTORY "${folder}")
    return()
  endif()
  file(GLOB candidates "${folder}/*.tar.gz")
  foreach(candidate IN LISTS candidates)
    file(SHA256 "${candidate}" found)
    if(found STREQUAL hash)
      set(${result} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Asks pip, which knows the user's index, proxy and certificates, for one source package.
function(_fsdpcheck_pip_download name version hash folder)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  find_program(FSDPCHECK_PATH_PYTHON python3)
  mark_as_advanced(FSDPCHECK_PATH_PYTHON)
  file(MAKE_DIRECTORY "${folder}")
  set(requirements "${PROJECT_BINARY_DIR}/${name}-${version}.requirements.txt")
  file(WRITE "${requirements}" "${name}==${version} --hash=sha256:${hash}\n")
  # -I steps out of the isolated environment of a wheel build, which hides pip; without -I, a pip
  # that was put into that environment is found.
  set(pythons ${Python3_EXECUTABLE} ${FSDPCHECK_PATH_PYTHON})
  list(REMOVE_DUPLICATES pythons)
  foreach(python IN LISTS pythons)
    foreach(isolation "-I" "")
      execute_process(COMMAND "${python}" ${isolation} -m pip --version
                      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(failed)
        continue()
      endif()
      message(STATUS "Getting ${name} ${version} from the Python package index")
      execute_process(
        COMMAND "${python}" ${isolation} -m pip download --quiet --disable-pip-version-check
                --no-deps --no-binary :all: --require-hashes --dest "${folder}" -r "${requirements}"
        RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
      if(NOT failed)
        return()
      endif()
      file(WRITE "${PROJECT_BINARY_DIR}/${name}-${version}.pip.log" "${log}")
    endforeach()
  endforeach()
endfunction()

# fsdpcheck_locked_source(name version result)
#
# Sets `result` to the folder that holds the unpacked source package, wherever it came from: the
# folder FSDPCHECK_DEPS_DIR, the user's cache, or the Python package index.
function(fsdpcheck_locked_source name version result)
  file(STRINGS "${_fsdpcheck_lock}" row REGEX "^${name} +${version} ")
  string(REGEX MATCH "([^ ]+\\.tar\\.gz) +([0-9a-f]+)$" _ "${row}")
  set(file "${CMAKE_MATCH_1}")
  set(hash "${CMAKE_MATCH_2}")
  if(hash STREQUAL "")
    message(FATAL_ERROR " cmake/deps.lock has no row for ${name} ${version}")
  endif()

  set(unpacked "${PROJECT_BINARY_DIR}/deps/${hash}")
  if(NOT EXISTS "${unpacked}/done")
    _fsdpcheck_deps_cache(cache)
    _fsdpcheck_find_by_hash("${FSDPCHECK_DEPS_DIR}" "${hash}" archive)
    if(archive STREQUAL "")
      _fsdpcheck_find_by_hash("${cache}" "${hash}" archive)
    endif()
    if(archive STREQUAL "")
      _fsdpcheck_pip_download("${name}" "${version}" "${hash}" "${cache}")
      _fsdpcheck_find_by_hash("${cache}" "${hash}" archive)
    endif()
    if(archive STREQUAL "")
      message(FATAL_ERROR " ${name} ${version} cannot be had: install pip (python3-pip) with access to a package index, or put ${file} into FSDPCHECK_DEPS_DIR")
    endif()
    file(REMOVE_RECURSE "${unpacked}")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${unpacked}")
    file(TOUCH "${unpacked}/done")
  endif()
  string(REPLACE ".tar.gz" "" folder "${file}")
  set(${result} "${unpacked}/${folder}" PARENT_SCOPE)
endfunction()
