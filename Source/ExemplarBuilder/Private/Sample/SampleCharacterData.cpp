// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Examples/MeshLevel.h"
#include "Geometry/EigenMap.h"
#include "Sample/SampleCharacter.h"
#include "Sample/SampleSkeleton.h"

#include <Eigen/Geometry>

namespace Exemplar
{
namespace SampleDataDetail
{

/** p_j = w_j (v, 1): linear blending is an animation-space skin (Merry 2007, section 3.1). */
static TAnimationSpaceSkin<FOwned> Embed(const TBlendWeights<FOwned>& Weights, std::span<const FFloat3> Positions)
{
	TAnimationSpaceSkin<FOwned> Skin;
	Skin.Offsets = Weights.Offsets;
	Skin.Bones = Weights.Bones;
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		for (uint32_t Item = Weights.Offsets[Vertex]; Item < Weights.Offsets[Vertex + 1]; ++Item)
		{
			const float W = Weights.Weights[Item];
			const FFloat3 P = Positions[Vertex] * W;
			Skin.Points.push_back({P.X, P.Y, P.Z, W});
		}
	}
	return Skin;
}

/** No rotation of any joint takes a vertex farther from the root than its bones laid end to end. */
static FSphere ReachOf(const FSkeletonData& Skeleton, const FMeshLevelData& Level)
{
	const std::vector<FAffine3d> Frames = RestFrames(Skeleton);
	std::vector<Eigen::Vector3d> Joints;
	std::vector<double> Chain;
	for (size_t Joint = 0; Joint < Frames.size(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		Joints.emplace_back(Frames[Joint].M[3], Frames[Joint].M[7], Frames[Joint].M[11]);
		Chain.push_back(Parent == NoParent
				? 0.0
				: Chain[static_cast<size_t>(Parent)] + (Joints[Joint] - Joints[static_cast<size_t>(Parent)]).norm());
	}
	double Radius = 0.0;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const FFloat3& P = Level.Positions[Vertex];
		double Reach = 0.0;
		for (uint32_t Item = Level.Weights.Offsets[Vertex]; Item < Level.Weights.Offsets[Vertex + 1]; ++Item)
		{
			const size_t Joint = Level.Weights.Bones[Item];
			const double Arm = (Eigen::Vector3d(P.X, P.Y, P.Z) - Joints[Joint]).norm();
			Reach += static_cast<double>(Level.Weights.Weights[Item]) * (Chain[Joint] + Arm);
		}
		Radius = (std::max)(Radius, Reach);
	}
	return {ToFloat3(ToDouble3(Joints[SampleHips])), static_cast<float>(Radius * (1.0 + 1e-6))};
}

} // namespace SampleDataDetail

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
	Level.Skin = SampleDataDetail::Embed(Level.Weights, Level.Positions);
	for (const FFloat3& P : Level.Positions)
	{
		Out.RestBox.Add(P);
	}
	Out.Sphere = SampleDataDetail::ReachOf(Out.Skeleton, Level);
	Out.Levels.push_back(std::move(Level));
	Out.PointOfSource = Set->PointOfSource;
	Out.PointCount = static_cast<uint32_t>(Set->PointCount());
	Out.Provenance = {{"generator", "Exemplar sample"}, {"truth", "linear blending"}};
	return Out;
}

} // namespace Exemplar
