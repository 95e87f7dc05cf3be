// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Embedding.h"
#include "Bake/CullingSphere.h"
#include "Bake/MeshLevel.h"
#include "Sample/SampleCharacter.h"

#include <utility>

namespace Exemplar
{

TResult<FCharacterData> MakeSampleCharacterData(const FSampleCharacter& Sample, const FBuildContext& Context)
{
	TResult<FExampleSet> Set = BuildExampleSet(Sample.Source, {}, Context);
	if (!Set)
	{
		return Set.GetError();
	}
	const FSourceRig& Rig = *Sample.Source.Rig;
	FCharacterData Out;
	Out.Name = Sample.Source.Name;
	Out.Skeleton = Rig.Skeleton;
	Out.Clips = Rig.Clips;
	Out.Materials = MaterialsOf(*Set);
	FMeshLevelData Level = BuildMeshLevel(*Set, {.bTangents = true});
	Level.Weights = GatherWeights(GatherWeights(Rig.Weights, SourceOfPoints(*Set)), Level.PointOfCorner);
	Level.Skin = StoreSkin(ReadSkin(Level));
	for (const FFloat3& P : Level.Positions)
	{
		Out.RestBox.Add(P);
	}
	Out.Levels.push_back(std::move(Level));
	if (FStatus Bounded = ComputeCullingSpheres(Out); !Bounded)
	{
		return Bounded.GetError();
	}
	Out.PointOfSource = Set->PointOfSource;
	Out.PointCount = static_cast<uint32_t>(Set->PointCount());
	Out.Provenance = {{"generator", "Exemplar sample"}, {"truth", "linear blending"}};
	return Out;
}

} // namespace Exemplar
