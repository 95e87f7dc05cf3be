// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

#include "Vulkan/ShaderCompiler.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

// What a compiled kernel does, read from its SPIR-V after spirv-opt -O (everything inlined): instructions, and bytes
// that its load instructions ask for, by buffer, outside of loops and in one pass of a loop.
namespace Exemplar::Bench
{

struct FLoads
{
	uint32_t Once = 0;
	uint32_t EachPass = 0;
};

struct FShaderCounts
{
	uint32_t Instructions = 0;          // as glslang writes them
	uint32_t OptimizedInstructions = 0; // after spirv-opt -O
	std::map<std::string, FLoads> Loads;
};

inline std::vector<uint32_t> Optimize(const std::vector<uint32_t>& Words)
{
	const std::filesystem::path In = std::filesystem::temp_directory_path() / "exemplar-bench-in.spv",
								Out = std::filesystem::temp_directory_path() / "exemplar-bench-out.spv";
	std::ofstream(In, std::ios::binary)
		.write(reinterpret_cast<const char*>(Words.data()), static_cast<std::streamsize>(4 * Words.size()));
	if (std::system(("spirv-opt -O '" + In.string() + "' -o '" + Out.string() + "'").c_str()) != 0)
	{
		return {};
	}
	std::ifstream File(Out, std::ios::binary);
	std::ostringstream Bytes;
	Bytes << File.rdbuf();
	const std::string Text = Bytes.str();
	std::vector<uint32_t> Result(Text.size() / 4);
	std::memcpy(Result.data(), Text.data(), 4 * Result.size());
	return Result;
}

inline FShaderCounts CountShader(const FGpuShader& Shader)
{
	enum : uint32_t
	{
		OpName = 5,
		OpTypeInt = 21,
		OpTypeFloat = 22,
		OpTypeVector = 23,
		OpTypePointer = 32,
		OpLoad = 61,
		OpAccessChain = 65,
		OpLoopMerge = 246,
		OpLabel = 248
	};
	FShaderCounts Out;
	Out.Instructions = Shader.Reflection.InstructionCount;
	const std::vector<uint32_t> W = Optimize(Shader.Words);
	const TResult<FSpirvReflection> Reflection = ReflectSpirv(W);
	if (!Reflection)
	{
		return Out;
	}
	Out.OptimizedInstructions = Reflection->InstructionCount;
	std::map<uint32_t, std::string> Names;
	std::map<uint32_t, uint32_t> Sizes, Pointees;
	std::map<uint32_t, std::pair<uint32_t, uint32_t>> Chains; // (buffer, bytes)
	std::vector<uint32_t> Merges;
	for (size_t At = 5; At < W.size(); At += W[At] >> 16)
	{
		const uint32_t Op = W[At] & 0xffff;
		if (Op == OpName)
		{
			Names[W[At + 1]] = reinterpret_cast<const char*>(&W[At + 2]);
		}
		else if (Op == OpTypeInt || Op == OpTypeFloat)
		{
			Sizes[W[At + 1]] = 4;
		}
		else if (Op == OpTypeVector)
		{
			Sizes[W[At + 1]] = Sizes[W[At + 2]] * W[At + 3];
		}
		else if (Op == OpTypePointer)
		{
			Pointees[W[At + 1]] = W[At + 3];
		}
		else if (Op == OpAccessChain)
		{
			Chains[W[At + 2]] = {W[At + 3], Sizes[Pointees[W[At + 1]]]};
		}
		else if (Op == OpLoopMerge)
		{
			Merges.push_back(W[At + 1]);
		}
		else if (Op == OpLabel && !Merges.empty() && Merges.back() == W[At + 1])
		{
			Merges.pop_back();
		}
		else if (Op == OpLoad && Chains.count(W[At + 3]) != 0)
		{
			const auto& [Buffer, Bytes] = Chains[W[At + 3]];
			const FShaderBinding* Binding = Reflection->Find(Names[Buffer]);
			if (Binding != nullptr && Binding->Kind == EShaderResource::Structured)
			{
				FLoads& Loads = Out.Loads[Names[Buffer]];
				(Merges.empty() ? Loads.Once : Loads.EachPass) += Bytes;
			}
		}
	}
	return Out;
}

} // namespace Exemplar::Bench
