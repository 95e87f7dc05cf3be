// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Math.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace Exemplar
{
namespace MathTest
{

constexpr int Rounds = 500;

FBoneTransform RandomBone(FRandom& Random)
{
	return {Random.Rotation(), Random.Vector(3.0f), FFloat3{1.5f, 1.5f, 1.5f} + Random.Vector(1.0f)};
}

void ExpectNear(const FFloat3& A, const FFloat3& B, float Tolerance)
{
	EXPECT_NEAR(A.X, B.X, Tolerance);
	EXPECT_NEAR(A.Y, B.Y, Tolerance);
	EXPECT_NEAR(A.Z, B.Z, Tolerance);
}

void ExpectNear(const FAffine& A, const FAffine& B, float Tolerance)
{
	for (int Row = 0; Row < 3; ++Row)
	{
		EXPECT_NEAR(A.Rows[Row].X, B.Rows[Row].X, Tolerance);
		EXPECT_NEAR(A.Rows[Row].Y, B.Rows[Row].Y, Tolerance);
		EXPECT_NEAR(A.Rows[Row].Z, B.Rows[Row].Z, Tolerance);
		EXPECT_NEAR(A.Rows[Row].W, B.Rows[Row].W, Tolerance);
	}
}

TEST(Math, CrossIsPerpendicularAndRightHanded)
{
	EXPECT_EQ(Cross({1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}), (FFloat3{0.0f, 0.0f, 1.0f}));
	FRandom Random(1);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FFloat3 A = Random.Vector(2.0f), B = Random.Vector(2.0f);
		EXPECT_NEAR(Dot(A, Cross(A, B)), 0.0f, 1e-5f);
		EXPECT_NEAR(Dot(B, Cross(A, B)), 0.0f, 1e-5f);
	}
}

TEST(Math, WhatHasNoDirectionNormalizesToTheFallback)
{
	const FFloat3 Up{0.0f, 1.0f, 0.0f};
	EXPECT_EQ(Normalize(FFloat3{}, Up), Up);
	EXPECT_EQ(Normalize(FFloat3{NAN, 0.0f, 0.0f}, Up), Up);
	EXPECT_EQ(Normalize(FFloat3{INFINITY, 0.0f, 0.0f}, Up), Up);
	EXPECT_EQ(Normalize(FRotation{0.0f, 0.0f, 0.0f, 0.0f}), FRotation());
	ExpectNear(Normalize(FFloat3{3.0f, 0.0f, -4.0f}), {0.6f, 0.0f, -0.8f}, 1e-6f);
}

TEST(Math, AQuarterTurnTurnsXToY)
{
	const FRotation Turn = RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.5f * PiF);
	ExpectNear(Rotate(Turn, {1.0f, 0.0f, 0.0f}), {0.0f, 1.0f, 0.0f}, 1e-6f);
	ExpectNear(TransformVector(ToAffine(Turn), {1.0f, 0.0f, 0.0f}), {0.0f, 1.0f, 0.0f}, 1e-6f);
}

TEST(Math, RotationsComposeAsTheirMatricesDo)
{
	FRandom Random(2);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FRotation A = Random.Rotation(), B = Random.Rotation();
		const FFloat3 V = Random.Vector(2.0f);
		ExpectNear(Rotate(Compose(A, B), V), Rotate(A, Rotate(B, V)), 1e-5f);
		ExpectNear(ToAffine(Compose(A, B)), Compose(ToAffine(A), ToAffine(B)), 1e-5f);
		ExpectNear(TransformVector(ToAffine(A), V), Rotate(A, V), 1e-5f);
		ExpectNear(Rotate(Inverse(A), Rotate(A, V)), V, 1e-5f);
		EXPECT_NEAR(Length(Rotate(A, V)), Length(V), 1e-5f);
	}
}

TEST(Math, TheRotationOfAMatrixIsTheOneItWasMadeFrom)
{
	FRandom Random(3);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FRotation Q = Random.Rotation();
		// q and -q are one rotation.
		EXPECT_NEAR(std::abs(Dot(ToRotation(ToAffine(Q)), Q)), 1.0f, 1e-5f);
	}
	// Half turns, where the scalar part is zero, about axes that reach every branch.
	for (const FFloat3& Axis : {FFloat3{1.0f, 0.0f, 0.0f}, FFloat3{0.0f, 1.0f, 0.0f}, FFloat3{0.0f, 0.0f, 1.0f},
			 FFloat3{0.6f, 0.8f, 0.0f}, FFloat3{0.0f, 0.6f, -0.8f}})
	{
		const FRotation Half = RotationAboutAxis(Axis, PiF);
		EXPECT_NEAR(std::abs(Dot(ToRotation(ToAffine(Half)), Half)), 1.0f, 1e-6f);
	}
	EXPECT_EQ(ToRotation(FAffine()), FRotation());
}

TEST(Math, ABoneScalesThenRotatesThenTranslates)
{
	FRandom Random(4);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FBoneTransform Bone = RandomBone(Random);
		const FFloat3 V = Random.Vector(2.0f);
		ExpectNear(TransformPoint(ToAffine(Bone), V), Rotate(Bone.Rotation, Bone.Scale * V) + Bone.Translation, 2e-5f);
	}
}

TEST(Math, ComposedMatricesActOneAfterTheOther)
{
	FRandom Random(5);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FAffine A = ToAffine(RandomBone(Random)), B = ToAffine(RandomBone(Random)),
					  C = ToAffine(RandomBone(Random));
		const FFloat3 V = Random.Vector(2.0f);
		ExpectNear(TransformPoint(Compose(A, B), V), TransformPoint(A, TransformPoint(B, V)), 2e-4f);
		ExpectNear(Compose(Compose(A, B), C), Compose(A, Compose(B, C)), 2e-4f);
		EXPECT_NEAR(Determinant(Compose(A, B)), Determinant(A) * Determinant(B), 0.02f);
	}
}

TEST(Math, AMatrixTimesItsInverseIsTheIdentity)
{
	FRandom Random(6);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FAffine M = ToAffine(RandomBone(Random));
		ExpectNear(Compose(M, Inverse(M)), FAffine(), 5e-5f);
		ExpectNear(Compose(Inverse(M), M), FAffine(), 5e-5f);
	}
}

TEST(Math, HomogeneousPointsOfAnyWeightAreLinear)
{
	FRandom Random(7);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FAffine M = ToAffine(RandomBone(Random));
		const FFloat3 V = Random.Vector(1.0f);
		const float W = Random.Between(0.0f, 1.0f);
		const FFloat4 Weighted{V.X * W, V.Y * W, V.Z * W, W};
		ExpectNear(Transform(M, Weighted), TransformPoint(M, V) * W, 2e-5f);
		ExpectNear(TransformPoint(M, V) - TransformPoint(M, {}), TransformVector(M, V), 2e-5f);
	}
}

TEST(Math, ABoxHoldsWhatWasAddedAndIsEmptyBefore)
{
	FBox Box;
	EXPECT_TRUE(Box.IsEmpty());
	EXPECT_EQ(Box.Diagonal(), 0.0f);
	EXPECT_EQ(Box.Center(), FFloat3());
	Box.Add({1.0f, 2.0f, 3.0f});
	EXPECT_FALSE(Box.IsEmpty());
	EXPECT_EQ(Box.Diagonal(), 0.0f);
	Box.Add({-1.0f, 2.0f, 7.0f});
	EXPECT_EQ(Box.Min, (FFloat3{-1.0f, 2.0f, 3.0f}));
	EXPECT_EQ(Box.Center(), (FFloat3{0.0f, 2.0f, 5.0f}));
	Box.Add({NAN, NAN, NAN});
	EXPECT_EQ(Box.Max, (FFloat3{1.0f, 2.0f, 7.0f}));
}

} // namespace MathTest
} // namespace Exemplar
