// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Crowd/CrowdJob.h"
#include "Crowd/CrowdMembers.h"
#include "Gpu/GpuLayout.h"
#include "Gpu/GpuLevel.h"

namespace Exemplar
{

/** A crowd's characters as ExemplarCrowd.usf reads them. Made once. Levels of all characters are numbered
 * consecutively. */
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
 * The palette of a level must have the bones of the packed skin that is drawn with it: set FCrowdLevel::Bones to the
 * skin's PaletteBones first.
 */
EXEMPLARCORE_API FGpuCrowdTables MakeGpuCrowdTables(std::span<const FCrowdCharacter> Characters);

/** What a crowd of one character needs beside its levels, in the axes of an engine. Made once. */
struct FGpuCrowd
{
	/** A section of a level: one draw, for all members that are seen at that level. */
	struct FDraw
	{
		uint32_t Level = 0;
		FMeshSection Section;
	};

	FGpuCrowdTables Tables;
	std::vector<FCrowdClipFacts> ClipFacts; // the last clip is the rest pose
	uint32_t JointCount = 0;
	std::vector<float> LevelErrors; // rising
	std::vector<FDraw> Draws;
	std::vector<FGpuCrowdDraw> DrawRecords; // of those
};

/**
 * Levels are those that are drawn, as many as kernels choose from. By the mean error over poses: a bound for all legal
 * poses would select fine levels at any distance. Rest is in the engine's axes. Fails as MakeCrowdCharacter does.
 */
EXEMPLARCORE_API TResult<FGpuCrowd> MakeGpuCrowd(const FCharacterView& Character,
	std::span<const FGpuLevel* const> Levels, const FRestPose& Rest, const FBasis& Basis,
	std::span<const float> CorrectiveScales = {});

/** The identity of a member: one of at most 256 characters, and a generation from 1 to 255. Generation 0: no member. */
constexpr uint32_t MakeGpuCrowdIdentity(uint32_t Character, uint32_t Clip, uint32_t Generation)
{
	return (Character & 0xff) | (Generation & 0xff) << 8 | Clip << 16;
}

/** A member as the device reads it. */
EXEMPLARCORE_API FGpuCrowdInstance MakeGpuCrowdInstance(const FCrowdInstance& Instance, uint32_t Generation = 1);

/** The parameters of a camera and a screen. The caller sets counts and regions. */
EXEMPLARCORE_API FGpuCrowdParameters MakeGpuCrowdParameters(
	const FCamera& Camera, const FScreen& Screen, float LevelMargin = 0.1f);

/** A view of an engine: any projection, and members in a space with any transform to world space. */
struct FGpuCrowdView
{
	/** Members' space to clip space, v' = M (v, 1), depths 0 to w in either order; w is the depth, or one where rays
	 * are parallel. */
	FFloat4 ToClip[4];
	float Stretch = 1.0f; // largest stretch of members' space to world space
	/** In world units. For a parallel view the tangents are half its width and half its height. */
	FScreen Screen;
};
EXEMPLARCORE_API FGpuCrowdParameters MakeGpuCrowdParameters(const FGpuCrowdView& View, float LevelMargin = 0.1f);

} // namespace Exemplar
