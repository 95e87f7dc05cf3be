// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Preview/PosedLevel.h"

namespace Exemplar
{

TResult<FPosedLevel> FPosedLevel::Make(const FCharacter& Character, ESkinOperator Operator, size_t Level, bool bNormals)
{
	if (Level >= Character->Levels.size())
	{
		return FError{EErrorCode::NotFound,
			"Level " + std::to_string(Level) + " does not exist. The character has " +
				std::to_string(Character->Levels.size()) + " levels, numbered from 0 (finest)."};
	}
	TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return Poser.GetError();
	}
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	Options.Frames = bNormals ? EFrameFormat::Float32 : EFrameFormat::None;
	TResult<FPackedSkin> Skin = PackSkin(Character->Levels[Level], Poser->GetRest(), Options);
	if (!Skin)
	{
		return Skin.GetError();
	}
	FPosedLevel Out;
	Out.Poser = std::move(*Poser);
	Out.Skin = std::move(*Skin);
	Out.Palette.Operator = Operator;
	Out.Shapes = PackCorrectives(Character->Correctives, Character->Levels[Level].Correctives, Out.Skin);
	Out.PlaceOfBlock.resize(Out.Shapes.BlockCount);
	Out.Offsets.resize(CountOffsetValues(Out.Shapes));
	Out.Slots.resize(Out.Skin.SlotCount);
	Out.Positions.resize(Out.Skin.SlotOfVertex.size());
	Out.NormalSlots.resize(bNormals ? Out.Slots.size() : 0);
	Out.Normals.resize(bNormals ? Out.Positions.size() : 0);
	return Out;
}

std::span<const FFloat3> FPosedLevel::Pose(
	std::span<const FBoneTransform> Local, IExecutor& Executor, const FPoseOptions& Options)
{
	Poser.Reset(Posed);
	Posed.Local.assign(Local.begin(), Local.end());
	if (!Poser.Pose(Posed, Options) || !Poser.MakePalette(Posed, Skin, Palette.Operator, Palette))
	{
		return {};
	}
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Slots;
	Job.Output.Normals = NormalSlots;
	Job.Executor = &Executor;
	if (!Posed.ShapeWeights.empty())
	{
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Posed.ShapeWeights, PlaceOfBlock, Offsets}.Run();
	}
	if (!RunSkinning(Job, Palette))
	{
		return {};
	}
	if (!Posed.ShapeWeights.empty() && !Shapes.After.empty() &&
		!FCorrectiveAfterJob{&Shapes, Posed.ShapeWeights, Posed.Palette, Slots}.Run())
	{
		return {};
	}
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		Positions[Vertex] = Slots[Skin.SlotOfVertex[Vertex]];
	}
	for (size_t Vertex = 0; Vertex < Normals.size(); ++Vertex)
	{
		Normals[Vertex] = NormalSlots[Skin.SlotOfVertex[Vertex]];
	}
	return Positions;
}

} // namespace Exemplar
