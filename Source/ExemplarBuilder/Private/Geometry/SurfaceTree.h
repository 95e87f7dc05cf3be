// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/EigenMap.h"

namespace Exemplar
{

/** The squared distance to a triangle, and the weights of its corners at the closest point (Ericson 2005, 5.1.5). */
EXEMPLARBUILDER_API double ClosestOnTriangle(const Eigen::Vector3d& P, const Eigen::Vector3d& A,
	const Eigen::Vector3d& B, const Eigen::Vector3d& C, std::array<double, 3>& Weights);

/**
 * Closest points on a surface that takes many poses: a tree of boxes whose branches come from one pose, and whose boxes
 * are fitted to any other in linear time. Copy it to have one per thread.
 */
class EXEMPLARBUILDER_API FSurfaceTree
{
public:
	/** Branches for these positions; boxes too. Triangles must outlive the tree, indices must be in range. */
	FSurfaceTree(std::span<const FDouble3> InPositions, std::span<const FTriangle> InTriangles);

	/** Fits the boxes to other positions, which must outlive the queries. */
	void Refit(std::span<const FDouble3> InPositions);

	/**
	 * The closest place, and its squared distance. If Where has a triangle, the search begins there: a good guess
	 * leaves little to search. On a surface without triangles the distance is infinite.
	 */
	double Find(const FDouble3& Point, FSurfaceCoordinate& Where) const;

private:
	struct FNode
	{
		std::array<float, 3> Low, High; // rounded outward
		uint32_t First = 0;             // of Order in a leaf, else the first of two children
		uint32_t Count = 0;             // of triangles in a leaf; 0: not a leaf
	};

	void Split(uint32_t Node, uint32_t First, uint32_t Count, std::span<const Eigen::Vector3f> Centers);
	void FitBoxes();

	std::span<const FDouble3> Positions;
	std::span<const FTriangle> Triangles;
	std::vector<uint32_t> Order;
	std::vector<FNode> Nodes; // children after their parents
};

} // namespace Exemplar
