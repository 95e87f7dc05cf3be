// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenMap.h"

#include <array>

namespace Exemplar
{

/** A grid of values, negative inside; a value that is not a number is unknown. */
struct FValueGrid
{
	Eigen::Vector3d Low{0.0, 0.0, 0.0};
	double Cell = 1.0;
	std::array<int, 3> Sizes{}; // of corners
	std::vector<float> Values;

	size_t IndexOf(int X, int Y, int Z) const
	{
		return (static_cast<size_t>(Z) * static_cast<size_t>(Sizes[1]) + static_cast<size_t>(Y)) *
			static_cast<size_t>(Sizes[0]) +
			static_cast<size_t>(X);
	}
	Eigen::Vector3d PlaceOf(int X, int Y, int Z) const { return Low + Cell * Eigen::Vector3d(X, Y, Z); }
};

/** The surface where values change sign, by marching tetrahedra (Doi & Koide 1991): an oriented manifold. Cells with an
 * unknown corner are left out, so that the surface ends there. */
FTriangleMesh ExtractGridSurface(const FValueGrid& Grid);

} // namespace Exemplar
