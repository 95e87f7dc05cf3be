// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Topology.h"

namespace Exemplar
{

FMeshComponents FindComponents(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles)
{
	FMeshComponents Out;
	Out.OfVertex.assign(Adjacency.VertexCount(), -1);
	Out.OfTriangle.assign(Triangles.size(), -1);
	std::vector<int32_t> Stack;
	for (size_t Seed = 0; Seed < Adjacency.VertexCount(); ++Seed)
	{
		if (Out.OfVertex[Seed] >= 0 || Adjacency.VertexTriangles[Seed].empty())
		{
			continue;
		}
		const int32_t Component = static_cast<int32_t>(Out.Count++);
		Out.OfVertex[Seed] = Component;
		Stack.push_back(static_cast<int32_t>(Seed));
		while (!Stack.empty())
		{
			const size_t Vertex = static_cast<size_t>(Stack.back());
			Stack.pop_back();
			for (const int32_t Other : Adjacency.VertexVertices[Vertex])
			{
				if (Out.OfVertex[static_cast<size_t>(Other)] < 0)
				{
					Out.OfVertex[static_cast<size_t>(Other)] = Component;
					Stack.push_back(Other);
				}
			}
		}
	}
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		if (Adjacency.TriangleEdges[Triangle][0] >= 0)
		{
			Out.OfTriangle[Triangle] = Out.OfVertex[static_cast<size_t>(Triangles[Triangle][0])];
		}
	}
	return Out;
}

FMeshTopology DescribeTopology(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles)
{
	FMeshTopology Out;
	Out.Components = FindComponents(Adjacency, Triangles).Count;
	std::vector<bool> OnBadEdge(Adjacency.VertexCount(), false);
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		const FMeshEdge& Ends = Adjacency.Edges[Edge];
		const std::span<const int32_t> Beside = Adjacency.EdgeTriangles[Edge];
		bool bBad = Beside.size() > 2;
		Out.BoundaryEdges += Beside.size() == 1;
		Out.NonManifoldEdges += bBad;
		if (Beside.size() == 2)
		{
			bool RunsUp[2] = {};
			for (int Side = 0; Side < 2; ++Side)
			{
				const size_t Triangle = static_cast<size_t>(Beside[Side]);
				for (int Corner = 0; Corner < 3; ++Corner)
				{
					if (Adjacency.TriangleEdges[Triangle][Corner] == static_cast<int32_t>(Edge))
					{
						RunsUp[Side] = Triangles[Triangle][Corner] == Ends.A;
					}
				}
			}
			bBad = RunsUp[0] == RunsUp[1];
			Out.InconsistentEdges += bBad;
		}
		if (bBad)
		{
			OnBadEdge[static_cast<size_t>(Ends.A)] = true;
			OnBadEdge[static_cast<size_t>(Ends.B)] = true;
		}
	}
	int64_t VertexCount = 0, TriangleCount = 0;
	for (size_t Vertex = 0; Vertex < Adjacency.VertexCount(); ++Vertex)
	{
		if (Adjacency.VertexTriangles[Vertex].empty())
		{
			continue;
		}
		++VertexCount;
		if (!OnBadEdge[Vertex])
		{
			Out.NonManifoldVertices += FindOneRing(Adjacency, Triangles, static_cast<int32_t>(Vertex)).size() > 1;
		}
	}
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		TriangleCount += Adjacency.TriangleEdges[Triangle][0] >= 0;
	}
	Out.EulerCharacteristic = VertexCount - static_cast<int64_t>(Adjacency.Edges.size()) + TriangleCount;
	return Out;
}

FMeshTopology DescribeTopology(size_t VertexCount, std::span<const FTriangle> Triangles)
{
	return DescribeTopology(BuildAdjacency(VertexCount, Triangles), Triangles);
}

} // namespace Exemplar
