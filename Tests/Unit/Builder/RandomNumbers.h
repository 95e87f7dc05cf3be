// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"
#include "Geometry/Mesh.h"

#include <cmath>
#include <numbers>
#include <random>

namespace Exemplar
{

/** Seeded numbers that are the same with every standard library: the standard's distributions are not. */
class FRandomNumbers
{
public:
	explicit FRandomNumbers(uint64_t Seed)
		: Engine(Seed)
	{
	}
	uint64_t Bits() { return Engine(); }
	double Unit() { return static_cast<double>(Engine() >> 11) * 0x1.0p-53; }
	double Signed() { return 2.0 * Unit() - 1.0; }
	double Between(double Low, double High) { return Low + (High - Low) * Unit(); }
	size_t Below(size_t Count) { return static_cast<size_t>(Engine() % Count); }
	FDouble3 Point() { return {Signed(), Signed(), Signed()}; }
	Eigen::Vector3d Direction()
	{
		for (;;)
		{
			const Eigen::Vector3d D(Signed(), Signed(), Signed());
			if (D.norm() > 0.1 && D.norm() <= 1.0)
			{
				return D.normalized();
			}
		}
	}
	/** Uniform over all rotations (Shoemake 1992). */
	Eigen::Matrix3d AnyRotation()
	{
		constexpr double Turn = 2.0 * std::numbers::pi;
		const double A = Unit(), B = Turn * Unit(), C = Turn * Unit();
		return Eigen::Quaterniond(std::sqrt(1.0 - A) * std::sin(B), std::sqrt(1.0 - A) * std::cos(B),
			std::sqrt(A) * std::sin(C), std::sqrt(A) * std::cos(C))
			.toRotationMatrix();
	}
	Eigen::Matrix3d RotationBy(double MaxAngle)
	{
		return Eigen::AngleAxisd(Between(-MaxAngle, MaxAngle), Direction()).toRotationMatrix();
	}

private:
	std::mt19937_64 Engine;
};

} // namespace Exemplar
