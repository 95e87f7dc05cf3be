// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeMaps.h"

#include "Bake/LevelMaps.h"
#include "Base/ThreadPool.h"
#include "FullSize.h"
#include "Pipeline/BuildCharacter.h"
#include "Pose/ClipSampling.h"
#include "Sample/SampleCharacter.h"
#include "ShadedPicture.h"
#include "Shapes.h"
#include "TubeCharacter.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numbers>

namespace Exemplar
{
namespace BakeMapsTest
{

using namespace Shapes;
using namespace TubeExamples;

double Degrees(const FFloat3& A, const FFloat3& B)
{
	return std::atan2(static_cast<double>(Length(Cross(A, B))), static_cast<double>(Dot(A, B))) * 180.0 /
		std::numbers::pi;
}

/** A mesh on one bone, with smooth normals given and a color per point. */
FCharacterParts MakeParts(const FTriangleMesh& Mesh, const std::vector<FFloat3>& Normals)
{
	FCharacterParts Parts;
	Parts.Name = "shape";
	Parts.Materials = {{"skin"}};
	FRigWeights Weights;
	Parts.Surface.Colors.emplace_back();
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		Parts.Surface.PointOfCorner.push_back(static_cast<uint32_t>(Point));
		Parts.Surface.Colors[0].push_back({Normals[Point].X * 0.5f + 0.5f, 0.25f, 1.0f, 1.0f});
		Weights.Bones.push_back(0);
		Weights.Weights.push_back(1.0);
		Weights.Offsets.push_back(static_cast<uint32_t>(Point + 1));
	}
	Parts.Surface.Normals = Normals;
	for (const FTriangle& Triangle : Mesh.Triangles)
	{
		for (const int32_t Corner : Triangle)
		{
			Parts.Surface.Indices.push_back(static_cast<uint32_t>(Corner));
		}
	}
	Parts.Surface.Sections = {{0, 0, static_cast<uint32_t>(Parts.Surface.Indices.size())}};
	Parts.Skin = MakeBlendSkin(Mesh.Positions, Weights);
	Parts.Animation.Skeleton.Names = {"root"};
	Parts.Animation.Skeleton.Parents = {NoParent};
	Parts.Animation.Skeleton.RestLocal = {{}};
	return Parts;
}

/** A ball of radius 2, or one with dents, which its direction gives. */
double RadiusOf(const FDouble3& D, bool bDents)
{
	return 2.0 + (bDents ? 0.1 * std::sin(7.0 * D.X) * std::sin(7.0 * D.Y) * std::sin(7.0 * D.Z + 1.0) : 0.0);
}

/** Its exact normal where a place in this direction lies: the gradient of |p| - radius(p / |p|). */
FFloat3 NormalOf(const FDouble3& P, bool bDents)
{
	const auto Height = [bDents](double X, double Y, double Z)
	{
		const double Length = std::sqrt(X * X + Y * Y + Z * Z);
		return Length - RadiusOf({X / Length, Y / Length, Z / Length}, bDents);
	};
	constexpr double Step = 1e-4;
	return Normalize(FFloat3{static_cast<float>(Height(P.X + Step, P.Y, P.Z) - Height(P.X - Step, P.Y, P.Z)),
		static_cast<float>(Height(P.X, P.Y + Step, P.Z) - Height(P.X, P.Y - Step, P.Z)),
		static_cast<float>(Height(P.X, P.Y, P.Z + Step) - Height(P.X, P.Y, P.Z - Step))});
}

/** A ball with exact normals, and a level of a tenth of its triangles. */
FBuiltCharacter BuildBall(bool bDents)
{
	FTriangleMesh Mesh = Sphere(4);
	std::vector<FFloat3> Normals;
	for (FDouble3& P : Mesh.Positions)
	{
		const double Length = std::sqrt(P.X * P.X + P.Y * P.Y + P.Z * P.Z);
		const FDouble3 D{P.X / Length, P.Y / Length, P.Z / Length};
		const double Radius = RadiusOf(D, bDents);
		P = {Radius * D.X, Radius * D.Y, Radius * D.Z};
		Normals.push_back(NormalOf(P, bDents));
	}
	FBuildOptions Options;
	Options.Atlas.Use = EAtlasUse::Always;
	Options.Atlas.Size = 256;
	Options.Levels.LevelCount = 1;
	Options.Levels.Fractions = {0.1};
	Options.Maps = {ENormalSource::Mean, !bDents, !bDents, false, !bDents, 256, 2};
	TResult<FBuiltCharacter> Out = BuildFromParts(MakeParts(Mesh, Normals), Options, {});
	EXPECT_TRUE(Out) << Out.GetError().Message;
	return std::move(*Out);
}

const FBuiltCharacter& Ball()
{
	static const FBuiltCharacter Built = BuildBall(false);
	return Built;
}

size_t FindMap(const FCharacterView& Character, std::string_view Name)
{
	size_t Index = 0;
	while (Index < Character.Maps.Maps.size() && Character.Maps.Maps[Index].Name != Name)
	{
		++Index;
	}
	return Index;
}

TEST(MapTexels, EveryTexelKnowsItsPlaceAndWhatIsCoveredTwice)
{
	const std::vector<FFloat2> UVs{{0.1f, 0.1f}, {0.9f, 0.1f}, {0.1f, 0.9f}, {0.9f, 0.9f}};
	const std::vector<uint32_t> Once{0, 1, 2, 1, 3, 2}, Twice{0, 1, 2, 1, 3, 2, 0, 1, 3};
	const FMapTexels Texels = LayTriangles(UVs, Once, 64);
	EXPECT_EQ(Texels.Twice, 0u);
	EXPECT_NEAR(static_cast<double>(Texels.Covered), 0.8 * 0.8 * 64 * 64, 120.0);
	for (size_t Texel = 0; Texel < Texels.Triangles.size(); ++Texel)
	{
		if (Texels.Triangles[Texel] != FMapTexels::None)
		{
			const std::array<float, 3> W = Texels.WeightsOf(Texel);
			float X = 0.0f, Y = 0.0f;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const FFloat2& UV = UVs[Once[3 * static_cast<size_t>(Texels.Triangles[Texel]) + Corner]];
				X += W[Corner] * UV.X;
				Y += W[Corner] * UV.Y;
			}
			EXPECT_NEAR(X * 64.0f, static_cast<float>(Texel % 64) + 0.5f, 1e-3f);
			EXPECT_NEAR(Y * 64.0f, static_cast<float>(Texel / 64) + 0.5f, 1e-3f);
		}
	}
	EXPECT_GT(LayTriangles(UVs, Twice, 64).Twice, 500u);
}

TEST(MapTexels, DilationGoesOnWithWhatStandsAtTheBorder)
{
	std::vector<uint8_t> bHas(64 * 64, 0);
	std::vector<float> Values(2 * bHas.size(), -1.0f);
	for (size_t Y = 20; Y < 30; ++Y)
	{
		for (size_t X = 20; X < 30; ++X)
		{
			bHas[Y * 64 + X] = 1;
			Values[2 * (Y * 64 + X)] = 0.25f;
			Values[2 * (Y * 64 + X) + 1] = static_cast<float>(Y);
		}
	}
	DilateTexels(64, 2, bHas, Values, 8);
	EXPECT_EQ(Values[2 * (15 * 64 + 25)], 0.25f);
	EXPECT_FLOAT_EQ(Values[2 * (15 * 64 + 25) + 1], 20.0f);
	EXPECT_EQ(Values[2 * (5 * 64 + 25)], -1.0f); // 15 rings away
	EXPECT_EQ(Values[2 * (25 * 64 + 25) + 1], 25.0f);
}

TEST(BakeMaps, NormalsOfABallWithDentsAreThoseOfItsFormula)
{
	const FBuiltCharacter Built = BuildBall(true);
	const FCharacter& Character = Built.Character;
	const FMeshLevelView& Coarse = Character->Levels[1];
	const size_t Index = FindMap(Character.View(), "normal_1");
	ASSERT_LT(Index, Character->Maps.Maps.size());
	const FBakedMapFields& Map = Character->Maps.Maps[Index];
	const FMapTexels Texels = LayTriangles(Coarse.UVs, Coarse.Indices, Map.Width);
	double Sum = 0.0, Plain = 0.0, Count = 0.0;
	for (size_t Texel = 0; Texel < Texels.Triangles.size(); ++Texel)
	{
		if (Texels.Triangles[Texel] == FMapTexels::None)
		{
			continue;
		}
		const FFloat3 P = AtTexel<FFloat3>(Texels, Texel, Coarse.Indices, Coarse.Positions);
		const FFloat3 Exact =
			NormalOf({static_cast<double>(P.X), static_cast<double>(P.Y), static_cast<double>(P.Z)}, true);
		const FFloat3 N = AtTexel<FFloat3>(Texels, Texel, Coarse.Indices, Coarse.Normals);
		const FFloat4 T = AtTexel<FFloat4>(Texels, Texel, Coarse.Indices, Coarse.Tangents);
		const FFloat3 Along{T.X, T.Y, T.Z};
		const FFloat2 UV{(static_cast<float>(Texel % Map.Width) + 0.5f) / static_cast<float>(Map.Width),
			(static_cast<float>(Texel / Map.Width) + 0.5f) / static_cast<float>(Map.Height)};
		const FFloat3 M = SampleNormalMap(Map, Character->Maps.TexelsOf(Index), UV);
		const FFloat3 Mapped = Normalize(Along * M.X + Cross(N, Along) * ((T.W < 0.0f ? -1.0f : 1.0f) * M.Y) + N * M.Z);
		Sum += Degrees(Mapped, Exact) * Degrees(Mapped, Exact);
		Plain += Degrees(Normalize(N), Exact) * Degrees(Normalize(N), Exact);
		Count += 1.0;
	}
	ASSERT_GT(Count, 10000.0);
	EXPECT_LT(std::sqrt(Sum / Count), 1.5);
	EXPECT_GT(std::sqrt(Plain / Count), 5.0);
}

TEST(BakeMaps, ABallIsNowhereHiddenAndCurvedByOneOverItsRadius)
{
	const FCharacterView& Character = Ball().Character.View();
	const size_t Occlusion = FindMap(Character, "occlusion");
	ASSERT_LT(Occlusion, Character.Maps.Maps.size());
	for (const uint8_t Texel : Character.Maps.TexelsOf(Occlusion))
	{
		ASSERT_GT(Texel, 230); // of 255
	}
	const std::vector<float> Curvature = FindCurvature(Character.Levels[0]);
	for (const float Value : Curvature)
	{
		EXPECT_NEAR(Value, 0.5f, 1e-3f);
	}
	EXPECT_NEAR(Character.Maps.Maps[FindMap(Character, "curvature")].Scale, 2.0f, 0.01f);
	// Colors are those of the vertices at the same place.
	const size_t Color = FindMap(Character, "color");
	const FMeshLevelView& Level = Character.Levels[0];
	const FMapTexels Texels = LayTriangles(Level.UVs, Level.Indices, 256);
	for (size_t Texel = 0; Texel < Texels.Triangles.size(); ++Texel)
	{
		if (Texels.Triangles[Texel] != FMapTexels::None)
		{
			const FFloat4 Wanted = AtTexel<FFloat4>(Texels, Texel, Level.Indices, Level.ColorSet(0));
			ASSERT_NEAR(Character.Maps.TexelsOf(Color)[4 * Texel], Wanted.X * 255.0f, 0.51f);
		}
	}
}

TEST(BakeMaps, WhatIsInsideACupSeesLessOfTheSky)
{
	FTriangleMesh Mesh = Grid(16, 16, 1.0 / 16.0);
	std::vector<FFloat3> Normals;
	for (FDouble3& P : Mesh.Positions)
	{
		const double X = P.X - 0.5, Y = P.Y - 0.5;
		P.Z = 4.0 * (X * X + Y * Y); // a bowl that opens toward z
		Normals.push_back(Normalize(FFloat3{static_cast<float>(-8.0 * X), static_cast<float>(-8.0 * Y), 1.0f}));
	}
	FPosedFrames Pose;
	std::vector<uint32_t> Indices;
	for (const FDouble3& P : Mesh.Positions)
	{
		Pose.Positions.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	for (const FTriangle& Triangle : Mesh.Triangles)
	{
		Indices.insert(Indices.end(), Triangle.begin(), Triangle.end());
	}
	Pose.Normals = Normals;
	const std::vector<float> Inside = FindOcclusion(Indices, {&Pose, 1}, GetSerialExecutor());
	for (FFloat3& N : Pose.Normals)
	{
		N = -N;
	}
	const std::vector<float> Outside = FindOcclusion(Indices, {&Pose, 1}, GetSerialExecutor());
	const size_t Bottom = 8 * 17 + 8;
	EXPECT_LT(Inside[Bottom], 0.75f);
	EXPECT_GT(Inside[Bottom], 0.1f);
	EXPECT_GT(Outside[Bottom], 0.97f);
}

/** The sample with its own UVs, a level of a tenth of its triangles, and maps of a few frames of its clip. */
TResult<FCharacter> MapSample(ENormalSource Normals, IExecutor& Executor)
{
	FSampleOptions Options;
	Options.VertexCount = 6000;
	FBuildContext Context;
	Context.Executor = &Executor;
	FBuildOptions Build;
	Build.Levels.LevelCount = 1;
	Build.Levels.Fractions = {0.1};
	Build.Maps.Normals = Normals;
	Build.Maps.Size = 512;
	Build.Maps.Poses = 5;
	TResult<FBuiltCharacter> Built = BuildFromParts(
		*MakeSourceParts(*BuildExampleSet(BuildSample(Options, Context)->Source, {}, {})), Build, Context);
	return Built ? TResult<FCharacter>(std::move(Built->Character)) : TResult<FCharacter>(Built.GetError());
}

TEST(BakeMaps, ALevelWithItsMapIsNearerToTheFinestInPosesThatTheMapDoesNotKnow)
{
	FULL_SIZE_TEST();
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	const TResult<FCharacter> Character = MapSample(ENormalSource::Mean, *Pool);
	ASSERT_TRUE(Character) << Character.GetError().Message;
	std::vector<std::vector<FBoneTransform>> Poses;
	const FClipView& Clip = (*Character)->Clips[0];
	for (const float Share : {0.05f, 0.22f, 0.41f, 0.62f})
	{
		Poses.push_back(
			SampleFrame((*Character)->Skeleton, Clip, std::floor(Share * static_cast<float>(Clip.FrameCount))));
	}
	const TResult<FMapErrors> Errors = MeasureMapErrors(*Character, 1, Poses, *Pool);
	ASSERT_TRUE(Errors) << Errors.GetError().Message;
	EXPECT_LT(Errors->InsideWith, 0.7 * Errors->InsideWithout);
	EXPECT_LT(Errors->With, 0.95 * Errors->Without); // outlines differ with any map
}

TEST(BakeMaps, AreTheSameForAnyNumberOfThreadsAndSurviveUnbaking)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(4);
	FMapOptions Options{ENormalSource::Pose, true, true, false, true, 128, 3};
	FBuildContext Context;
	const TResult<FMadeMaps> One = BakeMaps(Ball().Character, Options, Context);
	Context.Executor = Pool.get();
	const TResult<FMadeMaps> Many = BakeMaps(Ball().Character, Options, Context);
	ASSERT_TRUE(One && Many);
	EXPECT_TRUE(One->Maps == Many->Maps);
	const TResult<FCharacter> With = ReplaceMaps(Ball().Character, One->Maps);
	ASSERT_TRUE(With) << With.GetError().Message;
	EXPECT_TRUE(Unbake(*With).Maps == One->Maps);
	EXPECT_TRUE(BakeParts(Unbake(*With)).ToData().Maps == One->Maps);
	// New levels have no maps until they are made.
	FBuildOptions Levels;
	Levels.Levels.LevelCount = 1;
	Levels.Levels.Fractions = {0.3};
	const TResult<FBuiltCharacter> Built = BuildFromParts(Unbake(*With), Levels, {});
	ASSERT_TRUE(Built);
	EXPECT_TRUE(Built->Character->Maps.Maps.empty());
}

TEST(BakeMaps, RefusesUVsThatCannotHoldThem)
{
	FCharacterData Data = Ball().Character.ToData();
	const auto Refuse = [&](const FCharacterData& From, uint32_t Size, const char* Words)
	{
		const TResult<FCharacter> Character = FCharacter::FromData(From);
		ASSERT_TRUE(Character);
		const TResult<FMadeMaps> Made =
			BakeMaps(*Character, {ENormalSource::Mean, false, false, false, false, Size, 1}, {});
		ASSERT_FALSE(Made);
		EXPECT_NE(Made.GetError().Message.find(Words), std::string::npos) << Made.GetError().Message;
	};
	Refuse(Data, 100, "power of two");
	FCharacterData Outside = Data;
	Outside.Levels[0].UVs[0].X = 1.5f;
	Refuse(Outside, 64, "outside the unit square");
	FCharacterData Folded = Data;
	for (FFloat2& UV : Folded.Levels[0].UVs)
	{
		UV.X = UV.X < 0.5f ? UV.X : 1.0f - UV.X;
	}
	Refuse(Folded, 256, "more than one triangle");
	FCharacterData Bare = Data;
	for (FMeshLevelData& Level : Bare.Levels)
	{
		Level.UVs.clear();
		Level.Tangents.clear();
	}
	Refuse(Bare, 64, "no UVs");
}

} // namespace BakeMapsTest
} // namespace Exemplar
