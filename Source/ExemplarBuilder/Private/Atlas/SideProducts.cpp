// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/SideProducts.h"

#include <algorithm>

namespace Exemplar
{
namespace SideProductsDetail
{

FDouble3 Side(std::span<const FDouble3> Positions, int32_t From, int32_t To)
{
	const FDouble3 &A = Positions[static_cast<size_t>(From)], &B = Positions[static_cast<size_t>(To)];
	return {B.X - A.X, B.Y - A.Y, B.Z - A.Z};
}

double Product(const FDouble3& A, const FDouble3& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z;
}

FSideProducts OfTriangle(std::span<const FDouble3> Positions, const FTriangle& T)
{
	const FDouble3 U = Side(Positions, T[0], T[1]), V = Side(Positions, T[0], T[2]);
	return {Product(U, U), Product(U, V), Product(V, V)};
}

} // namespace SideProductsDetail

std::vector<FSideProducts> MeasureSides(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	std::vector<FSideProducts> Out;
	Out.reserve(Triangles.size());
	for (const FTriangle& T : Triangles)
	{
		Out.push_back(SideProductsDetail::OfTriangle(Positions, T));
	}
	return Out;
}

std::vector<FSideProducts> MeasureSides(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, std::span<const FTriangle> Triangles)
{
	std::vector<FSideProducts> Out;
	Out.reserve(Triangles.size());
	for (const FTriangle& T : Triangles)
	{
		const FAnimationVector& Origin = Points[static_cast<size_t>(T[0])];
		const FAnimationVector U = AddScaled(Points[static_cast<size_t>(T[1])], Origin, -1.0);
		const FAnimationVector V = AddScaled(Points[static_cast<size_t>(T[2])], Origin, -1.0);
		// Round-off may leave a negative square (Merry 2007, section 3.2).
		Out.push_back({(std::max)(InnerProduct(Metric, U, U), 0.0), InnerProduct(Metric, U, V),
			(std::max)(InnerProduct(Metric, V, V), 0.0)});
	}
	return Out;
}

std::vector<FSideProducts> MeanSides(
	std::span<const std::vector<FDouble3>> Shapes, std::span<const FTriangle> Triangles)
{
	std::vector<FSideProducts> Out(Triangles.size());
	const double Share = 1.0 / static_cast<double>((std::max)(Shapes.size(), size_t{1}));
	for (const std::vector<FDouble3>& Shape : Shapes)
	{
		for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
		{
			const FSideProducts One = SideProductsDetail::OfTriangle(Shape, Triangles[Triangle]);
			FSideProducts& Sum = Out[Triangle];
			Sum = {Sum.G11 + Share * One.G11, Sum.G12 + Share * One.G12, Sum.G22 + Share * One.G22};
		}
	}
	return Out;
}

FFlatTriangle LayFlat(const FSideProducts& Sides, double Scale)
{
	const double Least = 1e-6 * Scale;
	const double A = (std::max)(std::sqrt(Sides.G11), Least);
	const double B = Sides.G12 / A;
	const double Height = std::sqrt((std::max)(Sides.G22 - B * B, 0.0));
	const double Longest = (std::max)({A, std::abs(B), std::abs(B - A)});
	return {A, B, (std::max)(Height, 1e-3 * Longest)};
}

FStretch MeasureStretch(std::span<const FSideProducts> Sides, std::span<const FDouble2> CornerUVs)
{
	FStretch Out;
	double Sum = 0.0, Largest = 0.0, MeanArea = 0.0;
	for (const FSideProducts& Side : Sides)
	{
		MeanArea += Side.Area() / static_cast<double>(Sides.size());
	}
	for (size_t Triangle = 0; Triangle < Sides.size(); ++Triangle)
	{
		const FSideProducts& G = Sides[Triangle];
		const FDouble2* const P = CornerUVs.data() + 3 * Triangle;
		const double U1 = P[1].X - P[0].X, V1 = P[1].Y - P[0].Y, U2 = P[2].X - P[0].X, V2 = P[2].Y - P[0].Y;
		const double Turn = U1 * V2 - U2 * V1, Area = G.Area();
		if (!(Turn > 0.0))
		{
			Out.Flipped += Turn < 0.0 ? 1 : 0;
			continue;
		}
		if (!(Area > 1e-9 * MeanArea))
		{
			continue;
		}
		// J^T J of the map from the plane: S^T G S (Merry 2007, eq. 5.8), with S the inverse of the sides in the plane.
		const double Uu = (V2 * V2 * G.G11 - 2.0 * V1 * V2 * G.G12 + V1 * V1 * G.G22) / (Turn * Turn);
		const double Vv = (U2 * U2 * G.G11 - 2.0 * U1 * U2 * G.G12 + U1 * U1 * G.G22) / (Turn * Turn);
		const double Trace = Uu + Vv, Determinant = (G.G11 * G.G22 - G.G12 * G.G12) / (Turn * Turn);
		Sum += Area * 0.5 * Trace;
		Largest = (std::max)(Largest, 0.5 * Trace + std::sqrt((std::max)(0.25 * Trace * Trace - Determinant, 0.0)));
		Out.Area += Area;
		Out.FlatArea += 0.5 * Turn;
	}
	if (Out.Area > 0.0)
	{
		const double Scale = Out.FlatArea / Out.Area; // areas agree after the plane is divided by it
		Out.L2 = std::sqrt(Sum / Out.Area * Scale);
		Out.Max = std::sqrt(Largest * Scale);
	}
	return Out;
}

} // namespace Exemplar
