// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/EulerAngles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace EulerAnglesDetail
{

constexpr double GimbalSine = 1.0 - 1e-12;

FAffine3d AxisRotation(int Axis, double Angle)
{
	const double C = std::cos(Angle), S = std::sin(Angle);
	const int I = (Axis + 1) % 3, J = (Axis + 2) % 3;
	FAffine3d Out;
	Out.M[4 * I + I] = C;
	Out.M[4 * I + J] = -S;
	Out.M[4 * J + I] = S;
	Out.M[4 * J + J] = C;
	return Out;
}

double NearestTurn(double Angle, double Previous)
{
	return Angle + 2.0 * std::numbers::pi * std::round((Previous - Angle) / (2.0 * std::numbers::pi));
}

double SquaredAngleDistance(const FDouble3& A, const FDouble3& B)
{
	return (A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z);
}

} // namespace EulerAnglesDetail

FDouble3 ToEulerAngles(const FAffine3d& Rotation, EEulerOrder Order)
{
	using namespace EulerAnglesDetail;
	const auto R = [&](int Row, int Column) { return Rotation.M[4 * Row + Column]; };
	if (Order == EEulerOrder::XYZ)
	{
		const double Sine = std::clamp(R(0, 2), -1.0, 1.0);
		if (std::abs(Sine) > GimbalSine)
		{
			return {std::atan2(R(2, 1), R(1, 1)), std::asin(Sine), 0.0};
		}
		return {std::atan2(-R(1, 2), R(2, 2)), std::atan2(Sine, std::hypot(R(0, 0), R(0, 1))),
			std::atan2(-R(0, 1), R(0, 0))};
	}
	const double Sine = std::clamp(-R(2, 0), -1.0, 1.0);
	if (std::abs(Sine) > GimbalSine)
	{
		return {std::atan2(-R(1, 2), R(1, 1)), std::asin(Sine), 0.0};
	}
	return {std::atan2(R(2, 1), R(2, 2)), std::atan2(Sine, std::hypot(R(0, 0), R(1, 0))), std::atan2(R(1, 0), R(0, 0))};
}

FAffine3d FromEulerAngles(const FDouble3& Angles, EEulerOrder Order)
{
	using namespace EulerAnglesDetail;
	const FAffine3d X = AxisRotation(0, Angles.X), Y = AxisRotation(1, Angles.Y), Z = AxisRotation(2, Angles.Z);
	return Order == EEulerOrder::XYZ ? Compose(X, Compose(Y, Z)) : Compose(Z, Compose(Y, X));
}

FDouble3 UnwrapEulerAngles(const FDouble3& Angles, const FDouble3& Previous)
{
	using namespace EulerAnglesDetail;
	const auto Nearest = [&](const FDouble3& A) {
		return FDouble3{NearestTurn(A.X, Previous.X), NearestTurn(A.Y, Previous.Y), NearestTurn(A.Z, Previous.Z)};
	};
	const FDouble3 Same = Nearest(Angles);
	const FDouble3 Other =
		Nearest({Angles.X + std::numbers::pi, std::numbers::pi - Angles.Y, Angles.Z + std::numbers::pi});
	return SquaredAngleDistance(Other, Previous) < SquaredAngleDistance(Same, Previous) ? Other : Same;
}

} // namespace Exemplar
