// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** A skeleton's joints at rest, in character space, and which of them can lead skin. */
struct FSkeletonPlan
{
	std::vector<FDouble3> Joints;
	std::vector<int32_t> Parents;

	/** Joints that lead no skin: handles above the body such as a root on the floor, joints outside the mesh that end
	 * their branch, and joints at the place of an earlier one. They move with their parent. */
	std::vector<bool> bPassive;

	/** The joint that moves the whole body; those above it stand still. */
	size_t Body = 0;
};

FSkeletonPlan PlanSkeleton(const FTriangleMesh& Rest, std::vector<FDouble3> Joints, std::vector<int32_t> Parents);

/** Every point on the bone it is nearest to: the line from a joint to each of its children, and beyond the last. */
FRigWeights WeightsByNearestBone(const FSkeletonPlan& Plan, const FTriangleMesh& Rest);

/** How often a closed surface winds around a point: one inside, zero outside, in between near openings. */
double WindingNumber(const FTriangleMesh& Mesh, const FDouble3& Point);

} // namespace Exemplar
