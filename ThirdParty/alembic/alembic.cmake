# Copyright (c) 2026 Exemplar contributors. MIT license.
# Exemplar::alembic (Ogawa only, no HDF5), if its source and Imath are found.
exemplar_find_source(alembic CMakeLists.txt https://github.com/alembic/alembic/archive/refs/tags/1.8.9.tar.gz EXEMPLAR_ALEMBIC_SOURCE)
# Not by find_package: the package file of Debian 12 also asks for Imath's Python library, and fails without it.
find_path(EXEMPLAR_IMATH_INCLUDE ImathVec.h PATH_SUFFIXES Imath)
find_library(EXEMPLAR_IMATH_LIBRARY NAMES Imath Imath-3_1 Imath-3_2)
if(NOT EXEMPLAR_ALEMBIC_SOURCE OR NOT EXEMPLAR_IMATH_INCLUDE OR NOT EXEMPLAR_IMATH_LIBRARY)
    message(STATUS "No source of Alembic, or no Imath: Alembic files are not read, and their tests are skipped (Scripts/setup.sh gets both).")
    return()
endif()
file(STRINGS ${EXEMPLAR_ALEMBIC_SOURCE}/CMakeLists.txt LINE REGEX "^PROJECT\\(Alembic VERSION" LIMIT_COUNT 1)
string(REGEX REPLACE ".*VERSION ([0-9]+)\\.([0-9]+)\\.([0-9]+).*" "\\1;\\2;\\3" VERSION "${LINE}")
list(GET VERSION 0 PROJECT_VERSION_MAJOR)
list(GET VERSION 1 PROJECT_VERSION_MINOR)
list(GET VERSION 2 PROJECT_VERSION_PATCH)
configure_file(${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/Util/Config.h.in ${CMAKE_BINARY_DIR}/alembic/Alembic/Util/Config.h)
# What polygon meshes, subdivision surfaces and transforms need; cameras, lights and curves are named by `inspect`, not read.
file(GLOB ALEMBIC_FILES ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/Abc/*.cpp ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/AbcCoreAbstract/*.cpp
    ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/AbcCoreOgawa/*.cpp ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/Ogawa/*.cpp
    ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/Util/*.cpp)
foreach(NAME ArchiveBounds GeometryScope IFaceSet IPolyMesh ISubD IXform OFaceSet OPolyMesh OSubD OXform Visibility XformOp XformSample)
    list(APPEND ALEMBIC_FILES ${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/AbcGeom/${NAME}.cpp)
endforeach()
add_library(ExemplarAlembic STATIC ${ALEMBIC_FILES})
target_include_directories(ExemplarAlembic SYSTEM PUBLIC ${EXEMPLAR_ALEMBIC_SOURCE}/lib ${CMAKE_BINARY_DIR}/alembic
    ${EXEMPLAR_IMATH_INCLUDE})
target_link_libraries(ExemplarAlembic PUBLIC ${EXEMPLAR_IMATH_LIBRARY} Threads::Threads)
exemplar_optimize(ExemplarAlembic 1)
set_target_properties(ExemplarAlembic PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
target_compile_options(ExemplarAlembic PRIVATE -w)
set_source_files_properties(${EXEMPLAR_ALEMBIC_SOURCE}/lib/Alembic/Abc/OObject.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
add_library(Exemplar::alembic ALIAS ExemplarAlembic)
