// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

/** The only file that includes libigl (a lint checks it): few sources need it, and it is slow to compile. */
#include "Geometry/EigenLibrary.h"

#if defined(_MSC_VER) && !defined(__clang__)
#pragma warning(push, 0)
#pragma warning(disable : 4018 4100 4127 4189 4244 4267 4305 4456 4457 4458 4459 4701 4702 4996)
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

#include <igl/AABB.h>
#include <igl/cotmatrix.h>
#include <igl/massmatrix.h>

#if defined(_MSC_VER) && !defined(__clang__)
#pragma warning(pop)
#elif defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
