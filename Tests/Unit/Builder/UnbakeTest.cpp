// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildCharacter.h"
#include "TubeCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace UnbakeTest
{

struct FMadeCharacter
{
	TubeExamples::FTruth Truth;
	FExampleSet Examples = TubeExamples::AsImported(Truth.Tube.Set);
	FCharacterParts Parts = Unbake(TubeExamples::BakeParts(TubeExamples::MakeTubeParts(Examples, Truth.Rig)));
};

TEST(Unbake, ACharacterGivesItsRigBack)
{
	const FMadeCharacter Made;
	const TResult<FRig> Rig = ReadRig(Made.Parts, Made.Examples);
	ASSERT_TRUE(Rig) << Rig.GetError().Message;
	ASSERT_EQ(Rig->BoneCount, 3u);
	EXPECT_TRUE(Rig->RestPositions.empty());
	// Joints are sorted parents first: the middle bone, then its two children.
	EXPECT_EQ(Rig->Parents, (std::vector<int32_t>{NoParent, 0, 0}));
	EXPECT_EQ(Rig->Root, 0);
	EXPECT_NEAR(Rig->Joints[0].X, 4.5, 1e-6);
	const uint16_t JointOfBone[3] = {
		Rig->Joints[1].X < 4.0 ? uint16_t{1} : uint16_t{2}, 0, Rig->Joints[1].X < 4.0 ? uint16_t{2} : uint16_t{1}};
	ASSERT_EQ(Rig->Weights.Offsets, Made.Truth.Rig.Weights.Offsets);
	for (size_t Point = 0; Point < Rig->Weights.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Rig->Weights.Offsets[Point]; Entry < Rig->Weights.Offsets[Point + 1]; ++Entry)
		{
			for (uint32_t True = Rig->Weights.Offsets[Point]; True < Rig->Weights.Offsets[Point + 1]; ++True)
			{
				if (JointOfBone[Made.Truth.Rig.Weights.Bones[True]] == Rig->Weights.Bones[Entry])
				{
					EXPECT_NEAR(Rig->Weights.Weights[Entry], Made.Truth.Rig.Weights.Weights[True], 1e-6);
				}
			}
			Sum += Rig->Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-7);
	}
	const TResult<std::vector<uint32_t>> Rows = MatchPoints(Made.Parts, Made.Examples);
	ASSERT_TRUE(Rows);
	ASSERT_EQ(Rows->size(), Made.Examples.PointCount());
	EXPECT_EQ(Rows->back(), Made.Examples.PointCount() - 1);
}

TEST(Unbake, RestPositionsThatRefinementMovedAreKept)
{
	FMadeCharacter Made;
	Made.Parts.Skin.Rest[7].Y += 0.01;
	const TResult<FRig> Rig = ReadRig(Made.Parts, Made.Examples);
	ASSERT_TRUE(Rig);
	ASSERT_EQ(Rig->RestPositions.size(), Made.Examples.PointCount());
	EXPECT_NEAR(Rig->RestPositions[7].Y, Made.Examples.Rest.Positions[7].Y + 0.01, 1e-6);
}

TEST(Unbake, OtherMeshesAreRefused)
{
	FMadeCharacter Made;
	const auto Code = [&](const FCharacterParts& Parts, const FExampleSet& Examples)
	{
		const TResult<FRig> Rig = ReadRig(Parts, Examples);
		return Rig ? EErrorCode::Canceled : Rig.GetError().Code;
	};
	FExampleSet Shorter = Made.Examples;
	Shorter.PointOfSource.pop_back();
	EXPECT_EQ(Code(Made.Parts, Shorter), EErrorCode::Mismatch);
	FExampleSet Elsewhere = Made.Examples;
	for (FDouble3& P : Elsewhere.Rest.Positions)
	{
		P.X += 5.0;
	}
	EXPECT_EQ(Code(Made.Parts, Elsewhere), EErrorCode::Mismatch);
	FCharacterParts Bare = Made.Parts;
	Bare.Skin.Weights = {};
	EXPECT_EQ(Code(Bare, Made.Examples), EErrorCode::Degenerate);
	Bare = Made.Parts;
	Bare.Animation.Skeleton = {};
	EXPECT_EQ(Code(Bare, Made.Examples), EErrorCode::Degenerate);
}

TEST(Unbake, ABuiltCharacterHasAnAnimationSpaceSkinUnlessItIsNotWanted)
{
	const FMadeCharacter Made;
	FBuildOptions Options;
	Options.Rig.Clusters.BoneCount = 3;
	Options.Rig.Refine.Effort = ERefineEffort::Fast;
	Options.Levels.LevelCount = 1;
	const TResult<FBuiltCharacter> Built = BuildCharacter(Made.Examples, Options, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	ASSERT_TRUE(Built->Skin && Built->Comparison);
	EXPECT_EQ(Built->Character->Levels[0].Skin.Offsets.size(), Built->Character->Levels[0].VertexCount() + 1);
	EXPECT_EQ(Built->Comparison->Volumes.size(), Made.Examples.PoseCount());
	Options.bAnimationSpace = false;
	const TResult<FBuiltCharacter> Plain = BuildCharacter(Made.Examples, Options, {});
	ASSERT_TRUE(Plain);
	EXPECT_FALSE(Plain->Skin);
	EXPECT_TRUE(Plain->Character->Levels[0].Skin.Offsets.empty());
}

/** Of the tube with a coarser level. */
FBuildOptions TwoLevels(bool bAnimationSpace)
{
	FBuildOptions Out;
	Out.Rig.Clusters.BoneCount = 3;
	Out.Rig.Refine.Effort = ERefineEffort::Fast;
	Out.bAnimationSpace = bAnimationSpace;
	Out.Levels.Fractions = {0.5, 0.25};
	return Out;
}

TEST(Unbake, BakingAgainGivesTheSameBytes)
{
	FMadeCharacter Made;
	FSourceMesh& Mesh = Made.Examples.Source.Rest;
	TCornerSet<FFloat2>& UVs = Mesh.MoreUVs.emplace_back();
	TCornerSet<FFloat4>& Colors = Mesh.Colors.emplace_back();
	UVs.Corners = Colors.Corners = Mesh.CornerVertices;
	for (const FDouble3& P : Mesh.Positions)
	{
		UVs.Values.push_back({static_cast<float>(P.X), static_cast<float>(P.Y)});
		Colors.Values.push_back({static_cast<float>(P.Y), 0.0f, static_cast<float>(P.Z), 0.5f});
	}
	for (const bool bAnimationSpace : {false, true})
	{
		for (const ELodPlacement Placement : {ELodPlacement::Optimized, ELodPlacement::HalfEdge})
		{
			FBuildOptions Options = TwoLevels(bAnimationSpace);
			Options.Levels.Stream.Placement = Placement;
			const TResult<FBuiltCharacter> Built = BuildCharacter(Made.Examples, Options, {});
			ASSERT_TRUE(Built) << Built.GetError().Message;
			ASSERT_EQ(Built->Character->Levels.size(), 3u);
			const TResult<FBakedCharacter> Again = Bake(Unbake(Built->Character), Options.Bake, {});
			ASSERT_TRUE(Again) << Again.GetError().Message;
			const FCharacterData A = Built->Character.ToData(), B = Again->Character.ToData();
			for (size_t Level = 0; Level < A.Levels.size(); ++Level)
			{
				EXPECT_EQ(A.Levels[Level].Positions, B.Levels[Level].Positions);
				EXPECT_EQ(A.Levels[Level].Skin.Points, B.Levels[Level].Skin.Points);
				EXPECT_EQ(A.Levels[Level].Skin.GeomorphDeltas, B.Levels[Level].Skin.GeomorphDeltas);
				EXPECT_EQ(A.Levels[Level].Weights, B.Levels[Level].Weights);
				EXPECT_EQ(A.Levels[Level].Bones, B.Levels[Level].Bones);
				EXPECT_EQ(A.Levels[Level].MoreUVs, B.Levels[Level].MoreUVs);
				EXPECT_EQ(A.Levels[Level].Colors, B.Levels[Level].Colors);
				EXPECT_EQ(A.Levels[Level].ColorSetCount(), 1u);
			}
			EXPECT_EQ(A.Clips, B.Clips);
			EXPECT_EQ(A.Skeleton, B.Skeleton);
		}
	}
}

/** What is saved after every stage and read again for the next is what one build makes in one go. */
TEST(Unbake, RigSkinAndLevelsOneAfterTheOtherEqualABuild)
{
	const FMadeCharacter Made;
	for (const bool bAnimationSpace : {false, true})
	{
		const FBuildOptions Options = TwoLevels(bAnimationSpace);
		const TResult<FBuiltCharacter> Whole = BuildCharacter(Made.Examples, Options, {});
		ASSERT_TRUE(Whole) << Whole.GetError().Message;

		FBuildOptions RigOnly = Options;
		RigOnly.bAnimationSpace = false;
		RigOnly.Levels = {};
		RigOnly.Levels.LevelCount = 1;
		const TResult<FBuiltCharacter> Rigged = BuildCharacter(Made.Examples, RigOnly, {});
		ASSERT_TRUE(Rigged);
		FCharacterParts Parts = Unbake(Rigged->Character);
		if (bAnimationSpace)
		{
			const TResult<FRig> Rig = ReadRig(Parts, Made.Examples);
			ASSERT_TRUE(Rig);
			FSkinFitOptions SkinOptions = Options.Skin;
			SkinOptions.MaxInfluences = Options.Rig.Refine.MaxInfluences;
			const TResult<FSkinResult> Skin = FitSkin(Made.Examples, *Rig, SkinOptions, {});
			ASSERT_TRUE(Skin);
			Parts.Skin = GatherSkin(Skin->Skin, *MatchPoints(Parts, Made.Examples));
			const TResult<FBuiltCharacter> Skinned = BuildFromParts(Parts, RigOnly, {});
			ASSERT_TRUE(Skinned);
			Parts = Unbake(Skinned->Character);
		}
		const TResult<FBuiltCharacter> Leveled = BuildFromParts(Parts, Options, {});
		ASSERT_TRUE(Leveled) << Leveled.GetError().Message;

		const FCharacterView &A = Whole->Character.View(), &B = Leveled->Character.View();
		ASSERT_EQ(A.Levels.size(), B.Levels.size());
		const float Tolerance = 1e-5f * A.RestBox.Diagonal();
		for (size_t Level = 0; Level < A.Levels.size(); ++Level)
		{
			ASSERT_EQ(A.Levels[Level].VertexCount(), B.Levels[Level].VertexCount());
			ASSERT_EQ(A.Levels[Level].Skin.Points.size(), B.Levels[Level].Skin.Points.size());
			for (size_t Vertex = 0; Vertex < A.Levels[Level].VertexCount(); ++Vertex)
			{
				EXPECT_LT(Length(A.Levels[Level].Positions[Vertex] - B.Levels[Level].Positions[Vertex]), Tolerance);
			}
			for (size_t Index = 0; Index < A.Levels[Level].Skin.Points.size(); ++Index)
			{
				const FFloat4 &P = A.Levels[Level].Skin.Points[Index], &Q = B.Levels[Level].Skin.Points[Index];
				EXPECT_EQ(A.Levels[Level].Skin.Bones[Index], B.Levels[Level].Skin.Bones[Index]);
				EXPECT_LT(Length(FFloat3{P.X - Q.X, P.Y - Q.Y, P.Z - Q.Z}), Tolerance);
				EXPECT_NEAR(P.W, Q.W, 1e-5f);
			}
		}
	}
}

} // namespace UnbakeTest
} // namespace Exemplar
