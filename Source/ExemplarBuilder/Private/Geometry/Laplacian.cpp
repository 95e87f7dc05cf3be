// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Laplacian.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/IglLibrary.h"

#include <algorithm>

namespace Exemplar
{

std::vector<FTriangle> TrianglesWithArea(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	std::vector<FTriangle> Kept;
	Kept.reserve(Triangles.size());
	for (const FTriangle& Triangle : Triangles)
	{
		const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(Triangle[0])]);
		const Eigen::Vector3d B = AsVector(Positions[static_cast<size_t>(Triangle[1])]);
		const Eigen::Vector3d C = AsVector(Positions[static_cast<size_t>(Triangle[2])]);
		const double Longest2 = (std::max)({(B - A).squaredNorm(), (C - B).squaredNorm(), (A - C).squaredNorm()});
		if ((B - A).cross(C - A).norm() > 1e-9 * Longest2)
		{
			Kept.push_back(Triangle);
		}
	}
	return Kept;
}

FSparseMatrix CotangentLaplacian(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	const FSparseMatrix Empty(static_cast<Eigen::Index>(Positions.size()), static_cast<Eigen::Index>(Positions.size()));
	const std::vector<FTriangle> Kept = TrianglesWithArea(Positions, Triangles);
	if (Kept.empty())
	{
		return Empty;
	}
	FSparseMatrix Laplacian;
	igl::cotmatrix(AsMatrix(Positions), AsMatrix(std::span<const FTriangle>(Kept)), Laplacian);
	return -Laplacian;
}

FSparseMatrix LumpedMass(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	const FSparseMatrix Empty(static_cast<Eigen::Index>(Positions.size()), static_cast<Eigen::Index>(Positions.size()));
	const std::vector<FTriangle> Kept = TrianglesWithArea(Positions, Triangles);
	if (Kept.empty())
	{
		return Empty;
	}
	FSparseMatrix Mass;
	igl::massmatrix(
		AsMatrix(Positions), AsMatrix(std::span<const FTriangle>(Kept)), igl::MASSMATRIX_TYPE_VORONOI, Mass);
	return Mass;
}

} // namespace Exemplar
