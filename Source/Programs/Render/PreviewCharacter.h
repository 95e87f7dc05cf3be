// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Gpu/DebugColors.h"
#include "Posing/CharacterPoser.h"
#include "Render/Studio.h"
#include "Vulkan/GpuSkinBuffers.h"

namespace Exemplar
{

/** How the vertices of a posed level are colored. */
struct FPreviewColors
{
	EDebugView View = EDebugView::None; // None: the materials
	float Scale = 1.0f;                 // value at the end of the color ramp
	std::span<const float> Errors;      // for the error view: meters, one per vertex of the level
};

/** A posed level: on the device, and its positions read back. */
struct FPreviewPose
{
	FStudioMesh Mesh;
	std::vector<FFloat3> Positions; // in the order of the level's vertices
	std::vector<FAffine> Joints;    // joint to character space
	float LargestCorrective = 0.0f; // meters
};

/**
 * A level of a character, skinned by the plug-in's compute shaders with the operator that the character prefers.
 * Correctives are included.
 */
class FPreviewCharacter
{
public:
	static TResult<FPreviewCharacter> Create(const FStudio& Studio, const FCharacter& Character, uint32_t Level);

	TResult<FPreviewPose> Pose(std::span<const FBoneTransform> Local, const FPreviewColors& Colors) const;

	const FMeshLevelView& GetLevel() const { return Character->Levels[Level]; }

	/** The largest number of influences per vertex. */
	uint32_t GetLargestInfluenceCount() const;

private:
	FPreviewCharacter(const FStudio& InStudio, const FCharacter& InCharacter, uint32_t InLevel)
		: Studio(InStudio)
		, Character(InCharacter)
		, Level(InLevel)
	{
	}
	/** The pipeline of a kernel, created on first use. */
	TResult<FGpuPipeline> GetPipeline(const char* File, const char* Entry, EDebugView View) const;
	float MeasureLargestCorrective(std::span<const float> ShapeWeights) const;
	FStatus SkinOnDevice(
		const FCharacterPose& Posed, const FSkinPalette& Palette, const FPreviewColors& Colors, FStudioMesh& Out) const;

	FStudio Studio;
	FCharacter Character;
	uint32_t Level = 0;
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	FCharacterPoser Poser;
	FPackedSkin Skin;
	FGpuSkinBuffers Buffers;
	FGpuBuffer Indices;
	FGpuBuffer MaterialColors;
	std::shared_ptr<std::map<std::pair<std::string, EDebugView>, FGpuPipeline>> Pipelines;
};

/** An opaque 8-bit color from display values between 0 and 1. */
FPixel ToPixel(const FFloat3& Display);

} // namespace Exemplar
