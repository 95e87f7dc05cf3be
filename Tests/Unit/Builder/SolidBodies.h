// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <array>
#include <cmath>
#include <map>

namespace Exemplar::SolidBodies
{

/** The smoothed border of the cells inside which the solid lies: bodies of any genus, in any resolution. */
template <typename TInside>
FTriangleMesh MeshOfSolid(const TInside& Inside, const FDouble3& Low, const FDouble3& High, double Step)
{
	using FCell = std::array<int, 3>;
	const FCell Count{static_cast<int>((High.X - Low.X) / Step) + 1, static_cast<int>((High.Y - Low.Y) / Step) + 1,
		static_cast<int>((High.Z - Low.Z) / Step) + 1};
	const auto IsSolid = [&](const FCell& Cell)
	{
		return Inside(
			FDouble3{Low.X + (Cell[0] + 0.5) * Step, Low.Y + (Cell[1] + 0.5) * Step, Low.Z + (Cell[2] + 0.5) * Step});
	};
	FTriangleMesh Mesh;
	std::map<FCell, int32_t> Vertices;
	const auto VertexAt = [&](const FCell& Corner)
	{
		const auto [It, bNew] = Vertices.try_emplace(Corner, static_cast<int32_t>(Mesh.Positions.size()));
		if (bNew)
		{
			Mesh.Positions.push_back({Low.X + Corner[0] * Step, Low.Y + Corner[1] * Step, Low.Z + Corner[2] * Step});
		}
		return It->second;
	};
	for (int X = 0; X < Count[0]; ++X)
	{
		for (int Y = 0; Y < Count[1]; ++Y)
		{
			for (int Z = 0; Z < Count[2]; ++Z)
			{
				if (!IsSolid({X, Y, Z}))
				{
					continue;
				}
				for (size_t Axis = 0; Axis < 3; ++Axis)
				{
					for (const int Side : {0, 1})
					{
						FCell Neighbor{X, Y, Z}, Base{X, Y, Z};
						Neighbor[Axis] += Side == 0 ? -1 : 1;
						if (IsSolid(Neighbor))
						{
							continue;
						}
						Base[Axis] += Side;
						const size_t U = (Axis + (Side == 1 ? 1 : 2)) % 3, V = (Axis + (Side == 1 ? 2 : 1)) % 3;
						FCell B = Base, C = Base, D = Base;
						B[U] += 1;
						C[U] += 1;
						C[V] += 1;
						D[V] += 1;
						const int32_t Q[4]{VertexAt(Base), VertexAt(B), VertexAt(C), VertexAt(D)};
						Mesh.Triangles.push_back({Q[0], Q[1], Q[2]});
						Mesh.Triangles.push_back({Q[0], Q[2], Q[3]});
					}
				}
			}
		}
	}
	for (int Round = 0; Round < 6; ++Round)
	{
		std::vector<FDouble3> Sums(Mesh.Positions.size());
		std::vector<double> Counts(Mesh.Positions.size(), 0.0);
		for (const FTriangle& Triangle : Mesh.Triangles)
		{
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const auto V = static_cast<size_t>(Triangle[Corner]);
				const FDouble3& P = Mesh.Positions[static_cast<size_t>(Triangle[(Corner + 1) % 3])];
				Sums[V] = {Sums[V].X + P.X, Sums[V].Y + P.Y, Sums[V].Z + P.Z};
				Counts[V] += 1.0;
			}
		}
		for (size_t V = 0; V < Sums.size(); ++V)
		{
			FDouble3& P = Mesh.Positions[V];
			P = {0.5 * (P.X + Sums[V].X / Counts[V]), 0.5 * (P.Y + Sums[V].Y / Counts[V]),
				0.5 * (P.Z + Sums[V].Z / Counts[V])};
		}
	}
	return Mesh;
}

inline double DistanceToSegment(const FDouble3& P, const FDouble3& A, const FDouble3& B)
{
	const FDouble3 D{B.X - A.X, B.Y - A.Y, B.Z - A.Z}, Q{P.X - A.X, P.Y - A.Y, P.Z - A.Z};
	const double T =
		std::fmax(0.0, std::fmin(1.0, (Q.X * D.X + Q.Y * D.Y + Q.Z * D.Z) / (D.X * D.X + D.Y * D.Y + D.Z * D.Z)));
	return std::sqrt(std::pow(Q.X - T * D.X, 2) + std::pow(Q.Y - T * D.Y, 2) + std::pow(Q.Z - T * D.Z, 2));
}

/** What lies beyond x = Joint (on either side of the body) turned about the z axis there, smoothly within Width. */
inline void BendArms(double Joint, double Width, double Left, double Right, FTriangleMesh& Mesh)
{
	for (FDouble3& P : Mesh.Positions)
	{
		const double Side = P.X < 0.0 ? -1.0 : 1.0;
		const double Share = std::fmax(0.0, std::fmin(1.0, 0.5 + (Side * P.X - Joint) / (2.0 * Width)));
		const double Angle = Share * (Side < 0.0 ? Left : Right), C = std::cos(Angle), S = std::sin(Angle);
		const double X = P.X - Side * Joint, Y = P.Y;
		P = {Side * Joint + C * X - S * Y, S * X + C * Y, P.Z};
	}
}

} // namespace Exemplar::SolidBodies
