// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/Mesh.h"

#include <functional>
#include <vector>

namespace Exemplar
{

/** The surface that the remesher stays on. Both functions must be safe to call from several threads. */
struct FRemeshSurface
{
	/** The nearest point on the surface, for points that are already close. */
	std::function<Eigen::Vector3d(const Eigen::Vector3d&)> Project;

	/** The desired edge length at a point. */
	std::function<double(const Eigen::Vector3d&)> EdgeLength;
};

/**
 * Makes triangles nearly equilateral and as large as asked (Botsch & Kobbelt 2004, "A remeshing approach to
 * multiresolution modeling"): splits long sides, collapses short ones, flips sides toward valence six, relaxes
 * vertices in the tangent plane and projects them. The boundary, if there is one, must lie in the plane x = 0 and stays
 * in it. The mesh must be an oriented manifold; its topology does not change. One thread decides, many project: the
 * same bytes for any number of threads.
 */
FTriangleMesh RemeshSurface(
	const FTriangleMesh& Mesh, const FRemeshSurface& Surface, int Iterations, IExecutor& Executor);

} // namespace Exemplar
