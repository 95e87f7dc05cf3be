// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Geometry/Mesh.h"
#include "Sample/ImplicitBody.h"

namespace Exemplar
{

/** The sample's surface and what mirrors what: Mirror[v] is the vertex at (-x, y, z), v itself in the middle. */
struct FSampleSurface
{
	FTriangleMesh Mesh;
	std::vector<int32_t> Mirror;
	double EdgeLength = 0.0; // of a side on the trunk, meters
};

/**
 * Polygonizes the body with about VertexCount vertices: closed, of genus zero, exactly symmetric, triangles nearly
 * equilateral. Coordinates are floats, so that files of any kind hold them exactly. The half x >= 0 comes first.
 */
TResult<FSampleSurface> BuildSampleSurface(const FImplicitBody& Body, size_t VertexCount, const FBuildContext& Context);

} // namespace Exemplar
