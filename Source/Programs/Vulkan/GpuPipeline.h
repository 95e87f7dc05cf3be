// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Vulkan/GpuResources.h"
#include "Vulkan/ShaderCompiler.h"

#include <map>
#include <string>

namespace Exemplar
{

enum class EGpuCull
{
	None,
	Back, // clockwise triangles
	Front
};
enum class EGpuCompare
{
	Less,
	Greater // for depths that are one at the near plane
};

/**
 * Conventions are Direct3D's, as in Unreal's shaders: clip space with y up, depth from 0 to 1, top left pixel first.
 * Counter-clockwise triangles face the viewer, as in glTF. Vertices are fetched by SV_VertexID.
 */
struct FGraphicsPipelineOptions
{
	const FGpuShader* VertexShader = nullptr;
	const FGpuShader* PixelShader = nullptr; // optional: depth alone
	std::vector<EGpuFormat> ColorFormats;    // those of the pass
	EGpuFormat DepthFormat = EGpuFormat::None;
	EGpuCompare DepthCompare = EGpuCompare::Less;
	EGpuCull Cull = EGpuCull::Back;
};

/** A pipeline of shaders. Copies share it. */
class FGpuPipeline
{
public:
	struct FContents;
	std::shared_ptr<FContents> Contents;
};

/**
 * The resources and parameters of a dispatch or draw, by their names in the shaders. Names that a shader does not use
 * are ignored; a name that it uses must be bound. Loose globals are parameters: set all of them with a struct
 * (SetParameters, in the layout of the shader's reflection), or single ones by name afterward.
 */
class FGpuBindings
{
public:
	/** Format is the element format of Buffer<> and RWBuffer<>. */
	FGpuBindings& Set(const std::string& Name, const FGpuBuffer& Buffer, EGpuFormat Format = EGpuFormat::None);

	/** Binds a Texture2D. Every SamplerState is linear and clamps. */
	FGpuBindings& Set(const std::string& Name, const FGpuImage& Image);

	template <typename T>
	FGpuBindings& SetParameters(const T& Struct)
	{
		const std::byte* First = reinterpret_cast<const std::byte*>(&Struct);
		Parameters.assign(First, First + sizeof(T));
		return *this;
	}
	template <typename T>
	FGpuBindings& SetParameter(const std::string& Name, const T& Value)
	{
		const std::byte* First = reinterpret_cast<const std::byte*>(&Value);
		NamedParameters[Name].assign(First, First + sizeof(T));
		return *this;
	}

	struct FBoundBuffer
	{
		FGpuBuffer Buffer;
		EGpuFormat Format = EGpuFormat::None;
	};
	std::map<std::string, FBoundBuffer> Buffers;
	std::map<std::string, FGpuImage> Images;
	std::vector<std::byte> Parameters;
	std::map<std::string, std::vector<std::byte>> NamedParameters;
};

} // namespace Exemplar
