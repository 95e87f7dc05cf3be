// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/BonePose.h"

#include "Pose/PoseJobs.h"

#include <gtest/gtest.h>

#include <vector>

namespace Exemplar
{
namespace BonePoseTest
{

/** A figure with arms: hips, spine, two hands. */
struct FFigure
{
	std::vector<int32_t> Parents{-1, 0, 1, 1};
	std::vector<FBoneTransform> Local{
		{RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.2f), {0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}},
		{{}, {0.05f, 0.0f, 0.5f}, {1.0f, 1.0f, 1.0f}}, {{}, {0.6f, 0.1f, 0.2f}, {1.0f, 1.0f, 1.0f}},
		{RotationAboutAxis({1.0f, 0.0f, 0.0f}, 0.4f), {-0.6f, 0.1f, 0.2f}, {1.0f, 1.0f, 1.0f}}};
	FRestPose Rest = *MakeRestPose(Parents, Local);

	std::vector<FAffine> ModelOf(const std::vector<FBoneTransform>& Pose) const
	{
		std::vector<FAffine> Out;
		for (size_t Joint = 0; Joint < Pose.size(); ++Joint)
		{
			const FAffine Own = ToAffine(Pose[Joint]);
			Out.push_back(Parents[Joint] < 0 ? Own : Compose(Out[static_cast<size_t>(Parents[Joint])], Own));
		}
		return Out;
	}
	std::vector<FBoneTransform> Bent() const
	{
		std::vector<FBoneTransform> Out = Local;
		Out[0].Rotation = Compose(RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.7f), Out[0].Rotation);
		Out[0].Translation = Out[0].Translation + FFloat3{0.3f, -0.2f, 0.1f};
		Out[2].Rotation = RotationAboutAxis(Normalize(FFloat3{1.0f, 2.0f, 0.5f}), 0.9f);
		return Out;
	}
};

/** Where a bone is whose space is turned and scaled, and whose axes are its own. */
FAffine ToBone(const FBasis& Basis, const FAffine& Joint, const FRotation& Axes)
{
	FAffine Out;
	const FFloat3 X = Basis.Direction({Joint.Rows[0].X, Joint.Rows[1].X, Joint.Rows[2].X}),
				  Y = Basis.Direction({Joint.Rows[0].Y, Joint.Rows[1].Y, Joint.Rows[2].Y}),
				  Z = Basis.Direction({Joint.Rows[0].Z, Joint.Rows[1].Z, Joint.Rows[2].Z}),
				  P = Basis.Position({Joint.Rows[0].W, Joint.Rows[1].W, Joint.Rows[2].W});
	Out.Rows[0] = {X.X, Y.X, Z.X, P.X};
	Out.Rows[1] = {X.Y, Y.Y, Z.Y, P.Y};
	Out.Rows[2] = {X.Z, Y.Z, Z.Z, P.Z};
	return Compose(Out, ToAffine(Axes));
}

TEST(Basis, InverseAndProductUndoAndJoinChangesOfAxes)
{
	const FBasis A{{2, 0, 1}, {1.0f, -1.0f, 1.0f}, 100.0f}, B{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 0.5f};
	const FFloat3 V{1.0f, 2.0f, 3.0f};
	const FFloat3 Back = A.Inverse().Position(A.Position(V));
	EXPECT_NEAR(Length(Back - V), 0.0f, 1e-5f);
	EXPECT_NEAR(Length(A.Then(B).Position(V) - B.Position(A.Position(V))), 0.0f, 1e-4f);
	EXPECT_EQ(A.Determinant(), -1.0f);
	EXPECT_EQ(B.Determinant(), -1.0f);
	EXPECT_EQ(A.Then(B).Determinant(), 1.0f);
	// A rotation that is converted turns what is converted.
	const FRotation Q = RotationAboutAxis(Normalize(FFloat3{1.0f, 0.3f, -2.0f}), 0.8f);
	const FFloat3 Turned = TransformVector(ToAffine(A.Rotation(Q)), A.Direction(V));
	EXPECT_NEAR(Length(Turned - A.Direction(TransformVector(ToAffine(Q), V))), 0.0f, 1e-5f);
}

TEST(BonePose, FollowsBonesOfAnySpaceAndAxesExactly)
{
	const FFigure Figure;
	const std::vector<FBoneTransform> Bent = Figure.Bent();
	const std::vector<FAffine> Now = Figure.ModelOf(Bent);
	const FRotation Axes = RotationAboutAxis(Normalize(FFloat3{0.2f, 1.0f, 0.4f}), 1.1f);
	size_t Found = 0;
	for (const FBasis& Space : {FBasis{}, FBasis{{1, 0, 2}, {-1.0f, 1.0f, 1.0f}, 1.0f},
			 FBasis{{1, 0, 2}, {1.0f, -1.0f, 1.0f}, 100.0f}, FBasis{{0, 2, 1}, {1.0f, -1.0f, 1.0f}, 0.01f}})
	{
		ASSERT_EQ(Space.Determinant(), 1.0f);
		std::vector<FAffine> RestBones, NowBones;
		for (size_t Joint = 0; Joint < Now.size(); ++Joint)
		{
			RestBones.push_back(ToBone(Space, Figure.Rest.Model[Joint], Axes));
			NowBones.push_back(ToBone(Space, Now[Joint], Axes));
		}
		FBonePose Pose;
		const std::vector<int32_t> Bones{0, 1, 2, 3};
		Pose.Match(Figure.Rest, Bones, RestBones);
		std::vector<FBoneTransform> Local = Figure.Local;
		Pose.Run(NowBones, Local);
		const std::vector<FAffine> Ours = Figure.ModelOf(Local);
		for (size_t Joint = 0; Joint < Ours.size(); ++Joint)
		{
			for (int Row = 0; Row < 3; ++Row)
			{
				EXPECT_NEAR(Ours[Joint].Rows[Row].X, Now[Joint].Rows[Row].X, 1e-4f);
				EXPECT_NEAR(Ours[Joint].Rows[Row].Y, Now[Joint].Rows[Row].Y, 1e-4f);
				EXPECT_NEAR(Ours[Joint].Rows[Row].Z, Now[Joint].Rows[Row].Z, 1e-4f);
				EXPECT_NEAR(Ours[Joint].Rows[Row].W, Now[Joint].Rows[Row].W, 1e-4f);
			}
		}
		Found += Pose.GetBasis() == Space || Space.Scale != 1.0f ? 1 : 0;
	}
	EXPECT_EQ(Found, 4u);
}

TEST(BonePose, JointsWithoutABoneStayWhereTheyAreOnTheirParent)
{
	const FFigure Figure;
	const std::vector<FAffine> Now = Figure.ModelOf(Figure.Bent());
	FBonePose Pose;
	const std::vector<int32_t> Bones{0, FBonePose::NoBone, 2, 99};
	Pose.Match(Figure.Rest, Bones, Figure.Rest.Model);
	std::vector<FBoneTransform> Local = Figure.Local;
	Pose.Run(Now, Local);
	EXPECT_EQ(Local[1], Figure.Local[1]);
	EXPECT_EQ(Local[3], Figure.Local[3]);
	const std::vector<FAffine> Ours = Figure.ModelOf(Local);
	EXPECT_NEAR(Ours[2].Rows[0].W, Now[2].Rows[0].W, 1e-5f);
	std::vector<FBoneTransform> First{Figure.Local[0]};
	Pose.Run(Now, First);
	EXPECT_NEAR(First[0].Translation.X, Figure.Bent()[0].Translation.X, 1e-5f);
}

TEST(BonePose, JointsOnOneLineKeepTheirSpace)
{
	const std::vector<FFloat3> Line{{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 2.0f}};
	EXPECT_EQ(FindBoneBasis(Line, Line), FBasis());
	EXPECT_EQ(FindBoneBasis({}, {}), FBasis());
}

} // namespace BonePoseTest
} // namespace Exemplar
