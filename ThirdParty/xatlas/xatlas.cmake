# Copyright (c) 2026 Exemplar contributors. MIT license.
# Exemplar::xatlas, if its source is found.
set(EXEMPLAR_XATLAS_DIR "$ENV{EXEMPLAR_XATLAS_DIR}" CACHE PATH "The folder that holds xatlas.cpp")
foreach(FOLDER "${EXEMPLAR_XATLAS_DIR}" ${CMAKE_CURRENT_LIST_DIR}/fetched)
    if(EXISTS "${FOLDER}/xatlas.cpp")
        add_library(ExemplarXatlas STATIC EXCLUDE_FROM_ALL "${FOLDER}/xatlas.cpp")
        set_source_files_properties("${FOLDER}/xatlas.cpp" PROPERTIES LANGUAGE CXX)
        target_include_directories(ExemplarXatlas SYSTEM PUBLIC "${FOLDER}")
        target_compile_options(ExemplarXatlas PRIVATE -w)
        exemplar_optimize(ExemplarXatlas 2)
        add_library(Exemplar::xatlas ALIAS ExemplarXatlas)
        break()
    endif()
endforeach()
