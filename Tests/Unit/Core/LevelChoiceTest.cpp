// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Lod/LevelChoice.h"

#include "Culling/Frustum.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace LevelChoiceTest
{

FScreen ThesisScreen()
{
	const float Tan = std::tan(35.0f * PiF / 180.0f);
	return {1280.0f, Tan, Tan * 0.75f, 1.5f, 0.01f};
}

/** Merry 2007, eq. 7.2, which bounds the horizontal error alone: 2 tau D sin x / W. */
float ThesisAllowedError(const FScreen& Screen, float Depth)
{
	const float Sine = Screen.TanHalfWidth / std::sqrt(1.0f + Screen.TanHalfWidth * Screen.TanHalfWidth);
	return 2.0f * Screen.TolerancePixels * Depth * Sine / Screen.WidthPixels;
}

TEST(LevelChoice, GoesByTheSurfaceUnlessTexturesSlideTooFar)
{
	EXPECT_EQ(ChoiceError({0.01f, 0.03f}, true), 0.01f) << "textures may be off by four times as much";
	EXPECT_EQ(ChoiceError({0.01f, 0.08f}, true), 0.02f);
	EXPECT_EQ(ChoiceError({0.01f, 0.08f}, false), 0.01f) << "without textures nothing shows that slides";
	EXPECT_EQ(ChoiceError({0.0f, 0.05f}, false), 0.05f) << "older files know texture deviation alone";
	EXPECT_EQ(ChoiceError({0.0f, 0.0f}, true), 0.0f) << "the finest level";
}

TEST(LevelChoice, InAParallelViewTheAllowedErrorIsTheSameAtEveryDepth)
{
	FScreen Screen;
	Screen.bParallel = true;
	Screen.WidthPixels = 1000.0f;
	Screen.TanHalfWidth = 5.0f; // half the width
	EXPECT_FLOAT_EQ(AllowedError(Screen, 1.0f), 0.01f);
	EXPECT_FLOAT_EQ(AllowedError(Screen, 1000.0f), 0.01f);
}

TEST(LevelChoice, TheAllowedErrorIsTheThesissWhereTheScreenHasNoHeight)
{
	FScreen Flat = ThesisScreen();
	Flat.TanHalfHeight = 0.0f;
	EXPECT_NEAR(AllowedError(Flat, 2.0f), 2.688640e-3f, 1e-8f);
	EXPECT_FLOAT_EQ(AllowedError(Flat, 2.0f), ThesisAllowedError(Flat, 2.0f));
	EXPECT_LT(AllowedError(ThesisScreen(), 2.0f), AllowedError(Flat, 2.0f));
}

TEST(LevelChoice, AllowedErrorsRiseWithDepthAndTolerance)
{
	FScreen Screen = ThesisScreen();
	float Previous = 0.0f;
	for (float Depth = 0.5f; Depth < 100.0f; Depth *= 1.3f)
	{
		EXPECT_GT(AllowedError(Screen, Depth), Previous);
		Previous = AllowedError(Screen, Depth);
	}
	Screen.TolerancePixels *= 2.0f;
	EXPECT_FLOAT_EQ(AllowedError(Screen, 3.0f), 2.0f * AllowedError(ThesisScreen(), 3.0f));
	EXPECT_FLOAT_EQ(AllowedError(Screen, -7.0f), AllowedError(Screen, Screen.Near));
}

TEST(LevelChoice, NoDisplacementWithinTheAllowedErrorIsSeenBeyondTheTolerance)
{
	const FScreen Screen = ThesisScreen();
	FRandom Random(1);
	const float PixelsPerUnit = Screen.WidthPixels / (2.0f * Screen.TanHalfWidth);
	float Worst = 0.0f, WorstOfThesis = 0.0f;
	for (int Trial = 0; Trial < 200000; ++Trial)
	{
		constexpr float Depth = 2.0f;
		const float Z = Random.Between(Depth, 2.0f * Depth);
		const FFloat3 P{
			Random.Between(-1, 1) * Screen.TanHalfWidth * Z, Random.Between(-1, 1) * Screen.TanHalfHeight * Z, Z};
		const FFloat3 Direction =
			Normalize({Random.Between(-1, 1), Random.Between(-1, 1), Random.Between(-1, 1)}, {1, 0, 0});
		const auto PixelShift = [&](float Error)
		{
			const FFloat3 Q = P + Direction * Error;
			return PixelsPerUnit * std::hypot(Q.X / Q.Z - P.X / P.Z, Q.Y / Q.Z - P.Y / P.Z);
		};
		Worst = std::max(Worst, PixelShift(AllowedError(Screen, Depth)));
		WorstOfThesis = std::max(WorstOfThesis, PixelShift(ThesisAllowedError(Screen, Depth)));
	}
	EXPECT_LE(Worst, Screen.TolerancePixels * 1.002f); // to first order in the error
	EXPECT_GT(Worst, Screen.TolerancePixels * 0.9f);
	EXPECT_GT(WorstOfThesis, Screen.TolerancePixels * 1.03f);
}

TEST(LevelChoice, TheCoarsestAllowedLevelIsTakenAndMorphsContinuously)
{
	const float Errors[] = {0.0f, 0.1f, 0.3f, 0.9f};
	EXPECT_EQ(ChooseLevel(Errors, 0.0f).Level, 0u);
	EXPECT_EQ(ChooseLevel(Errors, 0.1f).Level, 1u);
	EXPECT_FLOAT_EQ(ChooseLevel(Errors, 0.1f).Geomorph, 0.0f);
	EXPECT_EQ(ChooseLevel(Errors, 5.0f).Level, 3u);
	EXPECT_FLOAT_EQ(ChooseLevel(Errors, 5.0f).Geomorph, 0.0f);
	float Previous = 0.0f;
	for (float Allowed = 0.0f; Allowed < 1.0f; Allowed += 0.001f)
	{
		const FLevelChoice Choice = ChooseLevel(Errors, Allowed);
		EXPECT_LE(Errors[Choice.Level], Allowed + 1e-7f);
		const float Level = static_cast<float>(Choice.Level) + Choice.Geomorph;
		EXPECT_GE(Level, Previous);
		EXPECT_LT(Level, Previous + 0.02f);
		Previous = Level;
	}
	EXPECT_EQ(ChooseLevel({}, 1.0f).Level, 0u);
}

TEST(LevelChoice, ASteadyChoiceRefinesAtOnceAndCoarsensLate)
{
	const float Errors[] = {0.0f, 0.1f, 0.3f};
	const FLevelChoice Coarse{2, 0.0f}, Fine{0, 0.0f};
	EXPECT_EQ(ChooseLevelSteadily(Errors, 0.05f, Coarse).Level, 0u);
	EXPECT_EQ(ChooseLevelSteadily(Errors, 0.105f, Fine).Level, 0u);
	EXPECT_EQ(ChooseLevelSteadily(Errors, 0.12f, Fine).Level, 1u);
	// A depth that trembles around a threshold does not change the level any more.
	FLevelChoice Choice = ChooseLevel(Errors, 0.1f);
	for (int Frame = 0; Frame < 20; ++Frame)
	{
		const FLevelChoice Next = ChooseLevelSteadily(Errors, Frame % 2 == 0 ? 0.099f : 0.101f, Choice);
		if (Frame > 0)
		{
			EXPECT_EQ(Next.Level, Choice.Level);
			EXPECT_EQ(Next.Geomorph, Choice.Geomorph);
		}
		Choice = Next;
	}
}

TEST(Frustum, PointsInViewAreInsideAndSpheresBesideAreNot)
{
	FCamera Camera;
	Camera.World = ToAffine(RotationAboutAxis(Normalize(FFloat3{1, 2, 3}), 0.9f), {3, -2, 5});
	const FFrustum Frustum = MakeFrustum(Camera);
	FRandom Random(3);
	for (int Trial = 0; Trial < 2000; ++Trial)
	{
		const float Z = Random.Between(-50.0f, 100.0f);
		const FFloat3 Local{Random.Between(-60, 60), Random.Between(-60, 60), -Z};
		const bool bInside = Z >= Camera.Near && Z <= Camera.Far && std::abs(Local.X) <= Z * Camera.TanHalfWidth &&
			std::abs(Local.Y) <= Z * Camera.TanHalfHeight;
		const FFloat3 World = TransformPoint(Camera.World, Local);
		EXPECT_NEAR(DepthOf(Camera, World), Z, 1e-3f);
		const float Slack = 1e-3f;
		if (bInside)
		{
			EXPECT_FALSE(IsOutside(Frustum, {World, Slack}));
		}
		else
		{
			// A sphere that is known to be outside stays outside when it shrinks.
			EXPECT_TRUE(!IsOutside(Frustum, {World, 5.0f}) || IsOutside(Frustum, {World, 0.0f}));
		}
	}
	EXPECT_TRUE(IsOutside(Frustum, {TransformPoint(Camera.World, {0, 0, 5}), 4.0f}));
	EXPECT_FALSE(IsOutside(Frustum, {TransformPoint(Camera.World, {0, 0, 5}), 6.0f}));
}

TEST(Frustum, ATransformedSphereContainsTheImageOfTheSphere)
{
	FRandom Random(5);
	for (int Trial = 0; Trial < 200; ++Trial)
	{
		FAffine M;
		for (FFloat4& Row : M.Rows)
		{
			Row = {Random.Between(-2, 2), Random.Between(-2, 2), Random.Between(-2, 2), Random.Between(-2, 2)};
		}
		const FSphere Sphere{{1, 2, 3}, 0.7f};
		const FSphere Image = TransformSphere(M, Sphere);
		float Farthest = 0.0f;
		for (int Point = 0; Point < 300; ++Point)
		{
			const FFloat3 D =
				Normalize({Random.Between(-1, 1), Random.Between(-1, 1), Random.Between(-1, 1)}, {1, 0, 0});
			Farthest = std::max(Farthest, Length(TransformPoint(M, Sphere.Center + D * Sphere.Radius) - Image.Center));
		}
		EXPECT_LE(Farthest, Image.Radius * 1.00001f);
		EXPECT_GE(Farthest, Image.Radius * 0.8f);
	}
	EXPECT_FLOAT_EQ(LargestStretch(ToAffine(RotationAboutAxis({0, 0, 1}, 1.0f), {}, {1, 3, 2})), 3.0f);
	EXPECT_FLOAT_EQ(LargestStretch(FAffine{}), 1.0f);
}

} // namespace LevelChoiceTest
} // namespace Exemplar
