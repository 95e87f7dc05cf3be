// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Symmetry.h"

#include "Rig/FaceClustering.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace Exemplar
{
namespace SymmetryTest
{

using namespace TubeExamples;

/** A tube that is symmetric about x = 4.5 only: bulges break the symmetry of its round section. */
FTube MakeLopsidedTube()
{
	FTube Tube = MakeTube(3, {30.0, 60.0}, 0.3);
	for (FDouble3& P : Tube.Set.Rest.Positions)
	{
		const double Along = std::abs(P.X - 4.5);
		P.Y *= P.Y > 0.0 ? 1.6 : 1.0;
		P.Z *= P.Z > 0.0 ? 1.0 + 0.1 * Along : 1.0;
	}
	return Tube;
}

double DistanceOf(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

TEST(Symmetry, ThePlaneIsFoundAlsoOnAMeshThatIsTurnedAndMoved)
{
	FTriangleMesh Mesh = MakeLopsidedTube().Set.Rest;
	const TResult<FMirror> Straight = FindMirror(Mesh, 0.1, {});
	ASSERT_TRUE(Straight) << Straight.GetError().Message;
	EXPECT_NEAR(std::abs(Straight->Normal.X), 1.0, 1e-6);
	EXPECT_NEAR(Straight->Offset * Straight->Normal.X, 4.5, 1e-5);
	EXPECT_LT(Straight->Error, 1e-4);

	const FAffine3d Motion = Compose(Translation({3.0, 1.0, -7.0}), AxisRotation({1.0, 2.0, 0.5}, 0.9));
	for (FDouble3& P : Mesh.Positions)
	{
		P = TransformPoint(Motion, P);
	}
	const TResult<FMirror> Turned = FindMirror(Mesh, 0.1, {});
	ASSERT_TRUE(Turned) << Turned.GetError().Message;
	const FDouble3 Normal = TransformVector(Motion, {1.0, 0.0, 0.0});
	EXPECT_NEAR(
		std::abs(Normal.X * Turned->Normal.X + Normal.Y * Turned->Normal.Y + Normal.Z * Turned->Normal.Z), 1.0, 1e-5);
}

TEST(Symmetry, EveryPointHasItsPartnerOnTheOtherSide)
{
	const FTriangleMesh Mesh = MakeLopsidedTube().Set.Rest;
	const TResult<FMirror> Mirror = FindMirror(Mesh, 0.1, {});
	ASSERT_TRUE(Mirror);
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		FDouble3 Image;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FDouble3& P = Mesh.Positions[Mirror->Points[Point][Corner]];
			const double Share = Mirror->Shares[Point][Corner];
			Image = {Image.X + Share * P.X, Image.Y + Share * P.Y, Image.Z + Share * P.Z};
		}
		EXPECT_LT(DistanceOf(Image, Reflect(*Mirror, Mesh.Positions[Point])), 1e-4);
	}
}

TEST(Symmetry, AMeshWithoutSymmetryIsRefused)
{
	FTriangleMesh Mesh = MakeLopsidedTube().Set.Rest;
	for (FDouble3& P : Mesh.Positions)
	{
		P.Y += 0.08 * P.X * P.X;
		P.Z += P.X > 6.0 ? 0.7 * (P.X - 6.0) : 0.0;
	}
	const TResult<FMirror> Mirror = FindMirror(Mesh, 0.5, {});
	ASSERT_FALSE(Mirror);
	EXPECT_NE(Mirror.GetError().Message.find("no mirror symmetry"), std::string::npos);
	EXPECT_FALSE(FindMirror({}, 1.0, {}));
}

TEST(Symmetry, BonesThatOnlyOneSideShowsAreFoundOnBoth)
{
	// Only the hinge at x = 6 bends in the examples.
	FTube Tube = MakeTube(3, {20.0, 40.0, 60.0}, 0.3);
	for (size_t Pose = 0; Pose < Tube.Set.Poses.size(); ++Pose)
	{
		for (size_t Point = 0; Point < Tube.Set.Rest.Positions.size(); ++Point)
		{
			const FDouble3& P = Tube.Set.Rest.Positions[Point];
			Tube.Set.Poses[Pose][Point] = P.X <= 6.0
				? P
				: TransformPoint(
					  RotationAbout({6.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.4 * static_cast<double>(Pose + 1)), P);
		}
	}
	const TResult<FMirror> Mirror = FindMirror(Tube.Set.Rest, 0.1, {});
	ASSERT_TRUE(Mirror);
	ASSERT_NEAR(std::abs(Mirror->Normal.X), 1.0, 1e-6);
	const FExampleSet Both = AddMirroredPoses(Tube.Set, *Mirror);
	ASSERT_EQ(Both.PoseCount(), 6u);
	FFaceClusteringOptions Options;
	Options.BoneCount = 3;
	TResult<FFaceClusters> Clusters = BuildFaceClusters(Both, Options, {});
	ASSERT_TRUE(Clusters);
	TResult<FSymmetricClusters> Symmetric = SymmetrizeClusters(Tube.Set.Rest, *Mirror, *Clusters);
	ASSERT_TRUE(Symmetric) << Symmetric.GetError().Message;
	Clusters->Labels = Symmetric->Labels;
	std::map<uint16_t, std::pair<double, double>> Ranges;
	for (size_t Face = 0; Face < Clusters->Labels.size(); ++Face)
	{
		for (const int32_t Point : Tube.Set.Rest.Triangles[Face])
		{
			const double X = Tube.Set.Rest.Positions[static_cast<size_t>(Point)].X;
			auto [It, bNew] = Ranges.try_emplace(Clusters->Labels[Face], X, X);
			It->second = {std::fmin(It->second.first, X), std::fmax(It->second.second, X)};
		}
	}
	std::set<double> Ends;
	for (const auto& [Label, Range] : Ranges)
	{
		Ends.insert(std::round(Range.first * 6.0) / 6.0);
	}
	ASSERT_EQ(Ends.size(), 3u);
	EXPECT_NEAR(*std::next(Ends.begin()), 3.0, 0.2);
	EXPECT_NEAR(*std::next(Ends.begin(), 2), 6.0, 0.2);
}

TEST(Symmetry, AnyNumberOfClustersIsMadeSymmetric)
{
	FTube Tube = MakeTube(3, {20.0, 40.0, 60.0}, 0.3, 0.002);
	const TResult<FMirror> Mirror = FindMirror(Tube.Set.Rest, 0.1, {});
	ASSERT_TRUE(Mirror);
	for (const int Count : {1, 2, 3, 4, 5, 8, 11})
	{
		FFaceClusteringOptions Options;
		Options.BoneCount = Count;
		const TResult<FFaceClusters> Clusters = BuildFaceClusters(Tube.Set, Options, {});
		ASSERT_TRUE(Clusters);
		const TResult<FSymmetricClusters> Symmetric = SymmetrizeClusters(Tube.Set.Rest, *Mirror, *Clusters);
		ASSERT_TRUE(Symmetric) << Count << ": " << Symmetric.GetError().Message;
		ASSERT_EQ(Symmetric->Pairs.size(), static_cast<size_t>(Count));
		EXPECT_EQ(
			std::set<uint16_t>(Symmetric->Labels.begin(), Symmetric->Labels.end()).size(), Symmetric->Pairs.size());
		size_t Agreeing = 0;
		for (size_t Face = 0; Face < Symmetric->Labels.size(); ++Face)
		{
			const uint16_t Label = Symmetric->Labels[Face];
			EXPECT_EQ(Symmetric->Pairs[Symmetric->Pairs[Label]], Label);
			Agreeing += Symmetric->Labels[Mirror->Faces[Face]] == Symmetric->Pairs[Label];
		}
		EXPECT_GT(Agreeing, Symmetric->Labels.size() * 97 / 100) << Count; // but for slivers at the plane
	}
}

TEST(Symmetry, ASymmetrizedRigIsItsOwnMirrorImage)
{
	FTruth Truth;
	const FTriangleMesh& Rest = Truth.Tube.Set.Rest;
	const TResult<FMirror> Mirror = FindMirror(Rest, 0.1, {});
	ASSERT_TRUE(Mirror);
	const std::vector<uint16_t> Pairs = PairBones(Rest, *Mirror, Truth.Rig.Weights, 3);
	EXPECT_EQ(Pairs, (std::vector<uint16_t>{2, 1, 0}));
	FRandomNumbers Random(3);
	for (size_t Point = 0; Point < Truth.Rig.Weights.PointCount(); ++Point)
	{
		const uint32_t Begin = Truth.Rig.Weights.Offsets[Point], End = Truth.Rig.Weights.Offsets[Point + 1];
		if (End - Begin == 2)
		{
			const double Shift = 0.3 * Random.Unit() * Truth.Rig.Weights.Weights[Begin];
			Truth.Rig.Weights.Weights[Begin] -= Shift;
			Truth.Rig.Weights.Weights[Begin + 1] += Shift;
		}
	}
	Truth.Rig.Joints[0] = {3.2, 0.1, 0.0};
	SymmetrizeWeights(*Mirror, Pairs, 4, Truth.Rig);
	SymmetrizeJoints(*Mirror, Pairs, Truth.Rig);
	EXPECT_LT(DistanceOf(Truth.Rig.Joints[0], Reflect(*Mirror, Truth.Rig.Joints[2])), 1e-9);
	EXPECT_NEAR(Truth.Rig.Joints[0].X, 3.1, 1e-5);
	const auto WeightOf = [&](size_t Point, uint16_t Bone)
	{
		for (uint32_t Index = Truth.Rig.Weights.Offsets[Point]; Index < Truth.Rig.Weights.Offsets[Point + 1]; ++Index)
		{
			if (Truth.Rig.Weights.Bones[Index] == Bone)
			{
				return Truth.Rig.Weights.Weights[Index];
			}
		}
		return 0.0;
	};
	for (size_t Point = 0; Point < Rest.Positions.size(); ++Point)
	{
		double Sum = 0.0;
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			double Image = 0.0;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Image += Mirror->Shares[Point][Corner] * WeightOf(Mirror->Points[Point][Corner], Pairs[Bone]);
			}
			EXPECT_NEAR(WeightOf(Point, Bone), Image, 1e-4);
			Sum += WeightOf(Point, Bone);
		}
		EXPECT_NEAR(Sum, 1.0, 1e-12);
	}
}

} // namespace SymmetryTest
} // namespace Exemplar
