// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/CullingSphere.h"

#include "Character/CorrectiveDeltas.h"

#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace CullingSphereTest
{

/** A rotation within a limit: a twist about its axis, then a swing about an axis across it. */
FRotation LegalRotation(FRandom& Random, const FJointLimit& Limit)
{
	const FRotation Twist = RotationAboutAxis(Limit.TwistAxis, Random.Between(Limit.MinTwist, Limit.MaxTwist));
	const FFloat3 Across = Normalize(Cross(Limit.TwistAxis, Random.Direction()), {1.0f, 0.0f, 0.0f});
	return Compose(RotationAboutAxis(Across, Random.Between(0.0f, Limit.MaxSwing)), Twist);
}

FCharacterData MakeLimited(uint64_t Seed, bool bSkin)
{
	FRandomCharacterOptions Options;
	Options.Seed = Seed;
	Options.bScales = false;
	Options.bSkin = bSkin;
	Options.bGeomorph = false;
	Options.bCorrectives = false;
	FCharacterData Data = MakeRandomCharacterData(Options);
	FRandom Random(Seed + 100);
	for (size_t Joint = 0; Joint < Data.Skeleton.Limits.size(); ++Joint)
	{
		FJointLimit& Limit = Data.Skeleton.Limits[Joint];
		const float Range = Joint % 3 == 0 ? PiF : 0.5f;
		Limit = {Random.Direction(), Joint % 3 == 1 ? 0.0f : Range, -Range, 0.4f * Range};
	}
	return Data;
}

TEST(CullingSphere, ContainsEveryVertexInEveryLegalPose)
{
	for (const bool bSkin : {false, true})
	{
		for (uint64_t Seed = 1; Seed < 5; ++Seed)
		{
			FCharacterData Data = MakeLimited(Seed, bSkin);
			ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
			const TResult<FRestPose> Rest = MakeRestPose(Data.Skeleton.Parents, Data.Skeleton.RestLocal);
			FRandom Random(Seed);
			float Fullest = 0.0f;
			for (int Pose = 0; Pose < 60; ++Pose)
			{
				std::vector<FBoneTransform> Local = Data.Skeleton.RestLocal;
				for (size_t Joint = 0; Joint < Local.size(); ++Joint)
				{
					Local[Joint].Rotation =
						Normalize(Compose(Local[Joint].Rotation, LegalRotation(Random, Data.Skeleton.Limits[Joint])));
				}
				Local[0].Translation += Random.Vector(5.0f); // the sphere moves with the root
				std::vector<FAffine> Model(Local.size()), Palette(Local.size());
				ASSERT_TRUE((FLocalToModelJob{Rest->Parents, Local, Model}.Run()));
				ASSERT_TRUE((FPaletteJob{Model, Rest->InverseModel, {}, Palette}.Run()));
				bool bOneRoot = true;
				for (size_t Joint = 1; Joint < Local.size(); ++Joint)
				{
					bOneRoot = bOneRoot && Rest->Parents[Joint] != NoParent;
				}
				if (!bOneRoot)
				{
					break; // a second root would not follow the first one's translation
				}
				const FFloat3 Center = TransformPoint(Palette[0], Data.Sphere.Center);
				for (const FMeshLevelData& Level : Data.Levels)
				{
					for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
					{
						FFloat3 Posed;
						const FFloat3& V = Level.Positions[Vertex];
						const auto& Offsets = bSkin ? Level.Skin.Offsets : Level.Weights.Offsets;
						for (uint32_t Index = Offsets[Vertex]; Index < Offsets[Vertex + 1]; ++Index)
						{
							Posed += bSkin
								? Transform(Palette[Level.Skin.Bones[Index]], Level.Skin.Points[Index])
								: TransformPoint(Palette[Level.Weights.Bones[Index]], V) * Level.Weights.Weights[Index];
						}
						const float Distance = Length(Posed - Center);
						EXPECT_LE(Distance, Data.Sphere.Radius);
						Fullest = std::max(Fullest, Distance / Data.Sphere.Radius);
					}
				}
			}
			EXPECT_TRUE(Fullest == 0.0f || Fullest > 0.3f) << "the sphere is far larger than the character";
		}
	}
}

TEST(CullingSphere, ARigidCharacterIsContainedTightly)
{
	FCharacterData Data;
	Data.Skeleton.Names = {"root"};
	Data.Skeleton.Parents = {NoParent};
	Data.Skeleton.RestLocal = {{RotationAboutAxis({0, 0, 1}, 0.7f), {1.0f, 2.0f, 3.0f}, {1.0f, 1.0f, 1.0f}}};
	FMeshLevelData Level;
	Level.Positions = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
	Level.Indices = {0, 1, 2, 0, 3, 1};
	Level.Sections = {{0, 0, 3}, {0, 3, 3}};
	Level.Weights = {{0, 1, 2, 3, 4}, {0, 0, 0, 0}, {1, 1, 1, 1}};
	Data.Levels = {Level};
	ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
	EXPECT_LT(Length(Data.Sphere.Center), 1e-5f);
	EXPECT_NEAR(Data.Sphere.Radius, 1.0f, 1e-4f);
	ASSERT_EQ(Data.Levels[0].SectionSpheres.size(), 2u);
	EXPECT_GT(Data.Levels[0].SectionSpheres[0].Center.Y, 0.2f);
	EXPECT_LT(Data.Levels[0].SectionSpheres[1].Center.Y, -0.2f);
}

TEST(CullingSphere, ASecondRootIsContainedWhileTheFirstOneMovesAway)
{
	FCharacterData Data;
	Data.Skeleton.Names = {"body", "prop"};
	Data.Skeleton.Parents = {NoParent, NoParent};
	Data.Skeleton.RestLocal.resize(2);
	Data.Skeleton.RestLocal[1].Translation = {1.0f, 0.0f, 0.0f};
	FMeshLevelData Level;
	Level.Positions = {{0, 0, 0}, {0.2f, 0, 0}, {1.5f, 0, 0}};
	Level.Indices = {0, 1, 2};
	Level.Sections = {{0, 0, 3}};
	Level.Weights = {{0, 1, 2, 3}, {0, 0, 1}, {1, 1, 1}};
	Data.Levels = {Level};
	FClipData Clip;
	Clip.Name = "turn and leave";
	Clip.FrameCount = 2;
	Clip.Rotations.Offsets = {0, 2, 2};
	Clip.Rotations.Frames = {0, 1};
	Clip.Rotations.Values = {{}, RotationAboutAxis({0, 1, 0}, 3.0f)};
	Clip.Translations.Offsets = {0, 2, 2};
	Clip.Translations.Frames = {0, 1};
	Clip.Translations.Values = {{}, {-4.0f, 0.0f, 0.0f}};
	Data.Clips = {Clip};
	ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
	const TResult<FRestPose> Rest = MakeRestPose(Data.Skeleton.Parents, Data.Skeleton.RestLocal);
	for (size_t Frame = 0; Frame < 2; ++Frame)
	{
		std::vector<FBoneTransform> Local = Data.Skeleton.RestLocal;
		Local[0].Rotation = Clip.Rotations.Values[Frame];
		Local[0].Translation = Clip.Translations.Values[Frame];
		std::vector<FAffine> Model(2), Palette(2);
		ASSERT_TRUE((FLocalToModelJob{Rest->Parents, Local, Model}.Run()));
		ASSERT_TRUE((FPaletteJob{Model, Rest->InverseModel, {}, Palette}.Run()));
		const FFloat3 Center = TransformPoint(Palette[0], Data.Sphere.Center);
		for (size_t Vertex = 0; Vertex < 3; ++Vertex)
		{
			const FFloat3 Posed = TransformPoint(Palette[Level.Weights.Bones[Vertex]], Level.Positions[Vertex]);
			EXPECT_LE(Length(Posed - Center), Data.Sphere.Radius) << "vertex " << Vertex << " in frame " << Frame;
		}
	}
}

TEST(CullingSphere, SectionsAreContainedWhileTheyMorphToo)
{
	FCharacterData Data;
	Data.Skeleton.Names = {"root"};
	Data.Skeleton.Parents = {NoParent};
	Data.Skeleton.RestLocal = {{{}, {}, {1.0f, 1.0f, 1.0f}}};
	FMeshLevelData Level;
	Level.Positions = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
	Level.Indices = {0, 1, 2};
	Level.Sections = {{0, 0, 3}};
	Level.Skin.Offsets = {0, 1, 2, 3};
	Level.Skin.Bones = {0, 0, 0};
	Level.Skin.Points = {{-1, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}};
	Level.Skin.GeomorphDeltas = {{0, 0, 5, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
	Data.Levels = {Level};
	ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
	ASSERT_EQ(Data.Levels[0].SectionSpheres.size(), 1u);
	for (const FSphere& Sphere : {Data.Sphere, Data.Levels[0].SectionSpheres[0]})
	{
		EXPECT_LE(Length(FFloat3{-1, 0, 5} - Sphere.Center), Sphere.Radius);
		EXPECT_LE(Length(FFloat3{-1, 0, 0} - Sphere.Center), Sphere.Radius);
	}
}

TEST(CullingSphere, WhatCorrectivesAddIsContained)
{
	FCharacterData Data;
	Data.Skeleton.Names = {"root", "arm"};
	Data.Skeleton.Parents = {NoParent, 0};
	Data.Skeleton.RestLocal = {{{}, {}, {1.0f, 1.0f, 1.0f}}, {{}, {1.0f, 0.0f, 0.0f}, {2.0f, 2.0f, 2.0f}}};
	FMeshLevelData Level;
	Level.Positions = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
	Level.Indices = {0, 1, 2};
	Level.Sections = {{0, 0, 3}};
	Level.Weights = {{0, 1, 2, 4}, {0, 1, 0, 1}, {1, 1, 0.5f, 0.5f}};
	FDeltaWriter Writer(Level.Correctives);
	Writer.Add(2, {0, 3000, 0});
	Writer.EndShape();
	Writer.Add(0, {0, 0, 1000});
	Writer.Add(2, {0, 1000, 0});
	Writer.EndShape();
	Data.Correctives.Shapes = {{0, 0, -0.5f, 2.0f, NoIndex, 1e-3f, 0.0f}, {0, 0, -1.0f, 0.5f, NoIndex, 1e-3f, 0.0f}};
	Data.Correctives.Correctives.resize(1);
	Data.Correctives.Correctives[0].ShapeCount = 2;
	Data.Correctives.Correctives[0].Strength = 1.5f;
	FCharacterData Without = Data;
	Without.Levels = {Level};
	Without.Levels[0].Correctives = {};
	Data.Levels = {Level};
	ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
	ASSERT_TRUE(ComputeCullingSpheres(Without).IsOk());
	for (const FSphere& Sphere : {Data.Sphere, Data.Levels[0].SectionSpheres[0]})
	{
		// Both shapes at the ends of their ranges that help: 1.5 (2 * 3 + 0.5 * 1) up for the third vertex.
		EXPECT_LE(Length(FFloat3{0, 10.75f, 0} - Sphere.Center), Sphere.Radius);
		EXPECT_LE(Sphere.Radius, Without.Sphere.Radius + 9.76f);
	}
}

TEST(CullingSphere, ACharacterWithoutASkinIsContainedAsItStands)
{
	FCharacterData Data;
	FMeshLevelData Level;
	Level.Positions = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
	Level.Indices = {0, 1, 2};
	Level.Sections = {{0, 0, 3}};
	Data.Levels = {Level};
	ASSERT_TRUE(ComputeCullingSpheres(Data).IsOk());
	EXPECT_NEAR(Data.Sphere.Radius, std::sqrt(2.0f), 1e-3f);
	EXPECT_EQ(Data.Levels[0].SectionSpheres.size(), 1u);
}

} // namespace CullingSphereTest
} // namespace Exemplar
