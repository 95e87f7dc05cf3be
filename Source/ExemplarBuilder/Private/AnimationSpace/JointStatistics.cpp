// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/JointStatistics.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace JointStatisticsDetail
{

/** First and second moments of a random linear map. Independent maps multiply: E[AB] = E[A] E[B], and the same of
 * Kronecker squares, (AB) x (AB) = (A x A)(B x B). */
struct FLinearMoments
{
	Eigen::Matrix3d Mean;
	Eigen::Matrix<double, 9, 9> Square; // E[L_ar L_bs] at (3 a + b, 3 r + s)

	FLinearMoments operator*(const FLinearMoments& Other) const { return {Mean * Other.Mean, Square * Other.Square}; }
};

Eigen::Matrix<double, 9, 9> Kronecker(const Eigen::Matrix3d& A, const Eigen::Matrix3d& B)
{
	Eigen::Matrix<double, 9, 9> Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Out.block<3, 3>(3 * Row, 3 * Column) = A(Row, Column) * B;
		}
	}
	return Out;
}

FLinearMoments Constant(const Eigen::Matrix3d& Linear)
{
	return {Linear, Kronecker(Linear, Linear)};
}

double Sinc(double Angle)
{
	return std::abs(Angle) < 1e-4 ? 1.0 - Angle * Angle / 6.0 : std::sin(Angle) / Angle;
}

/** R(Axis, angle) for an angle uniform in [Low, High] (Merry 2007, eq. 3.14, about any axis). */
FLinearMoments UniformTurn(const Eigen::Vector3d& Axis, double Low, double High)
{
	// R = Along + cos Across + sin Cross. Cosine and sine averaged over the range: sinc of the half range, which has no
	// trouble at High = Low.
	const double Half = 0.5 * (High - Low), Middle = 0.5 * (High + Low);
	const double C = Sinc(Half) * std::cos(Middle), S = Sinc(Half) * std::sin(Middle);
	const double CC = 0.5 + 0.5 * Sinc(2.0 * Half) * std::cos(2.0 * Middle);
	const double CS = 0.5 * Sinc(2.0 * Half) * std::sin(2.0 * Middle);
	const Eigen::Matrix3d Along = Axis * Axis.transpose(), Across = Eigen::Matrix3d::Identity() - Along;
	Eigen::Matrix3d Cross;
	Cross << 0.0, -Axis.z(), Axis.y(), Axis.z(), 0.0, -Axis.x(), -Axis.y(), Axis.x(), 0.0;
	FLinearMoments Out;
	Out.Mean = Along + C * Across + S * Cross;
	Out.Square = Kronecker(Along, Along) + C * (Kronecker(Along, Across) + Kronecker(Across, Along)) +
		S * (Kronecker(Along, Cross) + Kronecker(Cross, Along)) + CC * Kronecker(Across, Across) +
		CS * (Kronecker(Across, Cross) + Kronecker(Cross, Across)) + (1.0 - CC) * Kronecker(Cross, Cross);
	return Out;
}

/** By a uniform angle up to Most about an axis across Axis, every one alike. */
FLinearMoments UniformSwing(const Eigen::Vector3d& Axis, double Most)
{
	// Moments are polynomials of degree four in the sine and cosine of the direction: eight directions are exact.
	constexpr int Directions = 8;
	const Eigen::Vector3d U = Axis.unitOrthogonal(), V = Axis.cross(U);
	FLinearMoments Out{Eigen::Matrix3d::Zero(), Eigen::Matrix<double, 9, 9>::Zero()};
	for (int Direction = 0; Direction < Directions; ++Direction)
	{
		const double Around = 2.0 * std::numbers::pi * Direction / Directions;
		const FLinearMoments One = UniformTurn(std::cos(Around) * U + std::sin(Around) * V, 0.0, Most);
		Out.Mean += One.Mean / Directions;
		Out.Square += One.Square / Directions;
	}
	return Out;
}

FJointStatistics TurningJoint(const FAffine3d& Rest, const FLinearMoments& Turn)
{
	const FRestTurn Parts = SplitRest(Rest);
	const FLinearMoments Linear = Constant(Parts.Turn) * Turn * Constant(Eigen::Matrix3d(Parts.Scale.asDiagonal()));
	FJointStatistics Out;
	Out.Model = EJointModel::FixedTranslation;
	Out.Mean = ToAffine3d(Linear.Mean, AsRows(Rest).col(3));
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int OtherRow = 0; OtherRow < 3; ++OtherRow)
		{
			for (int Column = 0; Column < 3; ++Column)
			{
				for (int OtherColumn = 0; OtherColumn < 3; ++OtherColumn)
				{
					Out.LinearMoments[static_cast<size_t>(27 * Row + 9 * Column + 3 * OtherRow + OtherColumn)] =
						Linear.Square(3 * Row + OtherRow, 3 * Column + OtherColumn);
				}
			}
		}
	}
	return Out;
}

} // namespace JointStatisticsDetail

FJointStatistics FrozenJoint(const FAffine3d& Local)
{
	FJointStatistics Out;
	Out.Mean = Local;
	return Out;
}

FJointStatistics UniformRotationJoint(const FDouble3& Translation)
{
	FJointStatistics Out;
	Out.Model = EJointModel::UniformRotation;
	Out.Mean = ToAffine3d(Eigen::Matrix3d::Zero(), AsVector(Translation));
	return Out;
}

FJointStatistics HingeJoint(const FAffine3d& Rest, const FDouble3& Axis, double MinAngle, double MaxAngle)
{
	using namespace JointStatisticsDetail;
	return TurningJoint(Rest, UniformTurn(AsVector(Axis), MinAngle, MaxAngle));
}

FJointStatistics EulerJoint(const FAffine3d& Rest, const FDouble3& MinAngles, const FDouble3& MaxAngles)
{
	using namespace JointStatisticsDetail;
	return TurningJoint(Rest,
		UniformTurn(Eigen::Vector3d::UnitX(), MinAngles.X, MaxAngles.X) *
			UniformTurn(Eigen::Vector3d::UnitY(), MinAngles.Y, MaxAngles.Y) *
			UniformTurn(Eigen::Vector3d::UnitZ(), MinAngles.Z, MaxAngles.Z));
}

FJointStatistics LimitedJoint(const FAffine3d& Rest, const FJointLimit& Limit)
{
	using namespace JointStatisticsDetail;
	const Eigen::Vector3d Axis = Eigen::Vector3d(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z).normalized();
	return TurningJoint(Rest,
		UniformSwing(Axis, (std::min)(static_cast<double>(Limit.MaxSwing), std::numbers::pi)) *
			UniformTurn(Axis, Limit.MinTwist, Limit.MaxTwist));
}

FJointStatistics SampledJoint(std::span<const FAffine3d> Locals)
{
	FJointStatistics Out;
	Out.Mean.M.fill(0.0);
	const double Share = 1.0 / static_cast<double>(Locals.empty() ? 1 : Locals.size());
	double Spread = 0.0, Size = 1.0;
	for (const FAffine3d& Local : Locals)
	{
		const FRow34Map L = AsRows(Local);
		const Eigen::Vector3d Shift = L.col(3) - AsRows(Locals.front()).col(3);
		Spread = std::fmax(Spread, Shift.norm());
		Size = std::fmax(Size, L.col(3).norm());
		for (size_t Index = 0; Index < 12; ++Index)
		{
			Out.Mean.M[Index] += Share * Local.M[Index];
		}
		for (int Row = 0; Row < 3; ++Row)
		{
			for (int Column = 0; Column < 3; ++Column)
			{
				Out.TranslationMoments[3 * Row + Column] += Share * L(Row, 3) * L(Column, 3);
				for (int OtherRow = 0; OtherRow < 3; ++OtherRow)
				{
					for (int OtherColumn = 0; OtherColumn < 3; ++OtherColumn)
					{
						Out.LinearMoments[27 * Row + 9 * Column + 3 * OtherRow + OtherColumn] +=
							Share * L(Row, Column) * L(OtherRow, OtherColumn);
					}
				}
			}
		}
	}
	if (Locals.empty())
	{
		return FrozenJoint({});
	}
	Out.Model = Spread <= 1e-9 * Size ? EJointModel::FixedTranslation : EJointModel::IndependentComponents;
	return Out;
}

} // namespace Exemplar
