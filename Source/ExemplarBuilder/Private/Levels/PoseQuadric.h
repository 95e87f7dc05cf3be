// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenMap.h"

#include <cmath>

namespace Exemplar
{

/** A sum of squared distances to planes: v^T A v + 2 b v + c (Garland & Heckbert 1997, eq. 7). */
struct FPoseQuadric
{
	double XX = 0.0, XY = 0.0, XZ = 0.0, YY = 0.0, YZ = 0.0, ZZ = 0.0;
	double BX = 0.0, BY = 0.0, BZ = 0.0, C = 0.0;

	void AddPlane(const Eigen::Vector3d& Normal, const Eigen::Vector3d& Point, double Weight)
	{
		const double D = -Normal.dot(Point);
		XX += Weight * Normal.x() * Normal.x();
		XY += Weight * Normal.x() * Normal.y();
		XZ += Weight * Normal.x() * Normal.z();
		YY += Weight * Normal.y() * Normal.y();
		YZ += Weight * Normal.y() * Normal.z();
		ZZ += Weight * Normal.z() * Normal.z();
		BX += Weight * D * Normal.x();
		BY += Weight * D * Normal.y();
		BZ += Weight * D * Normal.z();
		C += Weight * D * D;
	}

	FPoseQuadric& operator+=(const FPoseQuadric& O)
	{
		XX += O.XX, XY += O.XY, XZ += O.XZ, YY += O.YY, YZ += O.YZ, ZZ += O.ZZ;
		BX += O.BX, BY += O.BY, BZ += O.BZ, C += O.C;
		return *this;
	}

	FPoseQuadric& operator-=(const FPoseQuadric& O)
	{
		XX -= O.XX, XY -= O.XY, XZ -= O.XZ, YY -= O.YY, YZ -= O.YZ, ZZ -= O.ZZ;
		BX -= O.BX, BY -= O.BY, BZ -= O.BZ, C -= O.C;
		return *this;
	}

	Eigen::Matrix3d A() const
	{
		Eigen::Matrix3d Out;
		Out << XX, XY, XZ, XY, YY, YZ, XZ, YZ, ZZ;
		return Out;
	}
	Eigen::Vector3d B() const { return {BX, BY, BZ}; }

	/** Never negative: rounding is cut off. */
	double At(const Eigen::Vector3d& V) const
	{
		const double Value = V.x() * (XX * V.x() + 2.0 * (XY * V.y() + XZ * V.z() + BX)) +
			V.y() * (YY * V.y() + 2.0 * (YZ * V.z() + BY)) + V.z() * (ZZ * V.z() + 2.0 * BZ) + C;
		return std::fmax(0.0, Value);
	}

	/**
	 * Where it is smallest. A spring to Near, weak next to the planes, holds the point in directions that no plane
	 * cares for: flat and cylindrical neighborhoods need no case of their own, and examples do not part company.
	 */
	Eigen::Vector3d Minimum(const Eigen::Vector3d& Near) const
	{
		constexpr double Spring = 1e-3;
		const double Pull = Spring * (XX + YY + ZZ);
		if (!(Pull > 0.0))
		{
			return Near;
		}
		// (A + Pull I) (v - Near) = -(A Near + b), by cofactors
		const double AX = XX + Pull, AY = YY + Pull, AZ = ZZ + Pull;
		const double RX = -(XX * Near.x() + XY * Near.y() + XZ * Near.z() + BX);
		const double RY = -(XY * Near.x() + YY * Near.y() + YZ * Near.z() + BY);
		const double RZ = -(XZ * Near.x() + YZ * Near.y() + ZZ * Near.z() + BZ);
		const double C00 = AY * AZ - YZ * YZ, C01 = XZ * YZ - XY * AZ, C02 = XY * YZ - XZ * AY;
		const double C11 = AX * AZ - XZ * XZ, C12 = XY * XZ - AX * YZ, C22 = AX * AY - XY * XY;
		const double Inverse = 1.0 / (AX * C00 + XY * C01 + XZ * C02);
		return Near +
			Inverse *
			Eigen::Vector3d(
				C00 * RX + C01 * RY + C02 * RZ, C01 * RX + C11 * RY + C12 * RZ, C02 * RX + C12 * RY + C22 * RZ);
	}
};

/**
 * Whether a triangle that moves stays sound: its normal does not turn by more than about eighty degrees and it does not
 * become a needle. A triangle without area before may become anything.
 */
inline bool KeepsTriangle(const Eigen::Vector3d (&Old)[3], const Eigen::Vector3d (&New)[3])
{
	constexpr double MinCosine = 0.2, MinQuality = 0.01;
	const auto Cross = [](const Eigen::Vector3d(&P)[3])
	{
		const double UX = P[1].x() - P[0].x(), UY = P[1].y() - P[0].y(), UZ = P[1].z() - P[0].z();
		const double VX = P[2].x() - P[0].x(), VY = P[2].y() - P[0].y(), VZ = P[2].z() - P[0].z();
		return Eigen::Vector3d(UY * VZ - UZ * VY, UZ * VX - UX * VZ, UX * VY - UY * VX);
	};
	const auto Sides = [](const Eigen::Vector3d(&P)[3])
	{ return (P[1] - P[0]).squaredNorm() + (P[2] - P[1]).squaredNorm() + (P[0] - P[2]).squaredNorm(); };
	// All in squares: this is asked for every triangle of every candidate in every pose.
	const Eigen::Vector3d Before = Cross(Old), After = Cross(New);
	const double BeforeArea = Before.squaredNorm(), AfterArea = After.squaredNorm();
	const double BeforeSides = Sides(Old), AfterSides = Sides(New);
	if (!(12.0 * AfterArea >= MinQuality * MinQuality * AfterSides * AfterSides) &&
		!(AfterArea * BeforeSides * BeforeSides >= BeforeArea * AfterSides * AfterSides &&
			AfterArea > 1e-24 * AfterSides * AfterSides))
	{
		return false;
	}
	const double Cosine = Before.dot(After);
	return BeforeArea <= 1e-24 * BeforeSides * BeforeSides ||
		(Cosine > 0.0 && Cosine * Cosine >= MinCosine * MinCosine * BeforeArea * AfterArea);
}

} // namespace Exemplar
