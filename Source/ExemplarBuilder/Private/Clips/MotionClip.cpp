// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/MotionClip.h"

#include "Clips/ClipWriter.h"
#include "Clips/Retarget.h"
#include "Clips/TurnedClip.h"
#include "Fit/RigidError.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace MotionClipDetail
{

/** The rotation of a joint whose matrix to its parent is Local, given the scale that stays. */
FRotation RotationOf(const FAffine3d& Local, const FFloat3& Scale, const FRotation& Last)
{
	const double Scales[3] = {Scale.X, Scale.Y, Scale.Z};
	FMatrix3x3 Linear;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Linear[3 * Row + Column] =
				Scales[Column] != 0.0 ? Local.M[4 * Row + Column] / Scales[Column] : Local.M[4 * Row + Column];
		}
	}
	const FMatrix3x3 R = BestRotation(Linear);
	const Eigen::Quaterniond Q(
		Eigen::Matrix3d(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R.data())));
	const FRotation Out{
		static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()), static_cast<float>(Q.w())};
	// Of the two quaternions of a rotation the one nearer to the frame before, so that curves do not jump.
	return Dot(Out, Last) < 0.0f ? FRotation{-Out.X, -Out.Y, -Out.Z, -Out.W} : Out;
}

std::string UnusedName(std::span<const FClipData> Clips)
{
	std::string Name = "examples";
	const auto IsTaken = [&](const FClipData& Clip) { return Clip.Name == Name; };
	for (size_t Number = 2; std::any_of(Clips.begin(), Clips.end(), IsTaken); ++Number)
	{
		Name = "examples-" + std::to_string(Number);
	}
	return Name;
}

} // namespace MotionClipDetail

FClipData MakeMotionClip(
	const FSkeletonData& Skeleton, const FRig& Rig, double Fixed, const std::string& Name, float FramesPerSecond)
{
	using namespace MotionClipDetail;
	FClipWriter Writer(Name, FramesPerSecond, Rig.PoseCount);
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const FBoneTransform& RestLocal = Skeleton.RestLocal[Joint];
		std::vector<FRotation> Rotations;
		std::vector<FFloat3> Translations;
		bool bFixed = true;
		FRotation Last = RestLocal.Rotation;
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			FAffine3d Local = Compose(Rig.Transform(Joint, Pose), Rest[Joint]);
			if (Parent != NoParent)
			{
				const size_t Above = static_cast<size_t>(Parent);
				Local = Compose(Inverse(Compose(Rig.Transform(Above, Pose), Rest[Above])), Local);
			}
			Last = RotationOf(Local, RestLocal.Scale, Last);
			Rotations.push_back(Last);
			const FDouble3 Place{Local.M[3], Local.M[7], Local.M[11]};
			Translations.push_back(ToFloat3(Place));
			const FFloat3& At = RestLocal.Translation;
			bFixed = bFixed && std::hypot(Place.X - At.X, Place.Y - At.Y, Place.Z - At.Z) <= Fixed;
		}
		Writer.AddJoint(Rotations, bFixed ? std::span<const FFloat3>{} : Translations);
	}
	return std::move(Writer).Finish();
}

std::vector<size_t> FindExampleClips(std::span<const uint32_t> FrameCounts, size_t PoseCount)
{
	std::vector<size_t> All;
	size_t Frames = 0;
	for (size_t Index = FrameCounts.size(); Index-- > 0;)
	{
		if (FrameCounts[Index] == PoseCount && PoseCount > 0)
		{
			return {Index};
		}
		All.insert(All.begin(), Index);
		Frames += FrameCounts[Index];
	}
	return Frames == PoseCount ? All : std::vector<size_t>{};
}

std::vector<size_t> FindExampleClips(std::span<const FClipData> Clips, size_t PoseCount)
{
	std::vector<uint32_t> FrameCounts;
	for (const FClipData& Clip : Clips)
	{
		FrameCounts.push_back(Clip.FrameCount);
	}
	return FindExampleClips(FrameCounts, PoseCount);
}

std::vector<size_t> WriteMotionClips(
	const FRig& Rig, double Fixed, std::span<const size_t> Replaced, FAnimation& Animation)
{
	using namespace MotionClipDetail;
	if (Replaced.empty())
	{
		const std::string Name = UnusedName(Animation.Clips);
		Animation.Clips.push_back(
			MakeMotionClip(Animation.Skeleton, Rig, Fixed, Name, FAnimationOptions{}.FramesPerSecond));
		return {Animation.Clips.size() - 1};
	}
	size_t First = 0;
	for (const size_t Index : Replaced)
	{
		FClipData& Clip = Animation.Clips[Index];
		FRig Part = Rig;
		Part.PoseCount = Clip.FrameCount;
		Part.Transforms.resize(Rig.BoneCount * Part.PoseCount);
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			for (size_t Pose = 0; Pose < Part.PoseCount; ++Pose)
			{
				Part.Transform(Bone, Pose) = Rig.Transform(Bone, First + Pose);
			}
		}
		First += Part.PoseCount;
		FClipData Made = MakeMotionClip(Animation.Skeleton, Part, Fixed, Clip.Name, Clip.FramesPerSecond);
		Made.bLoops = Clip.bLoops;
		Made.Curves = std::move(Clip.Curves);
		Clip = std::move(Made);
	}
	return {Replaced.begin(), Replaced.end()};
}

FClipData MakeTurnedClip(const FSkeletonData& Skeleton, const FClipData& From, std::span<const char> Led,
	std::span<const std::vector<Eigen::Quaterniond>> Turns, size_t Root, std::span<const Eigen::Vector3d> Places)
{
	FClipData Out;
	Out.Name = From.Name;
	Out.FramesPerSecond = From.FramesPerSecond;
	Out.FrameCount = From.FrameCount;
	Out.bLoops = From.bLoops;
	Out.Curves = From.Curves;
	Out.Rotations.Offsets = Out.Translations.Offsets = {0};
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const auto Above = static_cast<size_t>(Parent);
		const FAffine3d ToParent = Parent == NoParent ? FAffine3d{} : Inverse(Rest[Above]);
		Eigen::Vector4f Last = Eigen::Vector4f::Zero();
		for (size_t Frame = 0; Frame < Turns.size() && Led[Joint]; ++Frame)
		{
			const Eigen::Quaterniond Local =
				Parent == NoParent ? Turns[Frame][Joint] : Turns[Frame][Above].conjugate() * Turns[Frame][Joint];
			Eigen::Vector4f Q = Local.normalized().coeffs().cast<float>();
			Q = Q.dot(Last) < 0.0f ? Eigen::Vector4f(-Q) : Q;
			Last = Q;
			Out.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Out.Rotations.Values.push_back({Q.x(), Q.y(), Q.z(), Q.w()});
			if (Joint == Root)
			{
				const FDouble3 Place =
					TransformPoint(ToParent, {Places[Frame].x(), Places[Frame].y(), Places[Frame].z()});
				Out.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Out.Translations.Values.push_back(ToFloat3(Place));
			}
		}
		Out.Rotations.Offsets.push_back(static_cast<uint32_t>(Out.Rotations.Values.size()));
		Out.Translations.Offsets.push_back(static_cast<uint32_t>(Out.Translations.Values.size()));
	}
	return Out;
}

FAnimation TurnAnimation(FAnimation Animation, bool bZUp, double Degrees)
{
	const double Half = 0.5 * Degrees * EIGEN_PI / 180.0;
	const Eigen::Quaterniond Upright = bZUp ? Eigen::Quaterniond(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0)
											: Eigen::Quaterniond(Eigen::Quaterniond::Identity());
	const Eigen::Quaterniond Turn = Eigen::Quaterniond(std::cos(Half), 0.0, std::sin(Half), 0.0) * Upright;
	const auto TurnRotation = [&](FRotation& Q)
	{
		const Eigen::Quaterniond Own(Q.W, Q.X, Q.Y, Q.Z);
		const Eigen::Vector4f Out = (Turn * Own).normalized().coeffs().cast<float>();
		Q = {Out.x(), Out.y(), Out.z(), Out.w()};
	};
	const auto TurnPlace = [&](FFloat3& V)
	{
		const Eigen::Vector3f Out = (Turn * Eigen::Vector3d(V.X, V.Y, V.Z)).cast<float>();
		V = {Out.x(), Out.y(), Out.z()};
	};
	for (size_t Joint = 0; Joint < Animation.Skeleton.JointCount(); ++Joint)
	{
		if (Animation.Skeleton.Parents[Joint] != NoParent)
		{
			continue;
		}
		TurnRotation(Animation.Skeleton.RestLocal[Joint].Rotation);
		TurnPlace(Animation.Skeleton.RestLocal[Joint].Translation);
		for (FClipData& Clip : Animation.Clips)
		{
			const auto Each = [&](auto& Channel, const auto& Body)
			{
				for (size_t Key = Channel.Offsets.empty() ? 0 : Channel.Offsets[Joint];
					 !Channel.Offsets.empty() && Key < Channel.Offsets[Joint + 1]; ++Key)
				{
					Body(Channel.Values[Key]);
				}
			};
			Each(Clip.Rotations, TurnRotation);
			Each(Clip.Translations, TurnPlace);
		}
	}
	return Animation;
}

} // namespace Exemplar
