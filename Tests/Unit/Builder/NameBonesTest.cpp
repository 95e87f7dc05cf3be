// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/NameBones.h"

#include "Sample/SampleCharacter.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace NameBonesTest
{

struct FBone
{
	const char* Expected;
	int32_t Parent;
	FDouble3 Joint;
};

/** A body as a rig from motion has it: the root is the chest, the pelvis hangs from the spine. */
const std::vector<FBone> Body = {{"spine_02", NoParent, {0, 1.25, 0}}, {"spine_01", 0, {0, 1.2, 0}},
	{"pelvis", 1, {0, 1.1, 0}}, {"neck_01", 0, {0, 1.48, 0}}, {"head", 3, {0, 1.57, 0}},
	{"clavicle_l", 0, {0.035, 1.44, 0}}, {"upperarm_l", 5, {0.18, 1.43, 0}}, {"lowerarm_l", 6, {0.45, 1.43, 0}},
	{"hand_l", 7, {0.7, 1.43, 0}}, {"upperarm_r", 0, {-0.18, 1.43, 0}}, {"lowerarm_r", 9, {-0.45, 1.43, 0}},
	{"thigh_l", 2, {0.09, 0.93, 0}}, {"calf_l", 11, {0.1, 0.5, 0}}, {"foot_l", 12, {0.11, 0.09, 0}},
	{"ball_l", 13, {0.12, 0.03, 0.1}}, {"thigh_r", 2, {-0.09, 0.93, 0}}, {"calf_r", 15, {-0.1, 0.5, 0}},
	{"bone_17", 0, {0, 1.3, -0.2}}};

FRig RigOf(const std::vector<FBone>& Bones)
{
	FRig Rig;
	Rig.BoneCount = Bones.size();
	for (const FBone& Bone : Bones)
	{
		Rig.Parents.push_back(Bone.Parent);
		Rig.Joints.push_back(Bone.Joint);
	}
	return Rig;
}

TEST(NameBones, LimbsSpineAndHeadAreFoundWhereverTheRootIs)
{
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Body));
	for (size_t Bone = 0; Bone < Body.size(); ++Bone)
	{
		EXPECT_EQ(Naming.Names[Bone], Body[Bone].Expected);
	}
	EXPECT_EQ(Naming.Matched, Body.size() - 1);
	const FBoneNaming Mixamo = NameBones(EBoneNames::Mixamo, RigOf(Body));
	EXPECT_EQ(Mixamo.Names[2], "mixamorig:Hips");
	EXPECT_EQ(Mixamo.Names[12], "mixamorig:LeftLeg");
	EXPECT_EQ(Mixamo.Names[10], "mixamorig:RightForeArm");
}

TEST(NameBones, AChestThatLeansToOneArmIsStillInTheMiddle)
{
	std::vector<FBone> Bones = Body;
	// As motion gave it for the sample: the joint of the chest is off the plane, and the neck hangs from its left.
	Bones[0].Joint.X = 0.03;
	Bones[3].Joint.X = 0.05;
	Bones[5].Joint.X = 0.3;
	Bones[9] = {"upperarm_r", 0, {-0.01, 1.43, 0}};
	Bones[10].Joint.X = -0.45;
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Bones));
	for (size_t Bone = 0; Bone < Bones.size(); ++Bone)
	{
		EXPECT_EQ(Naming.Names[Bone], Bones[Bone].Expected);
	}
}

TEST(NameBones, ARigOnFourLegsKeepsItsNumbers)
{
	// As motion gave it for a horse.
	const std::vector<FBone> Horse = {{"", NoParent, {0, 0.8, -0.14}}, {"", 0, {-0.01, 0.81, -0.3}},
		{"", 1, {-0.1, 0.82, -0.47}}, {"", 2, {-0.12, 0.55, -0.5}}, {"", 3, {-0.15, 0.09, -0.52}},
		{"", 1, {0.07, 0.8, -0.47}}, {"", 5, {0.12, 0.55, -0.5}}, {"", 6, {0.15, 0.09, -0.52}},
		{"", 0, {0, 0.8, -0.06}}, {"", 8, {0, 0.9, 0.23}}, {"", 9, {0, 1.3, 0.45}}, {"", 8, {-0.11, 0.73, 0.27}},
		{"", 11, {-0.09, 0.27, 0.18}}, {"", 8, {0.11, 0.7, 0.26}}, {"", 13, {0.08, 0.27, 0.18}}};
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Horse));
	EXPECT_EQ(Naming.Matched, 0u);
	EXPECT_EQ(Naming.Names[4], "bone_04");
	// The same body raised on its hind legs is taken for upright.
	std::vector<FBone> Raised = Horse;
	for (FBone& Bone : Raised)
	{
		Bone.Joint = {Bone.Joint.X, Bone.Joint.Z + 1.0, -Bone.Joint.Y};
	}
	EXPECT_GT(NameBones(EBoneNames::Manny, RigOf(Raised)).Matched, 8u);
}

TEST(NameBones, FiveFingersAreNamedFromTheThumbInFront)
{
	std::vector<FBone> Bones = Body;
	const double Front[] = {-0.02, 0.03, 0.0, -0.04, 0.02};
	for (const double Z : Front)
	{
		Bones.push_back({"", 8, {0.8, 1.43, Z}});
		Bones.push_back({"", static_cast<int32_t>(Bones.size()) - 1, {0.84, 1.43, Z}});
	}
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Bones));
	const auto At = [&](size_t Finger, size_t Joint) { return Naming.Names[Body.size() + 2 * Finger + Joint]; };
	EXPECT_EQ(At(1, 0), "thumb_01_l");
	EXPECT_EQ(At(4, 1), "index_02_l");
	EXPECT_EQ(At(2, 0), "middle_01_l");
	EXPECT_EQ(At(0, 0), "ring_01_l");
	EXPECT_EQ(At(3, 1), "pinky_02_l");
}

TEST(NameBones, AThumbIsTheFingerThatBeginsNearTheWrist)
{
	std::vector<FBone> Bones = Body;
	// Of a hand whose thumb points down and ahead, in no order.
	const FDouble3 Roots[] = {
		{0.8, 1.43, -0.01}, {0.72, 1.41, 0.02}, {0.8, 1.43, 0.02}, {0.78, 1.43, -0.03}, {0.81, 1.43, 0.005}};
	for (const FDouble3& Root : Roots)
	{
		Bones.push_back({"", 8, Root});
		Bones.push_back({"", static_cast<int32_t>(Bones.size()) - 1, {Root.X + 0.04, Root.Y, Root.Z}});
	}
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Bones));
	const auto At = [&](size_t Finger) { return Naming.Names[Body.size() + 2 * Finger]; };
	EXPECT_EQ(At(1), "thumb_01_l");
	EXPECT_EQ(At(4), "middle_01_l");
	EXPECT_EQ(At(2), "index_01_l");
}

TEST(NameBones, NamesAreUniqueAndATreeWithoutLimbsKeepsItsNumbers)
{
	FBoneNaming Naming = NameBones(EBoneNames::Manny, RigOf(Body));
	std::sort(Naming.Names.begin(), Naming.Names.end());
	EXPECT_TRUE(std::adjacent_find(Naming.Names.begin(), Naming.Names.end()) == Naming.Names.end());
	const FBoneNaming Chain =
		NameBones(EBoneNames::Mixamo, RigOf({{"", NoParent, {0, 0, 0}}, {"", 0, {0, 0, 1}}, {"", 1, {0, 0, 2}}}));
	EXPECT_EQ(Chain.Matched, 0u);
	EXPECT_EQ(Chain.Names, (std::vector<std::string>{"bone_00", "bone_01", "bone_02"}));
}

} // namespace NameBonesTest
} // namespace Exemplar
