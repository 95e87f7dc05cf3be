// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/SkinDeformations.h"
#include "Geometry/EigenMap.h"
#include "Pose/Twist.h"
#include "Skinning/ReferenceSkinning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace Exemplar
{
namespace SkinDeformationsTest
{

using Eigen::Vector3d;

/** A chain along X with points around it, each on two or three bones. */
struct FChain
{
	FCorrectiveInput Input;
	std::vector<FAffine3d> Palette;
	std::vector<FAffine> FloatPalette;
	std::vector<FBoneTransform> Local;
	std::vector<float> Weights;
};

FAffine ToFloat(const FAffine3d& M)
{
	FAffine Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		Out.Rows[Row] = {
			float(M.M[4 * Row]), float(M.M[4 * Row + 1]), float(M.M[4 * Row + 2]), float(M.M[4 * Row + 3])};
	}
	return Out;
}

FChain MakeChain()
{
	FChain Out;
	FSkeletonData& Skeleton = Out.Input.Skeleton;
	Skeleton.Names = {"a", "b", "c"};
	Skeleton.Parents = {NoParent, 0, 1};
	Skeleton.RestLocal.resize(3);
	Skeleton.RestLocal[1].Translation = Skeleton.RestLocal[2].Translation = {1.0f, 0.0f, 0.0f};
	std::vector<FDouble3> Rest;
	FRigWeights Weights;
	for (int Point = 0; Point < 24; ++Point)
	{
		const double X = 0.125 * Point;
		Rest.push_back({X, 0.2 * std::cos(double(Point)), 0.2 * std::sin(double(Point))});
		const double C = std::clamp(X - 1.5, 0.0, 0.75), B = std::clamp(1.25 - std::abs(X - 1.25), 0.125, 1.0 - C);
		const double Values[3] = {1.0 - B - C, B, C};
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			if (Values[Bone] > 0.0)
			{
				Weights.Bones.push_back(Bone);
				Weights.Weights.push_back(Values[Bone]);
			}
		}
		Weights.Offsets.push_back(uint32_t(Weights.Bones.size()));
	}
	Out.Input.Skin = MakeBlendSkin(Rest, Weights);
	const Eigen::Quaterniond Turns[3] = {Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Vector3d::UnitY())),
		Eigen::Quaterniond(Eigen::AngleAxisd(0.9, Vector3d(1.0, 0.4, 2.0).normalized())),
		Eigen::Quaterniond(Eigen::AngleAxisd(1.3, Vector3d(2.0, 1.0, -0.5).normalized()))};
	Eigen::Affine3d Model = Eigen::Affine3d::Identity();
	Out.Local = Skeleton.RestLocal;
	for (size_t Joint = 0; Joint < 3; ++Joint)
	{
		const FFloat3& Place = Skeleton.RestLocal[Joint].Translation;
		Model = Model * Eigen::Translation3d(Place.X, Place.Y, Place.Z) * Turns[Joint];
		const Eigen::Affine3d Motion = Model * Eigen::Translation3d(-double(Joint), 0.0, 0.0);
		FAffine3d Entry;
		for (int Index = 0; Index < 12; ++Index)
		{
			Entry.M[size_t(Index)] = Motion.matrix()(Index / 4, Index % 4);
		}
		Out.Palette.push_back(Entry);
		Out.FloatPalette.push_back(ToFloat(Entry));
		Out.Local[Joint].Rotation = {
			float(Turns[Joint].x()), float(Turns[Joint].y()), float(Turns[Joint].z()), float(Turns[Joint].w())};
	}
	const std::vector<double>& All = Out.Input.Skin.Weights.Weights;
	Out.Weights.assign(All.begin(), All.end());
	return Out;
}

/** The run time's own operators, point by point. */
template <typename SkinType>
void ExpectSame(const FChain& Chain, ESkinOperator Operator, const SkinType& Skin)
{
	const TResult<FAffineDeformation> Deformation =
		MakeSkinDeformation(Chain.Input, Chain.Input.Skin, Operator, Chain.Palette);
	ASSERT_TRUE(Deformation) << Deformation.GetError().Message;
	std::vector<FDouble3> Posed(Chain.Input.Skin.PointCount());
	Deformation->Deform(Chain.Input.Skin.Rest, Posed);
	const FRigWeights& Weights = Chain.Input.Skin.Weights;
	for (size_t Point = 0; Point < Posed.size(); ++Point)
	{
		const uint32_t First = Weights.Offsets[Point], Count = Weights.Offsets[Point + 1] - First;
		FSurfacePoint Rest;
		Rest.Position = ToFloat3(Chain.Input.Skin.Rest[Point]);
		const FSurfacePoint Found = Skin(Point, std::span(Weights.Bones).subspan(First, Count),
			std::span(Chain.Weights).subspan(First, Count), Rest);
		EXPECT_NEAR(Posed[Point].X, Found.Position.X, 2e-6) << ToString(Operator) << " " << Point;
		EXPECT_NEAR(Posed[Point].Y, Found.Position.Y, 2e-6) << ToString(Operator) << " " << Point;
		EXPECT_NEAR(Posed[Point].Z, Found.Position.Z, 2e-6) << ToString(Operator) << " " << Point;
	}
}

std::vector<FDualQuaternion> RigidOf(const FChain& Chain)
{
	std::vector<FDualQuaternion> Out;
	FRotation Model;
	for (size_t Joint = 0; Joint < 3; ++Joint)
	{
		Model = Joint == 0 ? Chain.Local[0].Rotation : Compose(Model, Chain.Local[Joint].Rotation);
		const FAffine& M = Chain.FloatPalette[Joint];
		Out.push_back(ToDualQuaternion(Model, {M.Rows[0].W, M.Rows[1].W, M.Rows[2].W}));
		if (Joint > 0 && Dot(Out[Joint].Real, Out[Joint - 1].Real) < 0.0f)
		{
			FDualQuaternion& Q = Out[Joint];
			Q = {{-Q.Real.X, -Q.Real.Y, -Q.Real.Z, -Q.Real.W}, {-Q.Dual.X, -Q.Dual.Y, -Q.Dual.Z, -Q.Dual.W}};
		}
	}
	return Out;
}

TEST(SkinDeformations, EveryOperatorIsTheOneOfTheRunTime)
{
	FChain Chain = MakeChain();
	const std::vector<FDualQuaternion> Rigid = RigidOf(Chain);
	ExpectSame(Chain, ESkinOperator::LinearBlend,
		[&](size_t, std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& Rest)
		{ return SkinLinearBlend(Chain.FloatPalette, Bones, Weights, Rest); });
	ExpectSame(Chain, ESkinOperator::DualQuaternion,
		[&](size_t, std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& Rest)
		{ return SkinDualQuaternion(Rigid, {}, Bones, Weights, Rest); });
	ExpectSame(Chain, ESkinOperator::Spherical,
		[&](size_t, std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& Rest)
		{
			FFloat3 Guess;
			for (const uint16_t Bone : Bones)
			{
				Guess.X += float(Bone) / float(Bones.size());
			}
			const FFloat3 Center = FindRotationCenter(Chain.FloatPalette, Bones, Guess);
			return SkinSphericalBlend(Chain.FloatPalette, Rigid, Bones, Weights, Center, Rest);
		});
	for (size_t Point = 0; Point < Chain.Input.Skin.PointCount(); ++Point)
	{
		Chain.Input.RotationCenters.push_back({0.1 * double(Point), 0.05, -0.02});
	}
	ExpectSame(Chain, ESkinOperator::CenterOfRotation,
		[&](size_t Point, std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& Rest)
		{
			return SkinSphericalBlend(
				Chain.FloatPalette, Rigid, Bones, Weights, ToFloat3(Chain.Input.RotationCenters[Point]), Rest);
		});
}

TEST(SkinDeformations, TwistIsTheOneOfTheRunTime)
{
	const FChain Chain = MakeChain();
	const TResult<FRestPose> Rest = MakeRestPose(Chain.Input.Skeleton);
	ASSERT_TRUE(Rest);
	std::vector<FFloat3> Positions;
	for (const FDouble3& Point : Chain.Input.Skin.Rest)
	{
		Positions.push_back(ToFloat3(Point));
	}
	const TBlendWeights<FViewed> View{Chain.Input.Skin.Weights.Offsets, Chain.Input.Skin.Weights.Bones, Chain.Weights};
	const FTwistSegments Segments = MakeTwistSegments(*Rest, Positions, View, ETwistProfile::Smooth);
	std::vector<float> Twists(3, 0.0f);
	FTwistJob Job{Chain.Local, Chain.Input.Skeleton.RestLocal, Rest->LocalLinkAxes, Twists};
	ASSERT_TRUE(Job.Run());
	ExpectSame(Chain, ESkinOperator::Twist,
		[&](size_t Point, std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& At)
		{
			return SkinTwistSegment(*Rest, Chain.FloatPalette, Twists,
				Segments.Segments[Segments.SegmentOfVertex[Point]], Segments.TwistFractions[Point], Bones, Weights, At);
		});
}

TEST(SkinDeformations, SphericalBlendingIsRigidPerPoint)
{
	const FChain Chain = MakeChain();
	const TResult<FAffineDeformation> Deformation =
		MakeSkinDeformation(Chain.Input, Chain.Input.Skin, ESkinOperator::Spherical, Chain.Palette);
	ASSERT_TRUE(Deformation);
	for (const FAffine3d& Map : Deformation->GetMaps())
	{
		const Eigen::Matrix3d Linear =
			Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Map.M.data()).leftCols<3>();
		EXPECT_LT((Linear.transpose() * Linear - Eigen::Matrix3d::Identity()).norm(), 1e-6);
	}
}

} // namespace SkinDeformationsTest
} // namespace Exemplar
