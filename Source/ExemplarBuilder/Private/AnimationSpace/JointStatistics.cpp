// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/JointStatistics.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenMap.h"

#include <cmath>

namespace Exemplar
{

namespace JointStatisticsDetail
{

/** The mean of R(Axis, angle) for an angle uniform in [Low, High] (Merry 2007, eq. 3.14, about any axis). */
Eigen::Matrix3d MeanRotation(const Eigen::Vector3d& Axis, double Low, double High)
{
	// sin and cos averaged over the range: sinc of the half range, which has no trouble at High = Low.
	const double Half = 0.5 * (High - Low), Middle = 0.5 * (High + Low);
	const double Sinc = std::abs(Half) < 1e-4 ? 1.0 - Half * Half / 6.0 : std::sin(Half) / Half;
	Eigen::Matrix3d Cross;
	Cross << 0.0, -Axis.z(), Axis.y(), Axis.z(), 0.0, -Axis.x(), -Axis.y(), Axis.x(), 0.0;
	const Eigen::Matrix3d Along = Axis * Axis.transpose();
	return Along + Sinc * std::cos(Middle) * (Eigen::Matrix3d::Identity() - Along) + Sinc * std::sin(Middle) * Cross;
}

FJointStatistics RotationJoint(const FAffine3d& Rest, const Eigen::Matrix3d& Mean)
{
	FJointStatistics Out;
	Out.Model = EJointModel::Rotation;
	Out.Mean = ToAffine3d(AsRows(Rest).leftCols<3>() * Mean, AsRows(Rest).col(3));
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
	return RotationJoint(Rest, MeanRotation(AsVector(Axis), MinAngle, MaxAngle));
}

FJointStatistics EulerJoint(const FAffine3d& Rest, const FDouble3& MinAngles, const FDouble3& MaxAngles)
{
	using namespace JointStatisticsDetail;
	return RotationJoint(Rest,
		MeanRotation(Eigen::Vector3d::UnitX(), MinAngles.X, MaxAngles.X) *
			MeanRotation(Eigen::Vector3d::UnitY(), MinAngles.Y, MaxAngles.Y) *
			MeanRotation(Eigen::Vector3d::UnitZ(), MinAngles.Z, MaxAngles.Z));
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
