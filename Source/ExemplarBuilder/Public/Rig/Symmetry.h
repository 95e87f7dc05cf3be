// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Rig/Rig.h"

namespace Exemplar
{

/**
 * The mirror symmetry of a rest mesh: its plane, n.p = Offset, and where every point's mirror image lies on the
 * surface, as three points and their shares. The tessellation may differ between the sides.
 */
struct FMirror
{
	FDouble3 Normal{1.0, 0.0, 0.0}; // unit
	double Offset = 0.0;
	std::vector<std::array<uint32_t, 3>> Points;
	std::vector<std::array<double, 3>> Shares;
	std::vector<uint32_t> Faces; // the face that the mirror image of each face's centroid lies on
	double Error = 0.0;          // RMS distance of mirror images from the surface, % of the rest diagonal
};

/**
 * Finds the mirror plane: principal and coordinate axes as first guesses, each refined by closest points and the best
 * reflection, the best of them taken. Fails where mirror images are more than Tolerance (% of the diagonal) away.
 */
EXEMPLARBUILDER_API TResult<FMirror> FindMirror(
	const FTriangleMesh& Rest, double Tolerance, const FBuildContext& Context);

EXEMPLARBUILDER_API FDouble3 Reflect(const FMirror& Mirror, const FDouble3& Point);

/**
 * The examples and, after them, the mirror image of each: what the left did the right does as well. Stages that see
 * both find the same bones on both sides. Source is left out: the result is for computing, not for writing.
 */
EXEMPLARBUILDER_API FExampleSet AddMirroredPoses(const FExampleSet& Examples, const FMirror& Mirror);

/** Which bone is the mirror image of which, by the weights they share; an involution, bones on the plane map to
 * themselves. */
EXEMPLARBUILDER_API std::vector<uint16_t> PairBones(
	const FTriangleMesh& Rest, const FMirror& Mirror, const FRigWeights& Weights, size_t BoneCount);

/**
 * Makes clusters symmetric: the side that the normal points away from takes over the other side's labels. Leaves them
 * as they are and returns false where a cluster would vanish.
 */
EXEMPLARBUILDER_API bool SymmetriseLabels(
	const FTriangleMesh& Rest, const FMirror& Mirror, size_t ClusterCount, std::vector<uint16_t>& Labels);

/** Weights become the mean of both sides, cut to the InfluenceCap largest; joints as well where there are any. */
EXEMPLARBUILDER_API void SymmetriseRig(
	const FMirror& Mirror, const std::vector<uint16_t>& Pairs, size_t InfluenceCap, FRig& Rig);

} // namespace Exemplar
