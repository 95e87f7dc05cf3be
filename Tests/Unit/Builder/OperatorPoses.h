// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Metrics/SurfaceDistance.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"

#include <optional>

namespace Exemplar
{

/** A level in every Step-th frame of the first clip, as an operator of the run time shows it. */
inline std::optional<std::vector<std::vector<FDouble3>>> PoseByOperator(
	const FCharacter& Character, size_t Level, ESkinOperator Operator, uint32_t Step)
{
	const FCharacterView& View = Character.View();
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return std::nullopt;
	}
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	const TResult<FPackedSkin> Skin = PackSkin(View.Levels[Level], Poser->GetRest(), Options);
	if (!Skin)
	{
		return std::nullopt;
	}
	FCharacterPose Pose;
	Poser->Reset(Pose);
	FSkinPalette Palette;
	std::vector<FFloat3> Slots(Skin->SlotCount);
	FSkinningJob Job;
	Job.Skin = &*Skin;
	Job.Output.Positions = Slots;
	std::vector<std::vector<FDouble3>> Out;
	for (uint32_t Frame = 0; Frame < View.Clips[0].FrameCount; Frame += Step)
	{
		const float Seconds = static_cast<float>(Frame) / View.Clips[0].FramesPerSecond;
		const FSampleClipJob Sample{&View.Clips[0], Seconds, View.Skeleton.RestLocal, Pose.Local};
		if (!Sample.Run() || !Poser->Pose(Pose) || !Poser->MakePalette(Pose, *Skin, Operator, Palette) ||
			!RunSkinning(Job, Palette))
		{
			return std::nullopt;
		}
		std::vector<FDouble3>& Posed = Out.emplace_back();
		for (const uint32_t Slot : Skin->SlotOfVertex)
		{
			Posed.push_back({Slots[Slot].X, Slots[Slot].Y, Slots[Slot].Z});
		}
	}
	return Out;
}

/** How far a level is from the finest one where both are shown by an operator; nothing where it does not fit. */
inline std::optional<FSurfaceDistance> MeasureByOperator(
	const FCharacter& Character, size_t Level, ESkinOperator Operator, uint32_t Step)
{
	const auto TrianglesOf = [&](size_t Of)
	{
		std::vector<FTriangle> Out;
		const std::span<const uint32_t> Indices = Character->Levels[Of].Indices;
		for (size_t Index = 0; Index + 2 < Indices.size(); Index += 3)
		{
			Out.push_back({static_cast<int32_t>(Indices[Index]), static_cast<int32_t>(Indices[Index + 1]),
				static_cast<int32_t>(Indices[Index + 2])});
		}
		return Out;
	};
	const auto Finest = PoseByOperator(Character, 0, Operator, Step);
	const auto Coarse = PoseByOperator(Character, Level, Operator, Step);
	if (!Finest || !Coarse)
	{
		return std::nullopt;
	}
	return MeasureSurfaceDistance({TrianglesOf(0), *Finest}, {TrianglesOf(Level), *Coarse}, 3000, 11);
}

} // namespace Exemplar
