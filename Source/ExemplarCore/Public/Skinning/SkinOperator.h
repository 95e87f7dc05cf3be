// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"
#include "Skinning/PackedSkin.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace Exemplar
{

/**
 * The skinning operators, in the order in which shaders number them (SKIN_OPERATOR in ExemplarSkinning.ush) and
 * EExemplarOperator lists them after Automatic.
 */
enum class ESkinOperator : uint8_t
{
	LinearBlend,
	AnimationSpace,
	DualQuaternion,
	Spherical,
	Twist,
	CenterOfRotation,
	Blended // linear and dual quaternion, mixed by a factor per vertex
};
constexpr int32_t SkinOperatorCount = 7;

/** The name on the command line: lbs, animation-space, dqs, sbs, twist, cor or blended. */
EXEMPLARCORE_API const char* ToString(ESkinOperator Operator);
EXEMPLARCORE_API std::optional<ESkinOperator> FindSkinOperator(std::string_view Name);

/** Whether every level has what an operator reads. */
EXEMPLARCORE_API bool SupportsOperator(const FCharacterView& Character, ESkinOperator Operator);

/**
 * The operator to draw a character with: the one stored in the file, if this version knows it and the levels support
 * it; otherwise animation space where every level has such a skin, and linear blending where one has not.
 */
EXEMPLARCORE_API ESkinOperator FindPreferredOperator(const FCharacterView& Character);

/** The kind that a level must be packed as for an operator. */
constexpr EPackedKind PackedKindOf(ESkinOperator Operator)
{
	switch (Operator)
	{
	case ESkinOperator::AnimationSpace:
		return EPackedKind::AnimationSpace;
	case ESkinOperator::Spherical:
		return EPackedKind::Spherical;
	case ESkinOperator::Twist:
		return EPackedKind::Twist;
	case ESkinOperator::CenterOfRotation:
		return EPackedKind::CenterOfRotation;
	case ESkinOperator::Blended:
		return EPackedKind::Blended;
	case ESkinOperator::LinearBlend:
	case ESkinOperator::DualQuaternion:
		break;
	}
	return EPackedKind::LinearBlend;
}

} // namespace Exemplar
