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

/** A parameter of a block: types in HLSL's words ("uint", "float4", "float4[6]"). */
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
	uint32_t SetWordAt = 0;             // where the descriptor set stands in the module
};

/** What a SPIR-V module says about its interface. */
struct FSpirvReflection
{
	std::string Entry;
	std::vector<FShaderBinding> Bindings;
	uint32_t GroupSize[3] = {0, 0, 0}; // compute
	uint32_t InstructionCount = 0;     // in function bodies, without labels and debug lines

	const FShaderBinding* Find(const std::string& Name) const;
};

/** Fails with a sentence where the words are not a SPIR-V module that we can follow. */
TResult<FSpirvReflection> ReflectSpirv(std::span<const uint32_t> Words);

} // namespace Exemplar
