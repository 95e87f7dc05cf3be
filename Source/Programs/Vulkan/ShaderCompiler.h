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

/** A compiled shader and its reflection. */
struct FGpuShader
{
	FShaderSource Source;
	std::vector<uint32_t> Words;
	FSpirvReflection Reflection;
};

/**
 * Compiles HLSL to SPIR-V with glslangValidator and Unreal's virtual paths: /Plugin/Exemplar is Shaders/, /Engine has
 * stand-ins for the few engine files that the plug-in includes, /Render has the shaders of `exemplar render`. Results
 * are cached by the hash of the flattened text.
 */
class FShaderCompiler
{
public:
	FShaderCompiler();

	/** Adds or replaces a virtual folder, such as "/Plugin/Exemplar". */
	void MapFolder(const std::string& Virtual, const std::filesystem::path& Folder);

	/** The folder of the cache. Empty: no cache. */
	void SetCacheFolder(const std::filesystem::path& Folder) { CacheFolder = Folder; }

	TResult<FGpuShader> Compile(const FShaderSource& Source) const;

	/** The text with all includes expanded, and #line directives so that messages name the right file. */
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
