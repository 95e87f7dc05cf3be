// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/PoseEmbedding.h"

#include "RandomNumbers.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace PoseEmbeddingTests
{

/** A worm of bones in random poses, and points that follow one or two neighbors among them. */
struct FScene
{
	FPoseMetric Metric;
	std::vector<FAnimationVector> Points;

	FScene(size_t BoneCount, size_t PointCount)
	{
		constexpr size_t PoseCount = 6;
		FRandomNumbers Random(7);
		std::vector<FAffine3d> Transforms(BoneCount * PoseCount);
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			double Angle = 0.0, X = 0.0, Y = 0.0;
			for (size_t Bone = 0; Bone < BoneCount; ++Bone)
			{
				Angle += 0.4 * Random.Unit() - 0.2;
				const double C = std::cos(Angle), S = std::sin(Angle);
				Transforms[Bone * PoseCount + Pose] = {{C, -S, 0.0, X, S, C, 0.0, Y, 0.0, 0.0, 1.0, 0.0}};
				X += C, Y += S;
			}
		}
		Metric = BuildSampledMetric(Transforms, BoneCount, PoseCount);
		for (size_t Index = 0; Index < PointCount; ++Index)
		{
			const size_t Bone = Index * BoneCount / PointCount;
			const double Weight = Bone + 1 < BoneCount ? 0.5 + 0.5 * Random.Unit() : 1.0;
			FAnimationVector& Point = Points.emplace_back();
			for (size_t Part = 0; Part < (Weight < 1.0 ? 2u : 1u); ++Part)
			{
				const double W = Part == 0 ? Weight : 1.0 - Weight;
				Point.Bones.push_back(static_cast<uint16_t>(Bone + Part));
				Point.Blocks.push_back({W * Random.Unit(), W * Random.Unit(), W * Random.Unit(), W});
			}
		}
	}

	double Distance(size_t A, size_t B) const { return MeanLength(Metric, AddScaled(Points[A], Points[B], -1.0)); }
};

double RowDistance(const FPoseEmbedding& Embedding, const FAnimationVector& A, const FAnimationVector& B)
{
	std::vector<float> First(Embedding.Dimensions()), Second(Embedding.Dimensions());
	Embedding.Embed(A, First.data());
	Embedding.Embed(B, Second.data());
	double Sum = 0.0;
	for (size_t Index = 0; Index < First.size(); ++Index)
	{
		Sum += std::pow(static_cast<double>(First[Index]) - static_cast<double>(Second[Index]), 2.0);
	}
	return std::sqrt(Sum);
}

TEST(PoseEmbedding, DistancesOfRowsAreLengthsOfTheMetricByAxesAndBySamples)
{
	const FScene Scene(6, 300);
	for (const size_t MaxDenseBones : {size_t{192}, size_t{0}})
	{
		const FPoseEmbedding Embedding(Scene.Metric, Scene.Points, 96, MaxDenseBones);
		EXPECT_LE(Embedding.Dimensions(), 24u);
		for (size_t A = 0; A < 300; A += 7)
		{
			for (size_t B = A + 1; B < 300; B += 31)
			{
				const double True = Scene.Distance(A, B);
				EXPECT_NEAR(RowDistance(Embedding, Scene.Points[A], Scene.Points[B]), True, 1e-4 * (1.0 + True));
			}
		}
	}
}

TEST(PoseEmbedding, ManyBonesKeepDistancesOfNeighborsAndExceedNone)
{
	const FScene Scene(300, 3000);
	const FPoseEmbedding Embedding(Scene.Metric, Scene.Points);
	EXPECT_LE(Embedding.Dimensions(), 24u); // three of each pose and the total weight, and what rounding adds
	for (size_t A = 1; A < Scene.Points.size(); A += 13)
	{
		const double True = Scene.Distance(A, A - 1);
		const double Row = RowDistance(Embedding, Scene.Points[A], Scene.Points[A - 1]);
		EXPECT_LE(Row, True + 1e-3);
		EXPECT_GE(Row, 0.98 * True - 1e-3);
	}
}

TEST(PoseEmbedding, OnePointOfManyBonesHasARow)
{
	const FScene Scene(200, 1);
	const FPoseEmbedding Embedding(Scene.Metric, Scene.Points);
	EXPECT_EQ(RowDistance(Embedding, Scene.Points[0], Scene.Points[0]), 0.0);
}

} // namespace PoseEmbeddingTests
} // namespace Exemplar
