// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/ClipMetric.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Character/CharacterViews.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/ClipSampling.h"

namespace Exemplar
{

namespace ClipMetricDetail
{

/** In double from the start: float matrices would blur which translations are constant. */
FAffine3d ToMatrix(const FBoneTransform& T)
{
	const Eigen::Quaterniond Q =
		Eigen::Quaterniond(T.Rotation.W, T.Rotation.X, T.Rotation.Y, T.Rotation.Z).normalized();
	const Eigen::Vector3d Scale(T.Scale.X, T.Scale.Y, T.Scale.Z);
	return ToAffine3d(Q.toRotationMatrix() * Scale.asDiagonal(), {T.Translation.X, T.Translation.Y, T.Translation.Z});
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

/** Local matrices of every frame of all clips, joint by joint. */
TResult<std::vector<std::vector<FAffine3d>>> SampleJoints(
	const FSkeletonData& Skeleton, std::span<const FClipData> Clips)
{
	const size_t JointCount = Skeleton.JointCount();
	std::vector<std::vector<FAffine3d>> Out(JointCount);
	std::vector<FBoneTransform> Local(JointCount);
	for (const FClipData& Clip : Clips)
	{
		const FClipView View = ViewOf(Clip);
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			const float Seconds = static_cast<float>(Frame) / Clip.FramesPerSecond;
			if (!FSampleClipJob{&View, Seconds, Skeleton.RestLocal, Local}.Run())
			{
				return FError{EErrorCode::Mismatch,
					"Clip " + Clip.Name + " does not fit the skeleton; give keys for the joints that it has."};
			}
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Out[Joint].push_back(ToMatrix(Local[Joint]));
			}
		}
	}
	return Out;
}

bool HasOneRoot(const FSkeletonData& Skeleton)
{
	for (size_t Joint = 1; Joint < Skeleton.JointCount(); ++Joint)
	{
		if (Skeleton.Parents[Joint] == NoParent)
		{
			return false;
		}
	}
	return true;
}

} // namespace ClipMetricDetail

TResult<FPoseMetric> BuildClipMetric(
	const FSkeletonData& Skeleton, std::span<const FClipData> Clips, const FClipMetricOptions& Options)
{
	using namespace ClipMetricDetail;
	for (const double Share : {Options.Correlation, Options.PriorShare})
	{
		if (!(Share >= 0.0 && Share <= 1.0))
		{
			return FError{EErrorCode::InvalidArgument,
				"The metric's shares of correlated frames and of the prior are " + std::to_string(Options.Correlation) +
					" and " + std::to_string(Options.PriorShare) + "; give numbers from 0 to 1."};
		}
	}
	TResult<std::vector<std::vector<FAffine3d>>> Samples = SampleJoints(Skeleton, Clips);
	if (!Samples)
	{
		return Samples.GetError();
	}
	const size_t JointCount = Skeleton.JointCount();
	std::vector<FAffine3d> Rest;
	for (const FBoneTransform& Local : Skeleton.RestLocal)
	{
		Rest.push_back(ToMatrix(Local));
	}
	const size_t FrameCount = JointCount > 0 ? (*Samples)[0].size() : 0;
	if (JointCount > 0 && HasOneRoot(Skeleton))
	{
		(*Samples)[0].assign(FrameCount, Rest[0]);
	}
	std::vector<FJointStatistics> Prior, Sampled;
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		const FDouble3 Turn{Options.PriorTurn, Options.PriorTurn, Options.PriorTurn};
		Prior.push_back(Skeleton.Parents[Joint] == NoParent
				? FrozenJoint(Rest[Joint])
				: EulerJoint(Rest[Joint], {-Turn.X, -Turn.Y, -Turn.Z}, Turn));
		Sampled.push_back(SampledJoint((*Samples)[Joint]));
	}
	TResult<FPoseMetric> Out = BuildPoseMetric(Skeleton.Parents, FrameCount > 0 ? Sampled : Prior);
	if (!Out)
	{
		return Out;
	}
	if (Options.Correlation > 0.0 && FrameCount > 0)
	{
		std::vector<FAffine3d> Frames(JointCount * FrameCount), Local(JointCount);
		for (size_t Frame = 0; Frame < FrameCount; ++Frame)
		{
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Local[Joint] = (*Samples)[Joint][Frame];
			}
			const std::vector<FAffine3d> Model = ToModel(Skeleton.Parents, Local);
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Frames[Joint * FrameCount + Frame] = Model[Joint];
			}
		}
		*Out = BlendMetrics(*Out, BuildSampledMetric(Frames, JointCount, FrameCount), Options.Correlation);
	}
	if (Options.PriorShare > 0.0 && FrameCount > 0)
	{
		const TResult<FPoseMetric> OfPrior = BuildPoseMetric(Skeleton.Parents, Prior);
		*Out = OfPrior ? BlendMetrics(*Out, *OfPrior, Options.PriorShare) : *Out;
	}
	std::vector<FAffine3d> ToBones;
	for (const FAffine3d& Model : ToModel(Skeleton.Parents, Rest))
	{
		const Eigen::Matrix4d Inverse = ToMatrix4(Model).inverse();
		ToBones.push_back(ToAffine3d(Inverse.topLeftCorner<3, 3>(), Inverse.topRightCorner<3, 1>()));
	}
	return ChangeBasis(*Out, ToBones);
}

} // namespace Exemplar
