// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Base/Api.h"
#include "Crowd/CrowdJob.h"
#include "Gpu/GpuLayout.h"

namespace Exemplar
{

/** A crowd's characters as ExemplarCrowd.usf reads them. Made once; levels of all characters are counted through. */
struct FGpuCrowdTables
{
	std::vector<FGpuCrowdCharacter> Characters;
	std::vector<FGpuCrowdLevel> Levels;
	std::vector<uint32_t> Bones;
	std::vector<FGpuCrowdJoint> Joints;
	std::vector<FGpuCrowdClip> Clips;
	std::vector<FCrowdKey> Keys; // read as two float4 each
};

/**
 * A palette that a level's packed skin is drawn with has to hold that skin's bones: set FCrowdLevel::Bones to its
 * PaletteBones before.
 */
EXEMPLARCORE_API FGpuCrowdTables MakeGpuCrowdTables(std::span<const FCrowdCharacter> Characters);

/** A member as the device reads it. */
EXEMPLARCORE_API FGpuCrowdInstance MakeGpuCrowdInstance(const FCrowdInstance& Instance);

/** What a camera and a screen come to; counts and regions are the caller's. */
EXEMPLARCORE_API FGpuCrowdParameters MakeGpuCrowdParameters(
	const FCamera& Camera, const FScreen& Screen, float LevelMargin = 0.1f);

} // namespace Exemplar
