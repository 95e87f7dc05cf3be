// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/BuildCorrectives.h"
#include "Correctives/SkinDeformations.h"
#include "Geometry/EigenMap.h"

#include <cmath>

// A tube of three bones whose joints bulge: what tests of correctives learn from.
namespace Exemplar::CorrectiveTube
{

using Eigen::Vector3d;

constexpr int Columns = 31, Ring = 8;

/** A tube of three bones along X; joints at 0, 1 and 2. */
inline FCorrectiveInput MakeTube()
{
	FCorrectiveInput Out;
	Out.Skeleton.Names = {"root", "upper", "lower"};
	Out.Skeleton.Parents = {NoParent, 0, 1};
	Out.Skeleton.RestLocal.resize(3);
	Out.Skeleton.RestLocal[1].Translation = Out.Skeleton.RestLocal[2].Translation = {1.0f, 0.0f, 0.0f};
	std::vector<FDouble3> Rest;
	FRigWeights Weights;
	for (int Column = 0; Column < Columns; ++Column)
	{
		for (int Spoke = 0; Spoke < Ring; ++Spoke)
		{
			const double X = 0.1 * Column, Angle = 2.0 * 3.14159265358979 * Spoke / Ring;
			Rest.push_back({X, 0.2 * std::cos(Angle), 0.2 * std::sin(Angle)});
			const double ToSecond = std::clamp(0.5 + 2.0 * (X - 1.0), 0.0, 1.0);
			const double ToThird = std::clamp(0.5 + 2.0 * (X - 2.0), 0.0, 1.0);
			const double Values[3] = {1.0 - ToSecond, ToSecond - ToThird, ToThird};
			for (uint16_t Bone = 0; Bone < 3; ++Bone)
			{
				if (Values[Bone] > 0.0)
				{
					Weights.Bones.push_back(Bone);
					Weights.Weights.push_back(Values[Bone]);
				}
			}
			Weights.Offsets.push_back(uint32_t(Weights.Bones.size()));
			if (Column > 0)
			{
				const int32_t Here = Column * Ring + Spoke, Next = Column * Ring + (Spoke + 1) % Ring;
				Out.Triangles.push_back({Here, Here - Ring, Next});
				Out.Triangles.push_back({Next, Here - Ring, Next - Ring});
			}
		}
	}
	Out.Skin = MakeBlendSkin(Rest, Weights);
	return Out;
}

inline std::vector<FAffine3d> Bend(
	double First, double Second, double Twist = 0.0, const Eigen::Affine3d& Root = Eigen::Affine3d::Identity())
{
	const Eigen::Affine3d B = Root * Eigen::Translation3d(1.0, 0.0, 0.0) * Eigen::AngleAxisd(First, Vector3d::UnitZ()) *
		Eigen::Translation3d(-1.0, 0.0, 0.0);
	const Eigen::Affine3d C = B * Eigen::Translation3d(2.0, 0.0, 0.0) * Eigen::AngleAxisd(Second, Vector3d::UnitZ()) *
		Eigen::AngleAxisd(Twist, Vector3d::UnitX()) * Eigen::Translation3d(-2.0, 0.0, 0.0);
	std::vector<FAffine3d> Out(3);
	const Eigen::Affine3d* Motions[3] = {&Root, &B, &C};
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		for (int Index = 0; Index < 12; ++Index)
		{
			Out[Bone].M[size_t(Index)] = Motions[Bone]->matrix()(Index / 4, Index % 4);
		}
	}
	return Out;
}

/** Bulges about both joints that grow with their bends. */
inline std::vector<FDouble3> TrueOffsets(const FCorrectiveInput& Input, double First, double Second)
{
	std::vector<FDouble3> Out;
	for (const FDouble3& Rest : Input.Skin.Rest)
	{
		const double Near1 = std::exp(-8.0 * (Rest.X - 1.0) * (Rest.X - 1.0));
		const double Near2 = std::exp(-8.0 * (Rest.X - 2.0) * (Rest.X - 2.0));
		const double Size = 0.2 * Near1 * (1.0 - std::cos(First)) + 0.3 * Near2 * (1.0 - std::cos(Second));
		Out.push_back({0.05 * Near2 * std::sin(Second), Size * Rest.Y, Size * Rest.Z});
	}
	return Out;
}

inline FCorrectiveExample MakeExample(const FCorrectiveInput& Input, ESkinOperator Operator, const std::string& Name,
	double First, double Second, double Twist = 0.0)
{
	FCorrectiveExample Out;
	Out.Name = Name;
	Out.Palette = Bend(First, Second, Twist);
	std::vector<FDouble3> Moved = TrueOffsets(Input, First, Second);
	for (size_t Point = 0; Point < Moved.size(); ++Point)
	{
		Moved[Point] = ToDouble3(AsVector(Moved[Point]) + AsVector(Input.Skin.Rest[Point]));
	}
	Out.Points.resize(Moved.size());
	MakeSkinDeformation(Input, Input.Skin, Operator, Out.Palette)->Deform(Moved, Out.Points);
	return Out;
}

inline FCorrectiveInput MakeLearned(ESkinOperator Operator = ESkinOperator::LinearBlend)
{
	FCorrectiveInput Out = MakeTube();
	Out.Skin.BlendFactors.assign(Out.Skin.PointCount(), 0.25);
	Out.RotationCenters = Out.Skin.Rest;
	const double Bends[][2] = {
		{0.6, 0.0}, {-0.6, 0.4}, {0.0, 0.7}, {0.3, 1.4}, {1.2, 1.0}, {-0.9, 0.2}, {0.9, 0.5}, {-0.3, -0.8}};
	for (const auto& Pose : Bends)
	{
		Out.Examples.push_back(
			MakeExample(Out, Operator, "pose " + std::to_string(Out.Examples.size()), Pose[0], Pose[1]));
	}
	return Out;
}

inline double LargestDistance(std::span<const FDouble3> A, std::span<const FDouble3> B)
{
	double Out = 0.0;
	for (size_t Point = 0; Point < A.size(); ++Point)
	{
		Out = (std::max)(Out, (AsVector(A[Point]) - AsVector(B[Point])).norm());
	}
	return Out;
}

} // namespace Exemplar::CorrectiveTube
