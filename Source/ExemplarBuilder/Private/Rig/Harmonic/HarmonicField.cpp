// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/HarmonicField.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

std::vector<double> HarmonicWeights(const FHarmonicMesh& Mesh)
{
	std::vector<double> Weights(Mesh.Adjacency.Edges.size(), 0.0);
	for (size_t Index = 0; Index < Mesh.Mesh.Triangles.size(); ++Index)
	{
		const FTriangle& Triangle = Mesh.Mesh.Triangles[Index];
		const auto At = [&](size_t Corner)
		{ return AsVector(Mesh.Mesh.Positions[static_cast<size_t>(Triangle[Corner])]); };
		const double Double = (At(1) - At(0)).cross(At(2) - At(0)).norm();
		for (size_t Side = 0; Side < 3; ++Side)
		{
			const size_t Apex = (Side + 2) % 3;
			const double Cotangent = (At(Side) - At(Apex)).dot(At((Side + 1) % 3) - At(Apex)) / Double;
			Weights[static_cast<size_t>(Mesh.Adjacency.TriangleEdges[Index][Side])] += 0.5 * Cotangent;
		}
	}
	return Weights;
}

FHeldDisks HoldDisks(const FHarmonicMesh& Mesh, std::span<const std::vector<double>> Distances,
	std::span<const double> DiskValues, double Radius)
{
	FHeldDisks Out;
	Out.Weights = HarmonicWeights(Mesh);
	Out.Values.assign(Mesh.Mesh.Positions.size(), NAN);
	Out.IsHeld.assign(Mesh.Mesh.Positions.size(), 0);
	std::vector<size_t> DiskOf(Mesh.Mesh.Positions.size(), Distances.size());
	for (size_t Disk = Distances.size(); Disk-- > 0;)
	{
		for (size_t Vertex = 0; Vertex < DiskOf.size(); ++Vertex)
		{
			if (Distances[Disk][Vertex] <= Radius)
			{
				Out.Values[Vertex] = DiskValues[Disk];
				Out.IsHeld[Vertex] = 1;
				DiskOf[Vertex] = Disk;
			}
		}
	}
	for (size_t Edge = 0; Edge < Out.Weights.size(); ++Edge)
	{
		auto Inside = static_cast<size_t>(Mesh.Adjacency.Edges[Edge].A);
		auto Outside = static_cast<size_t>(Mesh.Adjacency.Edges[Edge].B);
		if (Out.IsHeld[Inside] == Out.IsHeld[Outside])
		{
			continue;
		}
		if (!Out.IsHeld[Inside])
		{
			std::swap(Inside, Outside);
		}
		const std::vector<double>& Distance = Distances[DiskOf[Inside]];
		const double Whole = Distance[Outside] - Distance[Inside];
		const double Free = (std::max)(Distance[Outside] - Radius, 0.05 * Whole);
		Out.Weights[Edge] *= Whole > 0.0 ? Whole / Free : 1.0;
	}
	return Out;
}

TResult<std::vector<double>> SolveHarmonic(
	const FHarmonicMesh& Mesh, std::span<const double> Weights, std::span<const double> Values)
{
	std::vector<double> Out(Values.begin(), Values.end());
	std::vector<int> Rows(Out.size(), -1);
	int RowCount = 0;
	double Low = INFINITY, High = -INFINITY;
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		if (std::isnan(Out[Vertex]))
		{
			Rows[Vertex] = RowCount++;
			continue;
		}
		Low = (std::min)(Low, Out[Vertex]);
		High = (std::max)(High, Out[Vertex]);
	}
	if (!(Low <= High))
	{
		return FError{
			EErrorCode::InvalidArgument, Mesh.Name + ": a harmonic function needs at least one vertex with a value."};
	}
	std::vector<Eigen::Triplet<double>> Entries;
	Entries.reserve(4 * Weights.size());
	Eigen::VectorXd Right = Eigen::VectorXd::Zero(RowCount);
	for (size_t Edge = 0; Edge < Weights.size(); ++Edge)
	{
		const size_t Ends[2]{
			static_cast<size_t>(Mesh.Adjacency.Edges[Edge].A), static_cast<size_t>(Mesh.Adjacency.Edges[Edge].B)};
		for (size_t End = 0; End < 2; ++End)
		{
			const int Row = Rows[Ends[End]], Column = Rows[Ends[1 - End]];
			if (Row < 0)
			{
				continue;
			}
			Entries.emplace_back(Row, Row, Weights[Edge]);
			if (Column >= 0)
			{
				Entries.emplace_back(Row, Column, -Weights[Edge]);
			}
			else
			{
				Right[Row] += Weights[Edge] * Out[Ends[1 - End]];
			}
		}
	}
	if (RowCount == 0)
	{
		return Out;
	}
	Eigen::SparseMatrix<double> Matrix(RowCount, RowCount);
	Matrix.setFromTriplets(Entries.begin(), Entries.end());
	const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> Factors(Matrix);
	if (Factors.info() != Eigen::Success)
	{
		return FError{EErrorCode::Degenerate,
			Mesh.Name + ": its Laplacian cannot be factorized. Look for extremely thin triangles and remesh them."};
	}
	const Eigen::VectorXd Solution = Factors.solve(Right);
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		if (Rows[Vertex] >= 0)
		{
			Out[Vertex] = std::clamp(Solution[Rows[Vertex]], Low, High); // round-off, never more
		}
	}
	return Out;
}

} // namespace Exemplar
