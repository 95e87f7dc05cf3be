// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarConversions.h"

namespace Exemplar
{
namespace
{

template <typename T>
std::vector<T> CopyOfSpan(std::span<const T> Items)
{
	return std::vector<T>(Items.begin(), Items.end());
}
template <typename T, typename ConvertType>
std::vector<T> ConvertSpan(std::span<const T> Items, ConvertType Convert)
{
	std::vector<T> Out;
	Out.reserve(Items.size());
	for (const T& Item : Items)
	{
		Out.push_back(Convert(Item));
	}
	return Out;
}

} // namespace

FMeshLevelData ToUnrealAxes(const FMeshLevelView& Level)
{
	FMeshLevelData Out;
	Out.Sections = CopyOfSpan(Level.Sections);
	Out.Indices = CopyOfSpan(Level.Indices);
	Out.Positions = ConvertSpan(Level.Positions, PositionToUnrealAxes);
	Out.Normals = ConvertSpan(Level.Normals, DirectionToUnrealAxes);
	Out.Tangents = ConvertSpan(Level.Tangents,
		[](const FFloat4& T)
		{
			const FFloat3 V = DirectionToUnrealAxes({T.X, T.Y, T.Z});
			return FFloat4{V.X, V.Y, V.Z, -T.W};
		});
	Out.UVs = CopyOfSpan(Level.UVs);

	Out.Weights.Offsets = CopyOfSpan(Level.Weights.Offsets);
	Out.Weights.Bones = CopyOfSpan(Level.Weights.Bones);
	Out.Weights.Weights = CopyOfSpan(Level.Weights.Weights);
	Out.Skin.Offsets = CopyOfSpan(Level.Skin.Offsets);
	Out.Skin.Bones = CopyOfSpan(Level.Skin.Bones);
	Out.Skin.Points = ConvertSpan(Level.Skin.Points, PointToUnrealAxes);
	Out.Skin.GeomorphDeltas = ConvertSpan(Level.Skin.GeomorphDeltas, PointToUnrealAxes);
	Out.Skin.Tangents = ConvertSpan(Level.Skin.Tangents, PointToUnrealAxes);
	// The normal is the cross product of the two: with one of them negated it points outward again.
	Out.Skin.Bitangents =
		ConvertSpan(Level.Skin.Bitangents, [](const FFloat4& B) { return PointToUnrealAxes(B) * -1.0f; });
	Out.Correctives.Offsets = CopyOfSpan(Level.Correctives.Offsets);
	Out.Correctives.Vertices = CopyOfSpan(Level.Correctives.Vertices);
	Out.Correctives.Deltas = ConvertSpan(Level.Correctives.Deltas, PositionToUnrealAxes);
	Out.Bones = CopyOfSpan(Level.Bones);

	Out.MeanError = Level.MeanError * CentimetersPerMeter;
	Out.ErrorBound = Level.ErrorBound * CentimetersPerMeter;
	Out.SectionSpheres = ConvertSpan(Level.SectionSpheres,
		[](const FSphere& S) {
			return FSphere{PositionToUnrealAxes(S.Center), S.Radius * CentimetersPerMeter};
		});
	return Out;
}

std::shared_ptr<const FCharacterPoser> MakeUnrealPoser(const FCharacter& Character)
{
	const std::vector<FBoneTransform> RestLocal =
		ConvertSpan(Character->Skeleton.RestLocal, [](const FBoneTransform& Bone) { return ToUnrealAxes(Bone); });
	const TCorrectives<FViewed>& Shapes = Character->Correctives;
	TCorrectives<FOwned> Correctives{CopyOfSpan(Shapes.JointOffsets), CopyOfSpan(Shapes.Joints),
		CopyOfSpan(Shapes.JointScales), CopyOfSpan(Shapes.ExampleOffsets),
		ConvertSpan(Shapes.ExampleRotations, [](const FRotation& Rotation) { return ToUnrealAxes(Rotation); }),
		CopyOfSpan(Shapes.ShapeOffsets), CopyOfSpan(Shapes.Coefficients), CopyOfSpan(Shapes.Kernels),
		CopyOfSpan(Shapes.Radii)};
	TResult<FCharacterPoser> Poser =
		FCharacterPoser::Make(Character->Skeleton.Parents, RestLocal, std::move(Correctives));
	return Poser && !RestLocal.empty() ? std::make_shared<const FCharacterPoser>(std::move(*Poser)) : nullptr;
}

FCrowdCharacter ToUnrealAxes(const FCrowdCharacter& Character, const FRestPose& UnrealRest)
{
	FCrowdCharacter Out = Character;
	Out.Rest = UnrealRest;
	Out.Sphere = {PositionToUnrealAxes(Character.Sphere.Center), Character.Sphere.Radius * CentimetersPerMeter};
	for (FCrowdLevel& Level : Out.Levels)
	{
		Level.Error *= CentimetersPerMeter;
	}
	for (FCrowdClip& Clip : Out.Clips)
	{
		for (FCrowdKey& Key : Clip.Keys)
		{
			Key.Rotation = ToUnrealAxes(Key.Rotation);
			Key.Position = PositionToUnrealAxes(Key.Position);
		}
	}
	return Out;
}

} // namespace Exemplar
