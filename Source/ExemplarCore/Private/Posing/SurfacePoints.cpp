// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/SurfacePoints.h"

#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Posing/NearestPoint.h"

#include <algorithm>
#include <map>

namespace Exemplar
{
namespace SurfacePointsDetail
{

template <typename T>
void Pick(std::span<const T> From, std::span<const uint32_t> Vertices, std::vector<T>& Out)
{
	for (size_t Index = 0; !From.empty() && Index < Vertices.size(); ++Index)
	{
		Out.push_back(From[Vertices[Index]]);
	}
}

/** The rows of the vertices, of one of the arrays that they index. */
template <typename T>
void PickRows(
	std::span<const uint32_t> Offsets, std::span<const T> From, std::span<const uint32_t> Vertices, std::vector<T>& Out)
{
	for (size_t Index = 0; !From.empty() && Index < Vertices.size(); ++Index)
	{
		Out.insert(Out.end(), From.begin() + Offsets[Vertices[Index]], From.begin() + Offsets[Vertices[Index] + 1]);
	}
}

void PickOffsets(std::span<const uint32_t> Offsets, std::span<const uint32_t> Vertices, std::vector<uint32_t>& Out)
{
	Out.assign(Offsets.empty() ? 0 : 1, 0);
	for (size_t Index = 0; !Offsets.empty() && Index < Vertices.size(); ++Index)
	{
		Out.push_back(Out.back() + Offsets[Vertices[Index] + 1] - Offsets[Vertices[Index]]);
	}
}

/** Displacements of the picked vertices, each of which has its own place here. */
void PickDeltas(
	const TCorrectiveDeltas<FViewed>& From, std::span<const uint32_t> Vertices, TCorrectiveDeltas<FOwned>& Out)
{
	if (From.IsEmpty())
	{
		return;
	}
	std::multimap<uint32_t, uint32_t> PlacesOf;
	for (uint32_t Place = 0; Place < Vertices.size(); ++Place)
	{
		PlacesOf.emplace(Vertices[Place], Place);
	}
	const size_t ShapeCount = From.Offsets.size() - 1;
	std::vector<std::vector<std::pair<uint32_t, FDeltaCode>>> Rows(ShapeCount);
	ForEachDelta(From,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			const auto [First, End] = PlacesOf.equal_range(Vertex);
			for (auto At = First; At != End; ++At)
			{
				Rows[Shape].emplace_back(At->second, From.Deltas[Index]);
			}
		});
	FDeltaWriter Writer(Out);
	for (auto& Row : Rows)
	{
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
		for (const auto& [Place, Code] : Row)
		{
			Writer.Add(Place, Code);
		}
		Writer.EndShape();
	}
	for (size_t Shape = 0; Shape + 1 < From.AfterOffsets.size(); ++Shape)
	{
		Out.AfterOffsets.resize(1, 0);
		std::vector<FAfterDelta> Row;
		for (uint32_t At = From.AfterOffsets[Shape]; At < From.AfterOffsets[Shape + 1]; ++At)
		{
			const auto [First, End] = PlacesOf.equal_range(From.After[At].Vertex);
			for (auto Place = First; Place != End; ++Place)
			{
				Row.push_back({Place->second, From.After[At].Joint, From.After[At].Delta});
			}
		}
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.Vertex < B.Vertex; });
		Out.After.insert(Out.After.end(), Row.begin(), Row.end());
		Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.After.size()));
	}
}

/** A level of these vertices alone, three for each triangle. */
FMeshLevelData PickLevel(const FMeshLevelView& Level, std::span<const uint32_t> Vertices)
{
	FMeshLevelData Out;
	Pick(Level.Positions, Vertices, Out.Positions);
	Pick(Level.Normals, Vertices, Out.Normals);
	Pick(Level.Tangents, Vertices, Out.Tangents);
	Pick(Level.RotationCenters, Vertices, Out.RotationCenters);
	Pick(Level.BlendFactors, Vertices, Out.BlendFactors);
	PickOffsets(Level.Weights.Offsets, Vertices, Out.Weights.Offsets);
	PickRows(Level.Weights.Offsets, Level.Weights.Bones, Vertices, Out.Weights.Bones);
	PickRows(Level.Weights.Offsets, Level.Weights.Weights, Vertices, Out.Weights.Weights);
	PickOffsets(Level.Skin.Offsets, Vertices, Out.Skin.Offsets);
	PickRows(Level.Skin.Offsets, Level.Skin.Bones, Vertices, Out.Skin.Bones);
	PickRows(Level.Skin.Offsets, Level.Skin.Points, Vertices, Out.Skin.Points);
	PickDeltas(Level.Correctives, Vertices, Out.Correctives);
	Out.Bones.assign(Level.Bones.begin(), Level.Bones.end());
	for (uint32_t Corner = 0; Corner < Vertices.size(); ++Corner)
	{
		Out.Indices.push_back(Corner);
	}
	Out.Sections = {{0, 0, static_cast<uint32_t>(Vertices.size())}};
	return Out;
}

} // namespace SurfacePointsDetail

TResult<FSurfacePoints> FSurfacePoints::Make(const FMeshLevelView& Level, const TCorrectives<FViewed>& Correctives,
	const FRestPose& Rest, ESkinOperator Operator, std::span<const FFloat3> Points)
{
	if (Level.Indices.size() < 3)
	{
		return FError{EErrorCode::NotFound, "The level has no triangles: points need a surface."};
	}
	FSurfacePoints Out;
	Out.Operator = Operator;
	Out.Facing = FindFacing(Level.Positions, Level.Normals, Level.Indices);
	std::vector<uint32_t> Vertices;
	for (const FFloat3& Point : Points)
	{
		const FNearestPoint Nearest = FindNearestPoint(Level.Positions, Level.Indices, Point);
		Out.Weights.push_back(Nearest.Weights);
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Vertices.push_back(Level.Indices[3 * Nearest.Triangle + Corner]);
		}
	}
	const FMeshLevelData Picked = SurfacePointsDetail::PickLevel(Level, Vertices);
	const FMeshLevelView View = ViewOf(Picked);
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	TResult<FPackedSkin> Packed = PackSkin(View, Rest, Options);
	if (!Packed)
	{
		return Packed.GetError();
	}
	Out.Skin = std::move(*Packed);
	Out.Shapes = PackCorrectives(Correctives, View.Correctives, Out.Skin);
	Out.Positions.resize(Out.Skin.SlotCount);
	Out.Places.resize(Out.Shapes.BlockCount);
	Out.Values.resize(CountOffsetValues(Out.Shapes));
	return Out;
}

bool FSurfacePoints::Run(const FCharacterPoser& Poser, const FCharacterPose& Pose, std::span<FAffine> Out)
{
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Positions;
	if (!Pose.ShapeWeights.empty())
	{
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
	}
	if (Out.size() < Weights.size() || !Poser.MakePalette(Pose, Skin, Operator, Palette) || !RunSkinning(Job, Palette))
	{
		return false;
	}
	FCorrectiveAfterJob{&Shapes, Pose.ShapeWeights, Pose.Palette, Positions}.Run();
	for (size_t Point = 0; Point < Weights.size(); ++Point)
	{
		const FFloat3 &A = Positions[Skin.SlotOfVertex[3 * Point]], &B = Positions[Skin.SlotOfVertex[3 * Point + 1]],
					  &C = Positions[Skin.SlotOfVertex[3 * Point + 2]];
		const FFloat3 X = Normalize(B - A), Z = Normalize(Cross(B - A, C - A)) * Facing, Y = Cross(Z, X);
		const FFloat3 P = A * Weights[Point].X + B * Weights[Point].Y + C * Weights[Point].Z;
		Out[Point].Rows[0] = {X.X, Y.X, Z.X, P.X};
		Out[Point].Rows[1] = {X.Y, Y.Y, Z.Y, P.Y};
		Out[Point].Rows[2] = {X.Z, Y.Z, Z.Z, P.Z};
	}
	return true;
}

} // namespace Exemplar
