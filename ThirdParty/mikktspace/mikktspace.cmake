# Copyright (c) 2026 Exemplar contributors. MIT license.
# Exemplar::mikktspace, if its source is found.
set(EXEMPLAR_MIKKTSPACE_DIR "$ENV{EXEMPLAR_MIKKTSPACE_DIR}" CACHE PATH "The folder that holds mikktspace.c")
foreach(FOLDER "${EXEMPLAR_MIKKTSPACE_DIR}" ${CMAKE_CURRENT_LIST_DIR}/fetched)
    if(EXISTS "${FOLDER}/mikktspace.c")
        add_library(ExemplarMikktspace STATIC EXCLUDE_FROM_ALL "${FOLDER}/mikktspace.c")
        set_source_files_properties("${FOLDER}/mikktspace.c" PROPERTIES LANGUAGE CXX)
        target_include_directories(ExemplarMikktspace SYSTEM PUBLIC "${FOLDER}")
        target_compile_options(ExemplarMikktspace PRIVATE -w)
        exemplar_optimize(ExemplarMikktspace 2)
        add_library(Exemplar::mikktspace ALIAS ExemplarMikktspace)
        break()
    endif()
endforeach()
