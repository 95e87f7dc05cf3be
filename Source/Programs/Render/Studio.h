// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/Camera.h"
#include "Render/Canvas.h"
#include "Vulkan/GpuCommands.h"

#include <memory>

namespace Exemplar
{

/**
 * A mesh on the GPU as compute skinning leaves it: three floats and two octahedral words a vertex. Colors are of the
 * display, four bytes each.
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
	std::vector<FStudioMesh> Overlays; // seen through the surfaces
	FCamera Camera;
	FSphere Caster;           // contains the surfaces
	float FloorHeight = 0.0f; // shadows fall on it; it is as bright as the backdrop
	float Flatness = 0.0f;    // 0 is a photograph; at 1 colors are nearly those of the legend
	float WireWidth = 0.0f;   // pixels; 0 for none
};

struct FStudioQuality
{
	uint32_t Samples = 3; // a side of a pixel
	uint32_t SkyLights = 90;
	uint32_t KeyLights = 72;
	uint32_t ShadowPixels = 448; // a side of each light's map

	static FStudioQuality Draft() { return {2, 24, 12, 256}; }
};

/** What the surface pass saw, sample by sample: for tests. */
struct FStudioSamples
{
	uint32_t Width = 0, Height = 0;
	std::vector<uint32_t> Triangles; // one more than the number, of what is seen from its front; 0 otherwise
	std::vector<float> Depths;
	std::vector<uint16_t> HalfNormals; // four a pixel, the last is the wire
};

/** Draws scenes with the plug-in's shaders on a Vulkan device without a window. Copies share everything. */
class FStudio
{
public:
	/** Fails with a sentence where there is no driver or the shaders cannot be compiled. */
	static TResult<FStudio> Create(const FGpuDevice& Device, const FStudioQuality& Quality = {});

	const FGpuDevice& GetDevice() const;

	/** A mesh that no shader skins: an example, bones. Normals may be empty: then they are the surface's. */
	TResult<FStudioMesh> Upload(std::span<const FFloat3> Positions, std::span<const FFloat3> Normals,
		std::span<const uint32_t> Indices, std::span<const FPixel> Colors) const;

	TResult<FCanvas> Draw(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const;

	/** The surface pass alone, one sample a pixel. */
	TResult<FStudioSamples> DrawSamples(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const;

private:
	struct FContents;
	std::shared_ptr<FContents> Contents;
};

/** The shaders that a studio is made of, so that whoever checks shaders checks these too. */
std::vector<FShaderSource> ListStudioShaders();

/** Smooth normals of a surface: the sum of its triangles' normals by area. */
std::vector<FFloat3> SmoothNormals(std::span<const FFloat3> Positions, std::span<const uint32_t> Indices);

} // namespace Exemplar
