# libigl's headers, found in this order: EXEMPLAR_LIBIGL_DIR, a system copy, the copy that fetch.sh keeps beside this file.
set(EXEMPLAR_LIBIGL_DIR "" CACHE PATH "The folder that holds igl/")
find_path(EXEMPLAR_LIBIGL_INCLUDE igl/cotmatrix.h
    HINTS ${EXEMPLAR_LIBIGL_DIR} PATHS ${CMAKE_CURRENT_LIST_DIR}/fetched NO_CACHE REQUIRED)
add_library(Exemplar::libigl INTERFACE IMPORTED)
target_include_directories(Exemplar::libigl SYSTEM INTERFACE ${EXEMPLAR_LIBIGL_INCLUDE})
target_compile_definitions(Exemplar::libigl INTERFACE IGL_PARALLEL_FOR_FORCE_SERIAL)
target_link_libraries(Exemplar::libigl INTERFACE Exemplar::Eigen)
