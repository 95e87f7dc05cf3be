// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Lod/LevelChoice.h"

#include <cmath>

namespace Exemplar
{

namespace
{

float PixelFootprint(const FScreen& Screen, float Depth)
{
	const float Clamped = Depth > Screen.Near ? Depth : Screen.Near;
	return 2.0f * Screen.TolerancePixels * Clamped * Screen.TanHalfWidth / Screen.WidthPixels;
}

float Continuous(const FLevelChoice& Choice)
{
	return static_cast<float>(Choice.Level) + Choice.Geomorph;
}

} // namespace

float AllowedError(const FScreen& Screen, float Depth)
{
	const float X = Screen.TanHalfWidth, Y = Screen.TanHalfHeight;
	if (Screen.bParallel)
	{
		return 2.0f * Screen.TolerancePixels * X / Screen.WidthPixels; // the same everywhere
	}
	return PixelFootprint(Screen, Depth) / std::sqrt(1.0f + X * X + Y * Y);
}

float ChoiceError(const FLevelErrors& Errors, bool bTextured)
{
	if (!(Errors.Surface > 0.0f))
	{
		return Errors.Texture;
	}
	const float Cap = bTextured ? Errors.Texture / TextureShare : 0.0f;
	return Errors.Surface > Cap ? Errors.Surface : Cap;
}

float ChoiceError(const FMeshLevelView& Level)
{
	return ChoiceError({Level.SurfaceError, Level.MeanError}, !Level.UVs.empty());
}

FLevelChoice ChooseLevel(std::span<const float> LevelErrors, float Allowed)
{
	uint32_t Level = 0;
	while (Level + 1 < LevelErrors.size() && LevelErrors[Level + 1] <= Allowed)
	{
		++Level;
	}
	if (Level + 1 >= LevelErrors.size() || !(LevelErrors[Level] < Allowed))
	{
		return {Level, 0.0f};
	}
	return {Level, (Allowed - LevelErrors[Level]) / (LevelErrors[Level + 1] - LevelErrors[Level])};
}

FLevelChoice ChooseLevelSteadily(
	std::span<const float> LevelErrors, float Allowed, const FLevelChoice& Previous, float Margin)
{
	const FLevelChoice Now = ChooseLevel(LevelErrors, Allowed);
	if (Continuous(Now) <= Continuous(Previous))
	{
		return Now;
	}
	const FLevelChoice Careful = ChooseLevel(LevelErrors, Allowed / (1.0f + Margin));
	return Continuous(Careful) > Continuous(Previous) ? Careful : Previous;
}

void ShiftLevelErrors(std::span<const float> LevelErrors, int32_t Bias, int32_t Forced, std::span<float> Shifted)
{
	constexpr float Never = 3.0e38f; // finite: shaders divide by differences
	const int64_t Last = static_cast<int64_t>(LevelErrors.size()) - 1;
	for (int64_t Level = 0; Level <= Last && Level < static_cast<int64_t>(Shifted.size()); ++Level)
	{
		const int64_t From = Level - Bias;
		float& Out = Shifted[static_cast<size_t>(Level)];
		if (Forced >= 0)
		{
			Out = Level <= Forced ? 0.0f : Never;
		}
		else if (Bias > 0 && From <= 0)
		{
			Out = 0.0f; // the finest that may be is always allowed
		}
		else
		{
			Out = From <= Last ? LevelErrors[static_cast<size_t>(From)] : Never;
		}
	}
}

} // namespace Exemplar
