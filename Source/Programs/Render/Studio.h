// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/Camera.h"
#include "Render/Canvas.h"
#include "Vulkan/GpuCommands.h"

#include <memory>

namespace Exemplar
{

/**
 * A mesh on the GPU as compute skinning writes it: three floats and two octahedral words per vertex. Colors are
 * display colors of four bytes.
 */
struct FStudioMesh
{
	FGpuBuffer Positions;
	FGpuBuffer Frames;
	FGpuBuffer Colors;
	FGpuBuffer Indices;
	uint32_t IndexCount = 0;
};

struct FStudioScene
{
	std::vector<FStudioMesh> Surfaces;
	std::vector<FStudioMesh> Overlays; // visible through the surfaces
	FCamera Camera;
	FSphere Caster;           // contains the surfaces
	float FloorHeight = 0.0f; // receives shadows; as bright as the backdrop
	float Flatness = 0.0f;    // 0: fully lit; 1: colors nearly equal to the legend's
	float WireWidth = 0.0f;   // pixels; 0 for none
};

struct FStudioQuality
{
	uint32_t Samples = 3; // per side of a pixel
	uint32_t SkyLights = 90;
	uint32_t KeyLights = 72;
	uint32_t ShadowPixels = 448; // side length of each light's shadow map

	static FStudioQuality Draft() { return {2, 24, 12, 256}; }
};

/** The output of the surface pass per sample, for tests. */
struct FStudioSamples
{
	uint32_t Width = 0, Height = 0;
	std::vector<uint32_t> Triangles; // index + 1 of the front-facing triangle; otherwise 0
	std::vector<float> Depths;
	std::vector<uint16_t> HalfNormals; // four per pixel, the last is the wire
};

/** Draws scenes with the plug-in's shaders on a Vulkan device without a window. Copies share everything. */
class FStudio
{
public:
	/** Fails if there is no driver or the shaders do not compile. */
	static TResult<FStudio> Create(const FGpuDevice& Device, const FStudioQuality& Quality = {});

	const FGpuDevice& GetDevice() const;

	/** A mesh that is not skinned on the GPU, such as an example or bones. Without normals, smooth ones are computed.
	 */
	TResult<FStudioMesh> Upload(std::span<const FFloat3> Positions, std::span<const FFloat3> Normals,
		std::span<const uint32_t> Indices, std::span<const FPixel> Colors) const;

	TResult<FCanvas> Draw(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const;

	/** The surface pass alone, one sample per pixel. */
	TResult<FStudioSamples> DrawSamples(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const;

private:
	struct FContents;
	std::shared_ptr<FContents> Contents;
};

/** The shaders of a studio, for programs that check all shaders. */
std::vector<FShaderSource> ListStudioShaders();

/** Smooth normals of a surface: the sum of the normals of its triangles, weighted by area. */
std::vector<FFloat3> SmoothNormals(std::span<const FFloat3> Positions, std::span<const uint32_t> Indices);

} // namespace Exemplar
