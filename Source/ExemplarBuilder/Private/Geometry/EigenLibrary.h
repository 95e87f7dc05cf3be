// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

/**
 * The only file that includes Eigen (a lint checks it). Unreal treats warnings as errors, and Eigen's headers raise
 * some at Unreal's warning level, so they are silenced here for the compilers that Unreal uses.
 */
#if defined(_MSC_VER) && !defined(__clang__)
#pragma warning(push, 0)
#pragma warning( \
	disable : 4127 4244 4305 4456 4457 4458 4459 4464 4582 4583 4668 4701 4702 4800 4996 5054 6255 6294 6326)
#elif defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#elif defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#if defined(_MSC_VER) && !defined(__clang__)
#pragma warning(pop)
#elif defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
