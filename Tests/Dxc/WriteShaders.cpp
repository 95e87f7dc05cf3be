// Copyright (c) 2026 Exemplar contributors. MIT license.

// write-shaders FOLDER: every shader in every permutation, with includes written out, and shaders.txt, which says how
// to compile each: file, entry point, stage and defines, with tabs between.

#include "Render/Studio.h"
#include "Vulkan/ShaderList.h"

#include <cstdio>
#include <fstream>
#include <set>

using namespace Exemplar;

int main(int Count, char** Arguments)
{
	if (Count != 2)
	{
		std::fprintf(stderr, "usage: write-shaders FOLDER\n");
		return 2;
	}
	const std::filesystem::path Folder = Arguments[1];
	std::filesystem::create_directories(Folder);
	const FShaderCompiler Compiler;
	std::set<std::string> Written;
	std::ofstream List(Folder / "shaders.txt", std::ios::binary);
	std::vector<FShaderSource> Sources = ListShaders();
	const std::vector<FShaderSource> Studio = ListStudioShaders();
	Sources.insert(Sources.end(), Studio.begin(), Studio.end());
	for (const FShaderSource& Source : Sources)
	{
		const std::string Name = std::filesystem::path(Source.File).stem().string() + ".hlsl";
		if (Written.insert(Name).second)
		{
			const TResult<std::string> Text = Compiler.Flatten(Source.File);
			if (!Text)
			{
				std::fprintf(stderr, "%s\n", Text.GetError().Message.c_str());
				return 1;
			}
			std::ofstream(Folder / Name, std::ios::binary) << *Text;
		}
		const char* Profile = Source.Stage == EShaderStage::Compute ? "cs_6_6"
			: Source.Stage == EShaderStage::Vertex                  ? "vs_6_6"
																	: "ps_6_6";
		List << Name << '\t' << Source.Entry << '\t' << Profile;
		for (const auto& [Define, Value] : Source.Defines)
		{
			List << '\t' << Define << '=' << Value;
		}
		List << '\n';
	}
	return List.good() ? 0 : 1;
}
