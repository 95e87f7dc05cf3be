// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Vulkan/SpirvReflection.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace Exemplar
{

/** One permutation of one entry point. */
struct FShaderSource
{
	std::string File;  // virtual, as in Unreal: "/Plugin/Exemplar/ExemplarSkinning.usf"
	std::string Entry; // "SkinCS"
	EShaderStage Stage = EShaderStage::Compute;
	std::map<std::string, int> Defines;
};

/** A compiled shader with what it says about itself. */
struct FGpuShader
{
	FShaderSource Source;
	std::vector<uint32_t> Words;
	FSpirvReflection Reflection;
};

/**
 * HLSL to SPIR-V by glslangValidator, with Unreal's virtual paths: /Plugin/Exemplar is Shaders/, /Engine is the
 * harness' own stand-ins for the few engine files that ours include, /Render what `exemplar render` adds. Compiled once
 * and kept by the hash of the flattened text.
 */
class FShaderCompiler
{
public:
	FShaderCompiler();

	/** Further virtual folders, and another place for those that are there: "/Plugin/Exemplar" to a folder. */
	void MapFolder(const std::string& Virtual, const std::filesystem::path& Folder);

	/** Where compiled shaders are kept; empty: nowhere. */
	void SetCacheFolder(const std::filesystem::path& Folder) { CacheFolder = Folder; }

	TResult<FGpuShader> Compile(const FShaderSource& Source) const;

	/** The text with all includes written out, with #line so that messages name the right file. */
	TResult<std::string> Flatten(const std::string& VirtualFile) const;

	/** Whether glslangValidator can be run. */
	static bool IsAvailable();

private:
	TResult<std::filesystem::path> Resolve(const std::string& VirtualFile) const;
	FStatus FlattenInto(const std::string& VirtualFile, const std::string& From, std::vector<std::string>& Guarded,
		std::string& Out, int Depth) const;

	std::map<std::string, std::filesystem::path> Folders;
	std::filesystem::path CacheFolder;
};

} // namespace Exemplar
