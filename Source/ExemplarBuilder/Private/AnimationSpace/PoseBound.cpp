// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/PoseBound.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
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

double BoundOnce(
	std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S, bool bLimits)
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
		const FJointBound& Joint = Joints[Bone];
		FPartialSum& Parent = Parents[Bone] < 0 ? Model : Open[Parents[Bone]];
		Parent.Weight += Sum.Weight;
		Parent.Known += Sum.Weight * AsVector(Joint.Center);
		Parent.Radius += std::abs(Sum.Weight) * Joint.Radius + Joint.Stretch * Sum.Radius;
		if (bLimits)
		{
			using FMiddle = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;
			Parent.Known += FMiddle(Joint.Middle.data()) * Sum.Known;
			const Eigen::Vector3d Axis = AsVector(Joint.HingeAxis);
			Parent.Radius += Joint.Deviation * (Sum.Known - Axis * Axis.dot(Sum.Known)).norm();
		}
		else
		{
			Parent.Radius += Joint.Stretch * Sum.Known.norm();
		}
	}
	return Model.Known.norm() + Model.Radius;
}

} // namespace PoseBoundDetail

FJointBound BoundJoint(const FAffine3d& Rest, const FJointLimit& Limit)
{
	FJointBound Out;
	Out.Center = {Rest.M[3], Rest.M[7], Rest.M[11]};
	Out.Stretch = Eigen::Matrix3d(AsRows(Rest).leftCols<3>()).jacobiSvd().singularValues()[0];
	Out.Deviation = Out.Stretch;

	// All legal rotations R = Swing * Twist lie within the angle Spread of the middle twist Q. A rotation within h of Q
	// differs from cos h Q by at most sin h on the plane that it turns, and by 1 - cos h <= sin h along its axis.
	const double Middle = 0.5 * (static_cast<double>(Limit.MinTwist) + Limit.MaxTwist);
	const double Spread = 0.5 * (static_cast<double>(Limit.MaxTwist) - Limit.MinTwist) + Limit.MaxSwing;
	if (Spread < 0.5 * std::numbers::pi)
	{
		const Eigen::Vector3d Axis =
			Eigen::Vector3d(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z).normalized();
		Eigen::Matrix3d Center = std::cos(Spread) * Eigen::AngleAxisd(Middle, Axis).toRotationMatrix();
		if (Limit.MaxSwing == 0.0f)
		{
			Center += (1.0 - std::cos(Spread)) * Axis * Axis.transpose();
			Out.HingeAxis = ToDouble3(Axis);
		}
		Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(Out.Middle.data()) =
			AsRows(Rest).leftCols<3>() * Center;
		Out.Deviation = Out.Stretch * std::sin(Spread);
	}
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
	using FMiddle = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
	FJointBound Out = Bound;
	Out.Center = TransformPoint(Rigid, Bound.Center);
	Eigen::Map<FMiddle>(Out.Middle.data()) =
		AsRows(Rigid).leftCols<3>() * Eigen::Map<const FMiddle>(Bound.Middle.data());
	return Out;
}

double BoundLength(std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S)
{
	using namespace PoseBoundDetail;
	return (std::min)(BoundOnce(Parents, Joints, S, false), BoundOnce(Parents, Joints, S, true));
}

} // namespace Exemplar
