// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Levels/LevelRefinement.h"
#include "LodRivals.h"
#include "Rig/BuildRig.h"
#include "Sample/SampleCharacter.h"

#include <functional>
#include <map>

namespace Exemplar::Bench
{

/** Examples to measure on, and a skin that poses them. */
struct FLodScene
{
	std::string Name;
	FTriangleMesh Rest;
	std::vector<std::vector<FDouble3>> Examples; // without the rest
	FSkinnedMesh Skin;
	FPoseSamples Poses; // the rest first, then the examples'
	double Diagonal = 1.0;
	double Extent = 1.0; // the largest side of the box

	void FindSize()
	{
		FDouble3 Low = Rest.Positions[0], High = Low;
		for (const FDouble3& P : Rest.Positions)
		{
			Low = {std::min(Low.X, P.X), std::min(Low.Y, P.Y), std::min(Low.Z, P.Z)};
			High = {std::max(High.X, P.X), std::max(High.Y, P.Y), std::max(High.Z, P.Z)};
		}
		Diagonal = std::hypot(High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z);
		Extent = std::max({High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z});
	}
};

inline void SkinScene(FLodScene& Scene, std::span<const FDouble3> Rest, std::span<const uint32_t> Offsets,
	std::span<const uint16_t> Bones, const std::function<double(size_t)>& Weight)
{
	Scene.Skin.Triangles = Scene.Rest.Triangles;
	for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		std::map<uint16_t, double> Row;
		for (uint32_t Index = Offsets[Vertex]; Index < Offsets[Vertex + 1]; ++Index)
		{
			Row[Bones[Index]] += Weight(Index);
		}
		FAnimationVector& Point = Scene.Skin.Points.emplace_back();
		for (const auto& [Bone, W] : Row)
		{
			Point.Bones.push_back(Bone);
			Point.Blocks.push_back({W * Rest[Vertex].X, W * Rest[Vertex].Y, W * Rest[Vertex].Z, W});
		}
	}
}

/** A set of the data folder, skinned by a rig found from its motion. */
inline std::optional<FLodScene> LoadScene(
	const std::filesystem::path& Folder, const std::string& Name, int BoneCount, const FBuildContext& Context)
{
	TResult<FSourceExamples> Source = ImportExamples(Folder);
	TResult<FExampleSet> Set =
		Source ? BuildExampleSet(std::move(*Source), {}, Context) : TResult<FExampleSet>(Source.GetError());
	FRefineOptions Options;
	Options.BoneCount = BoneCount;
	Options.Effort = ERefineEffort::Fast;
	const TResult<FRig> Rig = Set ? RefineRig(*Set, {}, Options, Context) : TResult<FRig>(Set.GetError());
	if (!Rig)
	{
		std::cerr << Name << ": " << Rig.GetError().Message << "\n";
		return std::nullopt;
	}
	FLodScene Scene;
	Scene.Name = Name;
	Scene.Rest = Set->Rest;
	Scene.Examples = Set->Poses;
	SkinScene(Scene, Rig->RestPositions.empty() ? Set->Rest.Positions : Rig->RestPositions, Rig->Weights.Offsets,
		Rig->Weights.Bones, [&](size_t Index) { return Rig->Weights.Weights[Index]; });
	Scene.Poses.BoneCount = Rig->BoneCount;
	Scene.Poses.PoseCount = Rig->PoseCount + 1;
	for (size_t Bone = 0; Bone < Rig->BoneCount; ++Bone)
	{
		Scene.Poses.Palettes.push_back({});
		for (size_t Pose = 0; Pose < Rig->PoseCount; ++Pose)
		{
			Scene.Poses.Palettes.push_back(Rig->Transform(Bone, Pose));
		}
	}
	Scene.Poses.Metric = BuildSampledMetric(Scene.Poses.Palettes, Scene.Poses.BoneCount, Scene.Poses.PoseCount);
	Scene.FindSize();
	return Scene;
}

/** The sample character with about so many vertices, and its true skin. */
inline std::optional<FLodScene> SampleScene(size_t VertexCount, const FBuildContext& Context)
{
	FSampleOptions Options;
	Options.VertexCount = VertexCount;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	if (!Sample)
	{
		std::cerr << Sample.GetError().Message << "\n";
		return std::nullopt;
	}
	FLodScene Scene;
	Scene.Name = "sample";
	Scene.Rest = {Sample->Source.Rest.Positions, Sample->Triangles};
	for (const FSourcePose& Pose : Sample->Source.Poses)
	{
		Scene.Examples.push_back(Pose.Positions);
	}
	const TBlendWeights<FOwned>& Weights = Sample->Source.Rig->Weights;
	SkinScene(Scene, Scene.Rest.Positions, Weights.Offsets, Weights.Bones,
		[&](size_t Index) { return static_cast<double>(Weights.Weights[Index]); });
	Scene.Poses.BoneCount = Sample->JointCount();
	Scene.Poses.PoseCount = Scene.Examples.size() + 1;
	for (size_t Bone = 0; Bone < Scene.Poses.BoneCount; ++Bone)
	{
		Scene.Poses.Palettes.push_back({});
		for (size_t Pose = 0; Pose < Scene.Examples.size(); ++Pose)
		{
			Scene.Poses.Palettes.push_back(Sample->Palettes[Pose * Scene.Poses.BoneCount + Bone]);
		}
	}
	Scene.Poses.Metric = BuildSampledMetric(Scene.Poses.Palettes, Scene.Poses.BoneCount, Scene.Poses.PoseCount);
	Scene.FindSize();
	return Scene;
}

inline std::vector<FDouble3> PoseSkin(std::span<const FAnimationVector> Points, const FPoseSamples& Poses, size_t Pose)
{
	std::vector<FDouble3> Out;
	Out.reserve(Points.size());
	for (const FAnimationVector& Point : Points)
	{
		FDouble3 Sum;
		for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
		{
			const FDouble4 B =
				TransformBlock(Poses.Palettes[Point.Bones[Index] * Poses.PoseCount + Pose], Point.Blocks[Index]);
			Sum = {Sum.X + B.X, Sum.Y + B.Y, Sum.Z + B.Z};
		}
		Out.push_back(Sum);
	}
	return Out;
}

/** A rival's level with our influences: each vertex those of the original's vertex that it is nearest to. */
inline std::vector<FAnimationVector> SkinRival(
	const FRivalLevel& Level, const FTriangleMesh& Rest, const FSkinnedMesh& Skin)
{
	std::vector<FAnimationVector> Out;
	const std::vector<FDouble3> Positions = PoseRival(Level, Rest, Rest.Positions);
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const FSurfaceCoordinate& Where = Level.OnRest[Vertex];
		const size_t Corner =
			static_cast<size_t>(std::max_element(Where.Weights.begin(), Where.Weights.end()) - Where.Weights.begin());
		const int32_t Nearest = Rest.Triangles[static_cast<size_t>(Where.Triangle)][Corner];
		FAnimationVector Point = Skin.Points[static_cast<size_t>(Nearest)];
		for (FDouble4& Block : Point.Blocks)
		{
			const FDouble3& P = Positions[Vertex];
			Block = {Block.W * P.X, Block.W * P.Y, Block.W * P.Z, Block.W};
		}
		Out.push_back(std::move(Point));
	}
	return Out;
}

} // namespace Exemplar::Bench
