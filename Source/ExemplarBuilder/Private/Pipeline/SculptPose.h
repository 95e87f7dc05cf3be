// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Correctives/BuildCorrectives.h"
#include "Correctives/Deformation.h"
#include "Skinning/SkinOperator.h"

#include <memory>
#include <optional>

namespace Exemplar
{

/** The motions of all joints from rest to a pose, given by local transforms. */
std::vector<FAffine3d> PaletteOfPose(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local);

/** What the correctives stage reads of a character, without examples; with centers of rotation if the operator is
 * theirs.
 */
TResult<FCorrectiveInput> MakeCorrectiveInput(const FCharacterParts& Parts, ESkinOperator Operator);

/** The operator that a character is drawn with. */
ESkinOperator OperatorOfParts(const FCharacterParts& Parts);

/** The points of the finest level in a pose, as an operator that can be inverted; none: the character's own. */
TResult<std::shared_ptr<const IDeformation>> MakePoseDeformation(
	const FCharacterParts& Parts, std::span<const FBoneTransform> Local, std::optional<ESkinOperator> Operator);

/** What correctives do to the points in one pose. */
struct FPoseOffsets
{
	std::vector<float> Weights;   // of shapes
	std::vector<FDouble3> Before; // of all points, in rest space

	struct FAfter
	{
		uint32_t Point = 0;
		uint16_t Joint = 0;
		FDouble3 Offset; // in the joint's rest frame
	};
	std::vector<FAfter> After; // by point

	/** After skinning, in the pose. */
	FDouble3 AfterOf(size_t Point, std::span<const FAffine3d> Palette) const;
};

/** Evaluated as a game does. */
TResult<FPoseOffsets> OffsetsInPose(
	const FCharacterParts& Parts, const FCorrectives& Correctives, std::span<const FBoneTransform> Local);

/** Points that a triangle uses. */
std::vector<bool> FindDrawnPoints(const FCharacterParts& Parts);

} // namespace Exemplar
