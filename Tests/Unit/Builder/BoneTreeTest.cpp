// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BoneTree.h"

#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "TubeExamples.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace Exemplar
{
namespace BoneTreeTest
{

using namespace TubeExamples;

/** Random rows of up to three bones that sum to one. */
FRigWeights RandomWeights(size_t PointCount, size_t BoneCount, uint64_t Seed)
{
	FRandomNumbers Random(Seed);
	FRigWeights Weights;
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		std::vector<double> Row(BoneCount, 0.0);
		const size_t Near = Point * BoneCount / PointCount;
		Row[Near] += 1.0 + Random.Unit();
		Row[(Near + Random.Below(3)) % BoneCount] += Random.Unit();
		Row[Random.Below(BoneCount)] += 0.2 * Random.Unit();
		const double Sum = std::accumulate(Row.begin(), Row.end(), 0.0);
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			if (Row[Bone] > 0.0)
			{
				Weights.Bones.push_back(static_cast<uint16_t>(Bone));
				Weights.Weights.push_back(Row[Bone] / Sum);
			}
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	return Weights;
}

class BoneTree : public testing::Test
{
protected:
	static constexpr size_t BoneCount = 9;
	FTriangleMesh Mesh = MakeTube(3, {10.0}, 0.6).Set.Rest;
	FRigWeights Weights = RandomWeights(Mesh.Positions.size(), BoneCount, 3);

	FBoneTree Build(const FBoneTreeOptions& Options = {})
	{
		TResult<FBoneTree> Tree = BuildBoneTree(Mesh, Weights, BoneCount, Options);
		EXPECT_TRUE(Tree.IsOk()) << (Tree ? "" : Tree.GetError().Message);
		return Tree ? std::move(*Tree) : FBoneTree{};
	}
	double Evidence(const FBoneTree& Tree, size_t A, size_t B) { return Tree.Graph[A * BoneCount + B]; }
};

TEST_F(BoneTree, SpansAllBonesWithoutALoop)
{
	const FBoneTree Tree = Build();
	EXPECT_EQ(std::count(Tree.Parents.begin(), Tree.Parents.end(), NoParent), 1);
	EXPECT_EQ(Tree.Parents[static_cast<size_t>(Tree.Root)], NoParent);
	const std::vector<int32_t> Order = SortParentsFirst(Tree.Parents);
	ASSERT_EQ(Order.size(), BoneCount);
	EXPECT_EQ(Order.front(), Tree.Root);
	std::vector<uint8_t> Seen(BoneCount, 0);
	for (const int32_t Bone : Order)
	{
		const int32_t Parent = Tree.Parents[static_cast<size_t>(Bone)];
		EXPECT_TRUE(Parent == NoParent || Seen[static_cast<size_t>(Parent)] != 0);
		Seen[static_cast<size_t>(Bone)] = 1;
	}
}

TEST_F(BoneTree, EveryEdgeIsTheHeaviestAcrossItsCut)
{
	const FBoneTree Tree = Build();
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		if (Tree.Parents[Bone] == NoParent)
		{
			continue;
		}
		std::vector<uint8_t> Below(BoneCount, 0); // without the edge to the parent, the subtree is one side
		for (size_t Other = 0; Other < BoneCount; ++Other)
		{
			for (int32_t Up = static_cast<int32_t>(Other); Up != NoParent; Up = Tree.Parents[static_cast<size_t>(Up)])
			{
				Below[Other] |= static_cast<size_t>(Up) == Bone;
			}
		}
		const double Own = Evidence(Tree, Bone, static_cast<size_t>(Tree.Parents[Bone]));
		for (size_t A = 0; A < BoneCount; ++A)
		{
			for (size_t B = 0; B < BoneCount; ++B)
			{
				if (Below[A] != 0 && Below[B] == 0)
				{
					EXPECT_LE(Evidence(Tree, A, B), Own);
				}
			}
		}
	}
}

TEST_F(BoneTree, EvidenceIsSymmetricAndSumsToWhatTheStrongestBonesLeave)
{
	FBoneTreeOptions Plain;
	Plain.bAreaWeighted = false;
	const FBoneTree Tree = Build(Plain);
	double Sum = 0.0, Left = 0.0;
	for (size_t A = 0; A < BoneCount; ++A)
	{
		for (size_t B = 0; B < BoneCount; ++B)
		{
			EXPECT_EQ(Evidence(Tree, A, B), Evidence(Tree, B, A));
			EXPECT_GE(Evidence(Tree, A, B), 0.0);
			Sum += A < B ? Evidence(Tree, A, B) : 0.0;
		}
	}
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const auto Begin = Weights.Weights.begin() + Weights.Offsets[Point];
		const auto End = Weights.Weights.begin() + Weights.Offsets[Point + 1];
		Left += 1.0 - *std::max_element(Begin, End);
	}
	EXPECT_NEAR(Sum, Left, 1e-9 * Left);
}

TEST_F(BoneTree, TheRootIsNearestToTheCentroidAlsoAfterARigidMotion)
{
	const FBoneTree Tree = Build();
	const std::vector<double> Areas = VertexAreas(Mesh.Positions, Mesh.Triangles);
	FDouble3 Center;
	double Total = 0.0;
	for (size_t Point = 0; Point < Areas.size(); ++Point)
	{
		Center.X += Areas[Point] * Mesh.Positions[Point].X;
		Total += Areas[Point];
	}
	Center.X /= Total; // the tube runs along x, so that y and z hardly matter
	const auto Distance = [&](size_t Bone) { return std::abs(Tree.Centroids[Bone].X - Center.X); };
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		EXPECT_LE(Distance(static_cast<size_t>(Tree.Root)), Distance(Bone) + 0.02);
	}
	const FAffine3d Motion = Compose(Translation({30.0, -7.0, 2.0}), AxisRotation({1.0, 1.0, 0.3}, 2.0));
	for (FDouble3& P : Mesh.Positions)
	{
		P = TransformPoint(Motion, P);
	}
	const FBoneTree Moved = Build();
	EXPECT_EQ(Moved.Root, Tree.Root);
	EXPECT_EQ(Moved.Parents, Tree.Parents);
}

TEST_F(BoneTree, ForcedEdgesAreInTheTreeAndForbiddenOnesAreNot)
{
	const FBoneTree Free = Build();
	const auto IsEdge = [](const FBoneTree& Tree, int32_t A, int32_t B)
	{ return Tree.Parents[static_cast<size_t>(A)] == B || Tree.Parents[static_cast<size_t>(B)] == A; };
	FBoneTreeOptions Options;
	for (int32_t Bone = 0; Bone < static_cast<int32_t>(BoneCount); ++Bone)
	{
		if (Free.Parents[static_cast<size_t>(Bone)] != NoParent)
		{
			Options.ForbiddenEdges = {{Bone, Free.Parents[static_cast<size_t>(Bone)]}};
			EXPECT_FALSE(IsEdge(Build(Options), Bone, Free.Parents[static_cast<size_t>(Bone)]));
		}
	}
	Options.ForbiddenEdges.clear();
	Options.ForcedEdges = {{0, 8}, {8, 4}};
	Options.Root = 7;
	const FBoneTree Forced = Build(Options);
	EXPECT_TRUE(IsEdge(Forced, 0, 8));
	EXPECT_TRUE(IsEdge(Forced, 8, 4));
	EXPECT_EQ(Forced.Root, 7);
}

TEST_F(BoneTree, WithMirrorImagesEveryEdgeHasItsImageAndTheRootLiesOnThePlane)
{
	FBoneTreeOptions Options;
	Options.MirrorImages = {1, 0, 3, 2, 5, 4, 7, 6, 8};
	const FBoneTree Tree = Build(Options);
	EXPECT_EQ(Tree.Root, 8);
	EXPECT_EQ(Tree.UnprovenEdges, 0u);
	for (size_t Bone = 0; Bone < 8; ++Bone)
	{
		const size_t Parent = static_cast<size_t>(Tree.Parents[Bone]);
		EXPECT_EQ(Tree.Parents[Options.MirrorImages[Bone]], static_cast<int32_t>(Options.MirrorImages[Parent]));
	}

	// Bones 4 and 5 share points with 6 and with 8, both on the plane: only one of the two pairs gives a tree, and no
	// point speaks for any other edge of 6 or 8.
	Options.MirrorImages = {1, 0, 3, 2, 5, 4, 6, 7, 8};
	Weights = {};
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		const auto Pair = [&](uint16_t A, uint16_t B)
		{
			Weights.Bones.insert(Weights.Bones.end(), {A, B});
			Weights.Weights.insert(Weights.Weights.end(), {0.6, 0.4});
			Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
		};
		const uint16_t Edges[][2] = {{0, 2}, {2, 4}, {4, 6}, {4, 8}, {1, 3}, {3, 5}, {5, 6}, {5, 8}, {6, 7}};
		Pair(Edges[Point % 9][0], Edges[Point % 9][1]);
	}
	const FBoneTree Looped = Build(Options);
	EXPECT_EQ(Looped.UnprovenEdges, 1u);
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		const int32_t Parent = Looped.Parents[Bone];
		EXPECT_EQ(Looped.Parents[Options.MirrorImages[Bone]],
			Parent == NoParent ? NoParent : static_cast<int32_t>(Options.MirrorImages[static_cast<size_t>(Parent)]))
			<< Bone;
	}

	Options.MirrorImages = {1, 0, 9};
	EXPECT_FALSE(BuildBoneTree(Mesh, Weights, BoneCount, Options));
}

TEST_F(BoneTree, ImpossibleEdgesAreRefusedWithASentence)
{
	const auto Message = [&](const FBoneTreeOptions& Options)
	{
		const TResult<FBoneTree> Tree = BuildBoneTree(Mesh, Weights, BoneCount, Options);
		return Tree ? std::string() : Tree.GetError().Message;
	};
	FBoneTreeOptions Options;
	Options.ForcedEdges = {{0, 1}, {1, 2}, {2, 0}};
	EXPECT_NE(Message(Options).find("loop"), std::string::npos);
	Options.ForcedEdges = {{0, 99}};
	EXPECT_NE(Message(Options).find("0-99"), std::string::npos);
	Options.ForcedEdges = {{0, 1}};
	Options.ForbiddenEdges = {{1, 0}};
	EXPECT_NE(Message(Options).find("forced as well"), std::string::npos);
	Options = {};
	for (int32_t Bone = 1; Bone < static_cast<int32_t>(BoneCount); ++Bone)
	{
		Options.ForbiddenEdges.emplace_back(0, Bone);
	}
	EXPECT_NE(Message(Options).find("cut"), std::string::npos);
	Options = {};
	Options.Root = 12;
	EXPECT_NE(Message(Options).find("root 12"), std::string::npos);
}

TEST_F(BoneTree, BonesThatShareNothingAreJoinedByDistanceAndReported)
{
	Weights = {};
	for (const FDouble3& P : Mesh.Positions)
	{
		Weights.Bones.push_back(static_cast<uint16_t>(P.X < 3.0 ? 0 : (P.X < 6.0 ? 2 : 1)));
		Weights.Weights.push_back(1.0);
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	const TResult<FBoneTree> Tree = BuildBoneTree(Mesh, Weights, 3, {});
	ASSERT_TRUE(Tree);
	EXPECT_EQ(Tree->UnprovenEdges, 2u);
	EXPECT_EQ(Tree->Root, 2);
	EXPECT_EQ(Tree->Parents, (std::vector<int32_t>{2, 2, NoParent}));
}

} // namespace BoneTreeTest
} // namespace Exemplar
