// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/DebugLegends.h"

#include "Render/ShownCharacter.h"

#include <cmath>
#include <cstdio>

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
		Out.BarLabels.push_back(I == 0 ? "0" : FormatMillimeters(Value));
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
		Out.Title = "Influences a vertex";
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
		Out.Title = "The bone that holds each vertex most";
		for (uint32_t Joint = 0; Joint < Character.Skeleton.JointCount(); ++Joint)
		{
			Out.Swatches.emplace_back(ToPixel(DebugCategory(Joint)), std::string(Character.Skeleton.Names[Joint]));
		}
	}
	else if (View == EDebugView::CorrectiveStrength)
	{
		Out = MakeRampLegend("Displacement by correctives", RampEnd);
		Out.Remark = Character.Correctives.ShapeCount() == 0 ? "the character has none" : "";
	}
	else if (View == EDebugView::Level)
	{
		Out.Title = "Level of detail";
		for (const uint32_t Level : Levels)
		{
			const FMeshLevelView& Mesh = Character.Levels[Level];
			Out.Swatches.emplace_back(ToPixel(DebugCategory(Level)),
				"LOD " + std::to_string(Level) + ": " + FormatCount(Mesh.Indices.size() / 3) + " triangles, at most " +
					FormatMillimeters(double{Mesh.ErrorBound}) + " off");
		}
	}
	else if (View == EDebugView::Error)
	{
		Out = MakeRampLegend(ErrorTitle, RampEnd);
	}
	return Out;
}

float RoundUp(float Value)
{
	float Power = 1e-6f;
	while (Power * 10.0f < Value && Power < 1e6f)
	{
		Power *= 10.0f;
	}
	for (const float Step : {1.0f, 1.2f, 1.6f, 2.0f, 2.4f, 3.2f, 4.0f, 6.0f, 8.0f})
	{
		if (Value <= Power * Step)
		{
			return Power * Step;
		}
	}
	return Power * 10.0f;
}

std::string FormatMillimeters(double Meters)
{
	const double Value = Meters * 1000.0;
	const int Digits = Value >= 100.0 || Value == 0.0 ? 0 : Value >= 10.0 ? 1 : Value >= 1.0 ? 2 : 3;
	char Text[48];
	std::snprintf(Text, sizeof(Text), "%.*f", Digits, Value);
	std::string Out = Text;
	while (Digits > 0 && Out.back() == '0')
	{
		Out.pop_back();
	}
	if (Out.back() == '.')
	{
		Out.pop_back();
	}
	return Out + " mm";
}

std::string FormatCount(size_t Count)
{
	std::string Out = std::to_string(Count);
	for (size_t At = Out.size(); At > 3; At -= 3)
	{
		Out.insert(At - 3, 1, ' ');
	}
	return Out;
}

} // namespace Exemplar
