// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Animation.h"

#include "Character/CharacterViews.h"
#include "Clips/ClipWriter.h"
#include "Clips/JointLimits.h"
#include "Fit/RigidError.h"
#include "Geometry/EigenMap.h"
#include "Model/Posing.h"
#include "Model/WeightRows.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace AnimationDetail
{

/** A bone's translation counts as fixed below this part of the rest diagonal: float precision of what is written. */
constexpr double FixedTranslation = 1e-6;

/** The rigid motion nearest to a bone's: the same about its joint where it is rigid already. */
FAffine3d RigidAbout(const FAffine3d& Motion, const FDouble3& Joint)
{
	const std::array<double, 12>& M = Motion.M;
	const FMatrix3x3 R = BestRotation({M[0], M[1], M[2], M[4], M[5], M[6], M[8], M[9], M[10]});
	const FAffine3d Linear{{R[0], R[1], R[2], 0.0, R[3], R[4], R[5], 0.0, R[6], R[7], R[8], 0.0}};
	return WithFixedPoint(Linear, Joint, TransformPoint(Motion, Joint));
}

FRotation ToFloatRotation(const FAffine3d& Motion, const FRotation& Last)
{
	const Eigen::Matrix<double, 3, 4, Eigen::RowMajor> M =
		Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Motion.M.data());
	const Eigen::Quaterniond Q = Eigen::Quaterniond(Eigen::Matrix3d(M.leftCols<3>())).normalized();
	const FRotation Out{
		static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()), static_cast<float>(Q.w())};
	// Of the two quaternions of a rotation the one nearer to the frame before, so that curves do not jump.
	return Dot(Out, Last) < 0.0f ? FRotation{-Out.X, -Out.Y, -Out.Z, -Out.W} : Out;
}

FFloat3 Between(const FDouble3& From, const FDouble3& To, const FAffine3d& Turn)
{
	return ToFloat3(TransformVector(Turn, {To.X - From.X, To.Y - From.Y, To.Z - From.Z}));
}

/** The rotation of a bone's frame at rest. */
FAffine3d FrameOf(const FRig& Rig, int32_t Bone)
{
	return Bone == NoParent || Rig.Frames.empty() ? FAffine3d{} : Rig.Frames[static_cast<size_t>(Bone)];
}

FClipData MakeClip(const FRig& Rig, const FAnimationOptions& Options, double Fixed)
{
	FClipWriter Writer(Options.ClipName, Options.FramesPerSecond, Rig.PoseCount);
	for (size_t Index = 0; Index < Rig.BoneCount; ++Index)
	{
		const int32_t Parent = Rig.Parents[Index];
		const FDouble3& Joint = Rig.Joints[Index];
		const FDouble3 Origin = Parent == NoParent ? FDouble3{} : Rig.Joints[static_cast<size_t>(Parent)];
		const FAffine3d ToParent = InverseRigid(FrameOf(Rig, Parent)),
						Frame = FrameOf(Rig, static_cast<int32_t>(Index));
		std::vector<FRotation> Rotations;
		std::vector<FFloat3> Translations;
		bool bFixed = true;
		FRotation Last;
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const FAffine3d Own = RigidAbout(Rig.Transform(Index, Pose), Joint);
			const FAffine3d Relative = Parent == NoParent
				? Own
				: Compose(InverseRigid(RigidAbout(Rig.Transform(static_cast<size_t>(Parent), Pose), Origin)), Own);
			Last = ToFloatRotation(Compose(ToParent, Compose(Relative, Frame)), Last);
			Rotations.push_back(Last);
			const FDouble3 Image = TransformPoint(Relative, Joint);
			Translations.push_back(Between(Origin, Image, ToParent));
			bFixed = bFixed && std::hypot(Image.X - Joint.X, Image.Y - Joint.Y, Image.Z - Joint.Z) <= Fixed;
		}
		Writer.AddJoint(Rotations, bFixed ? std::span<const FFloat3>{} : Translations);
	}
	return std::move(Writer).Finish();
}

} // namespace AnimationDetail

size_t FAnimation::FrameCount() const
{
	size_t Count = 0;
	for (const FClipData& Clip : Clips)
	{
		Count += Clip.FrameCount;
	}
	return Count;
}

TResult<FAnimation> MakeAnimation(const FRig& Rig, double Diagonal, const FAnimationOptions& Options)
{
	using namespace AnimationDetail;
	if (Rig.BoneCount == 0 || Rig.Parents.size() != Rig.BoneCount || Rig.Joints.size() != Rig.BoneCount ||
		(!Rig.Names.empty() && Rig.Names.size() != Rig.BoneCount) ||
		(!Rig.Frames.empty() && Rig.Frames.size() != Rig.BoneCount) || Rig.Root == NoParent ||
		Rig.Transforms.size() != Rig.BoneCount * Rig.PoseCount)
	{
		return FError{EErrorCode::Mismatch, "The rig is not finished: it needs motions, a tree and joints."};
	}
	if (!Options.BoneNames.empty() && Options.BoneNames.size() != Rig.BoneCount)
	{
		return FError{EErrorCode::InvalidArgument,
			std::to_string(Options.BoneNames.size()) + " names are given for " + std::to_string(Rig.BoneCount) +
				" bones. Give one name per bone, or none."};
	}
	FAnimation Out;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const int32_t Parent = Rig.Parents[Bone];
		if (Parent >= static_cast<int32_t>(Bone))
		{
			return FError{EErrorCode::Mismatch,
				"Bone " + std::to_string(Bone) + " comes before its parent " + std::to_string(Parent) +
					". Sort the bones of the rig first (SortBones)."};
		}
		const std::string Number = std::to_string(Rig.NumberOf(Bone));
		Out.Skeleton.Names.push_back(!Options.BoneNames.empty() ? Options.BoneNames[Bone]
				: !Rig.Names.empty()                            ? Rig.Names[Bone]
									 : "bone_" + std::string(Number.size() < 2 ? 1 : 0, '0') + Number);
		Out.Skeleton.Parents.push_back(Parent);
		FBoneTransform Rest;
		const FAffine3d ToParent = InverseRigid(FrameOf(Rig, Parent));
		Rest.Translation = Between(
			Parent == NoParent ? FDouble3{} : Rig.Joints[static_cast<size_t>(Parent)], Rig.Joints[Bone], ToParent);
		Rest.Rotation = ToFloatRotation(Compose(ToParent, FrameOf(Rig, static_cast<int32_t>(Bone))), {});
		Out.Skeleton.RestLocal.push_back(Rest);
	}
	if (Rig.PoseCount > 0)
	{
		Out.Clips.push_back(MakeClip(Rig, Options, FixedTranslation * Diagonal));
	}
	if (Options.bLimits)
	{
		TResult<std::vector<FJointLimit>> Limits = FitJointLimits(Out, Options.LimitMargin * std::numbers::pi / 180.0);
		if (!Limits)
		{
			return Limits.GetError();
		}
		Out.Skeleton.Limits = std::move(*Limits);
	}
	return Out;
}

TResult<FRig> RoundRig(const FRig& Rig, const FAnimation& Animation)
{
	FRig Out = Rig;
	TResult<std::vector<FAffine3d>> Motions = PlayMotions(Animation);
	if (!Motions)
	{
		return Motions.GetError();
	}
	Out.Transforms = std::move(*Motions);
	Out.PoseCount = Animation.FrameCount();
	Out.Weights = RoundWeights(Rig.Weights);
	for (FDouble3& P : Out.RestPositions)
	{
		const FFloat3 Stored = ToFloat3(P);
		P = {Stored.X, Stored.Y, Stored.Z};
	}
	return Out;
}

FAffine3d ToMatrix(const FBoneTransform& Local)
{
	const FRotation& R = Local.Rotation;
	const Eigen::Matrix3d Turn = Eigen::Quaterniond(R.W, R.X, R.Y, R.Z).normalized().toRotationMatrix();
	const double Scale[3] = {Local.Scale.X, Local.Scale.Y, Local.Scale.Z};
	const double Place[3] = {Local.Translation.X, Local.Translation.Y, Local.Translation.Z};
	FAffine3d Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Out.M[4 * Row + Column] =
				Turn(static_cast<Eigen::Index>(Row), static_cast<Eigen::Index>(Column)) * Scale[Column];
		}
		Out.M[4 * Row + 3] = Place[Row];
	}
	return Out;
}

std::vector<FAffine3d> ToModel(std::span<const int32_t> Parents, std::span<const FAffine3d> Local)
{
	std::vector<FAffine3d> Out;
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		Out.push_back(
			Parents[Joint] < 0 ? Local[Joint] : Compose(Out[static_cast<size_t>(Parents[Joint])], Local[Joint]));
	}
	return Out;
}

std::vector<FAffine3d> RestModel(const FSkeletonData& Skeleton)
{
	std::vector<FAffine3d> Local;
	for (const FBoneTransform& Rest : Skeleton.RestLocal)
	{
		Local.push_back(ToMatrix(Rest));
	}
	return ToModel(Skeleton.Parents, Local);
}

TResult<std::vector<FAffine3d>> PlayLocals(const FAnimation& Animation)
{
	const size_t JointCount = Animation.Skeleton.JointCount(), FrameCount = Animation.FrameCount();
	std::vector<FAffine3d> Out(JointCount * FrameCount);
	std::vector<FBoneTransform> Local(JointCount);
	size_t At = 0;
	for (const FClipData& Clip : Animation.Clips)
	{
		const FClipView View = ViewOf(Clip);
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame, ++At)
		{
			const float Seconds = static_cast<float>(Frame) / Clip.FramesPerSecond;
			if (!FSampleClipJob{&View, Seconds, Animation.Skeleton.RestLocal, Local}.Run())
			{
				return FError{EErrorCode::Mismatch,
					"Clip '" + Clip.Name + "' does not fit the skeleton. Give keys for the joints that it has."};
			}
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Out[Joint * FrameCount + At] = ToMatrix(Local[Joint]);
			}
		}
	}
	return Out;
}

TResult<std::vector<FAffine3d>> PlayMotions(const FAnimation& Animation)
{
	TResult<std::vector<FAffine3d>> Played = PlayLocals(Animation);
	if (!Played)
	{
		return Played;
	}
	const size_t JointCount = Animation.Skeleton.JointCount(), FrameCount = Animation.FrameCount();
	std::vector<FAffine3d> ToBone, Local(JointCount);
	for (const FAffine3d& Model : RestModel(Animation.Skeleton))
	{
		ToBone.push_back(Inverse(Model));
	}
	for (size_t Frame = 0; Frame < FrameCount; ++Frame)
	{
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			Local[Joint] = (*Played)[Joint * FrameCount + Frame];
		}
		const std::vector<FAffine3d> Model = ToModel(Animation.Skeleton.Parents, Local);
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			(*Played)[Joint * FrameCount + Frame] = Compose(Model[Joint], ToBone[Joint]);
		}
	}
	return Played;
}

} // namespace Exemplar
