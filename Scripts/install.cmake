# Copyright (c) 2026 Exemplar contributors. MIT license.
# What `cmake --install build/release --prefix FOLDER` installs: public headers and static libraries of the engine-free modules,
# the package for find_package(Exemplar), and the command line.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(EXEMPLAR_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Exemplar)
set(EXEMPLAR_MODULES ExemplarCore)
if(EXEMPLAR_BUILDER)
    list(APPEND EXEMPLAR_MODULES ExemplarBuilder)
endif()
install(TARGETS ${EXEMPLAR_MODULES} EXPORT ExemplarTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(MODULE ${EXEMPLAR_MODULES})
    install(DIRECTORY Source/${MODULE}/Public/ DESTINATION include/Exemplar/${MODULE} FILES_MATCHING PATTERN *.h)
endforeach()
install(EXPORT ExemplarTargets NAMESPACE Exemplar:: DESTINATION ${EXEMPLAR_PACKAGE_FOLDER})
file(WRITE ${CMAKE_BINARY_DIR}/ExemplarConfig.cmake [[
include(CMakeFindDependencyMacro)
find_dependency(Threads)
# Headers in private files of ExemplarBuilder: its users do not need them.
foreach(library Eigen libigl)
    if(NOT TARGET Exemplar::${library})
        add_library(Exemplar::${library} INTERFACE IMPORTED)
    endif()
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/ExemplarTargets.cmake)
]])
# Before 1.0.0 every minor version may change the interface.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ExemplarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ExemplarConfig.cmake ${CMAKE_BINARY_DIR}/ExemplarConfigVersion.cmake DESTINATION ${EXEMPLAR_PACKAGE_FOLDER})
if(TARGET exemplar)
    install(TARGETS exemplar RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/exemplar)
