// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/FlattenChart.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace FlattenChartDetail
{

using FMatrix = Eigen::SparseMatrix<double>;

/** The length of a side of the border; zero where the vertices are no side of any triangle. */
double SideLength(const FSideProducts& G, int From, int To)
{
	const int Sum = From + To; // 1: corners 0 and 1, 2: corners 0 and 2, 3: corners 1 and 2
	const double Square = Sum == 1 ? G.G11 : Sum == 2 ? G.G22 : G.G11 - 2.0 * G.G12 + G.G22;
	return std::sqrt((std::max)(Square, 0.0));
}

/** Where each vertex of the border lies along it, from 0 to 1. */
std::vector<double> BorderPlaces(
	const FChart& Chart, std::span<const FSideProducts> Sides, std::span<const int32_t> Border)
{
	std::vector<size_t> PlaceOf(Chart.Vertices.size(), Border.size());
	for (size_t Place = 0; Place < Border.size(); ++Place)
	{
		PlaceOf[static_cast<size_t>(Border[Place])] = Place;
	}
	std::vector<double> Lengths(Border.size(), 0.0);
	for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const int Next = (Corner + 1) % 3;
			const size_t A = PlaceOf[static_cast<size_t>(Chart.Triangles[Face][static_cast<size_t>(Corner)])];
			const size_t B = PlaceOf[static_cast<size_t>(Chart.Triangles[Face][static_cast<size_t>(Next)])];
			if (A < Border.size() && B == (A + 1) % Border.size())
			{
				Lengths[A] = SideLength(Sides[Face], Corner, Next);
			}
		}
	}
	double Total = 0.0;
	for (const double Length : Lengths)
	{
		Total += Length;
	}
	std::vector<double> Out(Border.size(), 0.0);
	const double Even = 1.0 / static_cast<double>(Border.size());
	for (size_t Place = 1; Place < Border.size(); ++Place)
	{
		// A hundredth is spaced evenly, so that no two vertices meet.
		const double Step = Total > 0.0 ? 0.99 * Lengths[Place - 1] / Total + 0.01 * Even : Even;
		Out[Place] = Out[Place - 1] + Step;
	}
	return Out;
}

double TypicalLength(std::span<const FSideProducts> Sides)
{
	double Area = 0.0;
	for (const FSideProducts& Side : Sides)
	{
		Area += Side.Area();
	}
	return std::sqrt(Area / static_cast<double>((std::max)(Sides.size(), size_t{1})));
}

/** Scales UVs about the origin until they have the area of the surface. */
void FitArea(const FChart& Chart, std::span<const FSideProducts> Sides, std::vector<FDouble2>& UVs)
{
	double Area = 0.0, Flat = 0.0;
	for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
	{
		const FTriangle& T = Chart.Triangles[Face];
		const FDouble2 &A = UVs[static_cast<size_t>(T[0])], &B = UVs[static_cast<size_t>(T[1])],
					   &C = UVs[static_cast<size_t>(T[2])];
		Flat += 0.5 * std::abs((B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X));
		Area += Sides[Face].Area();
	}
	const double Scale = Flat > 0.0 ? std::sqrt(Area / Flat) : 1.0;
	for (FDouble2& UV : UVs)
	{
		UV = {Scale * UV.X, Scale * UV.Y};
	}
}

} // namespace FlattenChartDetail

std::vector<FDouble2> FlattenConformally(
	const FChart& Chart, std::span<const FSideProducts> Sides, std::span<const int32_t> Border)
{
	using namespace FlattenChartDetail;
	const size_t Count = Chart.Vertices.size();
	const double Scale = TypicalLength(Sides);
	const std::vector<double> Places = BorderPlaces(Chart, Sides, Border);
	const size_t Half = static_cast<size_t>(std::lower_bound(Places.begin(), Places.end(), 0.5) - Places.begin());
	const size_t HeldA = static_cast<size_t>(Border[0]);
	const size_t HeldB = static_cast<size_t>(Border[(std::min)((std::max)(Half, size_t{1}), Border.size() - 1)]);

	// The residual of a triangle is the sum of its weights times its vertices, as complex numbers; weights are opposite
	// sides over the root of twice the area. The energy is its square: a Hermitian form W_i* W_j, in reals a 2x2 block.
	std::vector<int> FreeOf(Count, -1);
	int Free = 0;
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		FreeOf[Vertex] = Vertex == HeldA || Vertex == HeldB ? -1 : Free++;
	}
	const double HeldX = Scale * std::sqrt(static_cast<double>(Sides.size())); // any length: the result is scaled
	std::vector<Eigen::Triplet<double>> Entries;
	Entries.reserve(Chart.Triangles.size() * 36);
	Eigen::VectorXd Right = Eigen::VectorXd::Zero(2 * Free);
	for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
	{
		const FFlatTriangle Flat = LayFlat(Sides[Face], Scale);
		const double Root = 1.0 / std::sqrt(Flat.A * Flat.C);
		const FDouble2 W[3] = {
			{(Flat.B - Flat.A) * Root, Flat.C * Root}, {-Flat.B * Root, -Flat.C * Root}, {Flat.A * Root, 0.0}};
		for (size_t I = 0; I < 3; ++I)
		{
			const size_t VertexI = static_cast<size_t>(Chart.Triangles[Face][I]);
			for (size_t J = 0; J < 3 && FreeOf[VertexI] >= 0; ++J)
			{
				const size_t VertexJ = static_cast<size_t>(Chart.Triangles[Face][J]);
				const double Re = W[I].X * W[J].X + W[I].Y * W[J].Y, Im = W[I].X * W[J].Y - W[I].Y * W[J].X;
				const int Row = 2 * FreeOf[VertexI], Column = 2 * FreeOf[VertexJ];
				if (FreeOf[VertexJ] >= 0)
				{
					Entries.emplace_back(Row, Column, Re);
					Entries.emplace_back(Row, Column + 1, -Im);
					Entries.emplace_back(Row + 1, Column, Im);
					Entries.emplace_back(Row + 1, Column + 1, Re);
				}
				else if (VertexJ == HeldB)
				{
					Right[Row] -= Re * HeldX;
					Right[Row + 1] -= Im * HeldX;
				}
			}
		}
	}
	std::vector<FDouble2> Out(Count);
	Out[HeldB] = {HeldX, 0.0};
	if (Free > 0)
	{
		FMatrix Matrix(2 * Free, 2 * Free);
		Matrix.setFromTriplets(Entries.begin(), Entries.end());
		const Eigen::SimplicialLDLT<FMatrix> Factors(Matrix);
		const Eigen::VectorXd Solution = Factors.solve(Right);
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			if (FreeOf[Vertex] >= 0)
			{
				Out[Vertex] = {Solution[2 * FreeOf[Vertex]], Solution[2 * FreeOf[Vertex] + 1]};
			}
		}
	}
	FitArea(Chart, Sides, Out);
	return Out;
}

std::vector<FDouble2> FlattenToCircle(
	const FChart& Chart, std::span<const FSideProducts> Sides, std::span<const int32_t> Border)
{
	using namespace FlattenChartDetail;
	const size_t Count = Chart.Vertices.size();
	const std::vector<double> Places = BorderPlaces(Chart, Sides, Border);
	std::vector<FDouble2> Out(Count);
	std::vector<int> FreeOf(Count, 0);
	for (size_t Place = 0; Place < Border.size(); ++Place)
	{
		const double Angle = 2.0 * std::numbers::pi * Places[Place];
		Out[static_cast<size_t>(Border[Place])] = {std::cos(Angle), std::sin(Angle)};
		FreeOf[static_cast<size_t>(Border[Place])] = -1;
	}
	int Free = 0;
	for (int& Index : FreeOf)
	{
		Index = Index < 0 ? -1 : Free++;
	}
	if (Free > 0)
	{
		const FMeshAdjacency Adjacency = BuildAdjacency(Count, Chart.Triangles);
		std::vector<Eigen::Triplet<double>> Entries;
		Eigen::MatrixX2d Right = Eigen::MatrixX2d::Zero(Free, 2);
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			if (FreeOf[Vertex] < 0)
			{
				continue;
			}
			const std::span<const int32_t> Ring = Adjacency.VertexVertices[Vertex];
			Entries.emplace_back(FreeOf[Vertex], FreeOf[Vertex], static_cast<double>(Ring.size()));
			for (const int32_t Other : Ring)
			{
				const int Column = FreeOf[static_cast<size_t>(Other)];
				if (Column >= 0)
				{
					Entries.emplace_back(FreeOf[Vertex], Column, -1.0);
				}
				else
				{
					Right(FreeOf[Vertex], 0) += Out[static_cast<size_t>(Other)].X;
					Right(FreeOf[Vertex], 1) += Out[static_cast<size_t>(Other)].Y;
				}
			}
		}
		FMatrix Matrix(Free, Free);
		Matrix.setFromTriplets(Entries.begin(), Entries.end());
		const Eigen::SimplicialLDLT<FMatrix> Factors(Matrix);
		const Eigen::VectorXd X = Factors.solve(Eigen::VectorXd(Right.col(0)));
		const Eigen::VectorXd Y = Factors.solve(Eigen::VectorXd(Right.col(1)));
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			if (FreeOf[Vertex] >= 0)
			{
				Out[Vertex] = {X[FreeOf[Vertex]], Y[FreeOf[Vertex]]};
			}
		}
	}
	FitArea(Chart, Sides, Out);
	return Out;
}

} // namespace Exemplar
