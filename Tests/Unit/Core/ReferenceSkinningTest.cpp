// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/ReferenceSkinning.h"

#include "RandomSkin.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ReferenceSkinningTest
{

/** A random character in a random pose, with everything the operators need. */
struct FPosedCharacter
{
	FSkeletonData Skeleton;
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> Palette;
	std::vector<FDualQuaternion> Rigid;
	std::vector<FAffine> Stretches;

	FPosedCharacter(uint64_t Seed, float MaxAngle, size_t MaxInfluences = 6)
	{
		FTestRandom Random(Seed);
		Skeleton = MakeRandomSkeleton(Random, 20);
		Rest = *MakeRestPose(Skeleton);
		Level = MakeRandomLevel(Random, 60, 20, 1, MaxInfluences);
		SetPalette(MakePalette(Rest, MakeRandomPose(Random, Rest.Local, MaxAngle)));
	}
	void SetPalette(std::vector<FAffine> InPalette)
	{
		Palette = std::move(InPalette);
		Rigid.resize(Palette.size());
		Stretches.resize(Palette.size());
		FDualQuaternionPaletteJob{Palette, Rest.Parents, Rest.Centers, Rigid, Stretches}.Run();
	}
	FFloat3 CenterOf(std::span<const uint16_t> Bones) const
	{
		FFloat3 Guess;
		for (const uint16_t Bone : Bones)
		{
			Guess += Rest.Centers[Bone] * (1.0f / static_cast<float>(Bones.size()));
		}
		return FindRotationCenter(Palette, Bones, Guess);
	}
};

constexpr int OperatorCount = 4;

/** The four operators that are driven by linear blend weights alone, and the twist-segment one without twist. */
FSurfacePoint SkinBy(int Operator, const FPosedCharacter& C, std::span<const uint16_t> Bones,
	std::span<const float> Weights, const FSurfacePoint& P)
{
	switch (Operator)
	{
	case 0:
		return SkinLinearBlend(C.Palette, Bones, Weights, P);
	case 1:
		return SkinDualQuaternion(C.Rigid, C.Stretches, Bones, Weights, P);
	case 2:
		return SkinSphericalBlend(C.Palette, C.Rigid, Bones, Weights, C.CenterOf(Bones), P);
	default:
		return SkinTwistSegment(
			C.Rest, C.Palette, std::vector<float>(C.Palette.size(), 0.0f), {0, 1}, 0.3f, Bones, Weights, P);
	}
}

TEST(ReferenceSkinning, TheRestPoseGivesTheRestMesh)
{
	FPosedCharacter C(11, 0.0f);
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (size_t Vertex = 0; Vertex < C.Level.VertexCount(); ++Vertex)
		{
			const FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
			const FSurfacePoint P =
				SkinBy(Operator, C, BonesOf(C.Level.Weights, Vertex), WeightsOf(C.Level.Weights, Vertex), Rest);
			EXPECT_LT(Distance(P.Position, Rest.Position), 1e-5f);
			EXPECT_LT(Distance(P.Normal, Rest.Normal), 1e-5f);
			EXPECT_EQ(P.Tangent.W, Rest.Tangent.W);
		}
	}
}

TEST(ReferenceSkinning, OneRigidMotionOfAllJointsMovesTheMeshRigidlyForAnyWeights)
{
	FTestRandom Random(12);
	FPosedCharacter C(12, 0.0f);
	const FAffine M = ToAffine(Random.Rotation(PiF), Random.InBox(3.0f));
	C.SetPalette(std::vector<FAffine>(C.Palette.size(), M));
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (size_t Vertex = 0; Vertex < C.Level.VertexCount(); ++Vertex)
		{
			const FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
			const FSurfacePoint P =
				SkinBy(Operator, C, BonesOf(C.Level.Weights, Vertex), WeightsOf(C.Level.Weights, Vertex), Rest);
			EXPECT_LT(Distance(P.Position, TransformPoint(M, Rest.Position)), 1e-5f);
			EXPECT_LT(Distance(P.Normal, TransformVector(M, Rest.Normal)), 1e-5f);
		}
	}
}

TEST(ReferenceSkinning, AVertexOfOneBoneFollowsItsBone)
{
	FPosedCharacter C(13, PiF);
	const std::vector<float> One{1.0f};
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (uint16_t Bone = 0; Bone < 20; ++Bone)
		{
			const std::vector<uint16_t> Bones{Bone};
			const FSurfacePoint Rest = SurfaceOf(C.Level, Bone);
			const FSurfacePoint P = SkinBy(Operator, C, Bones, One, Rest);
			EXPECT_LT(Distance(P.Position, TransformPoint(C.Palette[Bone], Rest.Position)), 3e-5f);
		}
	}
}

TEST(ReferenceSkinning, PosedTangentsStayOrthogonalToPosedNormalsUnderEveryOperator)
{
	FPosedCharacter C(14, 1.0f);
	FTestRandom Random(14);
	C.SetPalette(MakePalette(C.Rest, MakeRandomPose(Random, C.Rest.Local, 1.0f, false, true)));
	for (int Operator = 0; Operator < OperatorCount; ++Operator)
	{
		for (size_t Vertex = 0; Vertex < C.Level.VertexCount(); ++Vertex)
		{
			const FSurfacePoint P = SkinBy(Operator, C, BonesOf(C.Level.Weights, Vertex),
				WeightsOf(C.Level.Weights, Vertex), SurfaceOf(C.Level, Vertex));
			EXPECT_NEAR(Dot(P.Normal, {P.Tangent.X, P.Tangent.Y, P.Tangent.Z}), 0.0f, 2e-4f);
			EXPECT_NEAR(Length(P.Normal), 1.0f, 1e-5f);
		}
	}
}

/** Two bones that share the y axis, the second twisted about it. */
std::vector<FAffine> TwistedPair(float Degrees)
{
	return {FAffine{}, ToAffine(RotationAboutAxis({0.0f, 1.0f, 0.0f}, Degrees * PiF / 180.0f))};
}

TEST(ReferenceSkinning, LinearBlendShrinksATwistedRingByTheCosineOfHalfTheAngle)
{
	const float Table[8][2] = {{30, .9659f}, {60, .8660f}, {90, .7071f}, {110, .5736f}, {130, .4226f}, {150, .2588f},
		{170, .0872f}, {180, 0.0f}};
	const std::vector<uint16_t> Bones{0, 1};
	const std::vector<float> Half{0.5f, 0.5f};
	for (const auto& [Degrees, Factor] : Table)
	{
		const FSurfacePoint P = SkinLinearBlend(TwistedPair(Degrees), Bones, Half, {{1.0f, 0.2f, 0.0f}, {}, {}});
		EXPECT_NEAR(std::hypot(P.Position.X, P.Position.Z), Factor, 5e-5f);
		EXPECT_NEAR(std::cos(Degrees * PiF / 360.0f), Factor, 5e-5f);
		// At any weight: sqrt(1 - 4 w (1 - w) sin^2(angle / 2)).
		const std::vector<float> Uneven{0.3f, 0.7f};
		const FSurfacePoint Q = SkinLinearBlend(TwistedPair(Degrees), Bones, Uneven, {{1.0f, 0.2f, 0.0f}, {}, {}});
		const float Sine = std::sin(Degrees * PiF / 360.0f);
		EXPECT_NEAR(std::hypot(Q.Position.X, Q.Position.Z), std::sqrt(1.0f - 0.84f * Sine * Sine), 1e-5f);
	}
}

TEST(ReferenceSkinning, DualQuaternionsAndSphericalBlendsKeepTheRadiusOfATwistedRing)
{
	const std::vector<uint16_t> Bones{0, 1};
	const std::vector<float> Weights{0.4f, 0.6f};
	const std::vector<int32_t> Parents{NoParent, 0};
	const std::vector<FFloat3> Centers{{0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
	for (float Degrees = 10.0f; Degrees < 180.0f; Degrees += 17.0f)
	{
		const std::vector<FAffine> Palette = TwistedPair(Degrees);
		std::vector<FDualQuaternion> Rigid(2);
		ASSERT_TRUE((FDualQuaternionPaletteJob{Palette, Parents, Centers, Rigid, {}}.Run()));
		const FSurfacePoint Rest{{0.8f, 0.9f, -0.6f}, {}, {}};
		const FFloat3 D = SkinDualQuaternion(Rigid, {}, Bones, Weights, Rest).Position;
		const FFloat3 S =
			SkinSphericalBlend(Palette, Rigid, Bones, Weights, FindRotationCenter(Palette, Bones, Centers[1]), Rest)
				.Position;
		EXPECT_NEAR(std::hypot(D.X, D.Z), 1.0f, 1e-5f);
		EXPECT_NEAR(std::hypot(S.X, S.Z), 1.0f, 1e-5f);
	}
}

TEST(DualQuaternionSkinning, ScaledBonesThatShareAJointAgreeOnWhereItIs)
{
	FTestRandom Random(15);
	const FFloat3 Joint{0.3f, 0.7f, -0.2f};
	const std::vector<int32_t> Parents{NoParent, 0};
	const std::vector<FFloat3> Centers{Joint, Joint};
	std::vector<FAffine> Palette(2), Stretches(2);
	for (FAffine& T : Palette)
	{
		const FAffine R = ToAffine(Random.Rotation(1.2f), {}, {1.3f, 0.8f, Random.Uniform(1.0f, 1.5f)});
		const FFloat3 Shift = Joint - TransformVector(R, Joint);
		T = R;
		T.Rows[0].W = Shift.X;
		T.Rows[1].W = Shift.Y;
		T.Rows[2].W = Shift.Z;
	}
	std::vector<FDualQuaternion> Rigid(2);
	ASSERT_TRUE((FDualQuaternionPaletteJob{Palette, Parents, Centers, Rigid, Stretches}.Run()));
	const std::vector<uint16_t> Bones{0, 1};
	for (float W = 0.0f; W <= 1.0f; W += 0.25f)
	{
		const std::vector<float> Weights{1.0f - W, W};
		EXPECT_LT(
			Distance(SkinDualQuaternion(Rigid, Stretches, Bones, Weights, {Joint, {}, {}}).Position, Joint), 1e-5f);
	}
}

TEST(SphericalBlendSkinning, RadiusAboutTheBlendedCenterIsKeptAndSignsOfQuaternionsDoNotMatter)
{
	FPosedCharacter C(16, 1.2f);
	for (size_t Vertex = 0; Vertex < C.Level.VertexCount(); ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto Weights = WeightsOf(C.Level.Weights, Vertex);
		const FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
		const FFloat3 Center = C.CenterOf(Bones);
		FFloat3 Image;
		for (size_t Index = 0; Index < Bones.size(); ++Index)
		{
			Image += TransformPoint(C.Palette[Bones[Index]], Center) * Weights[Index];
		}
		const FSurfacePoint P = SkinSphericalBlend(C.Palette, C.Rigid, Bones, Weights, Center, Rest);
		EXPECT_NEAR(Distance(P.Position, Image), Distance(Rest.Position, Center), 2e-5f);

		// A palette does not know signs; flipping the root's quaternion flips the whole tree.
		std::vector<FDualQuaternion> Flipped = C.Rigid;
		for (FDualQuaternion& Q : Flipped)
		{
			Q.Real = {-Q.Real.X, -Q.Real.Y, -Q.Real.Z, -Q.Real.W};
		}
		const FSurfacePoint Q = SkinSphericalBlend(C.Palette, Flipped, Bones, Weights, Center, Rest);
		EXPECT_LT(Distance(P.Position, Q.Position), 1e-5f);
	}
}

TEST(SphericalBlendSkinning, OfTwoJointsTheCenterMayMoveAlongTheirRelativeAxis)
{
	FTestRandom Random(17);
	for (int Round = 0; Round < 20; ++Round)
	{
		const FFloat3 Axis = Random.Direction(), Joint = Random.InBox(1.0f);
		const FAffine First = ToAffine(Random.Rotation(1.0f), Random.InBox(1.0f));
		const FAffine Second = Compose(First, LineRotation(Joint, Axis, 1.1f));
		const std::vector<FAffine> Palette{First, Second};
		std::vector<FDualQuaternion> Rigid(2);
		const std::vector<int32_t> Parents{NoParent, 0};
		const std::vector<FFloat3> Centers{Joint, Joint};
		FDualQuaternionPaletteJob{Palette, Parents, Centers, Rigid, {}}.Run();
		const std::vector<uint16_t> Bones{0, 1};
		const std::vector<float> Weights{0.35f, 0.65f};
		const FFloat3 Center = FindRotationCenter(Palette, Bones, Random.InBox(1.0f));
		EXPECT_LT(Length(Cross(Center - Joint, Axis)), 2e-5f); // on the line about which the second turns
		const FSurfacePoint Rest{Random.InBox(1.0f), {}, {}};
		const FFloat3 A = SkinSphericalBlend(Palette, Rigid, Bones, Weights, Center, Rest).Position;
		const FFloat3 B = SkinSphericalBlend(Palette, Rigid, Bones, Weights, Center + Axis * 2.0f, Rest).Position;
		EXPECT_LT(Distance(A, B), 1e-5f);
	}
}

TEST(SphericalBlendSkinning, NearlyEqualRotationsDoNotSendTheCenterAway)
{
	const FFloat3 Guess{0.1f, 1.2f, -0.3f};
	const std::vector<FAffine> Palette{
		FAffine{}, ToAffine(RotationAboutAxis({1.0f, 0.0f, 0.0f}, 1e-4f), {0.0f, 0.01f, 0.0f})};
	const std::vector<uint16_t> Bones{0, 1};
	EXPECT_EQ(FindRotationCenter(Palette, Bones, Guess), Guess);
}

TEST(SphericalBlendSkinning, ItsInverseIsTheTransposedRotation)
{
	FPosedCharacter C(18, 1.0f);
	FTestRandom Random(18);
	for (size_t Vertex = 0; Vertex < C.Level.VertexCount(); ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto Weights = WeightsOf(C.Level.Weights, Vertex);
		FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
		const FFloat3 Center = C.CenterOf(Bones);
		FRotation Q{0.0f, 0.0f, 0.0f, 0.0f};
		for (size_t Index = 0; Index < Bones.size(); ++Index)
		{
			const FRotation& R = C.Rigid[Bones[Index]].Real;
			Q = {Q.X + R.X * Weights[Index], Q.Y + R.Y * Weights[Index], Q.Z + R.Z * Weights[Index],
				Q.W + R.W * Weights[Index]};
		}
		const FFloat3 D = Random.InBox(0.2f);
		const FFloat3 Before = SkinSphericalBlend(C.Palette, C.Rigid, Bones, Weights, Center, Rest).Position;
		Rest.Position += Rotate(Inverse(Normalize(Q)), D);
		const FFloat3 After = SkinSphericalBlend(C.Palette, C.Rigid, Bones, Weights, Center, Rest).Position;
		EXPECT_LT(Distance(After - Before, D), 1e-5f);
	}
}

TEST(SphericalBlendSkinning, LinearInterpolationStaysWithin8DegreesOfTheSphericalOne)
{
	// The largest deviation is 0.14223 rad, for rotations half a turn apart (Kavan and Zara 2005 quote 0.143).
	double Largest = 0.0;
	for (int Step = 0; Step <= 180; ++Step)
	{
		const double Angle = Step * 3.14159265358979 / 180.0; // between the rotations; half of it between quaternions
		for (int Part = 0; Part <= 200; ++Part)
		{
			const double T = Part / 200.0;
			const double Linear = 2.0 * std::atan2(T * std::sin(Angle / 2), (1 - T) + T * std::cos(Angle / 2));
			Largest = (std::max)(Largest, std::abs(Linear - T * Angle));
			const std::vector<FDualQuaternion> Rigid{{}, {RotationAboutAxis({0, 1, 0}, float(Angle)), {0, 0, 0, 0}}};
			const std::vector<FAffine> Palette{ToAffine(Rigid[0].Real), ToAffine(Rigid[1].Real)};
			const std::vector<uint16_t> Bones{0, 1};
			const std::vector<float> Weights{float(1 - T), float(T)};
			const FFloat3 P = SkinSphericalBlend(Palette, Rigid, Bones, Weights, {}, {{0, 0, 1}, {}, {}}).Position;
			EXPECT_NEAR(std::remainder(std::atan2(P.X, P.Z) - Linear, 2 * 3.14159265358979), 0.0, 1e-5);
		}
	}
	EXPECT_NEAR(Largest, 0.1422, 2e-4);
}

} // namespace ReferenceSkinningTest
} // namespace Exemplar
