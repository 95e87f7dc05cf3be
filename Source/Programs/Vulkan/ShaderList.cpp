// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/ShaderList.h"
#include "Skinning/SkinOperator.h"

namespace Exemplar
{
namespace ShaderListing
{

constexpr int OperatorCount = SkinOperatorCount;
constexpr int DebugViewCount = 6;

void AddSkinning(std::vector<FShaderSource>& Out)
{
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (int Bits = 0; Bits < 8; ++Bits)
		{
			// A mesh deformer keeps last frame's positions itself: its output needs no permutation that writes them.
			for (const int Output : {0, 1})
			{
				if (Output == 1 && (Bits & 4) != 0)
				{
					continue;
				}
				Out.push_back({"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute,
					{{"SKIN_OPERATOR", Operator}, {"SKIN_POINTS_16", Bits & 1}, {"SKIN_CORRECTIVES", Bits >> 1 & 1},
						{"SKIN_PREVIOUS", Bits >> 2 & 1}, {"SKIN_OUTPUT", Output}}});
				if (Output == 1)
				{
					Out.push_back(Out.back());
					Out.back().Defines["SKIN_MORPHS"] = 1;
				}
			}
		}
	}
}

void AddDebug(std::vector<FShaderSource>& Out)
{
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (int View = 1; View < DebugViewCount; ++View)
		{
			Out.push_back({"/Plugin/Exemplar/ExemplarDebug.usf", "DebugColorsCS", EShaderStage::Compute,
				{{"SKIN_OPERATOR", Operator}, {"SKIN_POINTS_16", View & 1}, {"SKIN_CORRECTIVES", 1},
					{"EXEMPLAR_DEBUG_VIEW", View}}});
		}
	}
}

void AddDraws(std::vector<FShaderSource>& Out)
{
	const std::string File = "/Harness/ExemplarDraw.usf";
	for (int Mode = 0; Mode < 4; ++Mode)
	{
		const int Skin = Mode & 1, Instanced = Mode >> 1;
		for (int Operator = 0; Operator < (Skin != 0 ? OperatorCount : 1); ++Operator)
		{
			std::map<std::string, int> Defines = {{"SKIN_OPERATOR", Operator}, {"SKIN_PREVIOUS", Skin},
				{"EXEMPLAR_VF_SKIN", Skin}, {"EXEMPLAR_VF_INSTANCED", Instanced}};
			for (const char* Entry : {"DrawVS", "DrawDepthVS", "DrawNormalVS"})
			{
				Out.push_back({File, Entry, EShaderStage::Vertex, Defines});
			}
			for (int View = 1; View < (Operator == 0 ? DebugViewCount : 1); ++View)
			{
				Defines["EXEMPLAR_DEBUG_VIEW"] = View;
				Out.push_back({File, "DrawVS", EShaderStage::Vertex, Defines});
			}
		}
	}
	// The component's: what compute skinning wrote, and colors.
	Out.push_back({File, "DrawVS", EShaderStage::Vertex,
		{{"SKIN_OPERATOR", 0}, {"SKIN_PREVIOUS", 1}, {"EXEMPLAR_VF_SKIN", 0}, {"EXEMPLAR_VF_INSTANCED", 0},
			{"EXEMPLAR_VF_COLORS", 1}}});
	// What a pixel gets does not depend on how its vertices came about.
	for (const char* Entry : {"DrawPS", "DrawVelocityPS", "DrawNormalPS"})
	{
		Out.push_back({File, Entry, EShaderStage::Pixel, {}});
	}
}

} // namespace ShaderListing

std::vector<FShaderSource> ListShaders()
{
	std::vector<FShaderSource> Out;
	ShaderListing::AddSkinning(Out);
	for (const char* Entry : {"CrowdChooseCS", "CrowdArgumentsCS", "CrowdScatterCS", "CrowdPoseCS"})
	{
		Out.push_back({"/Plugin/Exemplar/ExemplarCrowd.usf", Entry, EShaderStage::Compute, {}});
	}
	ShaderListing::AddDebug(Out);
	ShaderListing::AddDraws(Out);
	return Out;
}

std::string Describe(const FShaderSource& Source)
{
	std::string Out = Source.File + " " + Source.Entry;
	for (const auto& [Name, Value] : Source.Defines)
	{
		Out += " " + Name + "=" + std::to_string(Value);
	}
	return Out;
}

} // namespace Exemplar
