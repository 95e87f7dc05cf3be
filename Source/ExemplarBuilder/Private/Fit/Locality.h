// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Adjacency.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * The points that each bone may influence: the part of the surface around its strongest point that it already holds
 * (Schaefer & Yuksel 2007, section 4.1). Bones that move alike in the examples otherwise get mixed weights (a front paw
 * on a rear paw), which ruins every other pose.
 */
struct FInfluenceMaps
{
	std::vector<uint8_t> Allowed; // of point i and bone b, at [i * bones + b]
	std::vector<uint32_t> Seeds;  // per bone, the point of largest weight; NoIndex for a bone that holds no point
	size_t CutCount = 0;          // pairs of point and bone that had a weight and are no longer allowed
	size_t FilledCount = 0;       // points that no map covered and that take their neighbors' bones
};

/**
 * Floods from each bone's seed over Neighbors through points where its weight is at least Threshold: weights below are
 * the solver's round-off, and floods leak across them. Every point is allowed at least one bone.
 */
FInfluenceMaps BuildInfluenceMaps(
	const FRigWeights& Weights, size_t BoneCount, const FIndexLists& Neighbors, double Threshold = 1e-3);

/** The points around each point, along edges and, between pieces that are not connected, across their shortest gaps. */
FIndexLists BuildPointNeighbors(const FTriangleMesh& Mesh);

} // namespace Exemplar
