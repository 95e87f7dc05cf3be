// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RigExchange.h"

#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/Procrustes.h"
#include "Fit/RefineRounds.h"

#include <algorithm>

namespace Exemplar
{

FBoneMotions ReadMotions(const FMotionData& Data, const FRig& Rig)
{
	FBoneMotions Bones;
	Bones.BoneCount = Rig.BoneCount;
	Bones.PoseCount = Data.PoseCount;
	Bones.Motions.resize(Rig.BoneCount * Data.PoseCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		for (size_t Example = 0; Example < Data.PoseOfExample.size(); ++Example)
		{
			using FRows = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;
			const Eigen::Map<const FRows> M(Rig.Transform(Bone, Example).M.data());
			FMotion& Motion = Bones.At(Bone, Data.PoseOfExample[Example]);
			Motion.leftCols<3>() = M.leftCols<3>();
			Motion.col(3) = Data.Scale * (M.leftCols<3>() * Data.Center + M.col(3) - Data.Center);
		}
	}
	return Bones;
}

void WriteMotions(const FMotionData& Data, const FBoneMotions& Bones, FRig& Rig)
{
	Rig.BoneCount = Bones.BoneCount;
	Rig.PoseCount = Data.PoseOfExample.size();
	Rig.Transforms.resize(Rig.BoneCount * Rig.PoseCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		for (size_t Example = 0; Example < Rig.PoseCount; ++Example)
		{
			const FMotion& Motion = Bones.At(Bone, Data.PoseOfExample[Example]);
			using FRows = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;
			Eigen::Map<FRows> M(Rig.Transform(Bone, Example).M.data());
			M.leftCols<3>() = Motion.leftCols<3>();
			M.col(3) = Motion.col(3) / Data.Scale + Data.Center - Motion.leftCols<3>() * Data.Center;
		}
	}
}

FWeightTable ReadWeights(const FRig& Rig, size_t Cap)
{
	FWeightTable Table;
	const size_t Points = Rig.Weights.PointCount();
	Table.Reset(Points, Cap);
	for (size_t Point = 0; Point < Points; ++Point)
	{
		std::vector<std::pair<double, uint16_t>> Row;
		for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			if (Rig.Weights.Weights[Entry] > 0.0)
			{
				Row.emplace_back(-Rig.Weights.Weights[Entry], Rig.Weights.Bones[Entry]);
			}
		}
		std::sort(Row.begin(), Row.end());
		Row.resize((std::min)(Row.size(), Cap));
		if (Row.empty())
		{
			Row.emplace_back(-1.0, uint16_t{0});
		}
		double Sum = 0.0;
		for (const auto& [Negative, Bone] : Row)
		{
			Sum -= Negative;
		}
		FSupport Support;
		for (const auto& [Negative, Bone] : Row)
		{
			Support.Bones[static_cast<size_t>(Support.Size)] = Bone;
			Support.Weights[static_cast<size_t>(Support.Size++)] = -Negative / Sum;
		}
		Table.Store(Point, Support);
	}
	return Table;
}

FRigWeights WriteWeights(const FWeightTable& Weights)
{
	FRigWeights Out;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		std::vector<std::pair<uint16_t, double>> Row;
		double Sum = 0.0;
		for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
		{
			Row.emplace_back(Weights.Bones[Slot], Weights.Weights[Slot]);
			Sum += Weights.Weights[Slot];
		}
		std::sort(Row.begin(), Row.end());
		for (const auto& [Bone, Weight] : Row)
		{
			Out.Bones.push_back(Bone);
			Out.Weights.push_back(Weight / Sum);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

FBoneMotions MotionsOfWeights(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount)
{
	FBoneMotions Bones;
	Bones.BoneCount = BoneCount;
	Bones.PoseCount = Data.PoseCount;
	Bones.Motions.assign(BoneCount * Data.PoseCount, FMotion::Identity());
	std::vector<Eigen::Vector4d> Means(BoneCount, Eigen::Vector4d::Zero());
	const auto EachWeight = [&](auto Body)
	{
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
			{
				// Squared: points that a bone holds alone show its motion best.
				Body(Point, Weights.Bones[Slot], Weights.Weights[Slot] * Weights.Weights[Slot]);
			}
		}
	};
	EachWeight([&](size_t Point, size_t Bone, double Weight) { Means[Bone] += Weight * Data.Rest[Point]; });
	std::vector<Eigen::Matrix3d> Moments(BoneCount * Data.PoseCount, Eigen::Matrix3d::Zero());
	std::vector<Eigen::Vector3d> Images(BoneCount * Data.PoseCount, Eigen::Vector3d::Zero());
	EachWeight(
		[&](size_t Point, size_t Bone, double Weight)
		{
			const Eigen::Vector3d Rest = Data.Rest[Point].head<3>() - Means[Bone].head<3>() / Means[Bone][3];
			for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
			{
				const Eigen::Vector3d Target = Weight *
					Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
						.transpose();
				Images[Bone * Data.PoseCount + Pose] += Target;
				Moments[Bone * Data.PoseCount + Pose] += Target * Rest.transpose();
			}
		});
	for (size_t Index = 0; Index < Moments.size(); ++Index)
	{
		const Eigen::Vector4d& Mean = Means[Index / Data.PoseCount];
		if (Mean[3] > 0.0)
		{
			const Eigen::Matrix3d R = NearestRotation(Moments[Index]);
			Bones.Motions[Index] << R, (Images[Index] - R * Mean.head<3>()) / Mean[3];
		}
	}
	return Bones;
}

void RefitMotions(const FExampleSet& Examples, bool bAffine, FRig& Rig, const FBuildContext& Context)
{
	const FMotionData Data = MakeMotionData(Examples.Rest.Positions, Examples.Poses);
	FBoneMotions Bones = ReadMotions(Data, Rig);
	FMotionStepOptions Step;
	Step.bAffine = bAffine;
	Step.Iterations = 5;
	SolveMotions(Data, ReadWeights(Rig, MaxInfluences), Step, Bones, *Context.Executor);
	WriteMotions(Data, Bones, Rig);
}

void ReassignIdleBones(const FExampleSet& Examples, FRig& Rig)
{
	std::vector<uint8_t> Held(Rig.BoneCount, 0);
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		Held[Bone] = 1;
	}
	if (std::find(Held.begin(), Held.end(), 0) == Held.end())
	{
		return;
	}
	const FMotionData Data = MakeMotionData(Examples.Rest.Positions, Examples.Poses);
	FMotionSolution Solution;
	Solution.Bones = ReadMotions(Data, Rig);
	Solution.Weights = ReadWeights(Rig, MaxInfluences);
	ReassignIdleBones(Data, MakePointGraph(Data, BuildPointNeighbors(Examples.Rest)), Solution);
	WriteMotions(Data, Solution.Bones, Rig);
	Rig.Weights = WriteWeights(Solution.Weights);
}

std::vector<uint16_t> FaceLabelsOf(const FRigWeights& Weights, std::span<const FTriangle> Triangles, size_t BoneCount)
{
	std::vector<uint16_t> Labels;
	Labels.reserve(Triangles.size());
	std::vector<double> Sums(BoneCount, 0.0);
	for (const FTriangle& Triangle : Triangles)
	{
		std::fill(Sums.begin(), Sums.end(), 0.0);
		for (const int32_t Corner : Triangle)
		{
			const size_t Point = static_cast<size_t>(Corner);
			for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
			{
				Sums[Weights.Bones[Entry]] += Weights.Weights[Entry];
			}
		}
		Labels.push_back(static_cast<uint16_t>(std::max_element(Sums.begin(), Sums.end()) - Sums.begin()));
	}
	return Labels;
}

} // namespace Exemplar
