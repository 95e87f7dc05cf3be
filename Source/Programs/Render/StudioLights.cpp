// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/StudioLights.h"

namespace Exemplar
{
namespace StudioLighting
{

constexpr float GoldenAngle = 2.39996323f;

FStudioLight MakeLight(const FFloat3& Toward, const FFloat3& Color, bool bKey)
{
	FStudioLight Out;
	Out.Toward = Toward;
	const FFloat3 Aside = std::abs(Toward.Y) < 0.9f ? FFloat3{0.0f, 1.0f, 0.0f} : FFloat3{1.0f, 0.0f, 0.0f};
	Out.Right = Normalize(Cross(Aside, Toward));
	Out.Up = Cross(Toward, Out.Right);
	Out.Color = Color;
	Out.bKey = bKey;
	return Out;
}

} // namespace StudioLighting

FStudioLighting MakeStudioLighting(uint32_t SkyLights, uint32_t KeyLights, const FFloat3& Forward)
{
	using namespace StudioLighting;
	FStudioLighting Out;
	// The sky: directions on a spiral, evenly over the upper half of the sphere (Vogel 1979).
	const FFloat3 Zenith{1.04f, 1.07f, 1.12f}, Horizon{0.66f, 0.68f, 0.72f};
	for (uint32_t Index = 0; Index < SkyLights; ++Index)
	{
		const float Y = (static_cast<float>(Index) + 0.5f) / static_cast<float>(SkyLights);
		const float Angle = GoldenAngle * static_cast<float>(Index), Radius = std::sqrt(1.0f - Y * Y);
		const FFloat3 Toward{Radius * std::cos(Angle), Y, Radius * std::sin(Angle)};
		const FFloat3 Color = Horizon + (Zenith - Horizon) * Y;
		Out.Lights.push_back(MakeLight(Toward, Color * (0.47f / static_cast<float>(SkyLights)), false));
	}
	// The key: a disc of nine degrees.
	const FFloat3 Back = Normalize(FFloat3{-Forward.X, 0.0f, -Forward.Z}, {0.0f, 0.0f, 1.0f});
	const FFloat3 Left = Normalize(Cross(Back, FFloat3{0.0f, 1.0f, 0.0f}));
	const FFloat3 Center = Normalize(Left * 0.95f + FFloat3{0.0f, 1.15f, 0.0f} + Back * 0.48f);
	const FStudioLight Middle = MakeLight(Center, {}, true);
	for (uint32_t Index = 0; Index < KeyLights; ++Index)
	{
		const float Radius = 0.16f * std::sqrt((static_cast<float>(Index) + 0.5f) / static_cast<float>(KeyLights));
		const float Angle = GoldenAngle * static_cast<float>(Index);
		const FFloat3 Toward =
			Normalize(Center + Middle.Right * (Radius * std::cos(Angle)) + Middle.Up * (Radius * std::sin(Angle)));
		Out.Lights.push_back(
			MakeLight(Toward, FFloat3{1.08f, 1.0f, 0.90f} * (0.90f / static_cast<float>(KeyLights)), true));
	}
	for (const FStudioLight& Light : Out.Lights)
	{
		Out.FloorLight += Light.Color * (std::max)(Light.Toward.Y, 0.0f);
	}
	while (Out.Columns * Out.Rows < Out.Lights.size())
	{
		++(Out.Columns <= Out.Rows ? Out.Columns : Out.Rows);
	}
	Out.FillColor = {0.05f, 0.062f, 0.085f, 0.0f};
	Out.RimColor = {0.55f, 0.62f, 0.72f, 0.0f};
	Out.BounceColor = {0.10f, 0.092f, 0.086f, 0.0f};
	Out.BackgroundTop = {0.40f, 0.43f, 0.465f, 0.0f};
	Out.BackgroundBottom = {0.60f, 0.615f, 0.63f, 0.0f};
	return Out;
}

std::vector<FFloat4> FStudioLighting::Rows4() const
{
	std::vector<FFloat4> Out;
	for (const FStudioLight& Light : Lights)
	{
		const auto Add = [&Out](const FFloat3& V, float W) { Out.push_back({V.X, V.Y, V.Z, W}); };
		Add(Light.Right, Light.bKey ? 1.0f : 0.0f);
		Add(Light.Up, 0.0f);
		Add(Light.Toward, 0.0f);
		Add(Light.Color, 0.0f);
	}
	return Out;
}

} // namespace Exemplar
