// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Culling/Frustum.h"

namespace Exemplar
{

namespace
{

FFloat4 MakePlane(const FAffine& World, const FFloat3& Normal, const FFloat3& Point)
{
	const FFloat3 N = Normalize(TransformVector(World, Normal));
	return {N.X, N.Y, N.Z, -Dot(N, TransformPoint(World, Point))};
}

} // namespace

FFrustum MakeFrustum(const FCamera& Camera)
{
	const FFloat3 Eye{0.0f, 0.0f, 0.0f};
	const float X = Camera.TanHalfWidth, Y = Camera.TanHalfHeight;
	return {{MakePlane(Camera.World, {1.0f, 0.0f, -X}, Eye), MakePlane(Camera.World, {-1.0f, 0.0f, -X}, Eye),
		MakePlane(Camera.World, {0.0f, 1.0f, -Y}, Eye), MakePlane(Camera.World, {0.0f, -1.0f, -Y}, Eye),
		MakePlane(Camera.World, {0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, -Camera.Near}),
		MakePlane(Camera.World, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -Camera.Far})}};
}

float DepthOf(const FCamera& Camera, const FFloat3& Point)
{
	const FAffine& M = Camera.World;
	const FFloat3 Back{M.Rows[0].Z, M.Rows[1].Z, M.Rows[2].Z};
	const FFloat3 Eye{M.Rows[0].W, M.Rows[1].W, M.Rows[2].W};
	return -Dot(Back, Point - Eye);
}

bool IsOutside(const FFrustum& Frustum, const FSphere& Sphere)
{
	const FFloat4 Center{Sphere.Center.X, Sphere.Center.Y, Sphere.Center.Z, 1.0f};
	for (const FFloat4& Plane : Frustum.Planes)
	{
		if (Dot(Plane, Center) < -Sphere.Radius)
		{
			return true;
		}
	}
	return false;
}

float LargestStretch(const FAffine& Transform)
{
	// The largest eigenvalue of A A^T, a symmetric 3x3 matrix, in closed form (Smith 1961), in double: a cosine of an
	// angle near zero would cost half the digits of a float.
	double A[3][3];
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			const FFloat4 &R = Transform.Rows[Row], &C = Transform.Rows[Column];
			A[Row][Column] =
				static_cast<double>(R.X) * C.X + static_cast<double>(R.Y) * C.Y + static_cast<double>(R.Z) * C.Z;
		}
	}
	const double Mean = (A[0][0] + A[1][1] + A[2][2]) / 3.0;
	double Spread = 0.0;
	for (int Row = 0; Row < 3; ++Row)
	{
		A[Row][Row] -= Mean;
		for (int Column = 0; Column < 3; ++Column)
		{
			Spread += A[Row][Column] * A[Row][Column];
		}
	}
	const double Scale = std::sqrt(Spread / 6.0);
	if (!(Scale > 1e-12 * Mean))
	{
		return static_cast<float>(std::sqrt(Mean > 0.0 ? Mean : 0.0));
	}
	const double Determinant = A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
		A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) + A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
	const double Cosine = Determinant / (2.0 * Scale * Scale * Scale);
	const double Angle = std::acos(Cosine < -1.0 ? -1.0 : (Cosine > 1.0 ? 1.0 : Cosine)) / 3.0;
	return static_cast<float>(std::sqrt(Mean + 2.0 * Scale * std::cos(Angle)));
}

FSphere TransformSphere(const FAffine& Transform, const FSphere& Sphere)
{
	return {TransformPoint(Transform, Sphere.Center), Sphere.Radius * LargestStretch(Transform)};
}

} // namespace Exemplar
