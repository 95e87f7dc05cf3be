# Copyright (c) 2026 Exemplar contributors. MIT license.
# Exemplar::ufbx, if its source is found.
exemplar_find_source(ufbx ufbx.c https://github.com/ufbx/ufbx/archive/refs/tags/v0.20.0.tar.gz EXEMPLAR_UFBX_SOURCE)
if(NOT EXEMPLAR_UFBX_SOURCE)
    message(STATUS "No source of ufbx: FBX files are not read, and their tests are skipped (Scripts/setup.sh fetches it).")
    return()
endif()
add_library(ExemplarUfbx STATIC ${EXEMPLAR_UFBX_SOURCE}/ufbx.c)
set_source_files_properties(${EXEMPLAR_UFBX_SOURCE}/ufbx.c PROPERTIES LANGUAGE CXX) # it compiles as either
target_include_directories(ExemplarUfbx SYSTEM PUBLIC ${EXEMPLAR_UFBX_SOURCE})
target_compile_options(ExemplarUfbx PRIVATE -w)
target_compile_definitions(ExemplarUfbx PRIVATE UFBX_NO_FORMAT_OBJ UFBX_NO_SUBDIVISION UFBX_NO_TESSELLATION)
exemplar_optimize(ExemplarUfbx 2)
add_library(Exemplar::ufbx ALIAS ExemplarUfbx)
