// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/RestPose.h"
#include "Skinning/SkinningJobs.h"

namespace Exemplar
{

/** As ExemplarSkinning.ush counts them (SKIN_OPERATOR). */
enum class EOperator : uint8_t
{
	LinearBlend,
	AnimationSpace,
	DualQuaternion,
	Spherical,
	Twist
};
constexpr int32_t OperatorCount = 5;

/** How a level is packed for an operator. */
EPackedKind PackedKindOf(EOperator Operator);

/** A pose as it was at the end of a frame: local transforms in Unreal's axes, and what came of them. */
struct FPose
{
	std::vector<FBoneTransform> Local; // Unreal's axes
	std::vector<FAffine> Palette;      // of all joints, rest to posed
	std::vector<float> Twists;
	std::vector<float> ShapeWeights; // of the character's correctives; empty where they are switched off
};

/** What the GPU reads of a pose for one level: palette entries as float4 rows, and what some operators want besides. */
struct FPoseRows
{
	std::vector<FFloat4> Palette;
	std::vector<FFloat4> Stretches; // dual quaternions only, where the pose has scale
	std::vector<float> SegmentAngles;
};

/** A skeleton at rest in Unreal's axes, with what poses need of the character. Immutable. */
class FPoser
{
public:
	/** Null where the skeleton cannot be posed; the core has checked it, so only an empty one cannot. */
	static std::shared_ptr<const FPoser> Make(const FCharacter& Character);

	const FRestPose& Rest() const { return RestPose; }
	size_t JointCount() const { return RestPose.JointCount(); }

	/**
	 * Poses the skeleton: Local in the character's space. Twists go on from Previous, which may be null. ShapeScales,
	 * one a shape or none, scale the correctives' weights.
	 */
	FPose Pose(std::span<const FBoneTransform> Local, const FPose* Previous, bool bCorrectives,
		std::span<const float> ShapeScales) const;

	/** What the operator reads. HasStretches answers whether any joint is scaled; then Stretches are filled. */
	FPoseRows MakeRows(const FPose& Pose, const FPackedSkin& Skin, EOperator Operator, bool bStretches) const;
	bool HasStretch(const FPose& Pose) const;

private:
	FPoser(const FCharacter& InCharacter, FRestPose InRest)
		: Character(InCharacter)
		, RestPose(std::move(InRest))
	{
	}
	FCharacter Character;
	FRestPose RestPose;
};

} // namespace Exemplar
