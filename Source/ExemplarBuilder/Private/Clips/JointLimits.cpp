// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/JointLimits.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace JointLimitsDetail
{

constexpr double Pi = std::numbers::pi;

/** Turns from rest of one joint in its own rest frame, with a scalar part that is not negative. */
using FTurns = std::vector<Eigen::Quaterniond>;

Eigen::Matrix3d LocalRotation(const FAffine3d& Local)
{
	using FRows = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;
	Eigen::Matrix3d Out = Eigen::Map<const FRows>(Local.M.data()).leftCols<3>();
	for (Eigen::Index Column = 0; Column < 3; ++Column)
	{
		Out.col(Column).normalize();
	}
	return Out;
}

FTurns TurnsOf(const FAnimation& Animation, std::span<const FAffine3d> Locals, size_t Joint)
{
	const size_t FrameCount = Animation.FrameCount();
	const Eigen::Matrix3d ToRest = LocalRotation(ToMatrix(Animation.Skeleton.RestLocal[Joint])).transpose();
	FTurns Out;
	for (size_t Frame = 0; Frame < FrameCount; ++Frame)
	{
		Eigen::Quaterniond Turn(Eigen::Matrix3d(ToRest * LocalRotation(Locals[Joint * FrameCount + Frame])));
		Turn.coeffs() *= Turn.w() < 0.0 ? -1.0 : 1.0;
		Out.push_back(Turn.normalized());
	}
	return Out;
}

/** The smallest limit about an axis that holds the rest and all turns. */
FJointLimit LimitAbout(const Eigen::Vector3d& Axis, const FTurns& Turns)
{
	double Low = 0.0, High = 0.0, Swing = 0.0;
	for (const Eigen::Quaterniond& Turn : Turns)
	{
		// R = Swing * Twist: the twist is the part of the quaternion along the axis, the swing what is left.
		const double Along = Turn.vec().dot(Axis), Scalar = Turn.w();
		const double Length = std::hypot(Along, Scalar);
		const double Twist = Length > 1e-12 ? 2.0 * std::atan2(Along, Scalar) : 0.0;
		Low = (std::min)(Low, Twist);
		High = (std::max)(High, Twist);
		Swing = (std::max)(Swing, 2.0 * std::acos((std::min)(1.0, Length)));
	}
	const Eigen::Vector3f Unit = Axis.cast<float>().normalized();
	return {
		{Unit.x(), Unit.y(), Unit.z()}, static_cast<float>(Swing), static_cast<float>(Low), static_cast<float>(High)};
}

FJointLimit Widen(FJointLimit Limit, double Margin)
{
	Limit.MaxSwing = static_cast<float>((std::min)(Pi, Limit.MaxSwing + Margin));
	Limit.MinTwist = static_cast<float>((std::max)(-Pi, Limit.MinTwist - Margin));
	Limit.MaxTwist = static_cast<float>((std::min)(Pi, Limit.MaxTwist + Margin));
	return Limit;
}

/** How much a limit leaves open: the largest turn from its middle (see BoundJoint). */
double OpennessOf(const FJointLimit& Limit)
{
	const double Half = 0.5 * (static_cast<double>(Limit.MaxTwist) - Limit.MinTwist);
	return 2.0 * std::acos(std::clamp(std::cos(0.5 * Half) * std::cos(0.5 * Limit.MaxSwing), -1.0, 1.0));
}

/** The axis that leaves least open, from a few first guesses on. */
FJointLimit FitLimit(const FTurns& Turns, double Margin)
{
	Eigen::Matrix3d Moments = 1e-12 * Eigen::Matrix3d::Identity();
	for (const Eigen::Quaterniond& Turn : Turns)
	{
		Moments += Turn.vec() * Turn.vec().transpose();
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Solver(Moments);
	FJointLimit Best;
	double Least = 4.0;
	const auto Try = [&](const Eigen::Vector3d& Axis)
	{
		const FJointLimit Limit = Widen(LimitAbout(Axis, Turns), Margin);
		const double Open = OpennessOf(Limit);
		const bool bBetter = Open < Least - 1e-9;
		Least = bBetter ? Open : Least;
		Best = bBetter ? Limit : Best;
		return bBetter;
	};
	for (Eigen::Index Index = 2; Index >= 0; --Index)
	{
		Try(Solver.eigenvectors().col(Index));
		Try(Eigen::Vector3d::Unit(Index));
	}
	for (double Step = 0.4; Step > 0.005;)
	{
		const Eigen::Vector3d Axis(Best.TwistAxis.X, Best.TwistAxis.Y, Best.TwistAxis.Z);
		const Eigen::Vector3d U = Axis.unitOrthogonal(), V = Axis.cross(U);
		const bool bBetter = Try((Axis + Step * U).normalized()) || Try((Axis - Step * U).normalized()) ||
			Try((Axis + Step * V).normalized()) || Try((Axis - Step * V).normalized());
		Step *= bBetter ? 1.0 : 0.5;
	}
	return Best;
}

} // namespace JointLimitsDetail

TResult<std::vector<FJointLimit>> FitJointLimits(const FAnimation& Animation, double Margin)
{
	using namespace JointLimitsDetail;
	if (!(Margin >= 0.0 && Margin <= Pi))
	{
		return FError{EErrorCode::InvalidArgument,
			"The margin of joint limits is " + std::to_string(Margin * 180.0 / Pi) +
				" degrees. Give a number from 0 to 180."};
	}
	const TResult<std::vector<FAffine3d>> Locals = PlayLocals(Animation);
	if (!Locals)
	{
		return Locals.GetError();
	}
	std::vector<FJointLimit> Out;
	for (size_t Joint = 0; Joint < Animation.Skeleton.JointCount() && Animation.FrameCount() > 0; ++Joint)
	{
		Out.push_back(Animation.Skeleton.Parents[Joint] == NoParent
				? FJointLimit{}
				: FitLimit(TurnsOf(Animation, *Locals, Joint), Margin));
	}
	return Out;
}

TResult<std::vector<FJointLimit>> WidenJointLimits(const FAnimation& Animation)
{
	using namespace JointLimitsDetail;
	std::vector<FJointLimit> Out = Animation.Skeleton.Limits;
	const TResult<std::vector<FAffine3d>> Locals = PlayLocals(Animation);
	if (!Locals)
	{
		return Locals.GetError();
	}
	for (size_t Joint = 0; Joint < Out.size(); ++Joint)
	{
		FJointLimit& Limit = Out[Joint];
		const Eigen::Vector3d Axis(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z);
		const FJointLimit Shown = LimitAbout(Axis.normalized(), TurnsOf(Animation, *Locals, Joint));
		Limit.MaxSwing = (std::max)(Limit.MaxSwing, Shown.MaxSwing);
		Limit.MinTwist = (std::min)(Limit.MinTwist, Shown.MinTwist);
		Limit.MaxTwist = (std::max)(Limit.MaxTwist, Shown.MaxTwist);
	}
	return Out;
}

FStatus CheckPoseLimits(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	constexpr double Degree = std::numbers::pi / 180.0;
	for (size_t Joint = 0; Joint < Skeleton.Limits.size() && Joint < Local.size(); ++Joint)
	{
		const FJointLimit& Limit = Skeleton.Limits[Joint];
		const FRotation Turn = Normalize(Compose(Inverse(Skeleton.RestLocal[Joint].Rotation), Local[Joint].Rotation));
		const double Sign = Turn.W < 0.0f ? -1.0 : 1.0;
		const double Along = Sign * double{Dot(FFloat3{Turn.X, Turn.Y, Turn.Z}, Limit.TwistAxis)},
					 Scalar = Sign * Turn.W;
		const double Length = std::hypot(Along, Scalar);
		const double Twist = Length > 1e-12 ? 2.0 * std::atan2(Along, Scalar) : 0.0;
		const double Swing = 2.0 * std::acos((std::min)(1.0, Length));
		const double Beyond = (std::max)({Swing - Limit.MaxSwing, Limit.MinTwist - Twist, Twist - Limit.MaxTwist});
		if (Beyond > Degree)
		{
			const bool bSwing = Beyond == Swing - Limit.MaxSwing;
			return FError{EErrorCode::Mismatch,
				"The pose is outside the joint limits: '" + Skeleton.Names[Joint] + "' " +
					(bSwing ? "swings" : "twists") + " " + std::to_string(std::lround(Beyond / Degree)) +
					" degrees too far. Choose another pose, or allow it (--ignore-limits)."};
		}
	}
	return FOk{};
}

} // namespace Exemplar
