// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/HarmonicMesh.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Laplacian.h"
#include "Geometry/Topology.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace HarmonicMeshDetail
{

FStatus CheckMesh(const FTriangleMesh& Mesh, const std::string& Name)
{
	for (size_t Triangle = 0; Triangle < Mesh.Triangles.size(); ++Triangle)
	{
		for (const int32_t Vertex : Mesh.Triangles[Triangle])
		{
			if (Vertex < 0 || static_cast<size_t>(Vertex) >= Mesh.Positions.size())
			{
				return FError{EErrorCode::InvalidArgument,
					Name + ": triangle " + std::to_string(Triangle) + " names vertex " + std::to_string(Vertex) +
						" of a mesh with " + std::to_string(Mesh.Positions.size()) + " vertices. Repair the mesh."};
			}
		}
	}
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		if (!AsVector(Mesh.Positions[Vertex]).allFinite())
		{
			return FError{EErrorCode::Degenerate,
				Name + ": vertex " + std::to_string(Vertex) +
					" has a coordinate that is not a number. Repair the mesh."};
		}
	}
	return FOk{};
}

/** The k-th triangle that runs along a side one way is paired with the k-th that runs the other way. */
std::vector<std::array<int32_t, 3>> PairSides(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles)
{
	std::vector<std::array<int32_t, 3>> Across(Triangles.size(), {-1, -1, -1});
	std::vector<std::pair<int32_t, size_t>> Ways[2]; // triangle and side, by direction
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		Ways[0].clear();
		Ways[1].clear();
		for (const int32_t Triangle : Adjacency.EdgeTriangles[Edge])
		{
			const std::array<int32_t, 3>& Sides = Adjacency.TriangleEdges[static_cast<size_t>(Triangle)];
			for (size_t Side = 0; Side < 3; ++Side)
			{
				if (Sides[Side] == static_cast<int32_t>(Edge))
				{
					const bool bForward = Triangles[static_cast<size_t>(Triangle)][Side] == Adjacency.Edges[Edge].A;
					Ways[bForward ? 0 : 1].emplace_back(Triangle, Side);
				}
			}
		}
		for (size_t Index = 0; Index < (std::min)(Ways[0].size(), Ways[1].size()); ++Index)
		{
			const auto [A, SideOfA] = Ways[0][Index];
			const auto [B, SideOfB] = Ways[1][Index];
			Across[static_cast<size_t>(A)][SideOfA] = B;
			Across[static_cast<size_t>(B)][SideOfB] = A;
		}
	}
	return Across;
}

double TwiceTheArea(const FTriangleMesh& Mesh, const FTriangle& Triangle)
{
	const auto At = [&](size_t Corner) { return AsVector(Mesh.Positions[static_cast<size_t>(Triangle[Corner])]); };
	return (At(1) - At(0)).cross(At(2) - At(0)).norm();
}

} // namespace HarmonicMeshDetail

TResult<FHarmonicMesh> MakeHarmonicMesh(const FTriangleMesh& Source, std::string Name)
{
	using namespace HarmonicMeshDetail;
	if (const FStatus Status = CheckMesh(Source, Name); !Status)
	{
		return Status.GetError();
	}
	const std::vector<FTriangle> Kept = TrianglesWithArea(Source.Positions, Source.Triangles);
	if (Kept.empty())
	{
		return FError{EErrorCode::Degenerate, Name + ": no triangle has an area. Export the mesh again."};
	}
	const FMeshComponents Pieces = FindComponents(BuildAdjacency(Source.Positions.size(), Kept), Kept);
	std::vector<double> Areas(Pieces.Count, 0.0);
	for (size_t Index = 0; Index < Kept.size(); ++Index)
	{
		Areas[static_cast<size_t>(Pieces.OfTriangle[Index])] += TwiceTheArea(Source, Kept[Index]);
	}
	const auto Largest = static_cast<int32_t>(std::max_element(Areas.begin(), Areas.end()) - Areas.begin());
	FHarmonicMesh Out;
	Out.Name = std::move(Name);
	Out.PieceCount = Pieces.Count;
	std::vector<int32_t> NewNumbers(Source.Positions.size(), -1);
	for (size_t Vertex = 0; Vertex < Source.Positions.size(); ++Vertex)
	{
		if (Pieces.OfVertex[Vertex] == Largest)
		{
			NewNumbers[Vertex] = static_cast<int32_t>(Out.Vertices.size());
			Out.Vertices.push_back(static_cast<int32_t>(Vertex));
			Out.Mesh.Positions.push_back(Source.Positions[Vertex]);
		}
	}
	for (size_t Index = 0; Index < Kept.size(); ++Index)
	{
		if (Pieces.OfTriangle[Index] == Largest)
		{
			Out.Mesh.Triangles.push_back({NewNumbers[static_cast<size_t>(Kept[Index][0])],
				NewNumbers[static_cast<size_t>(Kept[Index][1])], NewNumbers[static_cast<size_t>(Kept[Index][2])]});
		}
	}
	Out.Adjacency = BuildAdjacency(Out.Mesh.Positions.size(), Out.Mesh.Triangles);
	Out.Across = PairSides(Out.Adjacency, Out.Mesh.Triangles);
	return Out;
}

std::vector<double> MeanCurvatures(const FHarmonicMesh& Mesh)
{
	const size_t Count = Mesh.Mesh.Positions.size();
	std::vector<Eigen::Vector3d> Bend(Count, Eigen::Vector3d::Zero()), Normal(Count, Eigen::Vector3d::Zero());
	const Eigen::VectorXd Area = LumpedMass(Mesh.Mesh.Positions, Mesh.Mesh.Triangles).diagonal();
	for (const FTriangle& Triangle : Mesh.Mesh.Triangles)
	{
		const size_t V[3]{
			static_cast<size_t>(Triangle[0]), static_cast<size_t>(Triangle[1]), static_cast<size_t>(Triangle[2])};
		const Eigen::Vector3d P[3]{AsVector(Mesh.Mesh.Positions[V[0]]), AsVector(Mesh.Mesh.Positions[V[1]]),
			AsVector(Mesh.Mesh.Positions[V[2]])};
		const Eigen::Vector3d Cross = (P[1] - P[0]).cross(P[2] - P[0]);
		const double Double = Cross.norm();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const size_t Next = (Corner + 1) % 3, Last = (Corner + 2) % 3;
			const double Cotangent = (P[Next] - P[Corner]).dot(P[Last] - P[Corner]) / Double;
			const Eigen::Vector3d Pull = 0.5 * Cotangent * (P[Next] - P[Last]);
			Bend[V[Next]] += Pull;
			Bend[V[Last]] -= Pull;
			Normal[V[Corner]] += Cross;
		}
	}
	std::vector<double> Out(Count, 0.0);
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		const double Length = Normal[Vertex].norm();
		const double Own = Area[static_cast<Eigen::Index>(Vertex)];
		if (Length > 0.0 && Own > 0.0)
		{
			Out[Vertex] = 0.5 * Bend[Vertex].dot(Normal[Vertex]) / (Length * Own);
		}
	}
	return Out;
}

} // namespace Exemplar
