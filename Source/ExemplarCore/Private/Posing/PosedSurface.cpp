// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/PosedSurface.h"

#include "Posing/NearestPoint.h"

#include <cmath>

namespace Exemplar
{

TResult<FPosedSurface> FPosedSurface::Make(const FMeshLevelView& Level, const TCorrectives<FViewed>& Correctives,
	const FRestPose& Rest, ESkinOperator InOperator)
{
	if (Level.Indices.size() < 3)
	{
		return FError{EErrorCode::NotFound, "The level has no triangles: it has no surface."};
	}
	FPackOptions Options;
	Options.Kind = PackedKindOf(InOperator);
	Options.Frames = EFrameFormat::None;
	TResult<FPackedSkin> Packed = PackSkin(Level, Rest, Options);
	if (!Packed)
	{
		return Packed.GetError();
	}
	FPosedSurface Out;
	Out.Operator = InOperator;
	Out.Facing = FindFacing(Level.Positions, Level.Normals, Level.Indices);
	Out.Skin = std::move(*Packed);
	Out.Shapes = PackCorrectives(Correctives, Level.Correctives, Out.Skin);
	for (const uint32_t Vertex : Level.Indices)
	{
		Out.Indices.push_back(Out.Skin.SlotOfVertex[Vertex]);
	}
	Out.Positions.resize(Out.Skin.SlotCount);
	Out.Places.resize(Out.Shapes.BlockCount);
	Out.Values.resize(CountOffsetValues(Out.Shapes));
	return Out;
}

bool FPosedSurface::Update(const FCharacterPoser& Poser, const FCharacterPose& Pose)
{
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Positions;
	if (!Pose.ShapeWeights.empty())
	{
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
	}
	if (!Poser.MakePalette(Pose, Skin, Operator, Palette) || !RunSkinning(Job, Palette))
	{
		return false;
	}
	FCorrectiveAfterJob{&Shapes, Pose.ShapeWeights, Pose.Palette, Positions}.Run();
	return true;
}

FSurfaceHit FPosedSurface::FindClosest(const FFloat3& Point) const
{
	const FNearestPoint Nearest = FindNearestPoint(Positions, Indices, Point);
	const FFloat3 &A = Positions[Indices[3 * Nearest.Triangle]], &B = Positions[Indices[3 * Nearest.Triangle + 1]],
				  &C = Positions[Indices[3 * Nearest.Triangle + 2]];
	const FFloat3& W = Nearest.Weights;
	return {A * W.X + B * W.Y + C * W.Z, Normalize(Cross(B - A, C - A)) * Facing, std::sqrt(Nearest.Squared),
		Nearest.Triangle, W};
}

} // namespace Exemplar
