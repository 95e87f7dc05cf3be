// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/TruthCharacter.h"

#include "AnimationSpace/Embedding.h"
#include "Bake/CullingSphere.h"
#include "Bake/MeshLevel.h"

#include <utility>

namespace Exemplar
{

TResult<FCharacter> BuildTruthCharacter(const FExampleSet& Examples, const std::string& Source)
{
	if (!Examples.Source.Rig)
	{
		return FError{EErrorCode::Degenerate,
			Source + ": it has no rig of its own, and none is made here. Use `exemplar build` to make one."};
	}
	if (Examples.Normalization.Scale != 1.0 || Examples.Normalization.Center != FDouble3{})
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
	Level.Skin = StoreSkin(ReadSkin(Level));
	Data.PointOfSource = Examples.PointOfSource;
	Data.PointCount = static_cast<uint32_t>(Examples.PointCount());
	for (const FFloat3& P : Level.Positions)
	{
		Data.RestBox.Add(P);
	}
	Data.Levels.push_back(std::move(Level));
	if (FStatus Bounded = ComputeCullingSpheres(Data); !Bounded)
	{
		return Bounded.GetError();
	}
	Data.Provenance = {
		{"generator", "Exemplar " EXEMPLAR_VERSION}, {"source", Source}, {"rig", "from the source; not fitted"}};
	return FCharacter::FromData(Data);
}

} // namespace Exemplar
