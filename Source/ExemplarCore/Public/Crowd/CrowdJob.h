// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Crowd/CrowdCharacter.h"
#include "Culling/Frustum.h"
#include "Lod/LevelChoice.h"

#include <memory>

namespace Exemplar
{

/** One member of a crowd: its character, transform and clip. */
struct FCrowdInstance
{
	FAffine World;
	float Seconds = 0.0f;       // into its clip
	uint16_t Character = 0;     // into FCrowdJob::Characters
	uint16_t Clip = 0;          // into that character's clips
	uint32_t PaletteOffset = 0; // of its palette, which has room for all joints of its character
	float Significance = 1.0f;  // divides the error that it may have, and is posed first by it
	float OtherSeconds = 0.0f;  // into another clip, which is blended in
	float OtherWeight = 0.0f;   // of that clip, up to one
	uint16_t OtherClip = 0;
};

/** The state of a member from frame to frame, which renderers read. Start with the default. */
struct FCrowdState
{
	FLevelChoice Choice;
	float Depth = 0.0f;         // of the nearest point of its sphere
	uint32_t PaletteLevel = 0;  // the level whose bones the palette holds
	uint16_t WaitingFrames = 0; // since its palette was last written
	bool bVisible = false;
	bool bPosed = false; // its palette has been written at least once
};

struct FCrowdStatistics
{
	uint32_t Visible = 0;
	uint32_t Culled = 0;
	uint32_t Posed = 0;    // palettes written this frame
	uint32_t Deferred = 0; // visible, but over the budget: the last frame's palette is kept
	uint64_t Joints = 0;   // evaluated
	uint32_t PerLevel[8] = {};
};

/** Memory for a number of members of these characters, allocated once. The job itself allocates nothing. */
class EXEMPLARCORE_API FCrowdWorkspace
{
public:
	FCrowdWorkspace(std::span<const FCrowdCharacter> Characters, size_t InstanceCount);
	~FCrowdWorkspace();
	FCrowdWorkspace(FCrowdWorkspace&&) noexcept;

private:
	friend struct FCrowdJob;
	struct FContents;
	std::unique_ptr<FContents> Contents;
};

/**
 * One frame of a crowd in one pass: cull, select level and geomorph factor, sample clips, build palettes. The results
 * depend on the input alone, not on the executor.
 *
 * JointBudget limits the work per frame: if the visible members have more joints, the members that are largest on
 * screen, times their significance, and have waited longest are posed first, and the others keep their palette for a
 * frame. A budget in joints instead of milliseconds keeps results repeatable; a game can scale it by its last frame
 * time. Zero means no limit.
 */
struct EXEMPLARCORE_API FCrowdJob
{
	std::span<const FCrowdCharacter> Characters;
	std::span<const FCrowdInstance> Instances;
	FCamera Camera;
	FScreen Screen;
	uint64_t JointBudget = 0;
	float LevelMargin = 0.1f;
	std::span<FCrowdState> States; // one per instance
	std::span<FAffine> Palettes;   // rest to posed, in the character's space
	std::span<uint32_t> Visible;   // room for all instances; out: indices of the visible ones, ascending
	FCrowdWorkspace* Workspace = nullptr;
	IExecutor* Executor = &GetSerialExecutor();

	bool Validate() const;
	/** Only the first Statistics.Visible entries of Visible are written. */
	bool Run(FCrowdStatistics& Statistics) const;
};

} // namespace Exemplar
