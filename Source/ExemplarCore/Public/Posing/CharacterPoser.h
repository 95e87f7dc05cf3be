// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Basis.h"
#include "Character/Character.h"
#include "Pose/RestPose.h"
#include "Posing/SkinPalette.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace Exemplar
{

/**
 * The memory of one posed skeleton. The caller owns it and keeps it from frame to frame: once it has the size of its
 * skeleton, posing allocates nothing.
 */
struct FCharacterPose
{
	std::vector<FBoneTransform> Local; // in: the pose, relative to parents
	std::vector<float> Twists;         // in: the previous frame's, to unwrap from; out: this frame's; radians
	std::vector<FAffine> Model;        // out: joint to character space
	std::vector<FAffine> Palette;      // out: rest to posed, all joints
	std::vector<float> Curves;         // in: values of the correctives' curves; those beyond its end are at rest
	std::vector<float> ShapeWeights;   // out: one per corrective shape; empty when correctives are off
	std::vector<float> ShapeFrames;    // out: ShapeWeights as shaders read them (FCharacterPoser::Pose)
	std::vector<double> Scratch;
	bool bHasStretch = false; // out: a joint is scaled other than at rest

	EXEMPLARCORE_API bool HasShapes() const;
};

struct FPoseOptions
{
	bool bCorrectives = true;
	std::span<const float> CorrectiveScales; // optional: factors of correctives; those beyond its end keep theirs
};

/**
 * Poses the skeleton of a character: local transforms to palettes, twists and corrective weights. Immutable, so that
 * any number of threads can share it. The axes are those of the rest transforms and correctives it was made from.
 */
class FCharacterPoser
{
public:
	/** In the character's own axes, or in others. */
	EXEMPLARCORE_API static TResult<FCharacterPoser> Make(const FCharacter& Character, const FBasis& Basis = {});

	/** In any axes. Centers and helpers of the correctives must be in the same axes as the rest transforms. */
	EXEMPLARCORE_API static TResult<FCharacterPoser> Make(
		std::span<const int32_t> Parents, std::span<const FBoneTransform> RestLocal, TCorrectives<FOwned> Correctives);

	const FRestPose& GetRest() const { return Rest; }
	size_t JointCount() const { return Rest.JointCount(); }

	/** Sizes the memory, sets Local to the rest pose and Twists to zero. */
	EXEMPLARCORE_API void Reset(FCharacterPose& Pose) const;

	/** The number of a corrective, to scale it (FPoseOptions::CorrectiveScales), or of a curve, to set it. */
	EXEMPLARCORE_API std::optional<size_t> FindCorrective(std::string_view Name) const;
	EXEMPLARCORE_API std::optional<size_t> FindCurve(std::string_view Name) const;

	/**
	 * Fills the outputs from Local, in which helper joints are moved first. ShapeFrames has the shape weights, and then
	 * for every joint that carries displacements after skinning the nine numbers of its palette's linear part, row by
	 * row. False, with nothing changed, unless Local has as many joints as the skeleton.
	 */
	EXEMPLARCORE_API bool Pose(FCharacterPose& Pose, const FPoseOptions& Options = {}) const;

	/** Makes what one operator reads for one packed level. False where the skin does not fit the operator or pose. */
	EXEMPLARCORE_API bool MakePalette(
		const FCharacterPose& Pose, const FPackedSkin& Skin, ESkinOperator Operator, FSkinPalette& Out) const;

private:
	/** Shared by copies: the solver looks into it. */
	struct FShapes;

	FRestPose Rest;
	std::shared_ptr<const FShapes> Shapes;
};

/** A character, and its poser in the axes of an engine. */
struct FPosableCharacter
{
	EXEMPLARCORE_API FPosableCharacter(const FCharacter& InCharacter, const FBasis& InBasis);

	const FCharacterView& View() const { return Character.View(); }

	const FCharacter Character;
	const FBasis Basis;                                 // from the character's axes to the engine's
	const std::shared_ptr<const FCharacterPoser> Poser; // in the engine's; null without a skeleton
};

} // namespace Exemplar
