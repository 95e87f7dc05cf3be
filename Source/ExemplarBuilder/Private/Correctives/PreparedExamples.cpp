// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/PreparedExamples.h"
#include "Clips/Animation.h"
#include "Correctives/SkinDeformations.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <cmath>
#include <optional>

namespace Exemplar
{

namespace PreparedExamplesDetail
{

constexpr double Degree = 3.14159265358979323846 / 180.0;

std::string Text(double Value)
{
	std::string Out = std::to_string(Value);
	return Out.substr(0, (std::min)(Out.size(), Out.find('.') + 3));
}

FStatus CheckInput(const FCorrectiveInput& Input)
{
	if (Input.Examples.empty())
	{
		return FError{
			EErrorCode::Degenerate, "There is no example to make correctives from. Give at least one sculpt."};
	}
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		if (Example.Points.size() != Input.Skin.PointCount())
		{
			return FError{EErrorCode::Mismatch,
				"Example \"" + Example.Name + "\" has " + std::to_string(Example.Points.size()) +
					" points and the character " + std::to_string(Input.Skin.PointCount()) +
					". Sculpt on the mesh that was exported, and keep its vertex order."};
		}
		if (Example.Palette.size() != Input.Skeleton.JointCount())
		{
			return FError{EErrorCode::Mismatch,
				"The pose of example \"" + Example.Name + "\" has " + std::to_string(Example.Palette.size()) +
					" joints and the skeleton " + std::to_string(Input.Skeleton.JointCount()) +
					". Pose the character's own skeleton."};
		}
		if (!Example.Curves.empty() && Example.Curves.size() != Input.Curves.size())
		{
			return FError{EErrorCode::Mismatch,
				"Example \"" + Example.Name + "\" has values of " + std::to_string(Example.Curves.size()) +
					" curves, and there are " + std::to_string(Input.Curves.size()) + ". Give one value per curve."};
		}
		for (const FDouble3& Point : Example.Points)
		{
			if (!std::isfinite(Point.X + Point.Y + Point.Z))
			{
				return FError{EErrorCode::Malformed,
					"Example \"" + Example.Name + "\" has a point that is not finite. Export the sculpt again."};
			}
		}
	}
	return FOk{};
}

/** How far apart two shapes are, RMS over points. */
double ShapeDistance(const FInverse& A, const FInverse& B)
{
	double Sum = 0.0;
	for (size_t Point = 0; Point < A.Before.size(); ++Point)
	{
		Sum += (AsVector(A.Before[Point]) - AsVector(B.Before[Point])).squaredNorm();
	}
	return std::sqrt(Sum / double((std::max)(size_t(1), A.Before.size())));
}

void FindDuplicates(const FCorrectiveInput& Input, FPreparedExamples& Out)
{
	for (size_t A = 0; A < Input.Examples.size(); ++A)
	{
		for (size_t B = A + 1; B < Input.Examples.size(); ++B)
		{
			const double Angle = PoseDistance(Out.Poses, A, B);
			if (Angle > 2.0 * Degree)
			{
				continue;
			}
			const double Apart = 100.0 * ShapeDistance(Out.Inverses[A], Out.Inverses[B]) / Out.Diagonal;
			if (Apart > 0.02)
			{
				Out.Problems.push_back({ECorrectiveProblem::NearDuplicate,
					"Examples \"" + Input.Examples[A].Name + "\" and \"" + Input.Examples[B].Name +
						"\" have nearly one pose (" + Text(Angle / Degree) +
						" degrees apart) and shapes that differ by " + Text(Apart) +
						" % of the size. Keep one of them, or add a curve that tells them apart."});
			}
		}
	}
}

/** The rotation of a joint relative to rest, in its own rest frame, against its limit. */
bool IsOutside(const FJointLimit& Limit, const Eigen::Quaterniond& Turn)
{
	const Eigen::Vector3d Axis = Eigen::Vector3d(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z).normalized();
	const double Twist = std::remainder(2.0 * std::atan2(Turn.vec().dot(Axis), Turn.w()), 360.0 * Degree);
	const Eigen::Quaterniond Swing = Turn * Eigen::Quaterniond(Eigen::AngleAxisd(-Twist, Axis));
	const double Angle = 2.0 * std::acos((std::min)(1.0, std::abs(Swing.w())));
	return Twist < double(Limit.MinTwist) - Degree || Twist > double(Limit.MaxTwist) + Degree ||
		Angle > double(Limit.MaxSwing) + Degree;
}

void FindOutside(const FCorrectiveInput& Input, FPreparedExamples& Out)
{
	if (Input.Skeleton.Limits.size() != Input.Skeleton.JointCount())
	{
		return;
	}
	const std::vector<FAffine3d> Rest = RestModel(Input.Skeleton);
	for (size_t Example = 0; Example < Input.Examples.size(); ++Example)
	{
		for (size_t Joint = 0; Joint < Input.Skeleton.JointCount() && Input.Examples[Example].bPinned; ++Joint)
		{
			const Eigen::Matrix3d Linear =
				Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Rest[Joint].M.data()).leftCols<3>();
			const Eigen::Quaterniond Frame(Eigen::Matrix3d(Linear / std::cbrt(Linear.determinant())));
			const Eigen::Quaterniond Turn(Out.Poses.Rotation(Example, Joint));
			if (Input.Skeleton.Parents[Joint] >= 0 &&
				IsOutside(Input.Skeleton.Limits[Joint], Frame.conjugate() * Turn * Frame))
			{
				Out.Problems.push_back({ECorrectiveProblem::OutsideLimits,
					"The pose of sculpt \"" + Input.Examples[Example].Name + "\" is outside the limits of joint \"" +
						Input.Skeleton.Names[Joint] + "\". Widen the limit, or sculpt in a pose that can be reached."});
			}
		}
	}
}

/** Joints that examples turn; the others are named where points depend on them. */
void FindDrivers(const FCorrectiveInput& Input, FPreparedExamples& Out)
{
	std::vector<uint8_t> Bends(Input.Skeleton.JointCount(), 0);
	for (const uint16_t Bone : Input.Skin.Weights.Bones)
	{
		Bends[Bone] = 1;
	}
	std::string Still;
	for (size_t Joint = 0; Joint < Input.Skeleton.JointCount(); ++Joint)
	{
		double Largest = 0.0;
		for (size_t Pose = 0; Pose < Out.Poses.PoseCount(); ++Pose)
		{
			const double Cosine = (std::min)(1.0, std::abs(Out.Poses.Rotation(Pose, Joint).w()));
			Largest = (std::max)(Largest, 2.0 * std::acos(Cosine));
		}
		if (Input.Skeleton.Parents[Joint] >= 0 && Largest > 0.1 * Degree)
		{
			Out.Joints.push_back(uint32_t(Joint));
		}
		else if (Input.Skeleton.Parents[Joint] >= 0 && Bends[Joint] != 0)
		{
			Still += (Still.empty() ? "\"" : ", \"") + Input.Skeleton.Names[Joint] + "\"";
		}
	}
	if (!Still.empty())
	{
		Out.Problems.push_back({ECorrectiveProblem::DriverStill,
			"No example turns " + Still + ", so nothing is learned about " +
				(Still.find(',') == std::string::npos ? "it" : "them") + ". Add examples in which they move."});
	}
	for (size_t Curve = 0; Curve < Input.Curves.size(); ++Curve)
	{
		if (Out.Ranges[Curve].Range == 0.0)
		{
			Out.Ranges[Curve].Range = 1.0;
			Out.Problems.push_back({ECorrectiveProblem::DriverStill,
				"Curve \"" + Input.Curves[Curve].Name +
					"\" is at rest in every example. Give it other values in some, or leave it out."});
		}
	}
}

} // namespace PreparedExamplesDetail

FDriverPoses ReadPoses(const FCorrectiveInput& Input, std::span<const FCurveRange> Ranges,
	std::span<const FAffine3d> Palettes, std::span<const double> Curves)
{
	FDriverPoses Out = ReadDriverPoses(Palettes, Input.Skeleton.Parents);
	Out.ScalarCount = Input.Curves.size();
	for (size_t Pose = 0; Pose < Out.PoseCount(); ++Pose)
	{
		for (size_t Curve = 0; Curve < Out.ScalarCount; ++Curve)
		{
			const size_t Place = Pose * Out.ScalarCount + Curve;
			const double Value = Place < Curves.size() ? Curves[Place] : Ranges[Curve].Rest;
			Out.Scalars.push_back((Value - Ranges[Curve].Rest) / Ranges[Curve].Range);
		}
	}
	return Out;
}

TResult<FPreparedExamples> PrepareExamples(
	const FCorrectiveInput& Input, const FCorrectiveOptions& Options, const FBuildContext& Context)
{
	using namespace PreparedExamplesDetail;
	if (const FStatus Checked = CheckInput(Input); !Checked)
	{
		return Checked.GetError();
	}
	FPreparedExamples Out;
	Out.Diagonal = BoxDiagonal(Input.Skin.Rest);
	const size_t Count = Input.Examples.size();
	std::vector<FAffine3d> Palettes;
	std::vector<double> Curves;
	for (size_t Curve = 0; Curve < Input.Curves.size(); ++Curve)
	{
		FCurveRange Range{double(Input.Curves[Curve].Rest), 0.0};
		for (const FCorrectiveExample& Example : Input.Examples)
		{
			const double Value = Example.Curves.empty() ? Range.Rest : Example.Curves[Curve];
			Range.Range = (std::max)(Range.Range, std::abs(Value - Range.Rest));
		}
		Out.Ranges.push_back(Range);
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const FCorrectiveExample& Example = Input.Examples[Index];
		Palettes.insert(Palettes.end(), Example.Palette.begin(), Example.Palette.end());
		for (size_t Curve = 0; Curve < Input.Curves.size(); ++Curve)
		{
			Curves.push_back(Example.Curves.empty() ? Out.Ranges[Curve].Rest : Example.Curves[Curve]);
		}
		if (Example.bPinned)
		{
			Out.Pinned.push_back(uint32_t(Index));
			Out.Names.push_back(Example.Name);
		}
		TResult<FAffineDeformation> Operator =
			MakeSkinDeformation(Input, Input.Skin, Options.Operator, Example.Palette);
		if (!Operator)
		{
			return Operator.GetError();
		}
		Out.Operators.push_back(std::move(*Operator));
	}
	std::vector<std::optional<FError>> Errors(Count);
	Out.Inverses.resize(Count);
	FInverseOptions Inverse;
	Inverse.SmallestSculpt = Options.SmallestSculpt;
	ParallelFor(*Context.Executor, Count, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				TResult<FInverse> Found =
					InvertDeformation(Out.Operators[Index], Input.Skin.Rest, Input.Examples[Index].Points, Inverse);
				if (Found)
				{
					Out.Inverses[Index] = std::move(*Found);
				}
				else
				{
					Errors[Index] = Found.GetError();
				}
			}
		});
	for (size_t Index = 0; Index < Count; ++Index)
	{
		if (Errors[Index])
		{
			return FError{
				Errors[Index]->Code, "Example \"" + Input.Examples[Index].Name + "\": " + Errors[Index]->Message};
		}
		if (!Out.Inverses[Index].Singular.empty() && Input.Examples[Index].bPinned)
		{
			Out.Problems.push_back({ECorrectiveProblem::SingularPose,
				"The operator cannot reach sculpt \"" + Input.Examples[Index].Name + "\" at " +
					std::to_string(Out.Inverses[Index].Singular.size()) +
					" points, where it is nearly singular; the missing part is added after skinning."});
		}
	}
	std::vector<FCurveRange> Ranges = Out.Ranges;
	for (FCurveRange& Range : Ranges)
	{
		Range.Range = Range.Range == 0.0 ? 1.0 : Range.Range;
	}
	Out.Poses = ReadPoses(Input, Ranges, Palettes, Curves);
	FindDrivers(Input, Out);
	FindDuplicates(Input, Out);
	FindOutside(Input, Out);
	return Out;
}

FLearnedExamples ToLearnedExamples(const FCorrectiveInput& Input, const FPreparedExamples& Prepared)
{
	FLearnedExamples Out;
	Out.Poses = Prepared.Poses;
	Out.Parents = Input.Skeleton.Parents;
	Out.Operators = Prepared.Operators;
	for (const FInverse& Inverse : Prepared.Inverses)
	{
		Out.Offsets.insert(Out.Offsets.end(), Inverse.Before.begin(), Inverse.Before.end());
	}
	return Out;
}

} // namespace Exemplar
