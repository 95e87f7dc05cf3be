// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/SurfaceTracking.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

FSurfaceTracker::FSurfaceTracker(
	size_t VertexCount, std::span<const FTriangle> InTriangles, std::span<const int32_t> Groups)
	: Triangles(InTriangles)
	, First(VertexCount, -1)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(VertexCount, Triangles);
	std::vector<int32_t> Found;
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		Found.clear();
		for (const int32_t Vertex : Triangles[Triangle])
		{
			const std::span<const int32_t> Fan = Adjacency.VertexTriangles[static_cast<size_t>(Vertex)];
			Found.insert(Found.end(), Fan.begin(), Fan.end());
			int32_t& Begin = First[static_cast<size_t>(Vertex)];
			Begin = Begin < 0 ? static_cast<int32_t>(Triangle) : Begin;
		}
		std::sort(Found.begin(), Found.end());
		Found.erase(std::unique(Found.begin(), Found.end()), Found.end());
		if (!Groups.empty())
		{
			std::erase_if(Found, [&](int32_t Other) { return Groups[static_cast<size_t>(Other)] != Groups[Triangle]; });
		}
		Around.Items.insert(Around.Items.end(), Found.begin(), Found.end());
		Around.Offsets.push_back(static_cast<uint32_t>(Around.Items.size()));
	}
}

int32_t FSurfaceTracker::TriangleAt(int32_t Vertex) const
{
	return First[static_cast<size_t>(Vertex)];
}

double FSurfaceTracker::Track(
	std::span<const FDouble3> Positions, const FDouble3& Point, FSurfaceCoordinate& Where, bool bLeave) const
{
	const Eigen::Vector3d P = AsVector(Point);
	const auto Distance = [&](int32_t Triangle, std::array<double, 3>& Weights)
	{
		const FTriangle& T = Triangles[static_cast<size_t>(Triangle)];
		return ClosestOnTriangle(P, AsVector(Positions[static_cast<size_t>(T[0])]),
			AsVector(Positions[static_cast<size_t>(T[1])]), AsVector(Positions[static_cast<size_t>(T[2])]), Weights);
	};
	double Best = Distance(Where.Triangle, Where.Weights);
	if (!bLeave && (std::min)({Where.Weights[0], Where.Weights[1], Where.Weights[2]}) > 0.0)
	{
		return Best;
	}
	for (int32_t From = -1; From != Where.Triangle;)
	{
		From = Where.Triangle;
		for (const int32_t Triangle : Around[static_cast<size_t>(From)])
		{
			std::array<double, 3> Weights;
			if (const double Candidate = Triangle == From ? Best : Distance(Triangle, Weights); Candidate < Best)
			{
				Best = Candidate;
				Where = {Triangle, Weights};
			}
		}
	}
	return Best;
}

} // namespace Exemplar
