// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinOperator.h"

#include <algorithm>
#include <iterator>

namespace Exemplar
{
namespace SkinOperatorDetail
{

constexpr const char* Names[] = {"lbs", "animation-space", "dqs", "sbs", "twist", "cor", "blended"};
static_assert(std::size(Names) == SkinOperatorCount);

} // namespace SkinOperatorDetail

const char* ToString(ESkinOperator Operator)
{
	return SkinOperatorDetail::Names[static_cast<size_t>(Operator)];
}

std::optional<ESkinOperator> FindSkinOperator(std::string_view Name)
{
	const auto Found = std::find(std::begin(SkinOperatorDetail::Names), std::end(SkinOperatorDetail::Names), Name);
	return Found == std::end(SkinOperatorDetail::Names)
		? std::nullopt
		: std::optional(static_cast<ESkinOperator>(Found - std::begin(SkinOperatorDetail::Names)));
}

bool SupportsOperator(const FCharacterView& Character, ESkinOperator Operator)
{
	const auto HasData = [Operator](const FMeshLevelView& Level)
	{
		if (Operator == ESkinOperator::AnimationSpace)
		{
			return !Level.Skin.Offsets.empty();
		}
		return !Level.Weights.Offsets.empty() &&
			(Operator != ESkinOperator::CenterOfRotation || !Level.RotationCenters.empty()) &&
			(Operator != ESkinOperator::Blended || !Level.BlendFactors.empty());
	};
	return std::all_of(Character.Levels.begin(), Character.Levels.end(), HasData);
}

ESkinOperator FindPreferredOperator(const FCharacterView& Character)
{
	if (Character.PreferredOperator > 0 && Character.PreferredOperator <= static_cast<uint32_t>(SkinOperatorCount))
	{
		const ESkinOperator Stored = static_cast<ESkinOperator>(Character.PreferredOperator - 1);
		if (SupportsOperator(Character, Stored))
		{
			return Stored;
		}
	}
	return SupportsOperator(Character, ESkinOperator::AnimationSpace) ? ESkinOperator::AnimationSpace
																	  : ESkinOperator::LinearBlend;
}

} // namespace Exemplar
