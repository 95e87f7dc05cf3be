// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Render/Studio.h"

namespace Exemplar
{

/** The character in several poses side by side on one floor in the same light: as many of the poses, in order, as fit a
 * picture that is not too wide. Azimuth as in FView.
 */
TResult<FCanvas> DrawHero(const FStudio& Studio, const FCharacter& Character,
	std::span<const std::vector<FBoneTransform>> Poses, float Azimuth);

} // namespace Exemplar
