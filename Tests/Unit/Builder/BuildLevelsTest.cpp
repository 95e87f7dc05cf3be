// Copyright (c) 2026 Exemplar contributors. MIT license.
// What levels promise: errors, seams, morphs, bounds.

#include "Levels/BuildLevels.h"

#include "AnimationSpace/AnimationVector.h"
#include "Character/CharacterViews.h"
#include "FullSize.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/Measures.h"
#include "LeveledSample.h"
#include "Lod/LevelChoice.h"
#include "Metrics/SurfaceDistance.h"
#include "Model/SurfaceTriangles.h"
#include "Model/WeightRows.h"
#include "OperatorPoses.h"

#include <map>
#include <tuple>

namespace Exemplar
{
namespace BuildLevelsTests
{

/** A level's vertices in a pose, morphed by a factor; what a game does. */
std::vector<FFloat3> PoseLevel(const FMeshLevelData& Level, const FPoseSamples& Poses, size_t Pose, float Morph = 0.0f)
{
	std::vector<FFloat3> Out;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		FDouble3 Sum;
		for (uint32_t I = Level.Skin.Offsets[Vertex]; I < Level.Skin.Offsets[Vertex + 1]; ++I)
		{
			const FFloat4& P = Level.Skin.Points[I];
			const FFloat4 D = Morph == 0.0f ? FFloat4{} : Level.Skin.GeomorphDeltas[I];
			const FDouble4 Block{P.X + Morph * D.X, P.Y + Morph * D.Y, P.Z + Morph * D.Z, P.W + Morph * D.W};
			const FDouble4 V = TransformBlock(Poses.Palettes[Level.Skin.Bones[I] * Poses.PoseCount + Pose], Block);
			Sum = {Sum.X + V.X, Sum.Y + V.Y, Sum.Z + V.Z};
		}
		Out.push_back({static_cast<float>(Sum.X), static_cast<float>(Sum.Y), static_cast<float>(Sum.Z)});
	}
	return Out;
}

/** Boundary edges of the surface that comes of joining corners at exactly the same place. */
FMeshTopology JoinedTopology(const std::vector<FFloat3>& Positions, const std::vector<uint32_t>& Indices)
{
	std::map<std::tuple<float, float, float>, int32_t> Places;
	std::vector<FTriangle> Triangles;
	for (size_t Index = 0; Index < Indices.size(); Index += 3)
	{
		FTriangle T;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FFloat3& P = Positions[Indices[Index + Corner]];
			T[Corner] = Places.try_emplace({P.X, P.Y, P.Z}, static_cast<int32_t>(Places.size())).first->second;
		}
		Triangles.push_back(T);
	}
	return DescribeTopology(Places.size(), Triangles);
}

TEST(BuildLevels, EachLevelHasHalfTheInfluencesAndErrorsThatNeverFall)
{
	FULL_SIZE_TEST();
	const std::vector<FLevelFigures>& Levels = Placed().Figures;
	ASSERT_EQ(Levels.size(), 5u);
	for (size_t Level = 1; Level < Levels.size(); ++Level)
	{
		EXPECT_NEAR(static_cast<double>(Levels[Level].Influences),
			static_cast<double>(Levels[0].Influences) / std::pow(2.0, static_cast<double>(Level)), 8.0);
		EXPECT_LT(Levels[Level].Triangles, Levels[Level - 1].Triangles);
		EXPECT_GE(Levels[Level].MeanError, Levels[Level - 1].MeanError);
		EXPECT_GE(Levels[Level].ErrorBound, Levels[Level - 1].ErrorBound);
		EXPECT_GE(Levels[Level].ErrorBound, Levels[Level].MeanError);
		EXPECT_GT(Levels[Level].MeanError, 0.0);
		EXPECT_GT(Levels[Level].SurfaceRms, Levels[Level - 1].SurfaceRms);
		EXPECT_GE(Levels[Level].SurfaceError, Levels[Level - 1].SurfaceError);
		EXPECT_GE(Levels[Level].SurfaceError, Levels[Level].SurfaceRms);
		EXPECT_LE(Levels[Level].SurfaceRms, Levels[Level].MeanError) << "what slides counts in textures only";
		EXPECT_LE(Levels[Level].Bones, Levels[0].Bones);
	}
	EXPECT_EQ(Levels[0].MeanError, 0.0);
	EXPECT_EQ(Placed().Parts.Levels.Curve.back().Triangles <= Levels.back().Triangles, true);
}

TEST(BuildLevels, TheCharacterIsLegalAndItsSpheresHoldItsLevels)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		const FCharacterData& Data = Built->Data;
		for (size_t Level = 0; Level < Data.Levels.size(); ++Level)
		{
			EXPECT_EQ(Data.Levels[Level].SectionSpheres.size(), Data.Levels[Level].Sections.size());
			EXPECT_FALSE(Data.Levels[Level].Skin.Tangents.empty());
			EXPECT_EQ(Data.Levels[Level].UVs.size(), Data.Levels[Level].VertexCount());
			EXPECT_EQ(Data.Levels[Level].Normals.size(), Data.Levels[Level].VertexCount());
		}
	}
}

TEST(BuildLevels, EveryUVSetAndColorIsThatOfTheSamePlaceOnTheFinestLevel)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		for (const FMeshLevelData& Level : Built->Data.Levels)
		{
			ASSERT_EQ(Level.MoreUVSetCount(), 1u);
			ASSERT_EQ(Level.ColorSetCount(), 1u);
			for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
			{
				const FFloat2& UV = Level.UVs[Vertex];
				const FFloat2 Other = Level.MoreUVSet(0)[Vertex];
				const FFloat4 Color = Level.ColorSet(0)[Vertex];
				EXPECT_NEAR(Other.X, 1.0f - UV.Y, 1e-6f);
				EXPECT_NEAR(Other.Y, 1.0f - UV.X, 1e-6f);
				EXPECT_NEAR(Color.X, UV.X, 1e-6f);
				EXPECT_NEAR(Color.Y, 1.0f - UV.Y, 1e-6f);
				EXPECT_NEAR(Color.Z, 0.5f, 1e-6f);
				EXPECT_NEAR(Color.W, 1.0f, 1e-6f);
			}
		}
	}
}

TEST(BuildLevels, SeamsAreClosedInEveryPoseOfEveryLevel)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		for (const FMeshLevelData& Level : Built->Data.Levels)
		{
			for (size_t Pose = 0; Pose < Built->Poses.PoseCount; ++Pose)
			{
				const FMeshTopology Topology = JoinedTopology(PoseLevel(Level, Built->Poses, Pose), Level.Indices);
				EXPECT_TRUE(Topology.IsManifold());
				EXPECT_TRUE(Topology.IsClosed());
				EXPECT_EQ(Topology.Genus(), 0);
			}
		}
	}
}

TEST(BuildLevels, AMorphBeginsAtItsLevelAndEndsAtTheNextInEveryPose)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		for (size_t Level = 0; Level + 1 < Built->Data.Levels.size(); ++Level)
		{
			const FMeshLevelData& Fine = Built->Data.Levels[Level];
			const FMeshLevelData& Coarse = Built->Data.Levels[Level + 1];
			ASSERT_EQ(Fine.GeomorphTargets.size(), Fine.VertexCount());
			ASSERT_EQ(Fine.Skin.GeomorphDeltas.size(), Fine.Skin.Points.size());
			for (size_t Pose = 0; Pose < Built->Poses.PoseCount; Pose += 3)
			{
				const std::vector<FFloat3> End = PoseLevel(Fine, Built->Poses, Pose, 1.0f);
				const std::vector<FFloat3> Next = PoseLevel(Coarse, Built->Poses, Pose);
				for (size_t Vertex = 0; Vertex < End.size(); ++Vertex)
				{
					EXPECT_LT(Length(End[Vertex] - Next[Fine.GeomorphTargets[Vertex]]), 2e-5f);
				}
			}
		}
		EXPECT_TRUE(Built->Data.Levels.back().GeomorphTargets.empty());
		EXPECT_TRUE(Built->Data.Levels.back().Skin.GeomorphDeltas.empty());
	}
}

TEST(BuildLevels, HalfEdgeLevelsAreBeginningsOfTheFinestOnesVertices)
{
	const std::vector<FMeshLevelData>& Levels = Shared().Data.Levels;
	ASSERT_EQ(Levels.size(), 4u);
	for (size_t Level = 1; Level < Levels.size(); ++Level)
	{
		ASSERT_LT(Levels[Level].VertexCount(), Levels[Level - 1].VertexCount());
		for (size_t Vertex = 0; Vertex < Levels[Level].VertexCount(); ++Vertex)
		{
			EXPECT_LT(Length(Levels[Level].Positions[Vertex] - Levels[0].Positions[Vertex]), 1e-6f);
			EXPECT_EQ(Levels[Level].UVs[Vertex], Levels[0].UVs[Vertex]);
			EXPECT_EQ(Levels[Level].SourceOfCorner[Vertex], Levels[0].SourceOfCorner[Vertex]);
			EXPECT_LT(Length(Levels[Level].Normals[Vertex] - Levels[0].Normals[Vertex]), 1e-6f);
		}
	}
	// and the finest level is still the one that it was
	const FSurface& Before = SampleParts().Surface;
	ASSERT_EQ(Levels[0].Indices.size(), Before.Indices.size());
	const FSurface Reordered = ReorderCorners(Before, Shared().Parts.Levels.CornerOrder);
	EXPECT_EQ(Levels[0].PointOfCorner, Reordered.PointOfCorner);
	EXPECT_EQ(Levels[0].SourceOfCorner, Reordered.SourceOfCorner);
	EXPECT_EQ(Levels[0].UVs, Reordered.UVs);
}

/** How far a place is from where the finest level has a UV; infinite where it has it nowhere. */
float DistanceByUV(const FMeshLevelData& Finest, const FFloat2& UV, const FFloat3& Place)
{
	float Nearest = INFINITY;
	for (size_t Index = 0; Index < Finest.Indices.size(); Index += 3)
	{
		const uint32_t* const T = Finest.Indices.data() + Index;
		const FFloat2 &A = Finest.UVs[T[0]], &B = Finest.UVs[T[1]], &C = Finest.UVs[T[2]];
		const double Area = double{B.X - A.X} * (C.Y - A.Y) - double{B.Y - A.Y} * (C.X - A.X);
		const double V = (double{UV.X - A.X} * (C.Y - A.Y) - double{UV.Y - A.Y} * (C.X - A.X)) / Area;
		const double W = (double{B.X - A.X} * (UV.Y - A.Y) - double{B.Y - A.Y} * (UV.X - A.X)) / Area;
		if (V >= -1e-3 && W >= -1e-3 && V + W <= 1.0 + 1e-3)
		{
			const FFloat3 There = Finest.Positions[T[0]] * static_cast<float>(1.0 - V - W) +
				Finest.Positions[T[1]] * static_cast<float>(V) + Finest.Positions[T[2]] * static_cast<float>(W);
			Nearest = std::min(Nearest, Length(There - Place));
		}
	}
	return Nearest;
}

TEST(BuildLevels, UVsStayInTheirChartsAndBonesAreThoseThatVerticesNeed)
{
	for (const FBuilt* Built : {&Placed(), &Shared()})
	{
		const FMeshLevelData& Finest = Built->Data.Levels[0];
		const float Near = 0.05f * Built->Data.RestBox.Diagonal();
		for (const FMeshLevelData& Level : Built->Data.Levels)
		{
			for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
			{
				EXPECT_LT(DistanceByUV(Finest, Level.UVs[Vertex], Level.Positions[Vertex]), Near);
			}
			std::vector<uint16_t> Used = Level.Skin.Bones;
			std::sort(Used.begin(), Used.end());
			Used.erase(std::unique(Used.begin(), Used.end()), Used.end());
			EXPECT_EQ(Level.Bones, Used);
		}
	}
}

/** At the vertices of the finest level, against the nearest place of each level's surface. */
void ExpectBoundHolds(const std::vector<FMeshLevelData>& Levels, const FPoseSamples& Poses, size_t Step)
{
	const auto ToPoints = [](const std::vector<FFloat3>& Positions)
	{
		std::vector<FDouble3> Out;
		for (const FFloat3& P : Positions)
		{
			Out.push_back({P.X, P.Y, P.Z});
		}
		return Out;
	};
	for (size_t Level = 1; Level < Levels.size(); ++Level)
	{
		std::vector<FTriangle> Triangles;
		for (size_t Index = 0; Index < Levels[Level].Indices.size(); Index += 3)
		{
			Triangles.push_back({static_cast<int32_t>(Levels[Level].Indices[Index]),
				static_cast<int32_t>(Levels[Level].Indices[Index + 1]),
				static_cast<int32_t>(Levels[Level].Indices[Index + 2])});
		}
		for (size_t Pose = 0; Pose < Poses.PoseCount; Pose += Step)
		{
			const FClosestPointFinder Finder(ToPoints(PoseLevel(Levels[Level], Poses, Pose)), Triangles);
			double Largest = 0.0;
			for (const FDouble3& P : ToPoints(PoseLevel(Levels[0], Poses, Pose)))
			{
				Largest = std::max(Largest, Finder.Find(P).Distance);
			}
			EXPECT_LE(Largest, Levels[Level].ErrorBound + 1e-6f);
		}
	}
}

TEST(BuildLevels, TheBoundHoldsInEveryPose)
{
	ExpectBoundHolds(Placed().Data.Levels, Placed().Poses, 2);
}

TEST(BuildLevels, TheBoundKnowsHowFarClipsMoveJointsOffTheirPlaces)
{
	// One frame of very many moves a joint: neither the poses that levels are fitted to nor the mean over poses know
	// it.
	const auto BoundWith = [](float Offset)
	{
		FCharacterParts Parts = SampleParts();
		const size_t JointCount = Parts.Animation.Skeleton.JointCount(), Joint = JointCount / 2;
		const FFloat3 Rest = Parts.Animation.Skeleton.RestLocal[Joint].Translation;
		FClipData Clip;
		Clip.Name = "apart";
		Clip.FrameCount = 2000;
		Clip.Translations.Offsets.assign(JointCount + 1, 0);
		std::fill(Clip.Translations.Offsets.begin() + static_cast<std::ptrdiff_t>(Joint) + 1,
			Clip.Translations.Offsets.end(), 2u);
		Clip.Translations.Frames = {1998, 1999};
		Clip.Translations.Values = {Rest, Rest + FFloat3{0.0f, Offset, 0.0f}};
		Parts.Animation.Clips = {Clip};
		FLevelOptions Options;
		Options.Fractions = {0.2};
		Options.MaxPoses = 1;
		const TResult<FLevels> Levels = MakeLevels(Parts, Options);
		return Levels ? Levels->Coarser[0].ErrorBound : 0.0;
	};
	EXPECT_GT(BoundWith(10.0f), 2.0 * BoundWith(0.0f));
}

TEST(BuildLevels, LevelsByErrorAreTheCoarsestWithinItAndTheChoiceFollows)
{
	FULL_SIZE_TEST();
	FLevelOptions Options;
	Options.Errors = {0.1, 0.4};
	Options.MaxPoses = 3;
	const FBuilt Built = Build(Options);
	ASSERT_EQ(Built.Data.Levels.size(), 3u);
	const double Percent = 0.01 * static_cast<double>(Built.Data.RestBox.Diagonal());
	for (size_t Level = 1; Level < 3; ++Level)
	{
		const double Asked = Options.Errors[Level - 1] * Percent;
		EXPECT_LE(Built.Figures[Level].SurfaceError, Asked * (1.0 + 1e-6));
		EXPECT_GE(Built.Figures[Level].SurfaceError, 0.7 * Asked) << "a coarser one would do";
	}
	std::vector<float> Errors;
	for (const FMeshLevelData& Level : Built.Data.Levels)
	{
		Errors.push_back(ChoiceError(ViewOf(Level)));
	}
	EXPECT_EQ(ChooseLevel(Errors, 0.5f * Errors[1]).Level, 0u);
	EXPECT_EQ(ChooseLevel(Errors, 0.5f * (Errors[1] + Errors[2])).Level, 1u);
	EXPECT_EQ(ChooseLevel(Errors, 2.0f * Errors[2]).Level, 2u);
}

TEST(BuildLevels, ACharacterThatWalksAwayHasTheLevelsOfOneThatStays)
{
	FULL_SIZE_TEST();
	const auto WithRootAt = [](float Away)
	{
		FCharacterParts Parts = SampleParts();
		const size_t JointCount = Parts.Animation.Skeleton.JointCount();
		for (FClipData& Clip : Parts.Animation.Clips)
		{
			const FFloat3 Rest = Parts.Animation.Skeleton.RestLocal[0].Translation;
			Clip.Translations.Offsets.assign(JointCount + 1, Clip.FrameCount);
			Clip.Translations.Offsets[0] = 0;
			Clip.Translations.Frames.clear();
			Clip.Translations.Values.clear();
			for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
			{
				Clip.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Clip.Translations.Values.push_back(Rest + FFloat3{Away * static_cast<float>(Frame), 0.0f, 0.0f});
			}
		}
		FLevelOptions Options;
		Options.Fractions = {0.5, 0.1};
		Options.MaxPoses = 3;
		return Build(Options, {}, Parts).Figures;
	};
	const std::vector<FLevelFigures> Stays = WithRootAt(0.0f), Walks = WithRootAt(1024.0f);
	ASSERT_EQ(Stays.size(), Walks.size());
	for (size_t Level = 1; Level < Stays.size(); ++Level)
	{
		EXPECT_EQ(Walks[Level].Triangles, Stays[Level].Triangles);
		EXPECT_NEAR(Walks[Level].SurfaceRms, Stays[Level].SurfaceRms, 0.05 * Stays[Level].SurfaceRms);
	}
}

/** The RMS distance of two levels posed by linear blending of their weights. */
double BlendDistance(const FCharacterParts& Parts, const FLevel& Level, const FRigWeights& Weights)
{
	const FPoseSamples Poses = *SampleOtherPoses(Parts.Animation, 8, 1);
	const auto PoseAll = [&](const FSkin& Skin)
	{
		std::vector<std::vector<FDouble3>> Out;
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			std::vector<FAffine3d> Palette;
			for (size_t Bone = 0; Bone < Poses.BoneCount; ++Bone)
			{
				Palette.push_back(Poses.Palettes[Bone * Poses.PoseCount + Pose]);
			}
			std::vector<FDouble3>& Posed = Out.emplace_back();
			for (const FAnimationVector& Point : Skin.Points)
			{
				Posed.push_back(Project(Point, Palette));
			}
		}
		return Out;
	};
	const auto Finest = PoseAll(MakeBlendSkin(Parts.Skin.Rest, Parts.Skin.Weights));
	const auto Coarse = PoseAll(MakeBlendSkin(Level.Skin.Rest, Weights));
	return MeasureSurfaceDistance(
		{SurfaceTriangles(Parts.Surface), Finest}, {SurfaceTriangles(Level.Surface), Coarse}, 3000, 5)
		.Rms;
}

TEST(BuildLevels, BlendWeightsOfLevelsServeOtherProgramsAsWellAsAnimationVectorsDo)
{
	for (const FLevel& Level : Placed().Parts.Levels.Coarser)
	{
		FRigWeights Nearest;
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			AppendRow(SampleParts().Skin.Weights, Level.Points[Vertex], Nearest);
		}
		const double Fitted = BlendDistance(Placed().Parts, Level, Level.Skin.Weights);
		EXPECT_LT(Fitted, BlendDistance(Placed().Parts, Level, Nearest));
		EXPECT_LT(Fitted, 1.5 * Level.SurfaceRms);
	}
}

TEST(BuildLevels, EveryOperatorShowsLevelsNearlyAsCloseAsAnimationSpaceDoes)
{
	FULL_SIZE_TEST();
	const TResult<FBakedCharacter> Baked = Bake(Placed().Parts, {}, {});
	ASSERT_TRUE(Baked);
	for (size_t Level = 1; Level < Baked->Character->Levels.size(); ++Level)
	{
		const auto Own = MeasureByOperator(Baked->Character, Level, ESkinOperator::AnimationSpace, 2);
		ASSERT_TRUE(Own);
		for (const ESkinOperator Operator :
			{ESkinOperator::LinearBlend, ESkinOperator::DualQuaternion, ESkinOperator::Spherical, ESkinOperator::Twist})
		{
			const auto Other = MeasureByOperator(Baked->Character, Level, Operator, 2);
			ASSERT_TRUE(Other);
			EXPECT_LT(Other->Rms, 2.0 * Own->Rms) << "level " << Level << ", operator " << static_cast<int>(Operator);
		}
	}
}

} // namespace BuildLevelsTests
} // namespace Exemplar
