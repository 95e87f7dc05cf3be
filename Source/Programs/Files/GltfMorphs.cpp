// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfMorphs.h"

#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Files/Failure.h"
#include "Files/GltfAfter.h"
#include "Pose/ClipSampling.h"

#include <map>

namespace Exemplar
{
namespace
{

/** What a shape does to the vertices of a level. */
struct FShapeVertices
{
	std::vector<uint32_t> Vertices; // ascending
	std::vector<FFloat3> Deltas;
	std::vector<FFloat3> Normals; // empty: normals do not follow
};

std::vector<FShapeVertices> ReadShapes(const FCharacterView& Character, size_t Level)
{
	const TCorrectiveDeltas<FViewed>& From = Character.Levels[Level].Correctives;
	std::vector<FShapeVertices> Out(Character.Correctives.ShapeCount());
	ForEachDelta(From,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			const FCorrectiveShape& Scales = Character.Correctives.Shapes[Shape];
			Out[Shape].Vertices.push_back(Vertex);
			Out[Shape].Deltas.push_back(DecodeDelta(From.Deltas[Index], Scales.DeltaScale));
			if (!From.Normals.empty())
			{
				Out[Shape].Normals.push_back(DecodeNormal(From.Normals[Index], Scales.NormalScale));
			}
		});
	return Out;
}

/** Adds offsets to those of a shape; vertices that it did not move get no change of their normals. */
void AddOffsets(FShapeVertices& Shape, const std::vector<std::pair<uint32_t, FFloat3>>& Offsets)
{
	std::map<uint32_t, std::pair<FFloat3, FFloat3>> Moved;
	for (size_t At = 0; At < Shape.Vertices.size(); ++At)
	{
		Moved[Shape.Vertices[At]] = {Shape.Deltas[At], Shape.Normals.empty() ? FFloat3{} : Shape.Normals[At]};
	}
	for (const auto& [Vertex, Offset] : Offsets)
	{
		Moved[Vertex].first += Offset;
	}
	const bool bNormals = !Shape.Normals.empty();
	Shape = {};
	for (const auto& [Vertex, Changes] : Moved)
	{
		Shape.Vertices.push_back(Vertex);
		Shape.Deltas.push_back(Changes.first);
		if (bNormals)
		{
			Shape.Normals.push_back(Changes.second);
		}
	}
}

} // namespace

FGltfMorphs FindGltfMorphs(const FCharacterView& Character)
{
	FGltfMorphs Out;
	const bool bDeltas = !Character.Levels.empty() && !Character.Levels[0].Correctives.IsEmpty();
	for (const TCorrective<FViewed>& Row : Character.Correctives.Correctives)
	{
		for (uint32_t Index = 0; bDeltas && Index < Row.ShapeCount; ++Index)
		{
			const uint32_t Shape = Row.FirstShape + Index;
			const std::span<const uint32_t> Offsets = Character.Levels[0].Correctives.Offsets;
			if ((Row.Flags & CorrectiveEnabled) != 0 && Offsets[Shape + 1] > Offsets[Shape])
			{
				Out.Shapes.push_back(Shape);
				Out.Names.push_back(std::string(Row.Name) + (Row.ShapeCount == 1 ? "" : "_" + std::to_string(Index)));
			}
		}
	}
	return Out;
}

FJson WriteGltfTargets(const FCharacterView& Character, size_t Level, const FGltfMorphs& Morphs,
	const FInfluenceRows& Rows, FGltfWriter& Writer)
{
	FJson Out = FJson::array();
	const FMeshLevelView& Mesh = Character.Levels[Level];
	const bool bNormals = !Mesh.Normals.empty() && !Mesh.Correctives.Normals.empty();
	std::vector<FShapeVertices> Shapes = ReadShapes(Character, Level);
	const FFoldedAfter After = FoldAfter(Character, Level, Rows);
	for (const uint32_t Shape : Morphs.Shapes)
	{
		FShapeVertices& Moved = Shapes[Shape];
		if (!After.Shapes[Shape].empty())
		{
			AddOffsets(Moved, After.Shapes[Shape]);
		}
		FJson Target = {{"POSITION", Writer.AddSparse(Mesh.VertexCount(), Moved.Vertices, Moved.Deltas, true)}};
		if (bNormals)
		{
			Target["NORMAL"] = Writer.AddSparse(Mesh.VertexCount(), Moved.Vertices, Moved.Normals, false);
		}
		Out.push_back(std::move(Target));
	}
	return Out;
}

void PlayGltfClip(
	const FCharacterView& Character, const FClipView& Clip, const std::function<void(const FCharacterPose&)>& Visit)
{
	const TResult<FCharacterPoser> Poser =
		FCharacterPoser::Make(Character.Skeleton.Parents, Character.Skeleton.RestLocal, CopyOf(Character.Correctives));
	if (!Poser)
	{
		Fail(Poser.GetError().Code, Poser.GetError().Message);
	}
	FCharacterPose Posed;
	Poser->Reset(Posed);
	for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
	{
		Posed.Local = SampleFrame(Character.Skeleton, Clip, static_cast<float>(Frame));
		if (!Poser->Pose(Posed) || Posed.ShapeWeights.size() != Character.Correctives.ShapeCount())
		{
			Fail(EErrorCode::Mismatch, "clip '" + std::string(Clip.Name) + "' cannot be posed. Build it again.");
		}
		Visit(Posed);
	}
}

std::vector<float> PlayGltfWeights(const FCharacterView& Character, const FClipView& Clip, const FGltfMorphs& Morphs)
{
	std::vector<float> Out;
	PlayGltfClip(Character, Clip,
		[&](const FCharacterPose& Pose)
		{
			for (const uint32_t Shape : Morphs.Shapes)
			{
				Out.push_back(Pose.ShapeWeights[Shape]);
			}
		});
	return Out;
}

} // namespace Exemplar
