// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skinning/PackedSkin.h"

#include <cstdint>

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
	Twist
};
constexpr int32_t SkinOperatorCount = 5;

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
	case ESkinOperator::LinearBlend:
	case ESkinOperator::DualQuaternion:
		break;
	}
	return EPackedKind::LinearBlend;
}

} // namespace Exemplar
