// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/MotionFit.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <cmath>

namespace Exemplar
{

double FMotionData::Percent(double SquareSum) const
{
	return Samples > 0.0 ? 100.0 * std::sqrt((std::max)(0.0, SquareSum) / Samples) : 0.0;
}

FMotionData MakeMotionData(std::span<const FDouble3> Rest, std::span<const std::vector<FDouble3>> Poses)
{
	FMotionData Data;
	Data.PointCount = Rest.size();
	const auto Points = AsMatrix(Rest);
	const Eigen::Vector3d Low = Points.colwise().minCoeff(), High = Points.colwise().maxCoeff();
	Data.Center = 0.5 * (Low + High);
	const double Diagonal = BoxDiagonal(Rest);
	Data.Scale = Diagonal > 0.0 ? 1.0 / Diagonal : 1.0;
	Data.Rest.resize(Rest.size());
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		Data.Rest[Point] << (AsVector(Rest[Point]) - Data.Center) * Data.Scale, 1.0;
	}
	std::vector<size_t> Distinct;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		size_t Found = 0;
		while (Found < Distinct.size() && Poses[Distinct[Found]] != Poses[Pose])
		{
			++Found;
		}
		if (Found == Distinct.size())
		{
			Distinct.push_back(Pose);
			Data.PoseWeights.push_back(0.0);
		}
		Data.PoseWeights[Found] += 1.0;
		Data.PoseOfExample.push_back(static_cast<uint32_t>(Found));
	}
	Data.PoseCount = Distinct.size();
	Data.PointWeights.assign(Rest.size(), 1.0);
	Data.Samples = static_cast<double>(Rest.size() * Poses.size());
	Data.Targets.resize(static_cast<Eigen::Index>(Rest.size()), static_cast<Eigen::Index>(3 * Distinct.size()));
	Data.TargetSquares.assign(Rest.size(), 0.0);
	for (size_t Pose = 0; Pose < Distinct.size(); ++Pose)
	{
		const std::vector<FDouble3>& Positions = Poses[Distinct[Pose]];
		for (size_t Point = 0; Point < Rest.size(); ++Point)
		{
			const Eigen::Vector3d Target = (AsVector(Positions[Point]) - Data.Center) * Data.Scale;
			Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose)) =
				Target.transpose();
			Data.TargetSquares[Point] += Data.PoseWeights[Pose] * Target.squaredNorm();
		}
	}
	return Data;
}

FMotionData SampleMotionData(const FMotionData& Data, std::span<const uint32_t> Points, std::span<const double> Counts)
{
	FMotionData Sample;
	Sample.PointCount = Points.size();
	Sample.PoseCount = Data.PoseCount;
	Sample.Center = Data.Center;
	Sample.Scale = Data.Scale;
	Sample.PoseWeights = Data.PoseWeights;
	Sample.PoseOfExample = Data.PoseOfExample;
	Sample.PointWeights.assign(Counts.begin(), Counts.end());
	Sample.Targets.resize(static_cast<Eigen::Index>(Points.size()), Data.Targets.cols());
	double Count = 0.0;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		Sample.Rest.push_back(Data.Rest[Points[Index]]);
		Sample.TargetSquares.push_back(Data.TargetSquares[Points[Index]]);
		Sample.Targets.row(static_cast<Eigen::Index>(Index)) =
			Data.Targets.row(static_cast<Eigen::Index>(Points[Index]));
		Count += Counts[Index];
	}
	Sample.Samples = Count * static_cast<double>(Data.PoseOfExample.size());
	return Sample;
}

void FBoneMotions::Append(std::span<const FMotion> Bone)
{
	Motions.insert(Motions.end(), Bone.begin(), Bone.end());
	++BoneCount;
}

void FBoneMotions::Remove(size_t Bone)
{
	const auto First = Motions.begin() + static_cast<std::ptrdiff_t>(Bone * PoseCount);
	Motions.erase(First, First + static_cast<std::ptrdiff_t>(PoseCount));
	--BoneCount;
}

void FWeightTable::Reset(size_t PointCount, size_t InCap)
{
	Cap = InCap;
	Sizes.assign(PointCount, 0);
	Bones.assign(PointCount * Cap, 0);
	Weights.assign(PointCount * Cap, 0.0);
	Residuals.assign(PointCount, 0.0);
	Error = 0.0;
	Objective = 0.0;
}

FSupport FWeightTable::Support(size_t Point) const
{
	FSupport Support;
	Support.Size = Sizes[Point];
	for (size_t Slot = 0; Slot < Sizes[Point]; ++Slot)
	{
		Support.Bones[Slot] = Bones[Point * Cap + Slot];
		Support.Weights[Slot] = Weights[Point * Cap + Slot];
	}
	return Support;
}

void FWeightTable::Store(size_t Point, const FSupport& Support)
{
	Sizes[Point] = static_cast<uint8_t>(Support.Size);
	for (size_t Slot = 0; Slot < Sizes[Point]; ++Slot)
	{
		Bones[Point * Cap + Slot] = static_cast<uint16_t>(Support.Bones[Slot]);
		Weights[Point * Cap + Slot] = Support.Weights[Slot];
	}
}

void FWeightTable::RemoveBone(size_t Bone)
{
	for (size_t Point = 0; Point < Sizes.size(); ++Point)
	{
		size_t Kept = 0;
		double Sum = 0.0;
		for (size_t Slot = Point * Cap; Slot < Point * Cap + Sizes[Point]; ++Slot)
		{
			if (Bones[Slot] != Bone)
			{
				const size_t Out = Point * Cap + Kept++;
				Bones[Out] = static_cast<uint16_t>(Bones[Slot] - (Bones[Slot] > Bone ? 1 : 0));
				Weights[Out] = Weights[Slot];
				Sum += Weights[Out];
			}
		}
		Sizes[Point] = static_cast<uint8_t>(Kept);
		for (size_t Slot = Point * Cap; Slot < Point * Cap + Kept; ++Slot)
		{
			Weights[Slot] = Sum > 0.0 ? Weights[Slot] / Sum : 1.0 / static_cast<double>(Kept);
		}
	}
}

} // namespace Exemplar
