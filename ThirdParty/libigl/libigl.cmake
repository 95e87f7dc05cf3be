# Copyright (c) 2026 Exemplar contributors. MIT license.
# libigl's headers, found in this order: EXEMPLAR_LIBIGL_DIR (variable or environment), a system copy, the copy that
# fetch.sh keeps beside this file, and else a download from upstream.
set(EXEMPLAR_LIBIGL_DIR "$ENV{EXEMPLAR_LIBIGL_DIR}" CACHE PATH "The folder that holds igl/")
find_path(EXEMPLAR_LIBIGL_INCLUDE igl/cotmatrix.h
    HINTS ${EXEMPLAR_LIBIGL_DIR} PATHS ${CMAKE_CURRENT_LIST_DIR}/fetched NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
if(NOT EXEMPLAR_LIBIGL_INCLUDE)
    include(FetchContent)
    FetchContent_Declare(libigl
        URL https://github.com/libigl/libigl/archive/refs/tags/v2.4.0.tar.gz
        DOWNLOAD_EXTRACT_TIMESTAMP ON
        SOURCE_SUBDIR headers-only)
    FetchContent_MakeAvailable(libigl)
    set(EXEMPLAR_LIBIGL_INCLUDE ${libigl_SOURCE_DIR}/include)
    # Everything below igl/copyleft is under the GPL and must not even be reachable.
    file(REMOVE_RECURSE ${EXEMPLAR_LIBIGL_INCLUDE}/igl/copyleft)
endif()
message(STATUS "libigl: ${EXEMPLAR_LIBIGL_INCLUDE}")

# Serial loops: the same bytes for any number of threads, and threads come from the executor alone.
add_library(Exemplar::libigl INTERFACE IMPORTED)
target_include_directories(Exemplar::libigl SYSTEM INTERFACE ${EXEMPLAR_LIBIGL_INCLUDE})
target_compile_definitions(Exemplar::libigl INTERFACE IGL_PARALLEL_FOR_FORCE_SERIAL)
target_link_libraries(Exemplar::libigl INTERFACE Exemplar::Eigen)
