// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace AnimationSpaceSkinningTest
{

struct FAnimationSpaceCharacter
{
	FTestRandom Random;
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> Palette;

	explicit FAnimationSpaceCharacter(uint64_t Seed)
		: Random(Seed)
	{
		Rest = *MakeRestPose(MakeRandomSkeleton(Random, 16));
		Level = MakeRandomLevel(Random, 50, 16, 2, 7);
		AddRandomAnimationSpace(Random, Level, true, true);
		Palette = MakePalette(Rest, MakeRandomPose(Random, Rest.Local, 2.0f));
	}
	std::span<const FFloat4> Row(const std::vector<FFloat4>& Points, size_t Vertex) const
	{
		return std::span<const FFloat4>(Points).subspan(
			Level.Skin.Offsets[Vertex], Level.Skin.Offsets[Vertex + 1] - Level.Skin.Offsets[Vertex]);
	}
	FAnimationSpacePoint PointOf(size_t Vertex) const { return {Row(Level.Skin.Points, Vertex), {}, {}, {}}; }
	FFloat3 Project(
		const std::vector<FAffine>& Matrices, std::span<const uint16_t> Bones, std::span<const FFloat4> Points) const
	{
		return SkinAnimationSpace(Matrices, Bones, {Points, {}, {}, {}}, 0.0f, {}).Position;
	}
};

TEST(AnimationSpace, PointsMoveWithATranslationOfTheCharacterAndTangentsDoNot)
{
	// The W of a point's influences sum to one, those of a tangent to zero (Merry 2007, eq. 3.1).
	FAnimationSpaceCharacter C(21);
	const FFloat3 Shift{1.0f, -2.0f, 0.5f};
	std::vector<FAffine> Moved = C.Palette;
	for (FAffine& T : Moved)
	{
		T.Rows[0].W += Shift.X;
		T.Rows[1].W += Shift.Y;
		T.Rows[2].W += Shift.Z;
	}
	for (size_t Vertex = 0; Vertex < 50; ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto P = C.Row(C.Level.Skin.Points, Vertex), T = C.Row(C.Level.Skin.Tangents, Vertex);
		EXPECT_LT(Distance(C.Project(Moved, Bones, P), C.Project(C.Palette, Bones, P) + Shift), 1e-5f);
		EXPECT_LT(Distance(C.Project(Moved, Bones, T), C.Project(C.Palette, Bones, T)), 1e-5f);
	}
}

TEST(AnimationSpace, LinearBlendSkinningEmbedsExactlyWithItsNormals)
{
	FAnimationSpaceCharacter C(22);
	for (size_t Vertex = 0; Vertex < 50; ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto Weights = WeightsOf(C.Level.Weights, Vertex);
		const FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
		const FFloat3 S{Rest.Tangent.X, Rest.Tangent.Y, Rest.Tangent.Z}, B = Cross(Rest.Normal, S);
		std::vector<FFloat4> Points, Tangents, Bitangents;
		for (const float W : Weights)
		{
			const FFloat3& V = Rest.Position;
			Points.push_back({W * V.X, W * V.Y, W * V.Z, W});
			Tangents.push_back({W * S.X, W * S.Y, W * S.Z, 0.0f});
			Bitangents.push_back({W * B.X, W * B.Y, W * B.Z, 0.0f});
		}
		const FSurfacePoint Linear = SkinLinearBlend(C.Palette, Bones, Weights, Rest);
		const FSurfacePoint ByWeights = SkinAnimationSpace(C.Palette, Bones, {Points, {}, {}, {}}, 0.0f, Rest);
		const FSurfacePoint ByTangents =
			SkinAnimationSpace(C.Palette, Bones, {Points, {}, Tangents, Bitangents}, 0.0f, Rest);
		EXPECT_LT(Distance(ByWeights.Position, Linear.Position), 1e-5f);
		EXPECT_LT(Distance(ByWeights.Normal, Linear.Normal), 1e-4f);
		EXPECT_LT(Distance(ByTangents.Normal, Linear.Normal), 1e-3f); // the blend is nearly singular somewhere
		const std::vector<FAffine> AtRest(16);
		EXPECT_LT(Distance(C.Project(AtRest, Bones, Points), Rest.Position), 1e-6f);
	}
}

TEST(AnimationSpace, ProjectionIsLinearSoMidpointsOfEdgesStayMidpoints)
{
	FAnimationSpaceCharacter C(23);
	std::vector<uint16_t> All(16);
	for (uint16_t Bone = 0; Bone < 16; ++Bone)
	{
		All[Bone] = Bone;
	}
	for (size_t Vertex = 0; Vertex + 1 < 50; ++Vertex)
	{
		std::vector<FFloat4> A(16), B(16), Middle(16);
		for (const auto& [Target, Source] : {std::pair{&A, Vertex}, std::pair{&B, Vertex + 1}})
		{
			const auto Bones = BonesOf(C.Level.Weights, Source);
			for (size_t Index = 0; Index < Bones.size(); ++Index)
			{
				(*Target)[Bones[Index]] = C.Row(C.Level.Skin.Points, Source)[Index];
			}
		}
		for (size_t Bone = 0; Bone < 16; ++Bone)
		{
			Middle[Bone] = A[Bone] * 0.5f + B[Bone] * 0.5f;
		}
		const FFloat3 Expected = (C.Project(C.Palette, All, A) + C.Project(C.Palette, All, B)) * 0.5f;
		EXPECT_LT(Distance(C.Project(C.Palette, All, Middle), Expected), 1e-5f);
	}
}

TEST(AnimationSpace, ARigidMotionAfterThePoseIsOneOfEveryPaletteMatrix)
{
	FAnimationSpaceCharacter C(24);
	const FAffine M = ToAffine(C.Random.Rotation(2.0f), C.Random.InBox(1.0f));
	std::vector<FAffine> Moved = C.Palette;
	for (FAffine& T : Moved)
	{
		T = Compose(M, T);
	}
	for (size_t Vertex = 0; Vertex < 50; ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const FSurfacePoint Rest = SurfaceOf(C.Level, Vertex);
		const FAnimationSpacePoint P{C.Row(C.Level.Skin.Points, Vertex), {}, C.Row(C.Level.Skin.Tangents, Vertex),
			C.Row(C.Level.Skin.Bitangents, Vertex)};
		const FSurfacePoint A = SkinAnimationSpace(C.Palette, Bones, P, 0.0f, Rest);
		const FSurfacePoint B = SkinAnimationSpace(Moved, Bones, P, 0.0f, Rest);
		EXPECT_LT(Distance(B.Position, TransformPoint(M, A.Position)), 1e-5f);
		EXPECT_LT(Distance(B.Normal, TransformVector(M, A.Normal)), 1e-3f);
	}
}

TEST(AnimationSpace, MultiWeightEnvelopingWithEqualRowsGivesTheSame)
{
	// v_r = sum_j sum_s u_{j,rs} n_{j,rs} with every row of U_j equal to the point (Merry 2007, eq. 3.4).
	FAnimationSpaceCharacter C(25);
	for (size_t Vertex = 0; Vertex < 50; ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto Points = C.Row(C.Level.Skin.Points, Vertex);
		FFloat3 Sum;
		for (size_t Index = 0; Index < Bones.size(); ++Index)
		{
			const FAffine& N = C.Palette[Bones[Index]];
			const FFloat4& U = Points[Index];
			Sum += {U.X * N.Rows[0].X + U.Y * N.Rows[0].Y + U.Z * N.Rows[0].Z + U.W * N.Rows[0].W,
				U.X * N.Rows[1].X + U.Y * N.Rows[1].Y + U.Z * N.Rows[1].Z + U.W * N.Rows[1].W,
				U.X * N.Rows[2].X + U.Y * N.Rows[2].Y + U.Z * N.Rows[2].Z + U.W * N.Rows[2].W};
		}
		EXPECT_LT(Distance(Sum, C.Project(C.Palette, Bones, Points)), 1e-6f);
	}
}

TEST(AnimationSpace, MidpointsOfLinearBlendVerticesAreNotLinearBlendVertices)
{
	const std::vector<FAffine> Palette{FAffine{}, ToAffine(RotationAboutAxis({0.0f, 0.0f, 1.0f}, 1.5f))};
	const std::vector<uint16_t> Bones{0, 1};
	const std::vector<float> A{0.9f, 0.1f}, B{0.1f, 0.9f}, Mean{0.5f, 0.5f};
	const FFloat3 P{1.0f, 0.0f, 0.0f}, Q{0.0f, 2.0f, 0.0f};
	const FFloat3 Expected = (SkinLinearBlend(Palette, Bones, A, {P, {}, {}}).Position +
								 SkinLinearBlend(Palette, Bones, B, {Q, {}, {}}).Position) *
		0.5f;
	const FFloat3 OfMeans = SkinLinearBlend(Palette, Bones, Mean, {(P + Q) * 0.5f, {}, {}}).Position;
	EXPECT_GT(Distance(Expected, OfMeans), 0.1f);
}

TEST(AnimationSpace, TheGeomorphFactorRunsFromOneShapeToTheNext)
{
	FAnimationSpaceCharacter C(26);
	for (size_t Vertex = 0; Vertex < 50; ++Vertex)
	{
		const auto Bones = BonesOf(C.Level.Weights, Vertex);
		const auto Points = C.Row(C.Level.Skin.Points, Vertex), Deltas = C.Row(C.Level.Skin.GeomorphDeltas, Vertex);
		std::vector<FFloat4> Next;
		for (size_t Index = 0; Index < Points.size(); ++Index)
		{
			Next.push_back(Points[Index] + Deltas[Index]);
		}
		const FAnimationSpacePoint P{Points, Deltas, {}, {}};
		const FFloat3 Start = C.Project(C.Palette, Bones, Points), End = C.Project(C.Palette, Bones, Next);
		EXPECT_EQ(SkinAnimationSpace(C.Palette, Bones, P, 0.0f, {}).Position, Start);
		EXPECT_LT(Distance(SkinAnimationSpace(C.Palette, Bones, P, 1.0f, {}).Position, End), 1e-6f);
		EXPECT_LT(
			Distance(SkinAnimationSpace(C.Palette, Bones, P, 0.25f, {}).Position, Start * 0.75f + End * 0.25f), 1e-5f);
	}
}

} // namespace AnimationSpaceSkinningTest
} // namespace Exemplar
