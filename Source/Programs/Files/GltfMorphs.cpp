// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfMorphs.h"

#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Files/Failure.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"

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

FJson WriteGltfTargets(const FCharacterView& Character, size_t Level, const FGltfMorphs& Morphs, FGltfWriter& Writer)
{
	FJson Out = FJson::array();
	const FMeshLevelView& Mesh = Character.Levels[Level];
	const bool bNormals = !Mesh.Normals.empty() && !Mesh.Correctives.Normals.empty();
	const std::vector<FShapeVertices> Shapes = ReadShapes(Character, Level);
	for (const uint32_t Shape : Morphs.Shapes)
	{
		const FShapeVertices& Moved = Shapes[Shape];
		FJson Target = {{"POSITION", Writer.AddSparse(Mesh.VertexCount(), Moved.Vertices, Moved.Deltas, true)}};
		if (bNormals)
		{
			Target["NORMAL"] = Writer.AddSparse(Mesh.VertexCount(), Moved.Vertices, Moved.Normals, false);
		}
		Out.push_back(std::move(Target));
	}
	return Out;
}

std::vector<float> PlayGltfWeights(const FCharacterView& Character, const FClipView& Clip, const FGltfMorphs& Morphs)
{
	const TResult<FCharacterPoser> Poser =
		FCharacterPoser::Make(Character.Skeleton.Parents, Character.Skeleton.RestLocal, CopyOf(Character.Correctives));
	if (!Poser)
	{
		Fail(Poser.GetError().Code, Poser.GetError().Message);
	}
	FCharacterPose Posed;
	Poser->Reset(Posed);
	std::vector<float> Out;
	for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
	{
		Posed.Local = SampleFrame(Character.Skeleton, Clip, static_cast<float>(Frame));
		if (!Poser->Pose(Posed) || Posed.ShapeWeights.size() != Character.Correctives.ShapeCount())
		{
			Fail(EErrorCode::Mismatch, "clip '" + std::string(Clip.Name) + "' cannot be posed. Build it again.");
		}
		for (const uint32_t Shape : Morphs.Shapes)
		{
			Out.push_back(Posed.ShapeWeights[Shape]);
		}
	}
	return Out;
}

} // namespace Exemplar
