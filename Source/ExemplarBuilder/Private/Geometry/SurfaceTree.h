// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Geometry/Mesh.h"

#include <array>
#include <memory>
#include <span>

namespace Exemplar
{

struct FSurfaceHit
{
	size_t Triangle = 0;
	std::array<double, 3> Shares{}; // barycentric: not negative, sum one
	double SquaredDistance = 0.0;
};

/** Answers which point of a triangle mesh is nearest (libigl's bounding-box tree). Thread-safe once made. */
class FSurfaceTree
{
public:
	/** Mesh must have a triangle and outlive the tree. */
	explicit FSurfaceTree(const FTriangleMesh& Mesh);
	~FSurfaceTree();
	FSurfaceTree(const FSurfaceTree&) = delete;
	FSurfaceTree& operator=(const FSurfaceTree&) = delete;

	FSurfaceHit FindNearest(const FDouble3& Point) const;

private:
	struct FTree;
	std::unique_ptr<const FTree> Tree;
};

} // namespace Exemplar
