// Copyright (c) 2026 Exemplar contributors. MIT license.
// What levels accept: characters that lack something, odd sizes, bad options, cancel, threads.

#include "Base/ThreadPool.h"
#include "FullSize.h"
#include "Geometry/Measures.h"
#include "LeveledSample.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace Exemplar
{
namespace BuildLevelsTests
{

TEST(BuildLevels, CharactersWithoutUVsClipsOrIdentityWork)
{
	FCharacterParts Parts = SampleParts();
	Parts.Animation.Clips.clear();
	FCharacterData Data = Bake(Parts, {}, {})->Character.ToData();
	Data.Levels[0].UVs.clear();
	Data.Levels[0].Tangents.clear();
	Data.Levels[0].PointOfCorner.clear();
	Data.Levels[0].SourceOfCorner.clear();
	Data.Levels[0].Skin = {};
	Data.PointOfSource.clear();
	Data.PointCount = 0;
	const TResult<FCharacter> Bare = FCharacter::FromData(Data);
	ASSERT_TRUE(Bare) << Bare.GetError().Message;
	for (const ELodPlacement Placement : {ELodPlacement::HalfEdge, ELodPlacement::Optimized})
	{
		FLevelOptions Options;
		Options.Fractions = {0.3};
		Options.MaxPoses = 5;
		Options.Stream.Placement = Placement;
		const FBuilt Built = Build(Options, {}, Unbake(*Bare));
		ASSERT_EQ(Built.Data.Levels.size(), 2u);
		EXPECT_LE(Built.Figures[1].Triangles, Built.Figures[0].Triangles * 3 / 10);
	}
}

TEST(BuildLevels, SameBytesForAnyNumberOfThreads)
{
	FLevelOptions Options;
	Options.Fractions = {0.25};
	Options.MaxPoses = 6;
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	EXPECT_EQ(Build(Options).Data, Build(Options, Context).Data);
}

TEST(BuildLevels, CornersAreOnePointWhereTheyAreOneVertex)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		std::map<uint32_t, FFloat3> SourcePlaces;
		for (const FMeshLevelData& Level : Built->Data.Levels)
		{
			std::map<uint32_t, FFloat3> Places;
			std::map<std::tuple<float, float, float>, uint32_t> Points;
			for (size_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
			{
				const FFloat3& P = Level.Positions[Corner];
				const uint32_t Point = Level.PointOfCorner[Corner];
				EXPECT_EQ(Places.try_emplace(Point, P).first->second, P);
				EXPECT_EQ(Points.try_emplace({P.X, P.Y, P.Z}, Point).first->second, Point);
				// only what stands where its source does says that it comes from there
				const uint32_t Source = Level.SourceOfCorner[Corner];
				EXPECT_TRUE(Source == NoIndex || Length(SourcePlaces.try_emplace(Source, P).first->second - P) < 1e-5f);
			}
		}
	}
}

TEST(BuildLevels, NoLevelHasFewerTrianglesThanAllowed)
{
	for (const size_t Least : {100u, 101u})
	{
		FLevelOptions Options;
		Options.Fractions = {0.001};
		Options.MinTriangles = Least;
		Options.MaxPoses = 1;
		Options.bRefine = false;
		const TResult<FLevels> Levels = MakeLevels(SampleParts(), Options);
		ASSERT_TRUE(Levels);
		EXPECT_GE(Levels->Coarser.back().Surface.TriangleCount(), Least);
		EXPECT_LE(Levels->Coarser.back().Surface.TriangleCount(), Least + 1);
	}
}

TEST(BuildLevels, ProgressNeverFallsAndCancelingEndsTheStage)
{
	FLevelOptions Options;
	Options.Fractions = {0.25};
	Options.MaxPoses = 2;
	std::vector<double> Told;
	double Until = 2.0;
	const FProgressCallback Tell = [&](std::string_view, double Fraction)
	{
		Told.push_back(Fraction);
		return Fraction < Until;
	};
	FBuildContext Context;
	Context.Progress = FProgress(Tell);
	ASSERT_TRUE(MakeLevels(SampleParts(), Options, Context));
	EXPECT_TRUE(std::is_sorted(Told.begin(), Told.end()));
	EXPECT_GT(Told.back(), 0.9);
	Until = 0.92;
	const TResult<FLevels> Canceled = MakeLevels(SampleParts(), Options, Context);
	ASSERT_FALSE(Canceled);
	EXPECT_EQ(Canceled.GetError().Code, EErrorCode::Canceled);
}

TEST(BuildLevels, BadInputGetsASentence)
{
	FLevelOptions Options;
	Options.Fractions = {0.5, 0.7};
	EXPECT_FALSE(MakeLevels(SampleParts(), Options));
	Options.Fractions = {};
	Options.LevelCount = 0;
	EXPECT_FALSE(MakeLevels(SampleParts(), Options));
	FCharacterParts Bare = SampleParts();
	Bare.Skin.Points.clear();
	EXPECT_FALSE(MakeLevels(Bare, {}));
	Bare = SampleParts();
	Bare.Surface = {};
	EXPECT_FALSE(MakeLevels(Bare, {}));
	Bare = SampleParts();
	Bare.Animation = {};
	EXPECT_FALSE(MakeLevels(Bare, {}));
}

TEST(BuildLevels, SizesFarFromAMeterGiveTheSameLevels)
{
	FULL_SIZE_TEST();
	const std::vector<FLevelFigures>& Expected = Placed().Figures;
	constexpr float Factor = 0x1p30f;
	FCharacterParts Parts = SampleParts();
	for (FDouble3& P : Parts.Skin.Rest)
	{
		P = {P.X * Factor, P.Y * Factor, P.Z * Factor};
	}
	for (FAnimationVector& Point : Parts.Skin.Points)
	{
		for (FDouble4& Block : Point.Blocks)
		{
			Block = {Block.X * Factor, Block.Y * Factor, Block.Z * Factor, Block.W};
		}
	}
	for (FBoneTransform& Local : Parts.Animation.Skeleton.RestLocal)
	{
		Local.Translation = Local.Translation * Factor;
	}
	for (FClipData& Clip : Parts.Animation.Clips)
	{
		for (FFloat3& Key : Clip.Translations.Values)
		{
			Key = Key * Factor;
		}
	}
	const FBuilt Built = Build({}, {}, Parts);
	ASSERT_EQ(Built.Figures.size(), Expected.size());
	for (size_t Index = 1; Index < Expected.size(); ++Index)
	{
		const double Triangles = static_cast<double>(Expected[Index].Triangles), Error = Expected[Index].SurfaceRms;
		EXPECT_NEAR(static_cast<double>(Built.Figures[Index].Triangles), Triangles, 0.05 * Triangles);
		EXPECT_NEAR(Built.Figures[Index].SurfaceRms / static_cast<double>(Factor), Error, 0.1 * Error);
	}
}

TEST(BuildLevels, CorrectivesOfTheFinestLevelReachTheCoarserOnes)
{
	const FSurface& Surface = SampleParts().Surface;
	FShapeDeltas Finest;
	const uint32_t Count = static_cast<uint32_t>(SampleParts().Skin.PointCount());
	Finest.Offsets = Finest.AfterOffsets = {0, Count};
	for (uint32_t Point = 0; Point < Count; ++Point)
	{
		Finest.Points.push_back(Point);
		Finest.Deltas.push_back({static_cast<double>(Point), 0.0, 0.0});
	}
	Finest.AfterPoints = Finest.Points;
	Finest.AfterJoints.assign(Count, 0);
	Finest.AfterDeltas = Finest.Deltas;
	const FLevels& Levels = Placed().Parts.Levels;
	const std::vector<FShapeDeltas> Carried = CarryCorrectives(Finest, Surface, Levels);
	ASSERT_EQ(Carried.size(), Levels.Coarser.size());
	for (size_t Index = 0; Index < Carried.size(); ++Index)
	{
		const FLevel& Level = Levels.Coarser[Index];
		ASSERT_EQ(Carried[Index].Points.size(), Level.Skin.PointCount());
		for (size_t Corner = Level.Surface.CornerCount(); Corner-- > 0;)
		{
			const uint32_t Point = Level.Surface.PointOfCorner[Corner];
			const auto First = std::find(Level.Surface.PointOfCorner.begin(), Level.Surface.PointOfCorner.end(), Point);
			if (static_cast<size_t>(First - Level.Surface.PointOfCorner.begin()) == Corner)
			{
				const double Expected = Surface.PointOfCorner[Level.NearestCorners[Corner]];
				EXPECT_EQ(Carried[Index].Deltas[Point].X, Expected);
				EXPECT_EQ(Carried[Index].AfterDeltas[Point].X, Expected);
			}
		}
	}
	EXPECT_TRUE(CarryCorrectives({}, Surface, Levels).empty());
}

} // namespace BuildLevelsTests
} // namespace Exemplar
