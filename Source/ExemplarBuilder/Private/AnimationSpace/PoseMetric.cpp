// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/PoseMetric.h"

#include "AnimationSpace/MetricBlocks.h"

#include <cmath>

namespace Exemplar
{

namespace PoseMetricDetail
{

/** E[L^T A L] of the linear part, from its second moments. */
Eigen::Matrix3d Sandwich(const FJointStatistics& Joint, const Eigen::Matrix3d& A)
{
	Eigen::Matrix3d Out = Eigen::Matrix3d::Zero();
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			for (int R = 0; R < 3; ++R)
			{
				for (int S = 0; S < 3; ++S)
				{
					Out(R, S) += A(Row, Column) * Joint.LinearMoments[27 * Row + 9 * R + 3 * Column + S];
				}
			}
		}
	}
	return 0.5 * (Out + Out.transpose()); // exactly symmetric
}

/** E[G_j^T G_j] from the parent's (eqs. 3.10-3.15). */
Eigen::Matrix4d DiagonalBlock(const FJointStatistics& Joint, const Eigen::Matrix4d& Parent)
{
	const Eigen::Matrix3d A = Parent.topLeftCorner<3, 3>();
	const Eigen::Vector3d B = Parent.topRightCorner<3, 1>();
	const double D = Parent(3, 3) - 1.0;
	const Eigen::Matrix3d Linear = AsRows(Joint.Mean).leftCols<3>();
	const Eigen::Vector3d Shift = AsRows(Joint.Mean).col(3);
	Eigen::Matrix3d Moments = A;
	double ShiftMoment = Shift.dot(A * Shift);
	switch (Joint.Model)
	{
	case EJointModel::IndependentComponents:
		Moments = Sandwich(Joint, A);
		// Rounding must not let the second moment fall below the square of the mean: P would lose its sign.
		ShiftMoment = std::fmax(
			ShiftMoment, A.cwiseProduct(Eigen::Map<const Eigen::Matrix3d>(Joint.TranslationMoments.data())).sum());
		break;
	case EJointModel::FixedTranslation:
		Moments = Sandwich(Joint, A);
		break;
	case EJointModel::UniformRotation:
		Moments = A.trace() / 3.0 * Eigen::Matrix3d::Identity();
		break;
	case EJointModel::Frozen:
		Moments = Linear.transpose() * A * Linear;
		break;
	}
	const Eigen::Vector3d Mixed = Linear.transpose() * (B + A * Shift);
	Eigen::Matrix4d Out;
	Out.topLeftCorner<3, 3>() = Moments;
	Out.topRightCorner<3, 1>() = Mixed;
	Out.bottomLeftCorner<1, 3>() = Mixed.transpose();
	Out(3, 3) = D + 2.0 * B.dot(Shift) + ShiftMoment + 1.0;
	return Out;
}

FPoseMetric MakeMetric(size_t BoneCount)
{
	return {BoneCount, std::vector<double>(16 * BoneCount * BoneCount, 0.0)};
}

} // namespace PoseMetricDetail

TResult<FPoseMetric> BuildPoseMetric(std::span<const int32_t> Parents, std::span<const FJointStatistics> Joints)
{
	using namespace PoseMetricDetail;
	const size_t BoneCount = Parents.size();
	if (Joints.size() != BoneCount)
	{
		return FError{EErrorCode::Mismatch,
			"The skeleton has " + std::to_string(BoneCount) + " joints, but statistics were given for " +
				std::to_string(Joints.size()) + "; give one for each."};
	}
	FPoseMetric Out = MakeMetric(BoneCount);
	std::vector<Eigen::Matrix4d> Means(BoneCount); // E[G_k], which is also the block of the model's frame with bone k
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		const int32_t Parent = Parents[Bone];
		if (Parent >= static_cast<int32_t>(Bone) || Parent < -1)
		{
			return FError{EErrorCode::InvalidArgument,
				"Joint " + std::to_string(Bone) + " precedes its parent. Sort the skeleton parents first."};
		}
		const Eigen::Matrix4d Local = ToMatrix4(Joints[Bone].Mean);
		const bool bRoot = Parent < 0;
		Means[Bone] = bRoot ? Local : Eigen::Matrix4d(Means[Parent] * Local);
		const Eigen::Matrix4d ParentBlock =
			bRoot ? Eigen::Matrix4d(Eigen::Matrix4d::Identity()) : Eigen::Matrix4d(MetricBlock(Out, Parent, Parent));
		SetMetricBlock(Out, Bone, Bone, DiagonalBlock(Joints[Bone], ParentBlock));
		for (size_t Other = 0; Other < Bone; ++Other)
		{
			const Eigen::Matrix4d Above =
				bRoot ? Eigen::Matrix4d(Means[Other].transpose()) : Eigen::Matrix4d(MetricBlock(Out, Other, Parent));
			SetMetricBlock(Out, Other, Bone, Above * Local);
		}
	}
	return Out;
}

FPoseMetric BuildSampledMetric(
	std::span<const FAffine3d> Transforms, size_t BoneCount, size_t PoseCount, std::span<const double> PoseWeights)
{
	using namespace PoseMetricDetail;
	double Total = 0.0;
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		Total += PoseWeights.empty() ? 1.0 : PoseWeights[Pose];
	}
	FPoseMetric Out = MakeMetric(BoneCount);
	for (size_t J = 0; J < BoneCount && Total > 0.0; ++J)
	{
		for (size_t K = J; K < BoneCount; ++K)
		{
			Eigen::Matrix4d Sum = Eigen::Matrix4d::Zero();
			for (size_t Pose = 0; Pose < PoseCount; ++Pose)
			{
				const double Share = (PoseWeights.empty() ? 1.0 : PoseWeights[Pose]) / Total;
				Sum.noalias() += Share * AsRows(Transforms[J * PoseCount + Pose]).transpose() *
					AsRows(Transforms[K * PoseCount + Pose]);
			}
			Sum(3, 3) += 1.0; // the homogeneous row
			SetMetricBlock(Out, J, K, Sum);
		}
	}
	return Out;
}

FPoseMetric BlendMetrics(const FPoseMetric& A, const FPoseMetric& B, double Share)
{
	FPoseMetric Out = A;
	for (size_t Index = 0; Index < Out.Blocks.size(); ++Index)
	{
		Out.Blocks[Index] = (1.0 - Share) * A.Blocks[Index] + Share * B.Blocks[Index];
	}
	return Out;
}

FPoseMetric ChangeBasis(const FPoseMetric& Metric, std::span<const FAffine3d> Frames)
{
	using namespace PoseMetricDetail;
	FPoseMetric Out = MakeMetric(Metric.BoneCount);
	for (size_t J = 0; J < Metric.BoneCount; ++J)
	{
		for (size_t K = J; K < Metric.BoneCount; ++K)
		{
			SetMetricBlock(
				Out, J, K, ToMatrix4(Frames[J]).transpose() * MetricBlock(Metric, J, K) * ToMatrix4(Frames[K]));
		}
	}
	return Out;
}

FPoseMetric ScaleMetric(const FPoseMetric& Metric, double Scale)
{
	using namespace PoseMetricDetail;
	FPoseMetric Out = MakeMetric(Metric.BoneCount);
	for (size_t J = 0; J < Metric.BoneCount; ++J)
	{
		for (size_t K = J; K < Metric.BoneCount; ++K)
		{
			Eigen::Matrix4d Block = MetricBlock(Metric, J, K);
			Block.topRightCorner<3, 1>() *= Scale;
			Block.bottomLeftCorner<1, 3>() *= Scale;
			Block(3, 3) = Scale * Scale * (Block(3, 3) - 1.0) + 1.0;
			SetMetricBlock(Out, J, K, Block);
		}
	}
	return Out;
}

FPoseMetric MoveMetric(const FPoseMetric& Metric, size_t Root, const FAffine3d& Rigid)
{
	const Eigen::Matrix4d Motion = ToMatrix4(Rigid);
	const Eigen::Vector3d Shift = Motion.topRightCorner<3, 1>();
	const Eigen::Vector3d Turned = Motion.topLeftCorner<3, 3>().transpose() * Shift;
	FPoseMetric Out = Metric;
	for (size_t J = 0; J < Metric.BoneCount; ++J)
	{
		for (size_t K = J; K < Metric.BoneCount; ++K)
		{
			if (J == Root || K == Root)
			{
				continue;
			}
			const Eigen::Matrix4d MeanJ = MetricBlock(Metric, Root, J), MeanK = MetricBlock(Metric, Root, K);
			Eigen::Matrix4d Block = MetricBlock(Metric, J, K);
			Block.topRightCorner<3, 1>() += MeanJ.topLeftCorner<3, 3>().transpose() * Turned;
			Block.bottomLeftCorner<1, 3>() += Turned.transpose() * MeanK.topLeftCorner<3, 3>();
			Block(3, 3) +=
				Turned.dot(MeanJ.topRightCorner<3, 1>() + MeanK.topRightCorner<3, 1>()) + Shift.squaredNorm();
			SetMetricBlock(Out, J, K, Block);
		}
		if (J != Root)
		{
			SetMetricBlock(Out, Root, J, Motion * MetricBlock(Metric, Root, J));
		}
	}
	return Out;
}

double InnerProduct(const FPoseMetric& Metric, const FAnimationVector& S, const FAnimationVector& T)
{
	double Sum = 0.0;
	for (size_t J = 0; J < S.Bones.size(); ++J)
	{
		for (size_t K = 0; K < T.Bones.size(); ++K)
		{
			Sum += AsVector(S.Blocks[J]).dot(MetricBlock(Metric, S.Bones[J], T.Bones[K]) * AsVector(T.Blocks[K]));
		}
	}
	return Sum;
}

double MeanLength(const FPoseMetric& Metric, const FAnimationVector& S)
{
	return std::sqrt(std::fmax(0.0, InnerProduct(Metric, S, S)));
}

} // namespace Exemplar
