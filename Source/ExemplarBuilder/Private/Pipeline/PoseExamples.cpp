// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/PoseExamples.h"

#include "Geometry/EigenLibrary.h"
#include "Rig/PoseFit.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace Exemplar
{

namespace PoseExamplesDetail
{

/** Changes below this share of a meter or of one are none. */
constexpr float SameTranslation = 1e-6f;
constexpr float SameScale = 1e-5f;

FBoneTransform Decompose(const FAffine3d& Local)
{
	Eigen::Matrix3d Linear;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Linear(Row, Column) = Local.M[4 * Row + Column];
		}
	}
	Eigen::Vector3d Scale;
	for (int Column = 0; Column < 3; ++Column)
	{
		Scale[Column] = Linear.col(Column).norm();
		Linear.col(Column) /= Scale[Column];
	}
	const Eigen::Quaterniond Q = Eigen::Quaterniond(Linear).normalized();
	const auto F = [](double Value) { return static_cast<float>(Value); };
	return {{F(Q.x()), F(Q.y()), F(Q.z()), F(Q.w())}, {F(Local.M[3]), F(Local.M[7]), F(Local.M[11])},
		{F(Scale.x()), F(Scale.y()), F(Scale.z())}};
}

bool Differs(const FFloat3& A, const FFloat3& B, float Tolerance)
{
	return Length(A - B) > Tolerance;
}

/** Keys of one property: of every frame for joints that have any key but the rest's, none for the others. */
template <typename T, typename GetType>
TClipChannel<FOwned, T> MakeChannel(const std::vector<std::vector<FBoneTransform>>& Frames,
	std::span<const FBoneTransform> Rest, const GetType& Get, const std::function<bool(const T&, const T&)>& IsKey)
{
	TClipChannel<FOwned, T> Out;
	Out.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
	{
		const bool bKeys = std::any_of(Frames.begin(), Frames.end(),
			[&](const std::vector<FBoneTransform>& Frame) { return IsKey(Get(Frame[Joint]), Get(Rest[Joint])); });
		for (size_t Frame = 0; Frame < Frames.size() && bKeys; ++Frame)
		{
			Out.Frames.push_back(static_cast<uint16_t>(Frame));
			Out.Values.push_back(Get(Frames[Frame][Joint]));
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Values.size()));
	}
	return Out.Values.empty() ? TClipChannel<FOwned, T>() : Out;
}

/** Motions from rest as local transforms of the skeleton; uniform scales, so that nothing shears. */
FClipData MakeClip(const FSkeletonData& Skeleton, std::span<const FAffine3d> Transforms, size_t PoseCount)
{
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<std::vector<FBoneTransform>> Frames(PoseCount);
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
		{
			const auto ModelOf = [&](size_t Which)
			{ return Compose(Transforms[Which * PoseCount + Pose], Rest[Which]); };
			const int32_t Parent = Skeleton.Parents[Joint];
			const FAffine3d Local = Parent == NoParent
				? ModelOf(Joint)
				: Compose(Inverse(ModelOf(static_cast<size_t>(Parent))), ModelOf(Joint));
			Frames[Pose].push_back(Decompose(Local));
		}
	}
	FClipData Out;
	Out.FrameCount = static_cast<uint32_t>(PoseCount);
	Out.Rotations = MakeChannel<FRotation>(
		Frames, Skeleton.RestLocal, [](const FBoneTransform& B) { return B.Rotation; },
		[](const FRotation&, const FRotation&) { return true; });
	Out.Translations = MakeChannel<FFloat3>(
		Frames, Skeleton.RestLocal, [](const FBoneTransform& B) { return B.Translation; },
		[](const FFloat3& A, const FFloat3& B) { return Differs(A, B, SameTranslation); });
	Out.Scales = MakeChannel<FFloat3>(
		Frames, Skeleton.RestLocal, [](const FBoneTransform& B) { return B.Scale; },
		[](const FFloat3& A, const FFloat3& B) { return Differs(A, B, SameScale); });
	return Out;
}

} // namespace PoseExamplesDetail

TResult<FPosedExamples> PoseExamples(const FCharacterParts& Parts, const FExampleSet& Examples,
	const FPoseExamplesOptions& Options, const FBuildContext& Context)
{
	using namespace PoseExamplesDetail;
	const TResult<FRig> Rig = ReadRig(Parts, Examples);
	if (!Rig)
	{
		return Rig.GetError();
	}
	if (Examples.PoseCount() == 0 || Examples.PoseCount() > 65536)
	{
		return FError{EErrorCode::Degenerate,
			"The examples have " + std::to_string(Examples.PoseCount()) +
				" poses; a clip has 1 to 65536. Give poses, such as frames.pc2."};
	}
	FPoseFitOptions FitOptions;
	FitOptions.bTwist = Options.bTwist;
	FitOptions.bScale = Options.bScale;
	FitOptions.Order = Options.bZyx ? EEulerOrder::ZYX : EEulerOrder::XYZ;
	TResult<FPoseFit> Fit = FitPoses(Examples, *Rig, FitOptions, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	FPosedExamples Out;
	Out.Clip = MakeClip(Parts.Animation.Skeleton, Fit->Transforms, Examples.PoseCount());
	Out.Clip.Name = Options.ClipName;
	Out.Clip.FramesPerSecond = Options.FramesPerSecond;
	for (const FPoseParameters& Pose : Fit->Poses)
	{
		std::vector<FJointPose>& Joints = Out.Poses.emplace_back();
		for (const FJointParameters& Joint : Pose.Joints)
		{
			Joints.push_back({Joint.Position, Joint.Angles, Joint.Twist, Joint.Scale, Joint.bTwistSeen,
				Joint.Evidence == EJointEvidence::Skin, Joint.Residual});
		}
		Out.RootTranslations.push_back(Pose.RootTranslation);
	}
	Out.Warnings = std::move(Fit->Warnings);
	return Out;
}

} // namespace Exemplar
