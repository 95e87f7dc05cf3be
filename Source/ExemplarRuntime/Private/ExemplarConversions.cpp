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
template <typename T, typename TurnType>
std::vector<T> TurnSpan(std::span<const T> Items, TurnType Turn)
{
	std::vector<T> Out;
	Out.reserve(Items.size());
	for (const T& Item : Items)
	{
		Out.push_back(Turn(Item));
	}
	return Out;
}

} // namespace

FMeshLevelData TurnLevel(const FMeshLevelView& Level)
{
	FMeshLevelData Out;
	Out.Sections = CopyOfSpan(Level.Sections);
	Out.Indices = CopyOfSpan(Level.Indices);
	Out.Positions = TurnSpan(Level.Positions, TurnPosition);
	Out.Normals = TurnSpan(Level.Normals, TurnDirection);
	Out.Tangents = TurnSpan(Level.Tangents,
		[](const FFloat4& T)
		{
			const FFloat3 V = TurnDirection({T.X, T.Y, T.Z});
			return FFloat4{V.X, V.Y, V.Z, -T.W};
		});
	Out.UVs = CopyOfSpan(Level.UVs);

	Out.Weights.Offsets = CopyOfSpan(Level.Weights.Offsets);
	Out.Weights.Bones = CopyOfSpan(Level.Weights.Bones);
	Out.Weights.Weights = CopyOfSpan(Level.Weights.Weights);
	Out.Skin.Offsets = CopyOfSpan(Level.Skin.Offsets);
	Out.Skin.Bones = CopyOfSpan(Level.Skin.Bones);
	Out.Skin.Points = TurnSpan(Level.Skin.Points, TurnPoint);
	Out.Skin.GeomorphDeltas = TurnSpan(Level.Skin.GeomorphDeltas, TurnPoint);
	Out.Skin.Tangents = TurnSpan(Level.Skin.Tangents, TurnPoint);
	// The normal is the cross product of the two: with one of them negated it points outward again.
	Out.Skin.Bitangents = TurnSpan(Level.Skin.Bitangents, [](const FFloat4& B) { return TurnPoint(B) * -1.0f; });
	Out.Correctives.Offsets = CopyOfSpan(Level.Correctives.Offsets);
	Out.Correctives.Vertices = CopyOfSpan(Level.Correctives.Vertices);
	Out.Correctives.Deltas = TurnSpan(Level.Correctives.Deltas, TurnPosition);
	Out.Bones = CopyOfSpan(Level.Bones);

	Out.MeanError = Level.MeanError * CentimetersPerMeter;
	Out.ErrorBound = Level.ErrorBound * CentimetersPerMeter;
	Out.SectionSpheres = TurnSpan(Level.SectionSpheres,
		[](const FSphere& S) {
			return FSphere{TurnPosition(S.Center), S.Radius * CentimetersPerMeter};
		});
	return Out;
}

FCrowdCharacter TurnCrowdCharacter(const FCrowdCharacter& Character, const FRestPose& TurnedRest)
{
	FCrowdCharacter Out = Character;
	Out.Rest = TurnedRest;
	Out.Sphere = {TurnPosition(Character.Sphere.Center), Character.Sphere.Radius * CentimetersPerMeter};
	for (FCrowdLevel& Level : Out.Levels)
	{
		Level.Error *= CentimetersPerMeter;
	}
	for (FCrowdClip& Clip : Out.Clips)
	{
		for (FCrowdKey& Key : Clip.Keys)
		{
			Key.Rotation = TurnRotation(Key.Rotation);
			Key.Position = TurnPosition(Key.Position);
		}
	}
	return Out;
}

} // namespace Exemplar
