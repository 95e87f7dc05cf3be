// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Levels/LevelRefinement.h"
#include "Levels/PoseSamples.h"
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
	FPoseSamples Known;   // the rest first, then some of the first two thirds of the examples
	FPoseSamples HeldOut; // some of the last third: levels do not know them
	FPoseSamples Poses;   // what levels are made for: those that are known, and drawn ones where there is a skeleton
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

/** Keeps up to Most of the poses in [First, Last) besides the rest; the metric is of what is kept. */
inline FPoseSamples PickPoses(const FPoseSamples& All, size_t First, size_t Last, bool bRest)
{
	constexpr size_t Most = 24; // as many as `exemplar lod` takes
	const size_t Count = std::min(Most, Last - First);
	std::vector<size_t> Chosen;
	if (bRest)
	{
		Chosen.push_back(0);
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Chosen.push_back(First + Index * (Last - First) / Count);
	}
	FPoseSamples Out;
	Out.BoneCount = All.BoneCount;
	Out.PoseCount = Chosen.size();
	for (size_t Bone = 0; Bone < All.BoneCount; ++Bone)
	{
		for (const size_t Pose : Chosen)
		{
			Out.Palettes.push_back(All.Palettes[Bone * All.PoseCount + Pose]);
		}
	}
	Out.Metric = BuildSampledMetric(Out.Palettes, Out.BoneCount, Out.PoseCount);
	return Out;
}

/** Adds poses as SamplePoses does for a character with clips. */
inline FPoseSamples AddDrawn(const FPoseSamples& Poses, const FSkeletonData& Skeleton)
{
	const size_t Count = CountDrawnPoses(Poses.PoseCount - 1);
	const std::vector<FAffine3d> Drawn = DrawMotions(Skeleton, Count, DrawnTurn, 1);
	FPoseSamples Out;
	Out.BoneCount = Poses.BoneCount;
	Out.PoseCount = Poses.PoseCount + Count;
	for (size_t Bone = 0; Bone < Poses.BoneCount; ++Bone)
	{
		const auto Own = Poses.Palettes.begin() + static_cast<std::ptrdiff_t>(Bone * Poses.PoseCount);
		Out.Palettes.insert(Out.Palettes.end(), Own, Own + static_cast<std::ptrdiff_t>(Poses.PoseCount));
		const auto More = Drawn.begin() + static_cast<std::ptrdiff_t>(Bone * Count);
		Out.Palettes.insert(Out.Palettes.end(), More, More + static_cast<std::ptrdiff_t>(Count));
	}
	Out.Metric = BuildSampledMetric(Out.Palettes, Out.BoneCount, Out.PoseCount);
	return Out;
}

/** Splits poses (the rest and all examples) into what levels may know and what they may not. */
inline void SplitPoses(FLodScene& Scene, const FPoseSamples& All, const FSkeletonData* Skeleton = nullptr)
{
	const size_t Known = 1 + (2 * (All.PoseCount - 1) + 2) / 3;
	Scene.Known = PickPoses(All, 1, Known, true);
	Scene.HeldOut = PickPoses(All, Known, All.PoseCount, false);
	Scene.Poses = Skeleton != nullptr ? AddDrawn(Scene.Known, *Skeleton) : Scene.Known;
}

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
	FPoseSamples All;
	All.BoneCount = Rig->BoneCount;
	All.PoseCount = Rig->PoseCount + 1;
	for (size_t Bone = 0; Bone < Rig->BoneCount; ++Bone)
	{
		All.Palettes.push_back({});
		for (size_t Pose = 0; Pose < Rig->PoseCount; ++Pose)
		{
			All.Palettes.push_back(Rig->Transform(Bone, Pose));
		}
	}
	SplitPoses(Scene, All);
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
		Scene.Examples.push_back(Pose.Positions.ToVector());
	}
	const TBlendWeights<FOwned>& Weights = Sample->Source.Rig->Weights;
	SkinScene(Scene, Scene.Rest.Positions, Weights.Offsets, Weights.Bones,
		[&](size_t Index) { return static_cast<double>(Weights.Weights[Index]); });
	FPoseSamples All;
	All.BoneCount = Sample->JointCount();
	All.PoseCount = Scene.Examples.size() + 1;
	for (size_t Bone = 0; Bone < All.BoneCount; ++Bone)
	{
		All.Palettes.push_back({});
		for (size_t Pose = 0; Pose < Scene.Examples.size(); ++Pose)
		{
			All.Palettes.push_back(Sample->Palettes[Pose * All.BoneCount + Bone]);
		}
	}
	SplitPoses(Scene, All, &Sample->Source.Rig->Skeleton);
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

/** A rival's level with our influences: the weights of the original where each vertex stands on it, without a cap. */
inline std::vector<FAnimationVector> SkinRival(
	const FRivalLevel& Level, const FTriangleMesh& Rest, const FSkinnedMesh& Skin)
{
	std::vector<FAnimationVector> Out;
	const std::vector<FDouble3> Positions = PoseRival(Level, Rest, Rest.Positions);
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const FSurfaceCoordinate& Where = Level.OnRest[Vertex];
		std::map<uint16_t, double> Weights;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const int32_t Of = Rest.Triangles[static_cast<size_t>(Where.Triangle)][Corner];
			const FAnimationVector& Point = Skin.Points[static_cast<size_t>(Of)];
			for (size_t Index = 0; Index < Point.Bones.size() && Where.Weights[Corner] > 0.0; ++Index)
			{
				Weights[Point.Bones[Index]] += Where.Weights[Corner] * Point.Blocks[Index].W;
			}
		}
		FAnimationVector& Point = Out.emplace_back();
		for (const auto& [Bone, W] : Weights)
		{
			const FDouble3& P = Positions[Vertex];
			Point.Bones.push_back(Bone);
			Point.Blocks.push_back({W * P.X, W * P.Y, W * P.Z, W});
		}
	}
	return Out;
}

} // namespace Exemplar::Bench
