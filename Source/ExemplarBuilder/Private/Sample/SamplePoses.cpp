// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SamplePoses.h"

#include "Geometry/EigenLibrary.h"
#include "Sample/SampleCharacter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace SamplePosesDetail
{

using FQuaternion = Eigen::Quaterniond;
using FVector = Eigen::Vector3d;
constexpr double Degrees = std::numbers::pi / 180.0;

/**
 * Poses are written in the character's axes at rest: a joint's rotation is relative to its parents at rest. Rotations
 * of a joint are applied in sequence. For the left side: X+ bends a knee, X- lifts a thigh, Z+ raises an arm, Y- bends
 * an elbow; sides are mirror images.
 */
class FPoser
{
public:
	explicit FPoser(const FSkeletonData& InSkeleton)
		: Skeleton(InSkeleton)
		, Rest(RestFrames(InSkeleton))
	{
		Turns.fill(FQuaternion::Identity());
	}

	FPoser& Turn(uint16_t Joint, double X, double Y, double Z, double Angle)
	{
		const FQuaternion Q(Eigen::AngleAxisd(Angle * Degrees, FVector(X, Y, Z).normalized()));
		Turns[Joint] = (Q * Turns[Joint]).normalized();
		return *this;
	}
	/** A left joint and its mirror image. */
	FPoser& TurnBoth(uint16_t Left, double X, double Y, double Z, double Angle)
	{
		return Turn(Left, X, Y, Z, Angle).Turn(MirrorJoint(Left), X, -Y, -Z, Angle);
	}
	FPoser& Move(double X, double Y, double Z)
	{
		Shift = FVector(X, Y, Z);
		return *this;
	}
	/** Arms hang at the sides. */
	FPoser& LowerArms() { return TurnBoth(SampleClavicleL, 0, 0, 1, -6).TurnBoth(SampleUpperArmL, 0, 0, 1, -66); }

	/** Moves the hips so that the lowest foot touches the ground. */
	FPoser& StandOnGround()
	{
		const std::vector<FAffine3d> Palette = PosePalette(Skeleton, MakeLocal());
		double Lowest = 1e9;
		for (const uint16_t Side : {0, 1})
		{
			const double Sign = Side == 0 ? 1.0 : -1.0;
			const FAffine3d& Foot = Palette[static_cast<size_t>(SampleFootL + Side)];
			const FAffine3d& Toe = Palette[static_cast<size_t>(SampleToeL + Side)];
			Lowest = (std::min)({Lowest, TransformPoint(Foot, {Sign * 0.110, 0.0, -0.080}).Y,
				TransformPoint(Foot, {Sign * 0.124, 0.0, 0.080}).Y, TransformPoint(Toe, {Sign * 0.131, 0.0, 0.160}).Y});
		}
		Shift.y() -= Lowest;
		return *this;
	}

	FSamplePose Finish(const std::string& Name) const { return {Name, MakeLocal()}; }

private:
	std::vector<FBoneTransform> MakeLocal() const
	{
		std::vector<FBoneTransform> Local = Skeleton.RestLocal;
		for (size_t Joint = 0; Joint < Local.size(); ++Joint)
		{
			Eigen::Matrix3d Frame;
			for (int Row = 0; Row < 3; ++Row)
			{
				for (int Column = 0; Column < 3; ++Column)
				{
					Frame(Row, Column) = Rest[Joint].M[static_cast<size_t>(4 * Row + Column)];
				}
			}
			const FRotation& R = Skeleton.RestLocal[Joint].Rotation;
			const FQuaternion ToFrame(Frame);
			const FQuaternion Q =
				(FQuaternion(R.W, R.X, R.Y, R.Z) * ToFrame.conjugate() * Turns[Joint] * ToFrame).normalized();
			Local[Joint].Rotation = {static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()),
				static_cast<float>(Q.w())};
		}
		Local[SampleHips].Translation +=
			FFloat3{static_cast<float>(Shift.x()), static_cast<float>(Shift.y()), static_cast<float>(Shift.z())};
		return Local;
	}

	const FSkeletonData& Skeleton;
	std::vector<FAffine3d> Rest;
	std::array<FQuaternion, SampleJointCount> Turns;
	FVector Shift{0.0, 0.0, 0.0};
};

/** A bump of height one at Phase = Peak, zero half a turn away; the higher the power the narrower. */
static double Pulse(double Phase, double Peak, double Power)
{
	return std::pow(0.5 + 0.5 * std::cos(Phase - Peak), Power);
}

static const char* const Names[] = {"Stand", "ArmsRaised", "ArmsForward", "ElbowBend60", "ElbowBend120",
	"ForearmTwist75", "ForearmTwist150", "KneeBend60", "KneeBend120", "HighKnee", "Crouch", "Lunge", "TorsoTwist",
	"ForwardBend", "Wave", "TipToe"};

static FPoser PoseNamed(const std::string& Name, const FSkeletonData& Skeleton)
{
	FPoser P(Skeleton);
	if (Name == "Stand")
	{
		P.LowerArms().TurnBoth(SampleForearmL, 0, 1, 0, -18);
	}
	else if (Name == "ArmsRaised")
	{
		P.TurnBoth(SampleClavicleL, 0, 0, 1, 22).TurnBoth(SampleUpperArmL, 0, 0, 1, 55);
		P.TurnBoth(SampleForearmL, 0, 1, 0, -10).Turn(SampleHead, 1, 0, 0, -12);
	}
	else if (Name == "ArmsForward")
	{
		P.TurnBoth(SampleClavicleL, 0, 1, 0, -14).TurnBoth(SampleUpperArmL, 0, 1, 0, -66);
		P.TurnBoth(SampleHandL, 0, 0, 1, 55);
	}
	else if (Name == "ElbowBend60" || Name == "ElbowBend120")
	{
		P.TurnBoth(SampleForearmL, 0, 1, 0, Name == "ElbowBend60" ? -60 : -120);
	}
	else if (Name == "ForearmTwist75" || Name == "ForearmTwist150")
	{
		// Exactly about the bone.
		const FDouble3 A = SampleJointPosition(SampleForearmL), B = SampleJointPosition(SampleHandL);
		P.TurnBoth(SampleForearmL, B.X - A.X, B.Y - A.Y, B.Z - A.Z, Name == "ForearmTwist75" ? -75 : -150);
	}
	else if (Name == "KneeBend60" || Name == "KneeBend120")
	{
		const double Bend = Name == "KneeBend60" ? 60 : 120;
		P.LowerArms().Turn(SampleShinL, 1, 0, 0, Bend).Turn(SampleFootL, 1, 0, 0, 0.25 * Bend);
	}
	else if (Name == "HighKnee")
	{
		P.LowerArms().Turn(SampleThighL, 1, 0, 0, -95).Turn(SampleShinL, 1, 0, 0, 100);
		P.Turn(SampleUpperArmR, 1, 0, 0, -35).Turn(SampleForearmR, 0, 1, 0, 80).Turn(SampleUpperArmL, 1, 0, 0, 30);
		P.Turn(SampleThighR, 1, 0, 0, 6).Turn(SampleFootR, 1, 0, 0, -6);
	}
	else if (Name == "Crouch")
	{
		P.TurnBoth(SampleThighL, 1, 0, 0, -98).TurnBoth(SampleThighL, 0, 1, 0, 14);
		P.TurnBoth(SampleShinL, 1, 0, 0, 118).TurnBoth(SampleFootL, 1, 0, 0, -32);
		P.Turn(SampleHips, 1, 0, 0, 12).Turn(SampleSpine, 1, 0, 0, 16).Turn(SampleChest, 1, 0, 0, 8);
		P.Turn(SampleNeck, 1, 0, 0, -14).Turn(SampleHead, 1, 0, 0, -16);
		P.TurnBoth(SampleUpperArmL, 0, 0, 1, -40).TurnBoth(SampleUpperArmL, 0, 1, 0, -55);
		P.TurnBoth(SampleForearmL, 0, 1, 0, -70);
	}
	else if (Name == "Lunge")
	{
		P.Turn(SampleThighL, 1, 0, 0, -72).Turn(SampleShinL, 1, 0, 0, 72);
		P.Turn(SampleThighR, 1, 0, 0, 36).Turn(SampleShinR, 1, 0, 0, 28).Turn(SampleFootR, 1, 0, 0, -30);
		P.Turn(SampleToeR, 1, 0, 0, -34).Turn(SampleSpine, 0, 1, 0, 14).Turn(SampleChest, 0, 1, 0, 12);
		P.Turn(SampleHead, 0, 1, 0, -18).TurnBoth(SampleUpperArmL, 0, 0, 1, -12);
	}
	else if (Name == "TorsoTwist")
	{
		P.Turn(SampleSpine, 0, 1, 0, 28).Turn(SampleChest, 0, 1, 0, 32);
		P.Turn(SampleNeck, 0, 1, 0, 22).Turn(SampleHead, 0, 1, 0, 30).TurnBoth(SampleUpperArmL, 0, 0, 1, -30);
		P.TurnBoth(SampleForearmL, 0, 1, 0, -45);
	}
	else if (Name == "ForwardBend")
	{
		P.Turn(SampleHips, 1, 0, 0, 38).TurnBoth(SampleThighL, 1, 0, 0, -42).TurnBoth(SampleFootL, 1, 0, 0, 4);
		P.Turn(SampleSpine, 1, 0, 0, 34).Turn(SampleChest, 1, 0, 0, 24).Turn(SampleNeck, 1, 0, 0, 18);
		P.Turn(SampleHead, 1, 0, 0, 14).TurnBoth(SampleUpperArmL, 0, 0, 1, -62).TurnBoth(SampleUpperArmL, 1, 0, 0, -60);
	}
	else if (Name == "Wave")
	{
		P.LowerArms().Turn(SampleUpperArmL, 0, 0, 1, 92).Turn(SampleUpperArmL, 0, 1, 0, -20);
		const FDouble3 A = SampleJointPosition(SampleUpperArmL), B = SampleJointPosition(SampleForearmL);
		P.Turn(SampleForearmL, 0, 0, 1, 80).Turn(SampleForearmL, B.X - A.X, B.Y - A.Y, B.Z - A.Z, -50);
		P.Turn(SampleHandL, 0, 1, 0, 25).Turn(SampleSpine, 0, 0, 1, -9).Turn(SampleChest, 0, 0, 1, -8);
		P.Turn(SampleNeck, 0, 0, 1, 8).Turn(SampleHead, 0, 0, 1, 10).Turn(SampleHead, 0, 1, 0, 15);
	}
	else if (Name == "TipToe")
	{
		P.TurnBoth(SampleFootL, 1, 0, 0, 48).TurnBoth(SampleToeL, 1, 0, 0, -48).TurnBoth(SampleClavicleL, 0, 0, 1, 20);
		P.TurnBoth(SampleUpperArmL, 0, 0, 1, -40).TurnBoth(SampleHandL, 0, 0, 1, 60).Turn(SampleHead, 1, 0, 0, -18);
	}
	return P;
}

} // namespace SamplePosesDetail

std::vector<std::string> SamplePoseNames()
{
	return {std::begin(SamplePosesDetail::Names), std::end(SamplePosesDetail::Names)};
}

std::vector<FSamplePose> MakeSamplePoses(const FSkeletonData& Skeleton)
{
	std::vector<FSamplePose> Poses;
	for (const std::string& Name : SamplePoseNames())
	{
		Poses.push_back(SamplePosesDetail::PoseNamed(Name, Skeleton).StandOnGround().Finish(Name));
	}
	return Poses;
}

std::vector<FSamplePose> MakeSampleWalk(const FSkeletonData& Skeleton)
{
	using namespace SamplePosesDetail;
	std::vector<FSamplePose> Frames;
	for (uint32_t Frame = 0; Frame < SampleWalkFrames; ++Frame)
	{
		const double Left = 2.0 * std::numbers::pi * Frame / SampleWalkFrames;
		FPoser P(Skeleton);
		P.LowerArms();
		for (const uint16_t Side : {0, 1})
		{
			// A thigh swings forward while its phase goes from -90 to 90 degrees; the knee folds early in that swing.
			const double Phase = Left + Side * std::numbers::pi, Sign = Side == 0 ? 1.0 : -1.0;
			const double Thigh = 4.0 + 24.0 * std::sin(Phase), Knee = 7.0 + 50.0 * Pulse(Phase, -0.55, 3.0);
			const double Push = Pulse(Phase, -1.9, 4.0);
			const auto Joint = [&](ESampleJoint LeftJoint) { return static_cast<uint16_t>(LeftJoint + Side); };
			P.Turn(Joint(SampleThighL), 1, 0, 0, -Thigh).Turn(Joint(SampleShinL), 1, 0, 0, Knee);
			P.Turn(Joint(SampleFootL), 1, 0, 0, -6.0 + 22.0 * Push).Turn(Joint(SampleToeL), 1, 0, 0, -26.0 * Push);
			P.Turn(Joint(SampleUpperArmL), 1, 0, 0, 22.0 * std::sin(Phase));
			P.Turn(Joint(SampleForearmL), 0, 1, 0, -Sign * (26.0 - 14.0 * std::sin(Phase)));
		}
		P.Turn(SampleHips, 0, 1, 0, -5.0 * std::sin(Left)).Turn(SampleSpine, 0, 1, 0, 6.0 * std::sin(Left));
		P.Turn(SampleChest, 0, 1, 0, 5.0 * std::sin(Left)).Turn(SampleNeck, 0, 1, 0, -6.0 * std::sin(Left));
		P.Turn(SampleChest, 1, 0, 0, 2.0 + 1.5 * std::cos(2.0 * Left)).Move(0.012 * std::cos(Left), 0.0, 0.0);
		Frames.push_back(P.StandOnGround().Finish("Walk" + std::string(Frame < 10 ? "0" : "") + std::to_string(Frame)));
	}
	return Frames;
}

FClipData MakeSampleClip(
	const std::string& Name, float FramesPerSecond, bool bLoops, std::span<const FSamplePose> Frames)
{
	FClipData Clip;
	Clip.Name = Name;
	Clip.FramesPerSecond = FramesPerSecond;
	Clip.FrameCount = static_cast<uint32_t>(Frames.size());
	Clip.bLoops = bLoops ? 1 : 0;
	Clip.Rotations.Offsets.push_back(0);
	Clip.Translations.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < SampleJointCount; ++Joint)
	{
		for (size_t Frame = 0; Frame < Frames.size(); ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Clip.Rotations.Values.push_back(Frames[Frame].Local[Joint].Rotation);
			if (Joint == SampleHips)
			{
				Clip.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Clip.Translations.Values.push_back(Frames[Frame].Local[Joint].Translation);
			}
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
		Clip.Translations.Offsets.push_back(static_cast<uint32_t>(Clip.Translations.Frames.size()));
	}
	return Clip;
}

} // namespace Exemplar
