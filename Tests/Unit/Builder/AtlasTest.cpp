// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/FlattenChart.h"
#include "Atlas/MakeAtlas.h"
#include "Base/ThreadPool.h"
#include "Shapes.h"
#include "TubeCharacter.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numbers>
#include <numeric>

namespace Exemplar
{
namespace AtlasTest
{

using namespace Shapes;
using namespace TubeExamples;

std::vector<int32_t> AllFaces(const FTriangleMesh& Mesh)
{
	std::vector<int32_t> Out(Mesh.Triangles.size());
	std::iota(Out.begin(), Out.end(), 0);
	return Out;
}

FChart WholeChart(const FTriangleMesh& Mesh)
{
	return GatherChart(Mesh.Triangles, AllFaces(Mesh));
}

/** A sheet bent to a part of a cylinder of radius 1 about y, or of a sphere. */
FTriangleMesh Bent(double Angle, bool bSphere)
{
	FTriangleMesh Mesh = Grid(12, 12, 1.0 / 12.0);
	for (FDouble3& P : Mesh.Positions)
	{
		const double A = Angle * (P.X - 0.5), B = bSphere ? Angle * (P.Y - 0.5) : 0.0;
		P = {std::sin(A) * std::cos(B), bSphere ? std::sin(B) : P.Y, std::cos(A) * std::cos(B)};
	}
	return Mesh;
}

FPieceShape ShapeOf(const FTriangleMesh& Mesh)
{
	const std::vector<std::vector<FDouble3>> Shapes{Mesh.Positions};
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	return MeasurePiece({Mesh.Triangles, Shapes, Adjacency}, AllFaces(Mesh));
}

/** Ends of a tube of three bones that bends, as examples. */
const FTube& BendingTube()
{
	static const FTube Tube = MakeTube(3, {10.0, 40.0, 70.0, -50.0}, 0.6);
	return Tube;
}

FAtlas MakeTubeAtlas(const FAtlasOptions& Options, IExecutor& Executor = GetSerialExecutor())
{
	const FExampleSet& Set = BendingTube().Set;
	std::vector<std::vector<FDouble3>> Shapes{Set.Rest.Positions, Set.Poses[0], Set.Poses[2]};
	std::vector<std::vector<FDouble3>> All = Set.Poses;
	All.push_back(Set.Rest.Positions);
	FBuildContext Context;
	Context.Executor = &Executor;
	TResult<FAtlas> Atlas =
		MakeAtlas({Set.Rest.Triangles, MeanSides(All, Set.Rest.Triangles), Shapes, {}}, Options, Context);
	EXPECT_TRUE(Atlas) << (Atlas ? "" : Atlas.GetError().Message);
	return Atlas ? std::move(*Atlas) : FAtlas();
}

/** T30 */
TEST(MergeCharts, AreaRatioIsOneForAPlaneHalfPiForHalfATubeAndLargeForASock)
{
	EXPECT_NEAR(ShapeOf(Grid(5, 7)).AreaRatio(), 1.0, 1e-12);
	EXPECT_NEAR(ShapeOf(Bent(std::numbers::pi, false)).AreaRatio(), 0.5 * std::numbers::pi, 0.01);
	EXPECT_GT(ShapeOf(BendingTube().Set.Rest).AreaRatio(), 100.0); // closed: seen from anywhere it hides itself
	const FPieceShape Square = ShapeOf(Grid(4, 4));
	EXPECT_NEAR(Square.Error(0.2), 1.0 + 0.2 * 4.0 / std::numbers::pi, 1e-12); // perimeter^2 / (4 pi area)
}

TEST(MergeCharts, MakesDiscsThatCoverTheSurfaceOnce)
{
	const FTriangleMesh Mesh = Torus(2.0, 0.7, 40, 20);
	const std::vector<std::vector<FDouble3>> Shapes{Mesh.Positions};
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	const FPosedFaces Faces{Mesh.Triangles, Shapes, Adjacency};
	const TResult<std::vector<int32_t>> Labels = MergeCharts(Faces, {}, {});
	ASSERT_TRUE(Labels);
	const int32_t Count = *std::max_element(Labels->begin(), Labels->end()) + 1;
	EXPECT_GE(Count, 4); // a torus is no union of fewer flat discs
	EXPECT_LE(Count, 40);
	for (int32_t Piece = 0; Piece < Count; ++Piece)
	{
		std::vector<int32_t> Members;
		for (size_t Face = 0; Face < Labels->size(); ++Face)
		{
			if ((*Labels)[Face] == Piece)
			{
				Members.push_back(static_cast<int32_t>(Face));
			}
		}
		EXPECT_TRUE(IsDisc(GatherChart(Mesh.Triangles, Members))) << Piece;
		EXPECT_LE(MeasurePiece(Faces, Members).AreaRatio(), FMergeOptions{}.MaxAreaRatio) << Piece;
	}
}

TEST(FlattenChart, UnrollsACylinderExactlyAndRelaxesASphereWithoutFlips)
{
	for (const EFlatEnergy Energy : {EFlatEnergy::SymmetricDirichlet, EFlatEnergy::Stretch})
	{
		const FTriangleMesh Cylinder = Bent(2.5, false);
		const std::vector<FSideProducts> Sides = MeasureSides(Cylinder.Positions, Cylinder.Triangles);
		FChart Chart = WholeChart(Cylinder);
		Chart.UVs = FlattenToCircle(Chart, Sides, FindBorder(Chart));
		EXPECT_GT(MeasureStretch(Sides, CornerUVsOf(Chart)).L2, 1.05); // the start is not the answer
		ASSERT_TRUE(RelaxChart({Energy, 200, 1e-12}, Sides, Chart));
		const FStretch Flat = MeasureStretch(Sides, CornerUVsOf(Chart));
		EXPECT_NEAR(Flat.L2, 1.0, 1e-6);
		EXPECT_NEAR(Flat.Max, 1.0, 1e-3);
		EXPECT_NEAR(Flat.FlatArea / Flat.Area, 1.0, 1e-6); // its own size, not only its shape
	}
	const FTriangleMesh Dome = Bent(2.8, true);
	const std::vector<FSideProducts> Sides = MeasureSides(Dome.Positions, Dome.Triangles);
	FChart Chart = WholeChart(Dome);
	Chart.UVs = FlattenToCircle(Chart, Sides, FindBorder(Chart));
	FChart Even = Chart;
	ASSERT_TRUE(RelaxChart({EFlatEnergy::SymmetricDirichlet, 200, 1e-12}, Sides, Even));
	ASSERT_TRUE(RelaxChart({EFlatEnergy::Stretch, 200, 1e-12}, Sides, Chart));
	const FStretch ByStretch = MeasureStretch(Sides, CornerUVsOf(Chart)),
				   BySize = MeasureStretch(Sides, CornerUVsOf(Even));
	EXPECT_EQ(ByStretch.Flipped + BySize.Flipped, 0u);
	EXPECT_LT(ByStretch.L2, BySize.L2); // each energy is best at what it measures
	EXPECT_GT(ByStretch.L2, 1.01);      // a dome cannot be flat
}

/** T31: a skeleton that does not move, and a chart of one bone that does. */
TEST(FlattenChart, FrozenJointsReproduceTheConformalMapOfTheRestAndOneBoneIsIndependentOfPose)
{
	const FTriangleMesh Mesh = Bent(1.5, true);
	std::vector<FAnimationVector> Two, One;
	for (const FDouble3& P : Mesh.Positions)
	{
		const double W = 0.5 + 0.4 * std::sin(3.0 * P.X);
		Two.push_back({{0, 1}, {{W * P.X, W * P.Y, W * P.Z, W}, {(1 - W) * P.X, (1 - W) * P.Y, (1 - W) * P.Z, 1 - W}}});
		One.push_back({{1}, {{P.X, P.Y, P.Z, 1.0}}});
	}
	const FPoseMetric Frozen = BuildSampledMetric(std::vector<FAffine3d>(6), 2, 3);
	const std::vector<FAffine3d> Turning{
		{}, {}, {}, AxisRotation({1, 2, 3}, 0.4), AxisRotation({0, 1, 0}, 2.0), Translation({5, 0, 1})};
	const FChart Chart = WholeChart(Mesh);
	const std::vector<int32_t> Border = FindBorder(Chart);
	const std::vector<FDouble2> Rest = FlattenConformally(Chart, MeasureSides(Mesh.Positions, Mesh.Triangles), Border);
	const std::vector<FDouble2> Still = FlattenConformally(Chart, MeasureSides(Frozen, Two, Mesh.Triangles), Border);
	const std::vector<FDouble2> Rigid =
		FlattenConformally(Chart, MeasureSides(BuildSampledMetric(Turning, 2, 3), One, Mesh.Triangles), Border);
	for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		EXPECT_NEAR(Still[Vertex].X, Rest[Vertex].X, 1e-9);
		EXPECT_NEAR(Still[Vertex].Y, Rest[Vertex].Y, 1e-9);
		EXPECT_NEAR(Rigid[Vertex].X, Rest[Vertex].X, 1e-9);
		EXPECT_NEAR(Rigid[Vertex].Y, Rest[Vertex].Y, 1e-9);
	}
}

/** T32: squares of stretch are means over poses, areas at least the means. */
TEST(SideProducts, StretchInTheMetricIsTheMeanOverPoses)
{
	const std::vector<FTriangle> Triangle{{0, 1, 2}};
	const std::vector<std::vector<FDouble3>> Shapes{{{0, 0, 0}, {1, 0.2, 0}, {0.3, 1, 0.5}},
		{{1, 0, 0}, {1, 2, 0.1}, {0, 0, 3}}, {{0, 0, 1}, {1, 1, 0}, {1, -1, 0}}};
	const std::vector<FDouble2> UVs{{0.1, 0.1}, {0.9, 0.3}, {0.4, 0.8}};
	double Mean = 0.0, MeanArea = 0.0;
	const auto Trace = [&](const std::vector<FSideProducts>& Sides)
	{
		const FStretch Stretch = MeasureStretch(Sides, UVs);
		return Stretch.L2 * Stretch.L2 * Stretch.Area / Stretch.FlatArea; // undo the scaling to equal areas
	};
	for (const std::vector<FDouble3>& Shape : Shapes)
	{
		Mean += Trace(MeasureSides(Shape, Triangle)) / 3.0;
		MeanArea += MeasureSides(Shape, Triangle)[0].Area() / 3.0;
	}
	EXPECT_NEAR(Trace(MeanSides(Shapes, Triangle)), Mean, 1e-12 * Mean);
	EXPECT_GE(MeanSides(Shapes, Triangle)[0].Area(), MeanArea);
	EXPECT_EQ(
		MeasureStretch(MeasureSides(Shapes[0], Triangle), std::vector<FDouble2>{UVs[0], UVs[2], UVs[1]}).Flipped, 1u);
}

TEST(Atlas, OverAllPosesIsLessStretchedThanThatOfTheRest)
{
	const FExampleSet& Set = BendingTube().Set;
	FAtlasOptions Options;
	const FAtlas All = MakeTubeAtlas(Options);
	const std::vector<FSideProducts> RestSides = MeasureSides(Set.Rest.Positions, Set.Rest.Triangles);
	// The same charts, so that only the metric differs.
	const TResult<FAtlas> Rest =
		MakeAtlas({Set.Rest.Triangles, RestSides, {&Set.Rest.Positions, 1}, All.ChartOfTriangle}, Options, {});
	ASSERT_TRUE(Rest);
	const auto MeanStretch = [&](const FAtlas& Atlas)
	{
		std::vector<FDouble2> Corners;
		for (const uint32_t Index : Atlas.CornerUVs)
		{
			Corners.push_back({Atlas.UVs[Index].X, Atlas.UVs[Index].Y});
		}
		double Sum = 0.0;
		for (const std::vector<FDouble3>& Pose : Set.Poses)
		{
			Sum += MeasureStretch(MeasureSides(Pose, Set.Rest.Triangles), Corners).L2 /
				static_cast<double>(Set.PoseCount());
		}
		return Sum;
	};
	EXPECT_LT(MeanStretch(All) - 1.0, 0.95 * (MeanStretch(*Rest) - 1.0)); // 1 is no stretch
	EXPECT_LE(All.Stretch, Options.MaxStretch);
}

TEST(Atlas, KeepsOrientationAndGuttersWithinTheTexture)
{
	FAtlasOptions Options;
	Options.Size = 512;
	Options.Gutter = 6;
	const FAtlas Atlas = MakeTubeAtlas(Options);
	EXPECT_EQ(Atlas.Flipped, 0u);
	EXPECT_GE(Atlas.ChartCount, 2u);
	EXPECT_GT(Atlas.Efficiency, 0.4);
	constexpr int Size = 512;
	std::vector<int32_t> Owner(Size * Size, -1);
	const auto InChart = [&](size_t Face, double X, double Y)
	{
		bool bInside = true;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FFloat2 &A = Atlas.UVs[Atlas.CornerUVs[3 * Face + Corner]],
						  &B = Atlas.UVs[Atlas.CornerUVs[3 * Face + (Corner + 1) % 3]];
			bInside = bInside && (double(B.X) - A.X) * (Y - A.Y) - (double(B.Y) - A.Y) * (X - A.X) > 1e-9;
		}
		return bInside;
	};
	size_t Twice = 0, Near = 0;
	for (size_t Face = 0; Face < Atlas.ChartOfTriangle.size(); ++Face)
	{
		double Low[2] = {1, 1}, High[2] = {0, 0};
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FFloat2& UV = Atlas.UVs[Atlas.CornerUVs[3 * Face + Corner]];
			Low[0] = std::min(Low[0], double(UV.X));
			High[0] = std::max(High[0], double(UV.X));
			Low[1] = std::min(Low[1], double(UV.Y));
			High[1] = std::max(High[1], double(UV.Y));
		}
		ASSERT_GE(std::min(Low[0], Low[1]) * Size, 0.5 * Options.Gutter - 1e-3);
		ASSERT_LE(std::max(High[0], High[1]) * Size, Size - 0.5 * Options.Gutter + 1e-3);
		for (int Y = int(Low[1] * Size); Y <= int(High[1] * Size); ++Y)
		{
			for (int X = int(Low[0] * Size); X <= int(High[0] * Size); ++X)
			{
				if (InChart(Face, (X + 0.5) / Size, (Y + 0.5) / Size))
				{
					int32_t& Here = Owner[static_cast<size_t>(Y * Size + X)];
					Twice += Here >= 0;
					Here = Atlas.ChartOfTriangle[Face];
				}
			}
		}
	}
	for (int Y = 0; Y < Size; ++Y)
	{
		for (int X = 0; X < Size; ++X)
		{
			const int32_t Here = Owner[static_cast<size_t>(Y * Size + X)];
			for (int Step = 1; Step <= int(Options.Gutter) && Here >= 0; ++Step)
			{
				const int32_t Right = X + Step < Size ? Owner[static_cast<size_t>(Y * Size + X + Step)] : -1;
				const int32_t Up = Y + Step < Size ? Owner[static_cast<size_t>((Y + Step) * Size + X)] : -1;
				Near += (Right >= 0 && Right != Here) || (Up >= 0 && Up != Here);
			}
		}
	}
	EXPECT_EQ(Twice, 0u);
	EXPECT_EQ(Near, 0u);
}

TEST(Atlas, IsTheSameForAnyNumberOfThreads)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	const FAtlas Serial = MakeTubeAtlas({}), Parallel = MakeTubeAtlas({}, *Pool);
	EXPECT_EQ(Serial.UVs, Parallel.UVs);
	EXPECT_EQ(Serial.CornerUVs, Parallel.CornerUVs);
}

TEST(Atlas, DividingTheWholeSurfaceKeepsThePromisesToo)
{
	FAtlasOptions Options;
	Options.Charts = EChartMethod::Divide;
	const FAtlas Atlas = MakeTubeAtlas(Options);
	EXPECT_EQ(Atlas.Flipped, 0u);
	EXPECT_LE(Atlas.Stretch, Options.MaxStretch);
	EXPECT_EQ(std::count(Atlas.ChartOfTriangle.begin(), Atlas.ChartOfTriangle.end(), -1), 0);
}

TEST(Atlas, OfACharacterSplitsCornersAtSeamsAndIsMeasuredAsMade)
{
	const FTube& Tube = BendingTube();
	FRig Rig;
	Rig.BoneCount = 1;
	Rig.PoseCount = Tube.Set.PoseCount();
	Rig.Transforms.resize(Rig.PoseCount);
	Rig.Parents = {NoParent};
	Rig.Root = 0;
	Rig.Joints = {{0, 0, 0}};
	for (size_t Point = 0; Point < Tube.Set.PointCount(); ++Point)
	{
		Rig.Weights.Bones.push_back(0);
		Rig.Weights.Weights.push_back(1.0);
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Point + 1));
	}
	const FCharacterParts Parts = MakeTubeParts(AsImported(Tube.Set), Rig);
	const TResult<FAtlas> Atlas = BuildAtlas(Parts.Surface, Parts.Skin, Parts.Animation, {}, {});
	ASSERT_TRUE(Atlas) << Atlas.GetError().Message;
	const FSurface Made = ApplyAtlas(Parts.Surface, *Atlas, Parts.Skin.Rest);
	EXPECT_EQ(Made.TriangleCount(), Parts.Surface.TriangleCount());
	EXPECT_GT(Made.CornerCount(), Parts.Surface.CornerCount());
	EXPECT_EQ(Made.Tangents.size(), Made.CornerCount());
	for (size_t Index = 0; Index < Made.Indices.size(); ++Index)
	{
		ASSERT_EQ(Made.PointOfCorner[Made.Indices[Index]], Parts.Surface.PointOfCorner[Parts.Surface.Indices[Index]]);
	}
	const TResult<FUVMeasure> Measure = MeasureUVs(Made, Parts.Skin, Parts.Animation);
	ASSERT_TRUE(Measure);
	EXPECT_EQ(Measure->ChartCount, Atlas->ChartCount);
	EXPECT_NEAR(Measure->Stretch, Atlas->Stretch, 1e-4);
	EXPECT_EQ(Measure->Flipped, 0u);
	EXPECT_EQ(Measure->Overlap, 0.0);
	EXPECT_FALSE(MeasureUVs(Parts.Surface, Parts.Skin, Parts.Animation)); // it has no UVs
}

TEST(Atlas, RefusesWhatCannotBeDone)
{
	FAtlasOptions Options;
	Options.Size = 100;
	const FTriangleMesh Mesh = Grid(2, 2);
	const std::vector<FSideProducts> Sides = MeasureSides(Mesh.Positions, Mesh.Triangles);
	const TResult<FAtlas> Odd = MakeAtlas({Mesh.Triangles, Sides, {&Mesh.Positions, 1}, {}}, Options, {});
	ASSERT_FALSE(Odd);
	EXPECT_NE(Odd.GetError().Message.find("multiple of 64"), std::string::npos);
	EXPECT_FALSE(BuildAtlas({}, {}, {}, {}, {}));
	// A triangle without area, and one that names a point twice, do no harm.
	FTriangleMesh Bad = Grid(2, 2);
	Bad.Triangles.push_back({0, 0, 1});
	Bad.Positions[4] = Bad.Positions[0];
	const std::vector<FSideProducts> BadSides = MeasureSides(Bad.Positions, Bad.Triangles);
	const TResult<FAtlas> Made = MakeAtlas({Bad.Triangles, BadSides, {&Bad.Positions, 1}, {}}, {}, {});
	ASSERT_TRUE(Made);
	EXPECT_EQ(Made->ChartOfTriangle.back(), -1);
	EXPECT_EQ(Made->Flipped, 0u);
	for (const FFloat2& UV : Made->UVs)
	{
		EXPECT_TRUE(std::isfinite(UV.X) && std::isfinite(UV.Y));
	}
}

} // namespace AtlasTest
} // namespace Exemplar
