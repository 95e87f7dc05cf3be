// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

enum class EShaderStage
{
	Compute,
	Vertex,
	Pixel
};

enum class EShaderResource
{
	UniformBlock, // cbuffer, and the loose globals as "$Global"
	Structured,   // StructuredBuffer and RWStructuredBuffer
	TexelRead,    // Buffer<>
	TexelWrite,   // RWBuffer<>
	Texture,
	Sampler
};

/** A parameter of a block. Types have their HLSL names ("uint", "float4", "float4[6]"). */
struct FShaderMember
{
	std::string Name;
	std::string Type;
	uint32_t Offset = 0;
	bool operator==(const FShaderMember&) const = default;
};

struct FShaderBinding
{
	std::string Name;
	EShaderResource Kind = EShaderResource::Structured;
	uint32_t Set = 0;
	uint32_t Binding = 0;
	bool bUsed = false; // by the code, not only declared
	bool bWritable = false;
	std::string ElementType;            // of structured and texel buffers: "uint", "float4"
	uint32_t Stride = 0;                // of structured buffers
	std::vector<FShaderMember> Members; // of blocks
	uint32_t BlockBytes = 0;            // of blocks
	uint32_t SetWordAt = 0;             // position of the descriptor set in the module
};

/** The interface of a SPIR-V module. */
struct FSpirvReflection
{
	std::string Entry;
	std::vector<FShaderBinding> Bindings;
	uint32_t GroupSize[3] = {0, 0, 0}; // compute
	uint32_t InstructionCount = 0;     // in function bodies, without labels and debug lines

	const FShaderBinding* Find(const std::string& Name) const;
};

/** Fails if the words are not a supported SPIR-V module. */
TResult<FSpirvReflection> ReflectSpirv(std::span<const uint32_t> Words);

} // namespace Exemplar
