// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/BvhFile.h"
#include "Clips/BvhExport.h"
#include "ExampleMeshes.h"
#include "Geometry/EigenMap.h"

#include <cmath>

namespace Exemplar
{
namespace BvhFileTest
{

TResult<FBvhFile> ReadBvh(std::string_view Text)
{
	return ParseBvh(BytesOf(Text), "walk.bvh");
}

const std::string BvhTree = "HIERARCHY\nROOT hip\n{\n\tOFFSET 0 1 0\n"
							"\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
							"\tJOINT arm {\n\t\tOFFSET 1 0 0\n\t\tCHANNELS 3 Zrotation Yrotation Xrotation\n"
							"\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 1 0 0\n\t\t}\n\t}\n}\n";

/** Where a joint is in a frame of the file, and where its x axis points. */
std::pair<FDouble3, FDouble3> Posed(const FBvhFile& File, size_t Joint, size_t Frame)
{
	const FAnimation Animation{File.Skeleton, {File.Clip}};
	const TResult<std::vector<FAffine3d>> Moved = PlayMotions(Animation);
	EXPECT_TRUE(Moved);
	const FAffine3d& M = (*Moved)[Joint * File.Clip.FrameCount + Frame];
	const FAffine3d Rest = RestModel(File.Skeleton)[Joint];
	return {TransformPoint(M, {Rest.M[3], Rest.M[7], Rest.M[11]}), TransformVector(M, {1.0, 0.0, 0.0})};
}

void ExpectPlace(const FDouble3& A, const FDouble3& B)
{
	EXPECT_LT((AsVector(A) - AsVector(B)).norm(), 1e-5) << A.X << " " << A.Y << " " << A.Z;
}

TEST(BvhFile, ChannelsApplyInTheirOrderTheFirstOneLast)
{
	const TResult<FBvhFile> File = ReadBvh(
		BvhTree + "MOTION\nFrames: 3\nFrame Time: 0.04\n0 1 0 0 0 0 90 0 0\n2 3 4 90 0 0 0 0 0\n0 1 0 0 0 0 90 90 0\n");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->Skeleton.Names, (std::vector<std::string>{"hip", "arm"}));
	EXPECT_EQ(File->Skeleton.Parents, (std::vector<int32_t>{NoParent, 0}));
	EXPECT_NEAR(File->Clip.FramesPerSecond, 25.0f, 1e-4f);
	ExpectPlace(Posed(*File, 1, 0).first, {1.0, 1.0, 0.0});
	ExpectPlace(Posed(*File, 1, 0).second, {0.0, 1.0, 0.0}); // turned about z by 90 degrees
	ExpectPlace(Posed(*File, 1, 1).first, {2.0, 4.0, 4.0});  // the hip moved, and turned the arm upward
	// Rz Ry: y first takes x to -z, z leaves that alone.
	ExpectPlace(Posed(*File, 1, 2).second, {0.0, 0.0, -1.0});
}

TEST(BvhFile, WhatIsWrittenMovesAsItDidAlsoWithRotatedJoints)
{
	FAnimation Animation;
	Animation.Skeleton.Names = {"hip", "left arm", "hand"};
	Animation.Skeleton.Parents = {NoParent, 0, 1};
	const float Half = std::sqrt(0.5f);
	Animation.Skeleton.RestLocal = {{{0.0f, Half, 0.0f, Half}, {0.0f, 1.0f, 0.0f}},
		{{Half, 0.0f, 0.0f, Half}, {0.0f, 0.5f, 0.5f}}, {{0.5f, 0.5f, 0.5f, 0.5f}, {0.5f, 0.0f, 0.0f}}};
	FClipData& Clip = Animation.Clips.emplace_back();
	Clip.Name = "turn";
	Clip.FrameCount = 3;
	Clip.Rotations.Offsets = {0, 3, 6, 9};
	Clip.Translations.Offsets = {0, 3, 3, 6}; // the hand slides
	for (int Joint = 0; Joint < 3; ++Joint)
	{
		for (int Frame = 0; Frame < 3; ++Frame)
		{
			const float Angle = 0.4f * static_cast<float>(Joint + 1) + 0.9f * static_cast<float>(Frame);
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Clip.Rotations.Values.push_back({0.6f * std::sin(Angle), 0.0f, 0.8f * std::sin(Angle), std::cos(Angle)});
			if (Joint != 1)
			{
				Clip.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Clip.Translations.Values.push_back({0.1f * static_cast<float>(Frame), 1.0f, 0.25f});
			}
		}
	}
	const TResult<std::string> Text = FormatBvh(Animation);
	ASSERT_TRUE(Text) << Text.GetError().Message;
	EXPECT_NE(Text->find("JOINT left_arm"), std::string::npos);
	const TResult<FBvhFile> Back = ReadBvh(*Text);
	ASSERT_TRUE(Back) << Back.GetError().Message;
	const std::vector<FAffine3d> Before = *PlayMotions(Animation), After = *PlayMotions({Back->Skeleton, {Back->Clip}});
	ASSERT_EQ(Before.size(), After.size());
	for (size_t Index = 0; Index < Before.size(); ++Index)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Before[Index].M[Entry], After[Index].M[Entry], 2e-6);
		}
	}
	// And as a clip of the skeleton it came from, rotated joints and all; lengths stay, so the hand does not slide.
	Animation.Skeleton.Names[1] = "Left Arm";
	const TResult<FClipData> Again = ClipFromMotion(Animation.Skeleton, {Back->Skeleton, {Back->Clip}});
	ASSERT_TRUE(Again) << Again.GetError().Message;
	const std::vector<FAffine3d> Played = *PlayMotions({Animation.Skeleton, {*Again}});
	for (size_t Index = 0; Index < 6; ++Index) // hip and arm
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Before[Index].M[Entry], Played[Index].M[Entry], 5e-6);
		}
	}
}

TEST(BvhFile, AMotionOfOtherJointsIsRefused)
{
	const TResult<FBvhFile> File = ReadBvh(BvhTree + "MOTION\nFrames: 1\nFrame Time: 1\n0 1 0 0 0 0 0 0 0\n");
	ASSERT_TRUE(File);
	FSkeletonData Other = File->Skeleton;
	Other.Names = {"pelvis", "tail"};
	ExpectError(ClipFromMotion(Other, {File->Skeleton, {File->Clip}}), EErrorCode::Mismatch,
		{"\"hip\"", "\"pelvis\"", "Rename"});
	Other.Parents = {NoParent, NoParent};
	ExpectError(FormatBvh({Other, {}}), EErrorCode::Unsupported, {"2 roots", "common parent"});
}

TEST(BvhFile, EveryKindOfBadFileGetsItsSentence)
{
	const EErrorCode Malformed = EErrorCode::Malformed;
	const std::string Motion = "MOTION\nFrames: 1\nFrame Time: 0.04\n";
	ExpectError(ReadBvh(""), Malformed, {"walk.bvh, line 1", "Is this a BVH file?"});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n"), Malformed, {"ends within its hierarchy"});
	ExpectError(ReadBvh("HIERARCHY\nJOINT a\n{\n"), Malformed, {"line 2", "wrong place"});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0\n"), Malformed, {"OFFSET does not have three numbers"});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\nCHANNELS 1 Wrotation\n"), Malformed, {"\"Wrotation\"", "not a channel"});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\nCHANNELS 7\n"), Malformed, {"from 0 to 6"});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\nJOINT a\n{\n"), Malformed, {"two joints are named \"a\""});
	ExpectError(ReadBvh("HIERARCHY\nROOT a\n{\n}\nROOT b\n{\n"), EErrorCode::Unsupported, {"more than one ROOT"});
	ExpectError(ReadBvh(BvhTree + "MOTION\nFrames: 100000000\nFrame Time: 1\n"), Malformed, {"the limit is 65536"});
	ExpectError(ReadBvh(BvhTree + "MOTION\nFrames: 60000\nFrame Time: 1\n"), Malformed, {"truncated"});
	ExpectError(ReadBvh(BvhTree + "MOTION\nFrames: 1\nFrame Time: 0\n"), Malformed, {"Frame Time"});
	ExpectError(ReadBvh(BvhTree + Motion + "0 1 0 0 0 0 nan 0 0\n"), Malformed, {"frame 0", "9 finite numbers"});
	ExpectError(ReadBvh(BvhTree + Motion + "0 1 0 0 0 0 0 0 x         \n"), Malformed, {"frame 0", "damaged"});
}

} // namespace BvhFileTest
} // namespace Exemplar
