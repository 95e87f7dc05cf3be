// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/Segmentation.h"

#include "Fit/ShapeWeights.h"
#include "Geometry/Adjacency.h"
#include "ShapeBodies.h"

#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace Exemplar
{
namespace SegmentationTest
{

using namespace ShapeBodies;

FSegmentation Segment(const FTriangleMesh& Mesh, const std::vector<FBoneLink>& Links, ESegmentation Method)
{
	FSegmentationOptions Options;
	Options.Method = Method;
	Options.Inside = {[](const FDouble3&) { return true; }, 0.01};
	TResult<FSegmentation> Out = SegmentSkin(Mesh, Links, Options, {});
	EXPECT_TRUE(Out.IsOk());
	return Out ? std::move(*Out) : FSegmentation{};
}

/** Joints along y at 0, 1, 2, 3 in a tube from 0 to 4. */
struct FBar
{
	std::vector<FDouble3> Joints{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}};
	std::vector<int32_t> Parents{NoParent, 0, 1, 2};
	std::vector<FDouble3> Tips{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}};
	FTriangleMesh Mesh;
	FBar() { AddCapsule({{0, 0, 0}, {0, 4, 0}, 0.3}, Mesh, 16, 81); }
	std::vector<FBoneLink> Links() const { return MakeBoneLinks(Joints, Parents, Tips); }
};

TEST(Segmentation, AlongALinkIsLinearAndInvariant) // T16
{
	const FBoneLink Link{{1, 2, 3}, {2, 4, 5}, 0, 1};
	EXPECT_EQ(AlongLink(Link.From, Link), 0.0);
	EXPECT_EQ(AlongLink(Link.To, Link), 1.0);
	EXPECT_NEAR(AlongLink(Mix(Link.From, Link.To, 0.5), Link), 0.5, 1e-15);
	const FDouble3 P{2.5, 1.7, 4.1};
	const FBoneLink Scaled{Link.From * 3.0 + FDouble3{1, 1, 1}, Link.To * 3.0 + FDouble3{1, 1, 1}, 0, 1};
	EXPECT_NEAR(AlongLink(P * 3.0 + FDouble3{1, 1, 1}, Scaled), AlongLink(P, Link), 1e-12);
	const FDouble3 Axis = Link.To - Link.From;
	EXPECT_NEAR(DistanceToLink(P, Link), Length(Cross(P - Link.From, Axis)) / Length(Axis), 1e-12);
	EXPECT_EQ(AlongLink(P, {{1, 1, 1}, {1, 1, 1}, 0, NoParent}), 0.0);
}

TEST(Segmentation, ASkeletonHasALinkPerBoneAndPerEnd) // T22
{
	const std::vector<FDouble3> Joints(6);
	const std::vector<int32_t> Parents{NoParent, 0, 0, 1, 1, 2};
	EXPECT_EQ(MakeBoneLinks(Joints, Parents, {}).size(), 5u + 3u);
}

TEST(Segmentation, LabelsOfAStraightBarChangeAtItsJoints) // T17
{
	const FBar Bar;
	for (const ESegmentation Method : {ESegmentation::Nearest, ESegmentation::Sight, ESegmentation::Regions})
	{
		const FSegmentation Out = Segment(Bar.Mesh, Bar.Links(), Method);
		for (size_t Point = 0; Point < Bar.Mesh.Positions.size(); ++Point)
		{
			const double Y = Bar.Mesh.Positions[Point].Y;
			const uint16_t Expected = static_cast<uint16_t>(std::clamp(static_cast<int>(std::floor(Y)), 0, 3));
			ASSERT_EQ(Out.Links[Out.LinkOfPoint[Point]].Joint, Expected)
				<< Y << " by method " << static_cast<int>(Method);
		}
	}
}

TEST(Segmentation, RegionsKeepLimbsApart) // T18
{
	// Limbs 0.1 apart; the thin one's bone lies nearer to some skin of the thick one than its own.
	FTriangleMesh Mesh;
	AddCapsule({{0, 0, 0}, {0, 2, 0}, 0.5}, Mesh, 24, 40);
	const size_t First = Mesh.Positions.size();
	AddCapsule({{0.75, 0, 0}, {0.75, 2, 0}, 0.15}, Mesh, 12, 40);
	const std::vector<FDouble3> Joints{{0, 2.2, 0}, {0, 2, 0}, {0, 0, 0}, {0.75, 2, 0}, {0.75, 0, 0}};
	const std::vector<int32_t> Parents{NoParent, 0, 1, 0, 3};
	const std::vector<FBoneLink> Links = MakeBoneLinks(Joints, Parents, {});
	const FSegmentation Nearest = Segment(Mesh, Links, ESegmentation::Nearest),
						Regions = Segment(Mesh, Links, ESegmentation::Regions);
	size_t Wrong = 0, WrongNearest = 0;
	for (size_t Point = 0; Point < First; ++Point)
	{
		const auto IsOther = [&](const FSegmentation& Out) { return Out.Links[Out.LinkOfPoint[Point]].Joint >= 3; };
		Wrong += IsOther(Regions) ? 1 : 0;
		WrongNearest += IsOther(Nearest) ? 1 : 0;
	}
	EXPECT_EQ(Wrong, 0u);
	EXPECT_GT(WrongNearest, 0u); // what the test of the inner side is for
}

TEST(Segmentation, EveryRegionIsOnePiece) // T19, T21
{
	const FBar Bar;
	const FSegmentation Out = Segment(Bar.Mesh, Bar.Links(), ESegmentation::Regions);
	const FMeshAdjacency Adjacency = BuildAdjacency(Bar.Mesh.Positions.size(), Bar.Mesh.Triangles);
	std::set<uint16_t> Labels(Out.LinkOfPoint.begin(), Out.LinkOfPoint.end());
	size_t Pieces = 0;
	std::vector<bool> bSeen(Bar.Mesh.Positions.size(), false);
	for (size_t Start = 0; Start < bSeen.size(); ++Start)
	{
		Pieces += bSeen[Start] ? 0 : 1;
		std::vector<size_t> Stack{Start};
		bSeen[Start] = true;
		while (!Stack.empty())
		{
			const size_t Point = Stack.back();
			Stack.pop_back();
			for (const int32_t Next : Adjacency.VertexVertices[Point])
			{
				const auto Other = static_cast<size_t>(Next);
				if (!bSeen[Other] && Out.LinkOfPoint[Other] == Out.LinkOfPoint[Point])
				{
					bSeen[Other] = true;
					Stack.push_back(Other);
				}
			}
		}
	}
	EXPECT_EQ(Pieces, Labels.size());
	// The order of the vertices is of no consequence.
	FTriangleMesh Turned = Bar.Mesh;
	const auto Last = static_cast<int32_t>(Turned.Positions.size()) - 1;
	std::reverse(Turned.Positions.begin(), Turned.Positions.end());
	for (FTriangle& T : Turned.Triangles)
	{
		T = {Last - T[0], Last - T[1], Last - T[2]};
	}
	const FSegmentation Again = Segment(Turned, Bar.Links(), ESegmentation::Regions);
	for (size_t Point = 0; Point < Out.LinkOfPoint.size(); ++Point)
	{
		ASSERT_EQ(Out.LinkOfPoint[Point], Again.LinkOfPoint[static_cast<size_t>(Last) - Point]);
	}
}

TEST(Segmentation, SightFallsBackToTheNearest) // T20
{
	const FBar Bar;
	FSegmentationOptions Options;
	Options.Method = ESegmentation::Sight;
	Options.Generations = 0;
	Options.Inside = {[](const FDouble3&) { return false; }, 0.01}; // nothing is in sight
	const TResult<FSegmentation> Blind = SegmentSkin(Bar.Mesh, Bar.Links(), Options, {});
	ASSERT_TRUE(Blind.IsOk());
	EXPECT_EQ(Blind->LinkOfPoint, Segment(Bar.Mesh, Bar.Links(), ESegmentation::Nearest).LinkOfPoint);
	Options.Inside = {[](const FDouble3& P) { return P.Y < 2.0; }, 0.01}; // above 2 all is hidden
	const TResult<FSegmentation> Half = SegmentSkin(Bar.Mesh, Bar.Links(), Options, {});
	ASSERT_TRUE(Half.IsOk());
	for (size_t Point = 0; Point < Bar.Mesh.Positions.size(); ++Point)
	{
		if (const double Y = Bar.Mesh.Positions[Point].Y; Y > 2.1 && Y < 2.4)
		{
			ASSERT_NE(Half->Links[Half->LinkOfPoint[Point]].Joint, 3) << Y;
		}
	}
	Options.Inside = {};
	EXPECT_FALSE(SegmentSkin(Bar.Mesh, Bar.Links(), Options, {}).IsOk());
	EXPECT_FALSE(SegmentSkin(Bar.Mesh, {}, {}, {}).IsOk());
}

FRigWeights WeightsOf(
	const FBar& Bar, const FShapeWeightOptions& Options, const FTriangleMesh& Mesh, const std::vector<FBoneLink>& Links)
{
	TResult<FRigWeights> Out =
		MakeShapeWeights(Mesh, Segment(Mesh, Links, ESegmentation::Regions), Bar.Parents, Options, {});
	EXPECT_TRUE(Out.IsOk()) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FRigWeights{};
}

double WeightOf(const FRigWeights& Weights, size_t Point, uint16_t Bone)
{
	for (uint32_t Slot = Weights.Offsets[Point]; Slot < Weights.Offsets[Point + 1]; ++Slot)
	{
		if (Weights.Bones[Slot] == Bone)
		{
			return Weights.Weights[Slot];
		}
	}
	return 0.0;
}

TEST(ShapeWeights, GaussianWeightsFollowTheLogisticCurve) // T23, T24, T25
{
	const FBar Bar;
	FShapeWeightOptions Options;
	Options.Method = EShapeWeights::Gaussian;
	Options.SmoothRounds = 0;
	const FRigWeights Weights = WeightsOf(Bar, Options, Bar.Mesh, Bar.Links());
	size_t Tested = 0;
	for (size_t Point = 0; Point < Bar.Mesh.Positions.size(); ++Point)
	{
		const double Y = Bar.Mesh.Positions[Point].Y;
		double Sum = 0.0;
		for (uint32_t Slot = Weights.Offsets[Point]; Slot < Weights.Offsets[Point + 1]; ++Slot)
		{
			Sum += Weights.Weights[Slot];
			ASSERT_GE(Weights.Weights[Slot], 0.0);
			ASSERT_LE(std::abs(Weights.Bones[Slot] - std::clamp(std::floor(Y), 0.0, 3.0)), 1.0);
		}
		ASSERT_NEAR(Sum, 1.0, 1e-12);
		if (std::abs(Y - 2.0) < 0.3)
		{
			++Tested;
			ASSERT_NEAR(WeightOf(Weights, Point, 2), 1.0 / (1.0 + std::exp(-16.0 * (Y - 2.0))), 1e-3) << Y;
		}
	}
	EXPECT_GT(Tested, 100u);
	Options.LogFalloff = [](double X) { return std::log(7.0) - 8.0 * (X - 0.5) * (X - 0.5); }; // the same, times 7
	const FRigWeights Scaled = WeightsOf(Bar, Options, Bar.Mesh, Bar.Links());
	ASSERT_EQ(Scaled.Bones, Weights.Bones);
	for (size_t Slot = 0; Slot < Weights.Weights.size(); ++Slot)
	{
		ASSERT_NEAR(Scaled.Weights[Slot], Weights.Weights[Slot], 1e-12);
	}
	Options.Generations = 0;
	const FRigWeights Rigid = WeightsOf(Bar, Options, Bar.Mesh, Bar.Links());
	EXPECT_EQ(Rigid.Bones.size(), Bar.Mesh.Positions.size());
}

TEST(ShapeWeights, FarPointsHaveWeights) // T27
{
	FBar Bar;
	Bar.Tips[3] = {0, 3.05, 0}; // the tube goes on for twenty lengths of the last bone
	for (const EShapeWeights Method : {EShapeWeights::Gaussian, EShapeWeights::Heat})
	{
		FShapeWeightOptions Options;
		Options.Method = Method;
		const FRigWeights Weights = WeightsOf(Bar, Options, Bar.Mesh, Bar.Links());
		for (const double Weight : Weights.Weights)
		{
			ASSERT_TRUE(std::isfinite(Weight));
		}
		EXPECT_GT(WeightOf(Weights, Bar.Mesh.Positions.size() - 1, 3), 0.9);
	}
}

TEST(ShapeWeights, AllKindsAreWeightsAndKeepTheMiddlesOfBones) // T26
{
	const FBar Bar;
	FBar Moved = Bar; // turned about x, scaled and moved
	const auto Move = [](const FDouble3& P) {
		return FDouble3{3.0 * P.X + 1.0, 3.0 * (0.6 * P.Y - 0.8 * P.Z) - 2.0, 3.0 * (0.8 * P.Y + 0.6 * P.Z)};
	};
	for (std::vector<FDouble3>* Points : {&Moved.Joints, &Moved.Tips, &Moved.Mesh.Positions})
	{
		std::transform(Points->begin(), Points->end(), Points->begin(), Move);
	}
	for (const EShapeWeights Method : {EShapeWeights::Gaussian, EShapeWeights::Heat, EShapeWeights::Bounded})
	{
		FShapeWeightOptions Options;
		Options.Method = Method;
		const FRigWeights Weights = WeightsOf(Bar, Options, Bar.Mesh, Bar.Links());
		const FRigWeights Again = WeightsOf(Moved, Options, Moved.Mesh, Moved.Links());
		ASSERT_EQ(Weights.PointCount(), Bar.Mesh.Positions.size());
		for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
		{
			double Sum = 0.0;
			for (uint32_t Slot = Weights.Offsets[Point]; Slot < Weights.Offsets[Point + 1]; ++Slot)
			{
				Sum += Weights.Weights[Slot];
				ASSERT_GE(Weights.Weights[Slot], 0.0);
				ASSERT_NEAR(WeightOf(Again, Point, Weights.Bones[Slot]), Weights.Weights[Slot], 2e-3);
			}
			ASSERT_NEAR(Sum, 1.0, 1e-12);
			const double Y = Bar.Mesh.Positions[Point].Y;
			if (std::abs(Y - 1.5) < 0.06)
			{
				ASSERT_GT(WeightOf(Weights, Point, 1), 0.85) << static_cast<int>(Method);
			}
			if (std::abs(Y - 2.0) < 0.02)
			{
				ASSERT_NEAR(WeightOf(Weights, Point, 1), 0.5, 0.15) << static_cast<int>(Method);
			}
		}
	}
	FShapeWeightOptions None;
	None.MaxInfluences = 0;
	EXPECT_FALSE(
		MakeShapeWeights(Bar.Mesh, Segment(Bar.Mesh, Bar.Links(), ESegmentation::Nearest), Bar.Parents, None, {})
			.IsOk());
}

} // namespace SegmentationTest
} // namespace Exemplar
