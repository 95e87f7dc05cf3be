// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Embedding.h"

#include "AnimationSkeletons.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace EmbeddingTest
{

using namespace AnimationSkeletons;

struct FVertex
{
	FDouble3 Rest;
	std::vector<uint16_t> Bones;
	std::vector<double> Weights;
};

FVertex RandomVertex(FRandomNumbers& Numbers, size_t BoneCount, size_t Influences)
{
	FVertex Out;
	Out.Rest = Numbers.Point();
	double Sum = 0.0;
	for (size_t Index = 0; Index < Influences; ++Index)
	{
		Out.Bones.push_back(static_cast<uint16_t>(Index * BoneCount / Influences));
		Out.Weights.push_back(Numbers.Between(0.1, 1.0));
		Sum += Out.Weights.back();
	}
	for (double& Weight : Out.Weights)
	{
		Weight /= Sum;
	}
	return Out;
}

FDouble3 Blend(const FVertex& Vertex, const std::vector<FAffine3d>& Palette)
{
	FDouble3 Out;
	for (size_t Index = 0; Index < Vertex.Bones.size(); ++Index)
	{
		const FDouble3 Moved = TransformPoint(Palette[Vertex.Bones[Index]], Vertex.Rest);
		const double W = Vertex.Weights[Index];
		Out = {Out.X + W * Moved.X, Out.Y + W * Moved.Y, Out.Z + W * Moved.Z};
	}
	return Out;
}

class FEmbedding : public testing::Test
{
protected:
	FRandomNumbers Numbers{17};
	FTree Tree{Numbers, 8};
};

TEST_F(FEmbedding, LinearBlendSkinningIsReproducedInEveryPoseAndAtRestInBothBases)
{
	for (int Trial = 0; Trial < 50; ++Trial)
	{
		const FVertex Vertex = RandomVertex(Numbers, 8, 4);
		const FAnimationVector InRest = EmbedPoint(Vertex.Rest, Vertex.Bones, Vertex.Weights);
		std::vector<FAffine3d> ToBones;
		for (const FAffine3d& Model : Tree.RestModel)
		{
			ToBones.push_back(InverseRigid(Model));
		}
		const FAnimationVector InBones = TransformBlocks(InRest, ToBones);
		const std::vector<FAffine3d> Model = Tree.Pose(Numbers, 3.0), Palette = Tree.ToPalette(Model);
		EXPECT_LT(Distance(Project(InRest, Palette), Blend(Vertex, Palette)), 1e-12);
		EXPECT_LT(Distance(Project(InBones, Model), Blend(Vertex, Palette)), 1e-12);
		EXPECT_LT(Distance(Project(InBones, Tree.RestModel), Vertex.Rest), 1e-12);
		EXPECT_NEAR(InRest.Weight(), 1.0, 1e-15);
	}
}

TEST_F(FEmbedding, TheWeightOfAProjectionIsTheWeightOfThePoint)
{
	// Moving all matrices by the same translation moves a projection by its weight times it, for affine matrices too.
	for (int Trial = 0; Trial < 20; ++Trial)
	{
		FAnimationVector Point;
		std::vector<FAffine3d> Affine(3), Moved;
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			Point.Bones.push_back(Bone);
			Point.Blocks.push_back({Numbers.Signed(), Numbers.Signed(), Numbers.Signed(), Numbers.Signed()});
			for (double& Entry : Affine[Bone].M)
			{
				Entry = Numbers.Signed();
			}
		}
		Moved = Affine;
		for (FAffine3d& Matrix : Moved)
		{
			Matrix.M[3] += 2.0;
		}
		EXPECT_NEAR(Project(Point, Moved).X - Project(Point, Affine).X, 2.0 * Point.Weight(), 1e-12);
	}
}

TEST_F(FEmbedding, ScalingTheModelScalesProjectionsWithTheWeightsUnchanged)
{
	const FVertex Vertex = RandomVertex(Numbers, 8, 3);
	FAnimationVector Point = EmbedPoint(Vertex.Rest, Vertex.Bones, Vertex.Weights);
	const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 2.0));
	const FDouble3 Before = Project(Point, Palette);
	std::vector<FAffine3d> Scaled = Palette;
	for (FAffine3d& Matrix : Scaled)
	{
		for (const size_t Entry : {3u, 7u, 11u})
		{
			Matrix.M[Entry] *= 2.5;
		}
	}
	for (FDouble4& Block : Point.Blocks)
	{
		Block = {2.5 * Block.X, 2.5 * Block.Y, 2.5 * Block.Z, Block.W};
	}
	EXPECT_LT(Distance(Project(Point, Scaled), {2.5 * Before.X, 2.5 * Before.Y, 2.5 * Before.Z}), 1e-12);
}

TEST_F(FEmbedding, AnEmbeddedVertexIsRecognizedAndAMidpointOfTwoIsNone)
{
	const FVertex A = RandomVertex(Numbers, 8, 4);
	FVertex B = RandomVertex(Numbers, 8, 4);
	const FAnimationVector P = EmbedPoint(A.Rest, A.Bones, A.Weights);
	const std::optional<FLinearBlendPoint> Found = FindLinearBlend(P, 1e-12);
	ASSERT_TRUE(Found);
	EXPECT_LT(Distance(Found->Rest, A.Rest), 1e-12);
	EXPECT_EQ(Found->Bones, A.Bones);
	EXPECT_EQ(Found->Weights, A.Weights);

	// Midpoints leave linear blend skinning unless the weights agree (and then the rest positions may differ).
	const auto Middle = [](const FAnimationVector& X, const FAnimationVector& Y)
	{ return AddScaled(AddScaled({}, X, 0.5), Y, 0.5); };
	EXPECT_FALSE(FindLinearBlend(Middle(P, EmbedPoint(B.Rest, B.Bones, B.Weights)), 1e-3));
	B.Weights = A.Weights;
	EXPECT_TRUE(FindLinearBlend(Middle(P, EmbedPoint(B.Rest, B.Bones, B.Weights)), 1e-12));
	const FAnimationVector Vector = EmbedVector(A.Rest, A.Bones, A.Weights);
	EXPECT_EQ(Vector.Weight(), 0.0);
}

TEST_F(FEmbedding, ASkinThatWasStoredReadsBackWithWeightsThatSumToOne)
{
	FRigWeights Weights;
	std::vector<FDouble3> Rest;
	for (size_t Vertex = 0; Vertex < 40; ++Vertex)
	{
		const FVertex V = RandomVertex(Numbers, 8, 1 + Vertex % 6);
		Rest.push_back(V.Rest);
		Weights.Bones.insert(Weights.Bones.end(), V.Bones.begin(), V.Bones.end());
		Weights.Weights.insert(Weights.Weights.end(), V.Weights.begin(), V.Weights.end());
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	const std::vector<FAnimationVector> Points = EmbedLinearBlend(Rest, Weights);
	FMeshLevelData Level;
	Level.Positions.resize(40);
	Level.Skin = StoreSkin(Points);
	const std::vector<FAnimationVector> Again = ReadSkin(Level);
	const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 2.0));
	ASSERT_EQ(Again.size(), 40u);
	for (size_t Vertex = 0; Vertex < 40; ++Vertex)
	{
		EXPECT_NEAR(Again[Vertex].Weight(), 1.0, 1e-7);
		EXPECT_LT(Distance(Project(Again[Vertex], Palette), Project(Points[Vertex], Palette)), 2e-6);
	}
	// Weights alone are points as well, in any order of bones.
	Level.Skin = {};
	Level.Positions.assign(1, {1.0f, 2.0f, 3.0f});
	Level.Weights = {{0, 2}, {5, 2}, {0.25f, 0.75f}};
	EXPECT_EQ(ReadSkin(Level),
		(std::vector<FAnimationVector>{
			EmbedPoint({1, 2, 3}, std::vector<uint16_t>{2, 5}, std::vector<double>{0.75, 0.25})}));
	Level.Weights = {};
	EXPECT_TRUE(ReadSkin(Level).empty());
}

} // namespace EmbeddingTest
} // namespace Exemplar
