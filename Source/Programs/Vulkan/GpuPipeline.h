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
	Back, // what is seen clockwise
	Front
};
enum class EGpuCompare
{
	Less,
	Greater // for depths that are one at the near plane
};

/**
 * Conventions are Direct3D's, as Unreal's shaders have them: clip space with y up, depth from 0 to 1, the top left
 * pixel first. Counter-clockwise triangles face the viewer, as glTF's do. Vertices are fetched by SV_VertexID.
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

/** Shaders that are ready to run. Copies share it. */
class FGpuPipeline
{
public:
	struct FContents;
	std::shared_ptr<FContents> Contents;
};

/**
 * What a dispatch or a draw reads and writes, by the names that the shaders give. A name that a shader does not use is
 * ignored, one that it uses and does not find is an error. Loose globals are parameters: a whole struct of them
 * (SetParameters, laid out as the shader reflects) or single ones by name, which come after.
 */
class FGpuBindings
{
public:
	/** Format is for Buffer<> and RWBuffer<>, whose elements it converts. */
	FGpuBindings& Set(const std::string& Name, const FGpuBuffer& Buffer, EGpuFormat Format = EGpuFormat::None);

	/** For Texture2D. SamplerState of any name is linear and clamps. */
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
