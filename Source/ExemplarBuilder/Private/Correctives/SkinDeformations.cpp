// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/SkinDeformations.h"
#include "Clips/Animation.h"
#include "Geometry/EigenMap.h"
#include "Pose/Twist.h"

#include <map>

namespace Exemplar
{

namespace SkinDeformationsDetail
{

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4d;
using FMap34 = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>;

FAffine3d FromParts(const Matrix3d& Linear, const Vector3d& Place)
{
	FAffine3d Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Out.M[4 * Row + Column] = Linear(Eigen::Index(Row), Eigen::Index(Column));
		}
		Out.M[4 * Row + 3] = Place[Eigen::Index(Row)];
	}
	return Out;
}

/** Quaternions of the joints' motions, each on its parent's side. */
std::vector<Vector4d> RotationsOf(std::span<const FAffine3d> Palette, std::span<const int32_t> Parents)
{
	std::vector<Vector4d> Out(Palette.size());
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		Matrix3d Linear = FMap34(Palette[Joint].M.data()).leftCols<3>();
		Linear /= std::cbrt((std::max)(1e-30, Linear.determinant()));
		Out[Joint] = Quaterniond(Linear).normalized().coeffs();
		if (Parents[Joint] >= 0 && Out[Joint].dot(Out[size_t(Parents[Joint])]) < 0.0)
		{
			Out[Joint] = -Out[Joint];
		}
	}
	return Out;
}

/** min over c of sum_{i<j} |(R_i - R_j) c + t_i - t_j|^2, with the components that hardly matter as they are in Guess.
 */
Vector3d FindCenter(std::span<const FAffine3d> Palette, std::span<const uint16_t> Bones, const Vector3d& Guess)
{
	Matrix3d Normal = Matrix3d::Zero();
	Vector3d Side = Vector3d::Zero();
	for (size_t First = 0; First < Bones.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Bones.size(); ++Second)
		{
			const Eigen::Matrix<double, 3, 4> Difference =
				FMap34(Palette[Bones[First]].M.data()) - FMap34(Palette[Bones[Second]].M.data());
			Normal += Difference.leftCols<3>().transpose() * Difference.leftCols<3>();
			Side -= Difference.leftCols<3>().transpose() * Difference.col(3);
		}
	}
	const Eigen::SelfAdjointEigenSolver<Matrix3d> Solver(Normal);
	const Vector3d Residual = Side - Normal * Guess;
	Vector3d Out = Guess;
	for (Eigen::Index Axis = 0; Axis < 3; ++Axis)
	{
		if (Solver.eigenvalues()[Axis] > 1e-6) // the square of the cutoff of singular values
		{
			const Vector3d Direction = Solver.eigenvectors().col(Axis);
			Out += Direction * (Direction.dot(Residual) / Solver.eigenvalues()[Axis]);
		}
	}
	return Out;
}

/** s Q (v - c) + sum_j w_j T_j c. */
FAffine3d TurnAbout(const FRigWeights& Weights, size_t Point, std::span<const FAffine3d> Palette,
	std::span<const Vector4d> Rotations, const Vector3d& Center)
{
	Vector4d Sum = Vector4d::Zero();
	Vector3d Image = Vector3d::Zero();
	double Scale = 0.0;
	for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
	{
		const FMap34 Motion(Palette[Weights.Bones[Entry]].M.data());
		Sum += Weights.Weights[Entry] * Rotations[Weights.Bones[Entry]];
		Image += Weights.Weights[Entry] * (Motion.leftCols<3>() * Center + Motion.col(3));
		Scale += Weights.Weights[Entry] * std::cbrt(Matrix3d(Motion.leftCols<3>()).determinant());
	}
	const Matrix3d Linear = Scale * Quaterniond(Vector4d(Sum.normalized())).toRotationMatrix();
	return FromParts(Linear, Image - Linear * Center);
}

FAffine3d AboutLink(const FRestPose& Rest, int32_t Joint, double Angle)
{
	const FFloat3& Axis = Rest.LinkAxes[size_t(Joint)];
	const FFloat3& Center = Rest.Centers[size_t(Joint)];
	const Vector3d Direction(Axis.X, Axis.Y, Axis.Z), Place(Center.X, Center.Y, Center.Z);
	if (Direction.squaredNorm() < 0.5 || Angle == 0.0)
	{
		return {};
	}
	const Matrix3d Linear = Eigen::AngleAxisd(Angle, Direction.normalized()).toRotationMatrix();
	return FromParts(Linear, Place - Linear * Place);
}

size_t DepthOf(const FRestPose& Rest, int32_t Joint)
{
	size_t Depth = 0;
	for (; Joint != NoParent; Joint = Rest.Parents[size_t(Joint)])
	{
		++Depth;
	}
	return Depth;
}

/** What gives an influence the twists of the base joint of a segment: undo those down to it, after those up to the
 * base.
 */
FAffine3d Compensation(const FRestPose& Rest, std::span<const double> Twists, int32_t Base, int32_t Influence)
{
	int32_t Up = Base, Down = Influence;
	size_t UpDepth = DepthOf(Rest, Up), DownDepth = DepthOf(Rest, Down);
	FAffine3d Added, Undone;
	while (Up != Down)
	{
		if (UpDepth >= DownDepth)
		{
			Added = Compose(AboutLink(Rest, Up, Twists[size_t(Up)]), Added);
			Up = Rest.Parents[size_t(Up)];
			--UpDepth;
		}
		else
		{
			Undone = Compose(Undone, AboutLink(Rest, Down, -Twists[size_t(Down)]));
			Down = Rest.Parents[size_t(Down)];
			--DownDepth;
		}
	}
	return Compose(Undone, Added);
}

/** The twist of every joint about its link, relative to rest. */
std::vector<double> TwistsOf(const FRestPose& Rest, std::span<const FAffine3d> Palette)
{
	std::vector<int32_t> Parents = Rest.Parents;
	const std::vector<Vector4d> Rotations = RotationsOf(Palette, Parents);
	std::vector<double> Out(Palette.size(), 0.0);
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		const FFloat3& Axis = Rest.LinkAxes[Joint];
		const Vector3d Direction(Axis.X, Axis.Y, Axis.Z);
		if (Parents[Joint] >= 0 && Direction.squaredNorm() > 0.5)
		{
			// In character space the rotation against the parent is swing times twist about the link at rest.
			const Quaterniond Turn =
				Quaterniond(Rotations[size_t(Parents[Joint])]).conjugate() * Quaterniond(Rotations[Joint]);
			const double Along = Turn.vec().dot(Direction.normalized());
			const double Angle = 2.0 * std::atan2(Along, Turn.w());
			Out[Joint] = std::remainder(Angle, 2.0 * 3.14159265358979323846);
		}
	}
	return Out;
}

} // namespace SkinDeformationsDetail

FAffineDeformation MakeSphericalDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	std::span<const int32_t> Parents, std::span<const FDouble3> Joints)
{
	using namespace SkinDeformationsDetail;
	const std::vector<Vector4d> Rotations = RotationsOf(Palette, Parents);
	std::map<std::vector<uint16_t>, Vector3d> Centers;
	std::vector<FAffine3d> Maps(Weights.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		const std::vector<uint16_t> Bones(
			Weights.Bones.begin() + Weights.Offsets[Point], Weights.Bones.begin() + Weights.Offsets[Point + 1]);
		auto Found = Centers.find(Bones);
		if (Found == Centers.end())
		{
			Vector3d Guess = Vector3d::Zero();
			for (const uint16_t Bone : Bones)
			{
				Guess += AsVector(Joints[Bone]) / double(Bones.size());
			}
			Found = Centers.emplace(Bones, FindCenter(Palette, Bones, Guess)).first;
		}
		Maps[Point] = TurnAbout(Weights, Point, Palette, Rotations, Found->second);
	}
	return FAffineDeformation(std::move(Maps));
}

FAffineDeformation MakeCenterDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	std::span<const int32_t> Parents, std::span<const FDouble3> Centers)
{
	using namespace SkinDeformationsDetail;
	const std::vector<Vector4d> Rotations = RotationsOf(Palette, Parents);
	std::vector<FAffine3d> Maps(Weights.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		Maps[Point] = TurnAbout(Weights, Point, Palette, Rotations, AsVector(Centers[Point]));
	}
	return FAffineDeformation(std::move(Maps));
}

FAffineDeformation MakeTwistDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	const FRestPose& Rest, const FTwistSegments& Segments)
{
	using namespace SkinDeformationsDetail;
	const std::vector<double> Twists = TwistsOf(Rest, Palette);
	std::map<std::pair<uint16_t, uint16_t>, FAffine3d> Motions; // of a base and an influence
	std::vector<FAffine3d> Maps(Weights.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		const FTwistSegment& Segment = Segments.Segments[Segments.SegmentOfVertex[Point]];
		FAffine3d Sum{{}};
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			const uint16_t Bone = Weights.Bones[Entry];
			auto Found = Motions.find({Segment.Base, Bone});
			if (Found == Motions.end())
			{
				const FAffine3d Motion = Compose(Palette[Bone], Compensation(Rest, Twists, Segment.Base, Bone));
				Found = Motions.emplace(std::pair{Segment.Base, Bone}, Motion).first;
			}
			for (size_t Index = 0; Index < 12; ++Index)
			{
				Sum.M[Index] += Weights.Weights[Entry] * Found->second.M[Index];
			}
		}
		if (Segment.End != FTwistSegment::NoEnd)
		{
			const double Angle = double(Segments.TwistFractions[Point]) * Twists[Segment.End];
			Sum = Compose(Sum, AboutLink(Rest, Segment.End, Angle));
		}
		Maps[Point] = Sum;
	}
	return FAffineDeformation(std::move(Maps));
}

TResult<FAffineDeformation> MakeSkinDeformation(
	const FCorrectiveInput& Input, const FSkin& Skin, ESkinOperator Operator, std::span<const FAffine3d> Palette)
{
	const std::vector<int32_t>& Parents = Input.Skeleton.Parents;
	if (Operator == ESkinOperator::AnimationSpace && !Skin.Points.empty())
	{
		if (Skin.Weights.PointCount() != Skin.PointCount())
		{
			return FError{EErrorCode::Mismatch,
				"The skin has no blend weights, which carry the corrections of an animation-space skin. Build the "
				"character again, which stores both."};
		}
		return MakeAnimationSpaceDeformation(Skin, Palette);
	}
	const char* Missing = nullptr;
	if (Skin.Weights.PointCount() != Skin.PointCount())
	{
		Missing = "blend weights. Build the character again, or choose the operator animation-space";
	}
	else if (Operator == ESkinOperator::Blended && Skin.BlendFactors.size() != Skin.PointCount())
	{
		Missing = "blend factors. Fit them first, or choose another operator";
	}
	else if (Operator == ESkinOperator::CenterOfRotation && Input.RotationCenters.size() != Skin.PointCount())
	{
		Missing = "centers of rotation. Bake the character with them, or choose another operator";
	}
	if (Missing != nullptr)
	{
		return FError{EErrorCode::Mismatch,
			std::string("The operator ") + ToString(Operator) + " of the correctives needs " + Missing + "."};
	}
	switch (Operator)
	{
	case ESkinOperator::DualQuaternion:
		return MakeDualQuaternionDeformation(Skin.Weights, Palette, Parents);
	case ESkinOperator::Blended:
		return MixDeformations(MakeBlendDeformation(Skin.Weights, Palette),
			MakeDualQuaternionDeformation(Skin.Weights, Palette, Parents), Skin.BlendFactors);
	case ESkinOperator::CenterOfRotation:
		return MakeCenterDeformation(Skin.Weights, Palette, Parents, Input.RotationCenters);
	case ESkinOperator::Spherical:
	{
		std::vector<FDouble3> Joints;
		for (const FAffine3d& Model : RestModel(Input.Skeleton))
		{
			Joints.push_back({Model.M[3], Model.M[7], Model.M[11]});
		}
		return MakeSphericalDeformation(Skin.Weights, Palette, Parents, Joints);
	}
	case ESkinOperator::Twist:
	{
		const TResult<FRestPose> Rest = MakeRestPose(Input.Skeleton);
		if (!Rest)
		{
			return Rest.GetError();
		}
		std::vector<FFloat3> Positions;
		for (const FDouble3& Point : Skin.Rest)
		{
			Positions.push_back(ToFloat3(Point));
		}
		const std::vector<float> Weights(Skin.Weights.Weights.begin(), Skin.Weights.Weights.end());
		const TBlendWeights<FViewed> View{Skin.Weights.Offsets, Skin.Weights.Bones, Weights};
		return MakeTwistDeformation(
			Skin.Weights, Palette, *Rest, MakeTwistSegments(*Rest, Positions, View, ETwistProfile::Smooth));
	}
	default:
		return MakeBlendDeformation(Skin.Weights, Palette);
	}
}

} // namespace Exemplar
