// Copyright (c) 2026 Exemplar contributors. MIT license.

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

/** Who a member is: of at most 256 characters, and of which generation, one to 255; zero stands for nobody. */
constexpr uint32_t MakeGpuCrowdIdentity(uint32_t Character, uint32_t Clip, uint32_t Generation)
{
	return (Character & 0xff) | (Generation & 0xff) << 8 | Clip << 16;
}

/** A member as the device reads it. */
EXEMPLARCORE_API FGpuCrowdInstance MakeGpuCrowdInstance(const FCrowdInstance& Instance, uint32_t Generation = 1);

/** What a camera and a screen come to; counts and regions are the caller's. */
EXEMPLARCORE_API FGpuCrowdParameters MakeGpuCrowdParameters(
	const FCamera& Camera, const FScreen& Screen, float LevelMargin = 0.1f);

/** A view as an engine has it: any projection, and members in a space that stands in the world somehow. */
struct FGpuCrowdView
{
	/** Members' space to clip space, v' = M (v, 1), depths 0 to w in either order; w is the depth, or one where rays
	 * are parallel. */
	FFloat4 ToClip[4];
	float Stretch = 1.0f; // the most by which members' space is stretched in the world
	/** In the world's units. Of a parallel view the tangents are half its width and half its height. */
	FScreen Screen;
};
EXEMPLARCORE_API FGpuCrowdParameters MakeGpuCrowdParameters(const FGpuCrowdView& View, float LevelMargin = 0.1f);

} // namespace Exemplar
