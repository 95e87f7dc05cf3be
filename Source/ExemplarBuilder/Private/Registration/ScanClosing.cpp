// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanClosing.h"

#include "Geometry/GridSurface.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Geometry/WindingTree.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ScanClosingDetail
{

constexpr double NearCells = 2.0; // within so many cells the distance to the scan is the value
constexpr int SmoothRounds = 12;  // of Taubin's filter
constexpr double SnapCells = 1.5;

FValueGrid SampleField(const FCleanScan& Scan, double Cell, IExecutor& Executor)
{
	FValueGrid Grid;
	Grid.Cell = Cell;
	Eigen::Vector3d Low = Eigen::Vector3d::Constant(1e300), High = -Low;
	for (const FDouble3& P : Scan.Positions)
	{
		Low = Low.cwiseMin(AsVector(P));
		High = High.cwiseMax(AsVector(P));
	}
	// Holes bulge by at most a few cells: the level of the winding number stays inside the hull of the scan.
	Grid.Low = Low.array() - 3.5 * Cell;
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const Eigen::Index Index = static_cast<Eigen::Index>(Axis);
		Grid.Sizes[Axis] = static_cast<int>((High[Index] - Low[Index]) / Cell) + 8;
	}
	Grid.Values.assign(Grid.IndexOf(0, 0, Grid.Sizes[2]), 0.0f);
	const FWindingTree Winding(Scan.Positions, Scan.Triangles);
	ParallelFor(Executor, static_cast<size_t>(Grid.Sizes[2]), 1,
		[&](size_t Begin, size_t End)
		{
			for (int Z = static_cast<int>(Begin); Z < static_cast<int>(End); ++Z)
			{
				for (int Y = 0; Y < Grid.Sizes[1]; ++Y)
				{
					FSurfaceCoordinate Where;
					for (int X = 0; X < Grid.Sizes[0]; ++X)
					{
						const Eigen::Vector3d Place = Grid.PlaceOf(X, Y, Z);
						const double Inside = Winding.At(Place);
						const double Distance = std::sqrt(Scan.Tree->Find(ToDouble3(Place), Where));
						const bool bNear = Distance < NearCells * Cell && !Scan.IsBorder(Where);
						Grid.Values[Grid.IndexOf(X, Y, Z)] = static_cast<float>(
							bNear ? (Inside > 0.5 ? -Distance : Distance) : 2.0 * NearCells * Cell * (0.5 - Inside));
					}
				}
			}
		});
	return Grid;
}

/** The piece with most triangles. */
FTriangleMesh LargestPiece(const FTriangleMesh& Mesh)
{
	const FMeshComponents Components =
		FindComponents(BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles), Mesh.Triangles);
	std::vector<size_t> Counts(Components.Count, 0);
	for (const int32_t Piece : Components.OfTriangle)
	{
		Counts[static_cast<size_t>(Piece)] += 1;
	}
	const int32_t Largest = static_cast<int32_t>(std::max_element(Counts.begin(), Counts.end()) - Counts.begin());
	FTriangleMesh Out;
	std::vector<int32_t> New(Mesh.Positions.size(), -1);
	for (size_t Index = 0; Index < Mesh.Triangles.size(); ++Index)
	{
		if (Components.OfTriangle[Index] != Largest)
		{
			continue;
		}
		FTriangle Triangle = Mesh.Triangles[Index];
		for (int32_t& Vertex : Triangle)
		{
			int32_t& Number = New[static_cast<size_t>(Vertex)];
			if (Number < 0)
			{
				Number = static_cast<int32_t>(Out.Positions.size());
				Out.Positions.push_back(Mesh.Positions[static_cast<size_t>(Vertex)]);
			}
			Vertex = Number;
		}
		Out.Triangles.push_back(Triangle);
	}
	return Out;
}

/** Smooths without shrinking (Taubin 1995). */
void SmoothTaubin(FTriangleMesh& Mesh, int Rounds)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	for (int Round = 0; Round < 2 * Rounds; ++Round)
	{
		const double Factor = Round % 2 == 0 ? 0.5 : -0.53;
		const std::vector<FDouble3> Old = Mesh.Positions;
		for (size_t Vertex = 0; Vertex < Old.size(); ++Vertex)
		{
			const std::span<const int32_t> Ring = Adjacency.VertexVertices[Vertex];
			Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
			for (const int32_t Neighbor : Ring)
			{
				Mean += AsVector(Old[static_cast<size_t>(Neighbor)]) / static_cast<double>(Ring.size());
			}
			if (!Ring.empty())
			{
				AsVector(Mesh.Positions[Vertex]) += Factor * (Mean - AsVector(Old[Vertex]));
			}
		}
	}
}

} // namespace ScanClosingDetail

void SnapToScan(const FCleanScan& Scan, double Reach, FTriangleMesh& Mesh)
{
	const std::vector<FDouble3> Normals = VertexNormals(Mesh.Positions, Mesh.Triangles);
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		FSurfaceCoordinate Where;
		const double Square = Scan.Tree->Find(Mesh.Positions[Vertex], Where);
		if (Square < Reach * Reach && !Scan.IsBorder(Where) &&
			AsVector(Scan.TriangleNormals[static_cast<size_t>(Where.Triangle)]).dot(AsVector(Normals[Vertex])) > 0.5)
		{
			Mesh.Positions[Vertex] = PointAt(Scan.Positions, Scan.Triangles, Where);
		}
	}
}

FTriangleMesh CloseScan(const FCleanScan& Scan, double Cell, IExecutor& Executor)
{
	using namespace ScanClosingDetail;
	const FValueGrid Grid = SampleField(Scan, Cell, Executor);
	FTriangleMesh Mesh = ExtractGridSurface(Grid);
	if (Mesh.Triangles.empty())
	{
		return Mesh;
	}
	Mesh = LargestPiece(Mesh);
	SmoothTaubin(Mesh, SmoothRounds);
	SnapToScan(Scan, SnapCells * Cell, Mesh);
	SmoothTaubin(Mesh, 2);
	return Mesh;
}

} // namespace Exemplar
