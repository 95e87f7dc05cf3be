// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/MapPoses.h"

#include "Pose/ClipSampling.h"
#include "Skinning/SkinOperator.h"

#include <algorithm>

namespace Exemplar
{

std::vector<std::vector<FBoneTransform>> SpreadPoses(const FCharacterView& Character, size_t Count)
{
	std::vector<std::vector<FBoneTransform>> Out{
		{Character.Skeleton.RestLocal.begin(), Character.Skeleton.RestLocal.end()}};
	size_t FrameCount = 0;
	for (const FClipView& Clip : Character.Clips)
	{
		FrameCount += Clip.FrameCount;
	}
	const size_t Poses = (std::min)(Count, FrameCount);
	for (size_t Pose = 0; Pose < Poses; ++Pose)
	{
		size_t Frame = (2 * Pose + 1) * FrameCount / (2 * Poses);
		size_t Clip = 0;
		while (Frame >= Character.Clips[Clip].FrameCount)
		{
			Frame -= Character.Clips[Clip++].FrameCount;
		}
		Out.push_back(SampleFrame(Character.Skeleton, Character.Clips[Clip], static_cast<float>(Frame)));
	}
	return Out;
}

TResult<FLevelPoser> FLevelPoser::Make(const FCharacter& Character, size_t Level)
{
	TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return Poser.GetError();
	}
	FLevelPoser Out;
	Out.Palette.Operator = FindPreferredOperator(Character.View());
	FPackOptions Options;
	Options.Kind = PackedKindOf(Out.Palette.Operator);
	TResult<FPackedSkin> Skin = PackSkin(Character->Levels[Level], Poser->GetRest(), Options);
	if (!Skin)
	{
		return Skin.GetError();
	}
	Out.Poser = std::move(*Poser);
	Out.Skin = std::move(*Skin);
	Out.Shapes = PackCorrectives(Character->Correctives, Character->Levels[Level].Correctives, Out.Skin);
	Out.PlaceOfBlock.resize(Out.Shapes.BlockCount);
	Out.Offsets.resize(CountOffsetValues(Out.Shapes));
	Out.bTangents = !Character->Levels[Level].Tangents.empty();
	return Out;
}

TResult<FPosedFrames> FLevelPoser::Pose(std::span<const FBoneTransform> Local, IExecutor& Executor)
{
	const FError Misfit{EErrorCode::Mismatch,
		"The level cannot be posed: its skin does not fit the character's operator. Choose another with --operator."};
	Poser.Reset(Posed);
	Posed.Local.assign(Local.begin(), Local.end());
	if (!Poser.Pose(Posed) || !Poser.MakePalette(Posed, Skin, Palette.Operator, Palette))
	{
		return Misfit;
	}
	std::vector<FFloat3> Positions(Skin.SlotCount), Normals(Skin.SlotCount);
	std::vector<FFloat4> Tangents(bTangents ? Skin.SlotCount : 0);
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output = {Positions, Normals, Tangents};
	Job.Executor = &Executor;
	if (!Posed.ShapeWeights.empty())
	{
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Posed.ShapeWeights, PlaceOfBlock, Offsets}.Run();
	}
	if (!RunSkinning(Job, Palette) ||
		(!Posed.ShapeWeights.empty() && !Shapes.After.empty() &&
			!FCorrectiveAfterJob{&Shapes, Posed.ShapeWeights, Posed.Palette, Positions}.Run()))
	{
		return Misfit;
	}
	FPosedFrames Out;
	for (const uint32_t Slot : Skin.SlotOfVertex)
	{
		Out.Positions.push_back(Positions[Slot]);
		Out.Normals.push_back(Normals[Slot]);
		if (bTangents)
		{
			Out.Tangents.push_back(Tangents[Slot]);
		}
	}
	return Out;
}

} // namespace Exemplar
