// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Clips/Animation.h"
#include "Levels/LodStream.h"
#include "Levels/PoseEmbedding.h"
#include "Metrics/SurfaceDistance.h"

namespace Exemplar
{

/** How far a level is from the original, over all vertices of the original. */
struct FLevelError
{
	double Mean = 0.0;  // the largest L2,2 length: a root mean square over poses
	double Bound = 0.0; // the largest L2,inf length: no legal pose exceeds it
};

/**
 * Every vertex of the original against its own place on the level, the one that a walk over the level's surface finds
 * nearest in animation space: one place for all poses, so that a bound over all legal poses exists. Translations and
 * scales that the clips have keys for are legal, as in culling spheres. The embedding is that of the original's points.
 */
TResult<FLevelError> MeasureLevel(const FSkinnedMesh& Original, const FLodState& Level, const FPoseSamples& Poses,
	const FPoseEmbedding& Embedding, const FAnimation& Animation, IExecutor& Executor);

/** The original in the poses that levels are measured in, and the distance of levels from it. */
class FSurfaceMeter
{
public:
	FSurfaceMeter(const FSkinnedMesh& InOriginal, FPoseSamples InPoses, uint64_t InSeed, IExecutor& InExecutor);

	FSurfaceDistance Measure(const FLodState& Level) const;

private:
	const FSkinnedMesh& Original;
	FPoseSamples Poses;
	uint64_t Seed;
	IExecutor& Executor;
	std::vector<std::vector<FDouble3>> Posed;
};

} // namespace Exemplar
