// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/FrontDistance.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace Exemplar
{

namespace FrontDistanceDetail
{

/** The distance at W of a front with these distances at U and V. */
double Advance(
	const Eigen::Vector3d& U, const Eigen::Vector3d& V, const Eigen::Vector3d& W, double DistanceU, double DistanceV)
{
	const double Along = (std::min)(DistanceU + (W - U).norm(), DistanceV + (W - V).norm());
	const Eigen::Vector3d Side = V - U;
	const double Length = Side.norm();
	if (!(Length > 0.0))
	{
		return Along;
	}
	// U is at (0, 0), V at (Length, 0) and W above; the source that explains both distances is below.
	const double X = (DistanceU * DistanceU - DistanceV * DistanceV + Length * Length) / (2.0 * Length);
	const double Depth = DistanceU * DistanceU - X * X;
	const double WX = (W - U).dot(Side) / Length;
	const double WY = std::sqrt((std::max)(0.0, (W - U).squaredNorm() - WX * WX));
	if (Depth < 0.0 || !(WY > 0.0))
	{
		return Along;
	}
	const double Y = -std::sqrt(Depth);
	const double Crossing = X - Y / (WY - Y) * (WX - X); // where the way to W passes the side
	return Crossing >= 0.0 && Crossing <= Length ? (std::min)(Along, std::hypot(WX - X, WY - Y)) : Along;
}

} // namespace FrontDistanceDetail

std::vector<double> FrontDistance(const FHarmonicMesh& Mesh, int32_t Source)
{
	const std::vector<FDouble3>& Positions = Mesh.Mesh.Positions;
	std::vector<double> Distance(Positions.size(), INFINITY);
	std::vector<char> IsDone(Positions.size(), 0);
	using FEntry = std::pair<double, int32_t>;
	std::priority_queue<FEntry, std::vector<FEntry>, std::greater<FEntry>> Front;
	const auto Offer = [&](int32_t Vertex, double Value)
	{
		if (Value < Distance[static_cast<size_t>(Vertex)])
		{
			Distance[static_cast<size_t>(Vertex)] = Value;
			Front.emplace(Value, Vertex);
		}
	};
	Offer(Source, 0.0);
	while (!Front.empty())
	{
		const int32_t V = Front.top().second;
		Front.pop();
		if (IsDone[static_cast<size_t>(V)])
		{
			continue;
		}
		IsDone[static_cast<size_t>(V)] = 1;
		const double D = Distance[static_cast<size_t>(V)];
		const Eigen::Vector3d P = AsVector(Positions[static_cast<size_t>(V)]);
		for (const int32_t Triangle : Mesh.Adjacency.VertexTriangles[static_cast<size_t>(V)])
		{
			const FTriangle& Corners = Mesh.Mesh.Triangles[static_cast<size_t>(Triangle)];
			const size_t Own = Corners[0] == V ? 0 : (Corners[1] == V ? 1 : 2);
			const int32_t Others[2]{Corners[(Own + 1) % 3], Corners[(Own + 2) % 3]};
			for (size_t Index = 0; Index < 2; ++Index)
			{
				const auto W = static_cast<size_t>(Others[Index]), U = static_cast<size_t>(Others[1 - Index]);
				const Eigen::Vector3d Q = AsVector(Positions[W]);
				if (IsDone[W])
				{
					continue;
				}
				Offer(Others[Index],
					IsDone[U] ? FrontDistanceDetail::Advance(P, AsVector(Positions[U]), Q, D, Distance[U])
							  : D + (Q - P).norm());
			}
		}
	}
	return Distance;
}

} // namespace Exemplar
