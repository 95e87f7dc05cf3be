// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: plain value types of meshes, shared by all stages.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace Exemplar
{

/** The builder computes in double. Plain data; algorithms map arrays of it to Eigen (Private/Geometry/EigenMap.h). */
struct FDouble2
{
	double X = 0.0, Y = 0.0;
	bool operator==(const FDouble2&) const = default;
};

struct FDouble3
{
	double X = 0.0, Y = 0.0, Z = 0.0;
	bool operator==(const FDouble3&) const = default;
};

/** A homogeneous point or, with W = 0, a vector; animation space has blocks of any weight W. */
struct FDouble4
{
	double X = 0.0, Y = 0.0, Z = 0.0, W = 0.0;
	bool operator==(const FDouble4&) const = default;
};

/** Three vertex indices, counter-clockwise seen from outside. */
using FTriangle = std::array<int32_t, 3>;

struct FTriangleMesh
{
	std::vector<FDouble3> Positions;
	std::vector<FTriangle> Triangles;
	bool operator==(const FTriangleMesh&) const = default;
};

} // namespace Exemplar
