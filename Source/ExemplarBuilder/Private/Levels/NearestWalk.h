// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Adjacency.h"
#include "Geometry/ClosestPoint.h"
#include "Levels/LodStream.h"
#include "Levels/PoseEmbedding.h"

namespace Exemplar
{

/**
 * One place on a level for all poses: walks over its surface, from the triangles around a vertex, to where a row of the
 * embedding is nearest.
 */
class FNearestWalk
{
public:
	FNearestWalk(const FLodState& InLevel, const FPoseEmbedding& Embedding);

	/** The triangle is -1 where the vertex has none. */
	FSurfaceCoordinate Find(const float* Row, size_t Start) const;

private:
	bool Visit(const float* Row, std::span<const int32_t> Fan, double& Best, FSurfaceCoordinate& Out) const;

	const FLodState& Level;
	size_t Size;
	std::vector<float> Rows;
	FMeshAdjacency Adjacency;
};

} // namespace Exemplar
