// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Files/TruthCharacter.h"

#include "Examples/MeshLevel.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

FFloat3 NarrowPoint(const FDouble3& V)
{
	return {static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)};
}

/** Linear blending as the native skin has it (Merry 2007): the point of bone j is w_j (v, 1). */
TAnimationSpaceSkin<FOwned> EmbedBlendWeights(
	const TBlendWeights<FOwned>& Weights, const std::vector<FFloat3>& Positions)
{
	TAnimationSpaceSkin<FOwned> Skin;
	Skin.Offsets = Weights.Offsets;
	Skin.Bones = Weights.Bones;
	for (size_t V = 0; V < Positions.size(); ++V)
	{
		for (size_t I = Weights.Offsets[V]; I < Weights.Offsets[V + 1]; ++I)
		{
			const float W = Weights.Weights[I];
			const FFloat3 P = Positions[V] * W;
			Skin.Points.push_back({P.X, P.Y, P.Z, W});
		}
	}
	return Skin;
}

/** A sphere around the box of the rest and of all poses: what the clips show stays inside. */
FSphere BoundAllPoses(const FExampleSet& Examples)
{
	FBox Box;
	for (const FDouble3& P : Examples.Rest.Positions)
	{
		Box.Add(NarrowPoint(P));
	}
	for (const std::vector<FDouble3>& Pose : Examples.Poses)
	{
		for (const FDouble3& P : Pose)
		{
			Box.Add(NarrowPoint(P));
		}
	}
	return {Box.Center(), 0.5f * Box.Diagonal()};
}

} // namespace

TResult<FCharacter> BuildTruthCharacter(const FExampleSet& Examples, const std::string& Source)
{
	if (!Examples.Source.Rig)
	{
		return FError{EErrorCode::Degenerate,
			Source + ": it has no rig of its own, and none is made here; use `exemplar build` to make one."};
	}
	if (Examples.Normalisation.Scale != 1.0 || Examples.Normalisation.Center != FDouble3{})
	{
		return FError{EErrorCode::Mismatch, Source + ": the examples were moved or scaled, but their rig was not."};
	}
	const FSourceRig& Rig = *Examples.Source.Rig;
	FCharacterData Data;
	Data.Name = Examples.Source.Name;
	Data.Skeleton = Rig.Skeleton;
	Data.Clips = Rig.Clips;
	Data.Materials = MaterialsOf(Examples);
	FMeshLevelOptions Options;
	Options.bTangents = true;
	FMeshLevelData Level = BuildMeshLevel(Examples, Options);
	Level.Weights = GatherWeights(GatherWeights(Rig.Weights, SourceOfPoints(Examples)), Level.PointOfCorner);
	Level.Skin = EmbedBlendWeights(Level.Weights, Level.Positions);
	Data.PointOfSource = Examples.PointOfSource;
	Data.PointCount = static_cast<uint32_t>(Examples.PointCount());
	for (const FFloat3& P : Level.Positions)
	{
		Data.RestBox.Add(P);
	}
	Data.Sphere = BoundAllPoses(Examples);
	Data.Levels.push_back(std::move(Level));
	Data.Provenance = {{"generator", "Exemplar " EXEMPLAR_VERSION}, {"source", Source},
		{"rig", "as in the source; nothing was fitted"}};
	return FCharacter::FromData(Data);
}

} // namespace Exemplar
