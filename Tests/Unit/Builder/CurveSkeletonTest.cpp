// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/CurveSkeleton.h"

#include "Rig/Shape/Thinning.h"
#include "ShapeBodies.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace CurveSkeletonTest
{

using namespace ShapeBodies;

FCurveSkeleton Skeletonize(const std::vector<FCapsule>& Body, int Resolution, const FCurveOptions& Options = {})
{
	const FVoxelGrid Solid = MakeSolid(Body, Resolution);
	FVoxelGrid Thinned = Solid;
	EXPECT_TRUE(ThinToCurves(Thinned, {}).IsOk());
	TResult<FCurveSkeleton> Out = BuildCurveSkeleton(Thinned, Solid, Options, {});
	EXPECT_TRUE(Out.IsOk()) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FCurveSkeleton{};
}

size_t SumOfBranches(const FCurveSkeleton& Tree)
{
	size_t Sum = 0;
	for (const uint32_t Junction : Tree.Junctions())
	{
		Sum += Tree.Neighbors[Junction].size() - 2;
	}
	return Sum;
}

TEST(CurveSkeleton, EveryLimbOfAPersonHasAnEndAtItsTip) // T8, T9
{
	const FDouble3 Tips[5] = {{0, 1.0, 0}, {0.53, 0.8, 0}, {-0.53, 0.8, 0}, {0.075, 0.03, 0.12}, {-0.075, 0.03, 0.12}};
	for (const int Resolution : {75, 120, 155, 200})
	{
		const FCurveSkeleton Tree = Skeletonize(MakePerson(), Resolution);
		std::vector<uint32_t> Picked;
		for (const FDouble3& Tip : Tips)
		{
			double Least = 1e9;
			uint32_t Best = 0;
			for (const uint32_t End : Tree.Ends())
			{
				Best = Distance(Tree.Positions[End], Tip) < Least ? End : Best;
				Least = (std::min)(Least, Distance(Tree.Positions[End], Tip));
			}
			EXPECT_LT(Least, 0.05) << Resolution; // ends are extended to the surface
			Picked.push_back(Best);
		}
		EXPECT_EQ(SumOfBranches(Tree) + 2, Tree.Ends().size());
		std::vector<uint32_t> Kept;
		const FCurveSkeleton Pruned = PruneToPaths(Tree, Picked, Kept);
		EXPECT_EQ(Pruned.Ends().size(), 5u);
		EXPECT_GE(Pruned.Junctions().size(), 1u);
		EXPECT_LE(Pruned.Junctions().size(), 3u);
		EXPECT_EQ(SumOfBranches(Pruned), 3u);
	}
}

TEST(CurveSkeleton, PruningRemovesATail) // T15
{
	std::vector<FCapsule> Body = MakePerson();
	Body.push_back({{0, 0.55, -0.05}, {0, 0.40, -0.45}, 0.03});
	const FCurveSkeleton Tree = Skeletonize(Body, 120);
	std::vector<uint32_t> Picked, Kept;
	for (const uint32_t End : Tree.Ends())
	{
		if (Tree.Positions[End].Z > -0.3)
		{
			Picked.push_back(End);
		}
	}
	ASSERT_EQ(Picked.size() + 1, Tree.Ends().size());
	EXPECT_EQ(PruneToPaths(Tree, Picked, Kept).Ends().size(), Picked.size());
}

TEST(CurveSkeleton, SmoothingKeepsEndsJunctionsAndNeighbors) // T10
{
	FCurveOptions Rough;
	Rough.SmoothPasses = 0;
	Rough.bReachTips = false;
	FCurveOptions Smooth = Rough;
	Smooth.SmoothPasses = 3;
	const FCurveSkeleton A = Skeletonize(MakeDog(), 110, Rough), B = Skeletonize(MakeDog(), 110, Smooth);
	ASSERT_EQ(A.Neighbors, B.Neighbors);
	bool bMoved = false;
	for (size_t Node = 0; Node < A.NodeCount(); ++Node)
	{
		bMoved = bMoved || A.Positions[Node] != B.Positions[Node];
		ASSERT_TRUE(A.Neighbors[Node].size() == 2 || A.Positions[Node] == B.Positions[Node]);
	}
	EXPECT_TRUE(bMoved);
}

TEST(CurveSkeleton, LoopsAreCutToATree)
{
	const FCurveSkeleton Ring = Skeletonize({{{0, 0, 0}, {1, 0, 0}, 0.1}, {{1, 0, 0}, {0.5, 1, 0}, 0.06},
												{{0.5, 1, 0}, {0, 0, 0}, 0.1}, {{0, 0, 0}, {-0.6, 0, 0}, 0.1}},
		90);
	EXPECT_EQ(Ring.LoopsCut, 1u);
	size_t Edges = 0;
	for (const std::vector<uint32_t>& Around : Ring.Neighbors)
	{
		Edges += Around.size();
	}
	EXPECT_EQ(Edges / 2 + 1, Ring.NodeCount());
	// The cut is in the thin bar: an end of the tree lies on it.
	bool bThin = false;
	for (const uint32_t End : Ring.Ends())
	{
		const FDouble3 P = Ring.Positions[End];
		bThin = bThin || (P.X > 0.5 && P.Y > 0.05);
	}
	EXPECT_TRUE(bThin);
}

TEST(CurveSkeleton, TheMedianLiesOnAllPaths)
{
	FCurveSkeleton Star; // 0 in the middle of 1, 2 and 3-4
	Star.Positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 2}};
	Star.Radii.assign(5, 0.1);
	Star.Neighbors = {{1, 2, 3}, {0}, {0}, {0, 4}, {3}};
	EXPECT_EQ(MedianNode(Star, 1, 2, 4), 0u);
	EXPECT_EQ(MedianNode(Star, 1, 4, 3), 3u);
	EXPECT_EQ(FindPath(Star, 1, 4), (std::vector<uint32_t>{1, 0, 3, 4}));
}

} // namespace CurveSkeletonTest
} // namespace Exemplar
