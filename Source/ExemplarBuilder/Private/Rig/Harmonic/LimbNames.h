// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/LimbSkeleton.h"

namespace Exemplar
{

/**
 * Names for the bones. Limbs that the mirror image of the body exchanges (Partners, per tip) are left or right, by the
 * side of the plane between them on which they lie in the first pose: +X, or +Z or +Y if the plane is across that, is
 * left. The source's limb is the head's; of the paired limbs those that leave the trunk first are arms and the next
 * ones legs; others are numbered. Bones of a limb are numbered from the trunk outward, and tips end in _end.
 */
std::vector<std::string> NameLimbBones(const FLimbs& Limbs, const FLimbSkeleton& Skeleton, const FRig& Rig,
	const std::vector<int32_t>& Partners, std::span<const FDouble3> TipPositions);

/** 1 for tips on the left, -1 on the right, 0 in the middle. */
std::vector<int> FindTipSides(const std::vector<int32_t>& Partners, std::span<const FDouble3> TipPositions);

} // namespace Exemplar
