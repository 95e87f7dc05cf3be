// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Metrics/ErrorMeasures.h"

#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{

namespace ErrorMeasuresTest
{

/** A unit right triangle and one pose; the diagonal is sqrt 2. */
FTriangleMesh MakeTriangle()
{
	return {{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}}};
}

TEST(ErrorMeasures, FollowTheirFormulas)
{
	const FTriangleMesh Rest = MakeTriangle();
	const std::vector<std::vector<FDouble3>> Poses{Rest.Positions, Rest.Positions};
	std::vector<std::vector<FDouble3>> Others = Poses;
	Others[1][2] = {0.0, 0.0, 1.0}; // the triangle turned up by a right angle about x: one point moves by sqrt 2
	const TResult<FErrorMeasures> Result = MeasureError(Rest, Poses, Others);
	ASSERT_TRUE(Result);
	const FErrorMeasures& M = Result.GetValue();
	EXPECT_NEAR(M.VertexRms, 100.0 / std::sqrt(2.0) * std::sqrt(2.0 / 6.0), 1e-12);
	EXPECT_NEAR(M.VertexMax, 100.0, 1e-12);
	EXPECT_EQ(M.WorstPoint, 2u);
	EXPECT_EQ(M.WorstPose, 1u);
	EXPECT_NEAR(M.NormalRms, 1.0, 1e-12); // chords 0 and sqrt 2
	EXPECT_NEAR(M.Erms, 100.0 * std::sqrt(2.0 / 18.0), 1e-12);
	EXPECT_NEAR(M.ErmsUnit, M.Erms / std::sqrt(2.0), 1e-12);
	// Each coordinate of a pose spreads by 2/3 about its mean: x and y, in two poses.
	EXPECT_NEAR(M.Distortion, 100.0 * std::sqrt(2.0 / (4.0 * 2.0 / 3.0)), 1e-12);
	ASSERT_EQ(M.Poses.size(), 2u);
	EXPECT_EQ(M.Poses[0].VertexRms, 0.0);
	EXPECT_NEAR(M.Poses[1].VertexRms, 100.0 / std::sqrt(2.0) * std::sqrt(2.0 / 3.0), 1e-12);
	EXPECT_NEAR(M.Poses[1].NormalRms, std::sqrt(2.0), 1e-12);
}

TEST(ErrorMeasures, PercentagesDoNotDependOnUnits)
{
	FTriangleMesh Rest = MakeTriangle();
	std::vector<std::vector<FDouble3>> Poses{Rest.Positions},
		Others{{{0.1, 0.0, 0.2}, {1.0, 0.1, 0.0}, {0.0, 1.0, 0.3}}};
	const FErrorMeasures Meters = MeasureError(Rest, Poses, Others).GetValue();
	for (std::vector<FDouble3>* Points : {&Rest.Positions, &Poses[0], &Others[0]})
	{
		for (FDouble3& P : *Points)
		{
			P = {100.0 * P.X + 7.0, 100.0 * P.Y, 100.0 * P.Z};
		}
	}
	const FErrorMeasures Centimeters = MeasureError(Rest, Poses, Others).GetValue();
	EXPECT_NEAR(Centimeters.VertexRms, Meters.VertexRms, 1e-9);
	EXPECT_NEAR(Centimeters.Distortion, Meters.Distortion, 1e-9);
	EXPECT_NEAR(Centimeters.ErmsUnit, Meters.ErmsUnit, 1e-9);
	EXPECT_NEAR(Centimeters.Erms, 100.0 * Meters.Erms, 1e-7);
}

TEST(ErrorMeasures, ATrueRigHasNoErrorAndItsRestPositionsCount)
{
	TubeExamples::FTruth Truth;
	EXPECT_LT(MeasureRig(Truth.Tube.Set, Truth.Rig).GetValue().VertexMax, 1e-10);
	Truth.Rig.RestPositions = Truth.Tube.Set.Rest.Positions;
	Truth.Rig.RestPositions[5].X += 1.0;
	EXPECT_GT(MeasureRig(Truth.Tube.Set, Truth.Rig).GetValue().VertexMax, 1.0);
}

TEST(ErrorMeasures, RefuseWhatDoesNotMatch)
{
	const FTriangleMesh Rest = MakeTriangle();
	const std::vector<std::vector<FDouble3>> One{Rest.Positions}, Two{Rest.Positions, Rest.Positions}, Short{{{}, {}}};
	EXPECT_EQ(MeasureError(Rest, One, Two).GetError().Code, EErrorCode::Mismatch);
	EXPECT_EQ(MeasureError(Rest, One, Short).GetError().Code, EErrorCode::Mismatch);
	EXPECT_EQ(MeasureError({}, One, One).GetError().Code, EErrorCode::Degenerate);
	FTriangleMesh Flat = Rest;
	Flat.Positions.assign(3, {1.0, 1.0, 1.0});
	EXPECT_EQ(MeasureError(Flat, One, One).GetError().Code, EErrorCode::Degenerate);
}

} // namespace ErrorMeasuresTest
} // namespace Exemplar
