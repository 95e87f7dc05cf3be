// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"
#include "Rig/FaceClustering.h"

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
 * reflection, the best of them taken. Fails if mirror images are more than Tolerance (% of the diagonal) away.
 */
TResult<FMirror> FindMirror(const FTriangleMesh& Rest, double Tolerance, const FBuildContext& Context);

FDouble3 Reflect(const FMirror& Mirror, const FDouble3& Point);

/**
 * The examples and, after them, the mirror image of each: what one side did, the other side does as well. Steps that
 * see both find the same bones on both sides. Source is left empty: the result is for computing, not for writing.
 */
FExampleSet AddMirroredPoses(const FExampleSet& Examples, const FMirror& Mirror);

/** Which bone is the mirror image of which, by the weights they share; an involution, bones on the plane map to
 * themselves. */
std::vector<uint16_t> PairBones(
	const FTriangleMesh& Rest, const FMirror& Mirror, const FRigWeights& Weights, size_t BoneCount);

/** Clusters of faces that are each other's mirror images. */
struct FSymmetricClusters
{
	std::vector<uint16_t> Labels; // of faces
	std::vector<uint16_t> Pairs;  // of clusters: its mirror image, itself where it crosses the plane
};

/**
 * The same number of symmetric clusters: merges on one side are undone, the last first, and the clusters are mirrored
 * onto the other side, as far as the count allows. If one is missing then, a cluster that crosses the plane is split
 * along it. Fails if that does not give the count: an odd number without a cluster that crosses.
 */
TResult<FSymmetricClusters> SymmetrizeClusters(
	const FTriangleMesh& Rest, const FMirror& Mirror, const FFaceClusters& Clusters);

/** Weights become the mean of both sides, cut to the InfluenceCap largest. */
void SymmetrizeWeights(const FMirror& Mirror, const std::vector<uint16_t>& Pairs, size_t InfluenceCap, FRig& Rig);

/** Joints become the mean of both sides where the mirror image of an edge of the tree is one too. */
void SymmetrizeJoints(const FMirror& Mirror, const std::vector<uint16_t>& Pairs, FRig& Rig);

} // namespace Exemplar
