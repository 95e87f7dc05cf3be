// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenMap.h"

#include <span>

namespace Exemplar
{

/**
 * Winding numbers of a surface with holes: near one inside, near zero outside (Jacobson et al. 2013). Triangles far
 * away count as dipoles (Barill et al. 2018), so that a query takes logarithmic time. Queries are safe from several
 * threads.
 */
class FWindingTree
{
public:
	/** Positions and triangles must outlive the tree. */
	FWindingTree(std::span<const FDouble3> InPositions, std::span<const FTriangle> InTriangles);

	double At(const Eigen::Vector3d& Place) const;

private:
	struct FNode
	{
		Eigen::Vector3d Center{0.0, 0.0, 0.0}; // of area
		Eigen::Vector3d Normal{0.0, 0.0, 0.0}; // sum of areas times normals
		double Radius = 0.0;
		uint32_t First = 0; // of Order in a leaf, else the first of two children
		uint32_t Count = 0; // of triangles in a leaf; 0: not a leaf
	};

	void Split(uint32_t Node, uint32_t First, uint32_t Count);
	double SolidAngle(uint32_t Triangle, const Eigen::Vector3d& Place) const;

	std::span<const FDouble3> Positions;
	std::span<const FTriangle> Triangles;
	std::vector<Eigen::Vector3d> Centers;
	std::vector<uint32_t> Order;
	std::vector<FNode> Nodes;
};

} // namespace Exemplar
