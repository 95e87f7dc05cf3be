// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Gpu/DebugColors.h"
#include "Pose/RestPose.h"
#include "Render/Studio.h"
#include "Vulkan/GpuSkinBuffers.h"

namespace Exemplar
{

/** How the vertices of a posed level are colored. */
struct FShownColors
{
	EDebugView View = EDebugView::None; // None: the materials
	float Scale = 1.0f;                 // what the end of the ramp stands for
	std::span<const float> Errors;      // for the error view: meters, one a vertex of the level
};

/** A level in a pose, on the device and back from it. */
struct FShownPose
{
	FStudioMesh Mesh;
	std::vector<FFloat3> Positions; // in the order of the level's vertices
	std::vector<FAffine> Joints;    // joint to character space
	float LargestCorrective = 0.0f; // meters
};

/**
 * A level of a character, skinned by the plug-in's compute shaders: in animation space where it has such a skin, else
 * by linear blending, correctives included.
 */
class FShownCharacter
{
public:
	static TResult<FShownCharacter> Create(const FStudio& Studio, const FCharacter& Character, uint32_t Level);

	TResult<FShownPose> Pose(std::span<const FBoneTransform> Local, const FShownColors& Colors) const;

	const FMeshLevelView& GetLevel() const { return Character->Levels[Level]; }

	/** The most influences that a vertex has. */
	uint32_t GetLargestInfluenceCount() const;

private:
	FShownCharacter(const FStudio& InStudio, const FCharacter& InCharacter, uint32_t InLevel)
		: Studio(InStudio)
		, Character(InCharacter)
		, Level(InLevel)
	{
	}
	/** The pipeline of a kernel, made when it is first asked for. */
	TResult<FGpuPipeline> GetPipeline(const char* File, const char* Entry, EDebugView View) const;

	FStudio Studio;
	FCharacter Character;
	uint32_t Level = 0;
	FRestPose Rest;
	FPackedSkin Skin;
	FGpuSkinBuffers Buffers;
	FGpuBuffer Indices;
	FGpuBuffer MaterialColors;
	std::shared_ptr<std::map<std::pair<std::string, EDebugView>, FGpuPipeline>> Pipelines;
};

/** The local transforms of a clip at a frame, which may lie between two. */
std::vector<FBoneTransform> SampleFrame(const FCharacterView& Character, const FClipView& Clip, float Frame);

/** A color of the display from one in light or of the display, as FFloat3 from 0 to 1. */
FPixel ToPixel(const FFloat3& Display);

} // namespace Exemplar
