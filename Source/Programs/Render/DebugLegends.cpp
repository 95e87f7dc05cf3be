// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/DebugLegends.h"

#include "Files/NumberFormat.h"
#include "Render/PreviewCharacter.h"

namespace Exemplar
{
namespace
{

FLegend MakeRampLegend(const std::string& Title, float End)
{
	FLegend Out;
	Out.Title = Title;
	constexpr int Stops = 33, Labels = 5;
	for (int I = 0; I < Stops; ++I)
	{
		Out.Bar.push_back(ToPixel(DebugRamp(static_cast<float>(I) / (Stops - 1))));
	}
	for (int I = 0; I < Labels; ++I)
	{
		const double Value = double{End} * I / (Labels - 1);
		Out.BarLabels.push_back(I == 0 ? "0" : FormatLength(Value));
	}
	return Out;
}

} // namespace

FLegend MakeDebugLegend(EDebugView View, const FCharacterView& Character, std::span<const uint32_t> Levels,
	uint32_t LargestInfluenceCount, float RampEnd, const std::string& ErrorTitle)
{
	FLegend Out;
	if (View == EDebugView::InfluenceCount)
	{
		Out.Title = "Influences per vertex";
		Out.bSteps = true;
		const uint32_t Largest = LargestInfluenceCount > 2 ? LargestInfluenceCount : 2;
		for (uint32_t Count = 1; Count <= Largest; ++Count)
		{
			Out.Bar.push_back(ToPixel(DebugRamp(static_cast<float>(Count - 1) / static_cast<float>(Largest - 1))));
			Out.BarLabels.push_back(std::to_string(Count));
		}
	}
	else if (View == EDebugView::DominantBone)
	{
		Out.Title = "Dominant bone";
		for (uint32_t Joint = 0; Joint < Character.Skeleton.JointCount(); ++Joint)
		{
			Out.Swatches.emplace_back(ToPixel(DebugCategory(Joint)), std::string(Character.Skeleton.Names[Joint]));
		}
	}
	else if (View == EDebugView::CorrectiveStrength)
	{
		Out = MakeRampLegend("Displacement by correctives", RampEnd);
		Out.Remark = Character.Correctives.ShapeCount() == 0 ? "This character has no correctives." : "";
	}
	else if (View == EDebugView::Level)
	{
		Out.Title = "Level of detail";
		for (const uint32_t Level : Levels)
		{
			const FMeshLevelView& Mesh = Character.Levels[Level];
			Out.Swatches.emplace_back(ToPixel(DebugCategory(Level)),
				"LOD " + std::to_string(Level) + ": " + FormatCount(Mesh.Indices.size() / 3) +
					" triangles, error up to " + FormatLength(double{Mesh.ErrorBound}));
		}
	}
	else if (View == EDebugView::Error)
	{
		Out = MakeRampLegend(ErrorTitle, RampEnd);
	}
	return Out;
}

} // namespace Exemplar
