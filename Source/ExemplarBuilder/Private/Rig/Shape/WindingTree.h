// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/**
 * Winding numbers of a triangle mesh of any kind - open, in pieces, a soup - at many points (Barill et al. 2018, "Fast
 * winding numbers for soups and clouds"): far clusters of triangles count as one dipole each.
 */
class FWindingTree
{
public:
	/** Indices must be in range. Mesh must outlive the tree. */
	explicit FWindingTree(const FTriangleMesh& InMesh);

	/** One inside, zero outside, in between near openings. */
	double At(const FDouble3& Point) const;

private:
	struct FNode
	{
		FDouble3 Center;     // of area
		FDouble3 AreaNormal; // sum of the triangles' area vectors
		double Radius = 0.0; // of a ball about Center that holds the triangles
		uint32_t First = 0;  // of Order in a leaf, else the first of two children
		uint32_t Count = 0;  // triangles in a leaf; 0: not a leaf
	};
	void Split(uint32_t Node, uint32_t First, uint32_t Count, std::vector<FDouble3>& Centers);

	const FTriangleMesh& Mesh;
	std::vector<uint32_t> Order;
	std::vector<FNode> Nodes;
};

} // namespace Exemplar
