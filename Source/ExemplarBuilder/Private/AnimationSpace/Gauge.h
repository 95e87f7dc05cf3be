// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/** How a joint can move; the less it moves, the more displacements are invisible in every pose. */
enum class EJointFreedom
{
	Translates, // no displacement is invisible
	Turns,      // about a point: one
	Hinge,      // about an axis: two
	Rigid       // never moves against its parent: four
};

struct FJointGauge
{
	int32_t Parent = NoParent;
	FDouble3 Position; // of the joint, in rest space
	EJointFreedom Freedom = EJointFreedom::Turns;
	FDouble3 Axis; // of a hinge, unit, in rest space
};

/**
 * The null vectors of a bone and its parent (Merry 2007, theorem 3): displacements that no legal pose shows, because
 * the two bones agree about their joint. In rest space they are (x, 1) on the bone and -(x, 1) on its parent for the
 * joint x; (a, 0) and -(a, 0) for the axis a of a hinge, and for every direction where the joint is rigid.
 */
std::vector<FAnimationVector> NullVectors(std::span<const FJointGauge> Joints, size_t Bone);

/** The joints as the clips of a character show them: a joint whose translation stays at rest only turns. */
TResult<std::vector<FJointGauge>> FindGauge(const FSkeletonData& Skeleton, std::span<const FClipData> Clips);

/** How blocks are compared, as 16-bit points store them: (xyz - W Center) / Length beside W. */
struct FGaugeMeasure
{
	FDouble3 Center;
	double Length = 1.0;
};

/**
 * The same point in every pose with blocks, weights above all, as near as null vectors can bring them to those of a
 * reference: its linear blend vertex, most of the time. Fits leave points anywhere along null vectors, and large blocks
 * that cancel cost precision: 16-bit points have one step size for all of them. No bone is added. All in rest space.
 */
FAnimationVector FixGauge(const FAnimationVector& Point, std::span<const FJointGauge> Joints,
	const FAnimationVector& Reference, const FGaugeMeasure& Measure = {});

} // namespace Exemplar
