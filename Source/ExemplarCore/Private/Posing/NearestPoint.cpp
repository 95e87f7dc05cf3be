// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/NearestPoint.h"

namespace Exemplar
{
namespace NearestPointDetail
{

/** The nearest point of a triangle by its barycentric coordinates (Ericson 2005, section 5.1.5). */
FFloat3 NearestOnTriangle(const FFloat3& P, const FFloat3& A, const FFloat3& B, const FFloat3& C)
{
	const FFloat3 AB = B - A, AC = C - A;
	const float D1 = Dot(AB, P - A), D2 = Dot(AC, P - A);
	if (D1 <= 0.0f && D2 <= 0.0f)
	{
		return {1.0f, 0.0f, 0.0f};
	}
	const float D3 = Dot(AB, P - B), D4 = Dot(AC, P - B);
	if (D3 >= 0.0f && D4 <= D3)
	{
		return {0.0f, 1.0f, 0.0f};
	}
	const float D5 = Dot(AB, P - C), D6 = Dot(AC, P - C);
	if (D6 >= 0.0f && D5 <= D6)
	{
		return {0.0f, 0.0f, 1.0f};
	}
	const float VC = D1 * D4 - D3 * D2, VB = D5 * D2 - D1 * D6, VA = D3 * D6 - D5 * D4;
	if (VC <= 0.0f && D1 >= 0.0f && D3 <= 0.0f)
	{
		const float T = D1 / (D1 - D3);
		return {1.0f - T, T, 0.0f};
	}
	if (VB <= 0.0f && D2 >= 0.0f && D6 <= 0.0f)
	{
		const float T = D2 / (D2 - D6);
		return {1.0f - T, 0.0f, T};
	}
	if (VA <= 0.0f && D4 - D3 >= 0.0f && D5 - D6 >= 0.0f)
	{
		const float T = (D4 - D3) / ((D4 - D3) + (D5 - D6));
		return {0.0f, 1.0f - T, T};
	}
	const float Sum = VA + VB + VC;
	return Sum > 0.0f ? FFloat3{VA / Sum, VB / Sum, VC / Sum} : FFloat3{1.0f, 0.0f, 0.0f};
}

} // namespace NearestPointDetail

FNearestPoint FindNearestPoint(
	std::span<const FFloat3> Positions, std::span<const uint32_t> Indices, const FFloat3& Point)
{
	FNearestPoint Out;
	for (size_t Triangle = 0; 3 * Triangle + 2 < Indices.size(); ++Triangle)
	{
		const FFloat3 &A = Positions[Indices[3 * Triangle]], &B = Positions[Indices[3 * Triangle + 1]],
					  &C = Positions[Indices[3 * Triangle + 2]];
		const FFloat3 W = NearestPointDetail::NearestOnTriangle(Point, A, B, C);
		const FFloat3 Apart = A * W.X + B * W.Y + C * W.Z - Point;
		if (Dot(Apart, Apart) < Out.Squared)
		{
			Out = {Triangle, W, Dot(Apart, Apart)};
		}
	}
	return Out;
}

float FindFacing(
	std::span<const FFloat3> Positions, std::span<const FFloat3> Normals, std::span<const uint32_t> Indices)
{
	double Sum = 0.0;
	for (size_t Corner = 0; !Normals.empty() && Corner + 2 < Indices.size(); Corner += 3)
	{
		const uint32_t A = Indices[Corner], B = Indices[Corner + 1], C = Indices[Corner + 2];
		const FFloat3 Across = Cross(Positions[B] - Positions[A], Positions[C] - Positions[A]);
		Sum += Dot(Across, Normals[A] + Normals[B] + Normals[C]);
	}
	return Sum < 0.0 ? -1.0f : 1.0f;
}

} // namespace Exemplar
