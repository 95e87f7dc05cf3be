// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/TransformFit.h"
#include "Geometry/EigenLibrary.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenMap.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace TransformFitTests
{

using namespace TubeExamples;

/** Three bones moved by any affine maps. */
std::vector<FAffine3d> DrawTransforms(FRandomNumbers& Random)
{
	std::vector<FAffine3d> Out(3);
	for (FAffine3d& A : Out)
	{
		for (double& Value : A.M)
		{
			Value += 0.5 * Random.Signed();
		}
	}
	return Out;
}

std::vector<FDouble3> Blend(const FTruth& Truth, const std::vector<FAffine3d>& Transforms)
{
	std::vector<FDouble3> Out;
	for (size_t Vertex = 0; Vertex < Truth.Tube.Set.Rest.Positions.size(); ++Vertex)
	{
		Eigen::Vector3d Sum(0.0, 0.0, 0.0);
		for (uint32_t I = Truth.Rig.Weights.Offsets[Vertex]; I < Truth.Rig.Weights.Offsets[Vertex + 1]; ++I)
		{
			Sum += Truth.Rig.Weights.Weights[I] *
				AsVector(TransformPoint(Transforms[Truth.Rig.Weights.Bones[I]], Truth.Tube.Set.Rest.Positions[Vertex]));
		}
		Out.push_back(ToDouble3(Sum));
	}
	return Out;
}

TEST(TransformFit, KnownTransformsAreRecovered)
{
	const FTruth Truth;
	FRandomNumbers Random(3);
	for (int Try = 0; Try < 5; ++Try)
	{
		const std::vector<FAffine3d> True = DrawTransforms(Random);
		FTransformFitOptions Options;
		Options.Hold = 1e-14;
		const auto Found =
			FitTransforms(Truth.Tube.Set.Rest.Positions, Blend(Truth, True), Truth.Rig.Weights, 3, {}, Options);
		ASSERT_TRUE(Found);
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			for (size_t Entry = 0; Entry < 12; ++Entry)
			{
				EXPECT_NEAR((*Found)[Bone].M[Entry], True[Bone].M[Entry], 1e-7);
			}
		}
	}
}

TEST(TransformFit, OneMatrixForThreeCoordinatesIsTheProblemOfAllUnknowns)
{
	const FTruth Truth;
	FRandomNumbers Random(8);
	const std::vector<FDouble3>& Rest = Truth.Tube.Set.Rest.Positions;
	std::vector<FDouble3> Pose = Truth.Tube.Set.Poses[2];
	for (FDouble3& P : Pose)
	{
		const FDouble3 N = Random.Point();
		P = {P.X + 0.02 * N.X, P.Y + 0.02 * N.Y, P.Z + 0.02 * N.Z};
	}
	Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(Rest.size()), 36);
	Eigen::VectorXd B(A.rows());
	for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		const Eigen::Index Row = 3 * static_cast<Eigen::Index>(Vertex);
		B.segment<3>(Row) = AsVector(Pose[Vertex]);
		for (uint32_t I = Truth.Rig.Weights.Offsets[Vertex]; I < Truth.Rig.Weights.Offsets[Vertex + 1]; ++I)
		{
			const Eigen::RowVector4d V =
				Truth.Rig.Weights.Weights[I] * Eigen::RowVector4d(Rest[Vertex].X, Rest[Vertex].Y, Rest[Vertex].Z, 1.0);
			for (Eigen::Index Axis = 0; Axis < 3; ++Axis)
			{
				A.block<1, 4>(Row + Axis, 12 * Truth.Rig.Weights.Bones[I] + 4 * Axis) = V;
			}
		}
	}
	const Eigen::VectorXd X = A.colPivHouseholderQr().solve(B);
	FTransformFitOptions Options;
	Options.Hold = 1e-14;
	const auto Found = FitTransforms(Rest, Pose, Truth.Rig.Weights, 3, {}, Options);
	ASSERT_TRUE(Found);
	for (Eigen::Index Bone = 0; Bone < 3; ++Bone)
	{
		for (Eigen::Index Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR((*Found)[static_cast<size_t>(Bone)].M[static_cast<size_t>(Entry)], X[12 * Bone + Entry], 1e-6);
		}
	}
}

TEST(TransformFit, ATenthOfTheMeshFitsTheWholeAlmostAsWellAsMostOfIt)
{
	FTruth Truth;
	FRandomNumbers Random(4);
	std::vector<std::vector<FDouble3>> Examples{Truth.Tube.Set.Rest.Positions};
	for (const std::vector<FDouble3>& Pose : Truth.Tube.Set.Poses)
	{
		Examples.push_back(Pose);
		for (FDouble3& P : Examples.back()) // no transforms explain this
		{
			const FDouble3 N = Random.Point();
			P = {P.X + 0.02 * N.X, P.Y + 0.02 * N.Y, P.Z + 0.02 * N.Z};
		}
	}
	const size_t Count = Examples[0].size();
	FDecimationOptions Options;
	Options.bVertexTargets = true;
	Options.bKeepVertices = true; // so that weights are copied from where the vertices are
	Options.Targets = {9 * Count / 10, Count / 10};
	const TResult<FDecimation> Levels = DecimateExamples(Examples, Truth.Tube.Set.Rest.Triangles, {}, Options, {});
	ASSERT_TRUE(Levels);
	const FDecimatedLevel Original = OriginalLevel(Examples, Truth.Tube.Set.Rest.Triangles);
	double Errors[2] = {0.0, 0.0};
	for (size_t Level = 0; Level < 2; ++Level)
	{
		const auto Found = FitLevelTransforms(Levels->Levels[Level], Original, Truth.Rig.Weights, 3);
		ASSERT_TRUE(Found);
		for (size_t Pose = 0; Pose < Truth.Rig.PoseCount; ++Pose)
		{
			std::vector<FAffine3d> Transforms;
			for (size_t Bone = 0; Bone < 3; ++Bone)
			{
				Transforms.push_back((*Found)[Bone * Truth.Rig.PoseCount + Pose]);
			}
			const std::vector<FDouble3> Made = Blend(Truth, Transforms);
			for (size_t Vertex = 0; Vertex < Count; ++Vertex)
			{
				Errors[Level] += (AsVector(Made[Vertex]) - AsVector(Examples[Pose + 1][Vertex])).squaredNorm();
			}
		}
	}
	EXPECT_GT(Errors[0], 0.0);
	EXPECT_LT(std::sqrt(Errors[1] / Errors[0]), 1.1);
}

TEST(TransformFit, BonesWithoutVerticesStayAndBadInputGetsASentence)
{
	const FTruth Truth;
	const std::vector<FDouble3>& Rest = Truth.Tube.Set.Rest.Positions;
	const auto Found = FitTransforms(Rest, Rest, Truth.Rig.Weights, 5);
	ASSERT_TRUE(Found);
	for (size_t Entry = 0; Entry < 12; ++Entry)
	{
		EXPECT_NEAR((*Found)[4].M[Entry], FAffine3d{}.M[Entry], 1e-9);
		EXPECT_NEAR((*Found)[1].M[Entry], FAffine3d{}.M[Entry], 1e-6);
	}
	EXPECT_FALSE(FitTransforms(Rest, std::vector<FDouble3>(3), Truth.Rig.Weights, 3));
	EXPECT_FALSE(FitTransforms(Rest, Rest, Truth.Rig.Weights, 2));
	EXPECT_FALSE(FitTransforms(Rest, Rest, FRigWeights{}, 3));
}

} // namespace TransformFitTests
} // namespace Exemplar
