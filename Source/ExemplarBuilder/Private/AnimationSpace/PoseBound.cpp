// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/PoseBound.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace Exemplar
{

namespace PoseBoundDetail
{

/** What flows toward the root: the weight, the known part and the radius of the unknown part of a partial sum. */
struct FPartialSum
{
	double Weight = 0.0;
	Eigen::Vector3d Known = Eigen::Vector3d::Zero();
	double Radius = 0.0;
};

using FRows3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

Eigen::Map<const FRows3> AsMatrix3(const std::array<double, 9>& Rows)
{
	return Eigen::Map<const FRows3>(Rows.data());
}

/** How a joint's limits are used. */
enum class EBoundWay
{
	Free,
	Ball,
	TwistThenSwing,
	Smaller // of the two at each joint
};

/** What a joint's linear part makes of a vector: within Radius of Known. */
struct FReach
{
	Eigen::Vector3d Known = Eigen::Vector3d::Zero();
	double Radius = 0.0;
};

FReach ReachOf(const FJointBound& Joint, const Eigen::Vector3d& V, EBoundWay Way)
{
	const double Length = AsVector(Joint.Scale).cwiseProduct(V).norm();
	if (Way == EBoundWay::Free)
	{
		return {Eigen::Vector3d::Zero(), Length};
	}
	const FReach Ball{AsMatrix3(Joint.Middle) * V, Joint.Deviation * Length};
	if (Way == EBoundWay::Ball)
	{
		return Ball;
	}
	const Eigen::Vector3d Twisted = AsMatrix3(Joint.Twist) * V;
	const FReach Steps{
		AsMatrix3(Joint.Swing) * Twisted, (AsMatrix3(Joint.Across) * V).norm() + Joint.SwingDeviation * Twisted.norm()};
	return Way == EBoundWay::TwistThenSwing || Steps.Radius < Ball.Radius ? Steps : Ball;
}

double BoundOnce(
	std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S, EBoundWay Way)
{
	std::map<int32_t, FPartialSum, std::greater<>> Open; // by falling index: children before parents
	for (size_t Index = 0; Index < S.Bones.size(); ++Index)
	{
		const FDouble4& Block = S.Blocks[Index];
		Open[S.Bones[Index]] = {Block.W, {Block.X, Block.Y, Block.Z}, 0.0};
	}
	FPartialSum Model; // in the model's frame, above all roots
	while (!Open.empty())
	{
		const auto [Bone, Sum] = *Open.begin();
		Open.erase(Open.begin());
		const FJointBound& Joint = Joints[static_cast<size_t>(Bone)];
		const int32_t Above = Parents[static_cast<size_t>(Bone)];
		FPartialSum& Parent = Above < 0 ? Model : Open[Above];
		const FReach Reach = ReachOf(Joint, Sum.Known, Way);
		Parent.Weight += Sum.Weight;
		Parent.Known += Sum.Weight * AsVector(Joint.Center) + Reach.Known;
		Parent.Radius += std::abs(Sum.Weight) * Joint.Radius + Joint.Stretch * Sum.Radius + Reach.Radius;
	}
	return Model.Known.norm() + Model.Radius;
}

} // namespace PoseBoundDetail

FJointBound BoundJoint(const FAffine3d& Rest, const FJointLimit& Limit)
{
	using namespace PoseBoundDetail;
	const FRestTurn Parts = SplitRest(Rest);
	FJointBound Out;
	Out.Center = {Rest.M[3], Rest.M[7], Rest.M[11]};
	Out.Stretch = Parts.Scale.maxCoeff();
	Out.Scale = ToDouble3(Parts.Scale);

	// A vector turned by up to an angle h from some direction is within sin h of cos h times that direction, and from a
	// right angle on within one of nothing. Rotations about one axis keep what is along it.
	const auto Sine = [](double Angle) { return Angle < 0.5 * std::numbers::pi ? std::sin(Angle) : 1.0; };
	const auto Cosine = [](double Angle) { return Angle < 0.5 * std::numbers::pi ? std::cos(Angle) : 0.0; };
	const double Middle = 0.5 * (static_cast<double>(Limit.MinTwist) + Limit.MaxTwist);
	const double Half = 0.5 * (static_cast<double>(Limit.MaxTwist) - Limit.MinTwist), Swing = Limit.MaxSwing;
	const Eigen::Vector3d Axis = Eigen::Vector3d(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z).normalized();
	const Eigen::Matrix3d Turn = Eigen::AngleAxisd(Middle, Axis).toRotationMatrix();
	const Eigen::Matrix3d Along = Axis * Axis.transpose(), Scale = Parts.Scale.asDiagonal();
	Eigen::Map<FRows3>(Out.Twist.data()) = (Cosine(Half) * (Turn - Along) + Along) * Scale;
	Eigen::Map<FRows3>(Out.Across.data()) = Sine(Half) * (Eigen::Matrix3d::Identity() - Along) * Scale;
	Eigen::Map<FRows3>(Out.Swing.data()) = Cosine(Swing) * Parts.Turn;
	Out.SwingDeviation = Sine(Swing);

	// The axes of swing and twist are perpendicular: half angles multiply as on a spherical right triangle.
	const bool bSmall = Half < std::numbers::pi && Swing < std::numbers::pi;
	const double Spread = bSmall ? 2.0 * std::acos(std::clamp(std::cos(0.5 * Half) * std::cos(0.5 * Swing), -1.0, 1.0))
								 : std::numbers::pi;
	Eigen::Map<FRows3>(Out.Middle.data()) = Cosine(Spread) * Parts.Turn * Turn * Scale;
	Out.Deviation = Sine(Spread);
	return Out;
}

FJointBound ScaleBound(const FJointBound& Bound, double Scale)
{
	FJointBound Out = Bound;
	Out.Center = {Scale * Bound.Center.X, Scale * Bound.Center.Y, Scale * Bound.Center.Z};
	Out.Radius = std::abs(Scale) * Bound.Radius;
	return Out;
}

FJointBound MoveBound(const FJointBound& Bound, const FAffine3d& Rigid)
{
	using namespace PoseBoundDetail;
	FJointBound Out = Bound;
	Out.Center = TransformPoint(Rigid, Bound.Center);
	Eigen::Map<FRows3>(Out.Middle.data()) = AsRows(Rigid).leftCols<3>() * AsMatrix3(Bound.Middle);
	Eigen::Map<FRows3>(Out.Swing.data()) = AsRows(Rigid).leftCols<3>() * AsMatrix3(Bound.Swing);
	return Out;
}

double BoundLength(std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S)
{
	using namespace PoseBoundDetail;
	double Out = (std::numeric_limits<double>::infinity)();
	for (const EBoundWay Way : {EBoundWay::Free, EBoundWay::Ball, EBoundWay::TwistThenSwing, EBoundWay::Smaller})
	{
		Out = (std::min)(Out, BoundOnce(Parents, Joints, S, Way));
	}
	return Out;
}

} // namespace Exemplar
