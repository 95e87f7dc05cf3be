// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/HarmonicCharacter.h"

#include "Geometry/Measures.h"
#include "Metrics/SurfaceDistance.h"
#include "Model/Posing.h"
#include "Skin/Skin.h"

#include <cmath>

namespace Exemplar
{

namespace HarmonicCharacterDetail
{

constexpr size_t PlacesPerSurface = 2000;

/** The first mesh is a pose too: frame i of the clip is mesh i. */
FRig AddRestPose(const FRig& Rig)
{
	FRig Out = Rig;
	Out.PoseCount = Rig.PoseCount + 1;
	Out.Transforms.clear();
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Out.Transforms.push_back({});
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			Out.Transforms.push_back(Rig.Transform(Bone, Pose));
		}
	}
	return Out;
}

std::vector<FPoseDistance> MeasurePoses(
	std::span<const FExampleSet> Meshes, const FRig& Rig, const FBuildContext& Context)
{
	const FTriangleMesh& Rest = Meshes[0].Rest;
	const double Unit = 100.0 / BoxDiagonal(Rest.Positions);
	std::vector<FPoseDistance> Out;
	for (size_t Pose = 1; Pose < Meshes.size(); ++Pose)
	{
		const std::vector<std::vector<FDouble3>> Posed{ReconstructPose(Rig, Rest.Positions, Pose)};
		const std::vector<std::vector<FDouble3>> Given{Meshes[Pose].Rest.Positions};
		const FSurfaceDistance Distance = MeasureSurfaceDistance({Rest.Triangles, Posed},
			{Meshes[Pose].Rest.Triangles, Given}, PlacesPerSurface, Context.Seed, *Context.Executor);
		Out.push_back({Meshes[Pose].Source.Name, Unit * Distance.Rms, Unit * Distance.Max});
	}
	return Out;
}

double MeanOf(const std::vector<FPoseDistance>& Poses)
{
	double Sum = 0.0;
	for (const FPoseDistance& Pose : Poses)
	{
		Sum += Pose.Rms / static_cast<double>(Poses.size());
	}
	return Sum;
}

/** The weights that the shape of the first mesh gives to the skeleton; empty if it gives none. */
FRigWeights MakeWeightsFromShape(
	const FExampleSet& Mesh, const FSkeletonData& Skeleton, const FRigOptions& Options, const FBuildContext& Context)
{
	FRigOptions Shape = Options;
	Shape.Method = ERigMethod::Shape;
	Shape.Skeleton.Joints = Skeleton;
	const TResult<FRigResult> Made = BuildRig(Mesh, Shape, Context);
	return Made && Made->Rig.Names == Skeleton.Names ? Made->Rig.Weights : FRigWeights{};
}

} // namespace HarmonicCharacterDetail

TResult<FHarmonicCharacter> BuildHarmonicCharacter(std::span<const FExampleSet> Meshes,
	const FHarmonicOptions& Harmonics, const FBuildOptions& Options, const FBuildContext& Context,
	const FBuildHost& Host)
{
	using namespace HarmonicCharacterDetail;
	std::vector<FPoseMesh> Poses;
	for (const FExampleSet& Mesh : Meshes)
	{
		Poses.push_back({Mesh.Source.Name, Mesh.Rest});
	}
	TResult<FHarmonicRig> Rig = BuildHarmonicRig(Poses, Harmonics, Context.Part(0.0, 0.6, "rig"));
	if (!Rig)
	{
		return Rig.GetError();
	}
	FRig Bones = AddRestPose(Rig->Rig);
	TResult<FAnimation> Animation = MakeAnimation(Bones, BoxDiagonal(Meshes[0].Rest.Positions), Options.Clip);
	if (!Animation)
	{
		return Animation.GetError();
	}
	std::vector<FPoseDistance> Distances = MeasurePoses(Meshes, Bones, Context);
	bool bFromShape = false;
	FRig ByShape = Bones;
	ByShape.Weights =
		MakeWeightsFromShape(Meshes[0], Animation->Skeleton, Options.Rig, Context.Part(0.6, 0.7, "weights"));
	if (ByShape.Weights.PointCount() == Meshes[0].PointCount())
	{
		std::vector<FPoseDistance> OfShape = MeasurePoses(Meshes, ByShape, Context);
		if (MeanOf(OfShape) < MeanOf(Distances)) // both are reasonable: the meshes decide
		{
			bFromShape = true;
			Distances = std::move(OfShape);
			Bones = std::move(ByShape);
		}
	}
	TResult<FRig> Rounded = RoundRig(Bones, *Animation);
	if (!Rounded)
	{
		return Rounded.GetError();
	}
	Bones = std::move(*Rounded);
	FCharacterParts Parts = MakeParts(Meshes[0], MakeBlendSkin(Meshes[0].Rest.Positions, Bones.Weights));
	Parts.Animation = std::move(*Animation);
	Parts.PreferredOperator = Options.PreferredOperator;
	Parts.Provenance = {{"generator", "Exemplar"}, {"rig.method", "harmonic"},
		{"examples.poses", std::to_string(Meshes.size())}, {"rig.bones", std::to_string(Bones.BoneCount)}};
	TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), Options, Context.Part(0.7, 1.0), Host);
	if (!Built)
	{
		return Built.GetError();
	}
	Built->Rig.Rig = std::move(Bones);
	Built->Figures.insert(Built->Figures.begin(), Rig->Rig.Figures.begin(), Rig->Rig.Figures.end());
	return FHarmonicCharacter{std::move(*Built), std::move(*Rig), bFromShape, std::move(Distances)};
}

} // namespace Exemplar
