# Copyright (c) 2026 Exemplar contributors. MIT license.
# Eigen with the defines that Unreal's own copy is compiled with, so that both builds see the same library.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
add_library(Exemplar::Eigen INTERFACE IMPORTED)
target_link_libraries(Exemplar::Eigen INTERFACE Eigen3::Eigen)
target_compile_definitions(Exemplar::Eigen INTERFACE
    EIGEN_MPL2_ONLY EIGEN_USE_THREADS EIGEN_HAS_C99_MATH EIGEN_HAS_CONSTEXPR EIGEN_HAS_VARIADIC_TEMPLATES
    EIGEN_HAS_CXX11_MATH EIGEN_HAS_CXX11_ATOMIC EIGEN_STRONG_INLINE=inline)
