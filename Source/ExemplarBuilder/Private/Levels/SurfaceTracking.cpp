// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/SurfaceTracking.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

double ClosestOnTriangle(const Eigen::Vector3d& P, const Eigen::Vector3d& A, const Eigen::Vector3d& B,
	const Eigen::Vector3d& C, std::array<double, 3>& Weights)
{
	const Eigen::Vector3d AB = B - A, AC = C - A, AP = P - A;
	const auto Finish = [&](double V, double W)
	{
		Weights = {1.0 - V - W, V, W};
		return (AP - V * AB - W * AC).squaredNorm();
	};
	const double D1 = AB.dot(AP), D2 = AC.dot(AP);
	if (D1 <= 0.0 && D2 <= 0.0)
	{
		return Finish(0.0, 0.0);
	}
	const Eigen::Vector3d BP = P - B;
	const double D3 = AB.dot(BP), D4 = AC.dot(BP);
	if (D3 >= 0.0 && D4 <= D3)
	{
		return Finish(1.0, 0.0);
	}
	const double VC = D1 * D4 - D3 * D2;
	if (VC <= 0.0 && D1 >= 0.0 && D3 <= 0.0)
	{
		return Finish(D1 - D3 > 0.0 ? D1 / (D1 - D3) : 0.0, 0.0);
	}
	const Eigen::Vector3d CP = P - C;
	const double D5 = AB.dot(CP), D6 = AC.dot(CP);
	if (D6 >= 0.0 && D5 <= D6)
	{
		return Finish(0.0, 1.0);
	}
	const double VB = D5 * D2 - D1 * D6;
	if (VB <= 0.0 && D2 >= 0.0 && D6 <= 0.0)
	{
		return Finish(0.0, D2 - D6 > 0.0 ? D2 / (D2 - D6) : 0.0);
	}
	const double VA = D3 * D6 - D5 * D4;
	if (VA <= 0.0 && D4 - D3 >= 0.0 && D5 - D6 >= 0.0)
	{
		const double Sum = (D4 - D3) + (D5 - D6);
		const double W = Sum > 0.0 ? (D4 - D3) / Sum : 0.0;
		return Finish(1.0 - W, W);
	}
	const double Scale = 1.0 / (VA + VB + VC);
	return Finish(VB * Scale, VC * Scale);
}

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
	std::span<const FDouble3> Positions, const FDouble3& Point, FSurfaceCoordinate& Where) const
{
	const Eigen::Vector3d P = AsVector(Point);
	const auto Distance = [&](int32_t Triangle, std::array<double, 3>& Weights)
	{
		const FTriangle& T = Triangles[static_cast<size_t>(Triangle)];
		return ClosestOnTriangle(P, AsVector(Positions[static_cast<size_t>(T[0])]),
			AsVector(Positions[static_cast<size_t>(T[1])]), AsVector(Positions[static_cast<size_t>(T[2])]), Weights);
	};
	double Best = Distance(Where.Triangle, Where.Weights);
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
