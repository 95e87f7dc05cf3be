// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace Exemplar::Shapes
{

/** Surfaces whose areas, volumes and distances are known. */
inline FTriangleMesh Tetrahedron()
{
	return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

/** (Columns + 1) x (Rows + 1) vertices at distance Step in the plane z = 0, facing +Z. */
inline FTriangleMesh Grid(int32_t Columns, int32_t Rows, double Step = 1.0)
{
	FTriangleMesh Mesh;
	for (int32_t Row = 0; Row <= Rows; ++Row)
	{
		for (int32_t Column = 0; Column <= Columns; ++Column)
		{
			Mesh.Positions.push_back({Column * Step, Row * Step, 0.0});
		}
	}
	for (int32_t Row = 0; Row < Rows; ++Row)
	{
		for (int32_t Column = 0; Column < Columns; ++Column)
		{
			const int32_t A = Row * (Columns + 1) + Column, B = A + 1, C = A + Columns + 1, D = C + 1;
			if ((Row + Column) % 2 == 0)
			{
				Mesh.Triangles.push_back({A, B, D});
				Mesh.Triangles.push_back({A, D, C});
			}
			else
			{
				Mesh.Triangles.push_back({A, B, C});
				Mesh.Triangles.push_back({B, D, C});
			}
		}
	}
	return Mesh;
}

/** A unit sphere from an icosahedron, each level four times as many triangles. */
inline FTriangleMesh Sphere(int Levels)
{
	const double G = std::numbers::phi;
	FTriangleMesh Mesh{{{-1, G, 0}, {1, G, 0}, {-1, -G, 0}, {1, -G, 0}, {0, -1, G}, {0, 1, G}, {0, -1, -G}, {0, 1, -G},
						   {G, 0, -1}, {G, 0, 1}, {-G, 0, -1}, {-G, 0, 1}},
		{{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6},
			{7, 1, 8}, {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10},
			{8, 6, 7}, {9, 8, 1}}};
	for (int Level = 0; Level < Levels; ++Level)
	{
		std::map<std::pair<int32_t, int32_t>, int32_t> Middles;
		const auto Middle = [&](int32_t A, int32_t B)
		{
			const auto [It, bNew] =
				Middles.try_emplace({(std::min)(A, B), (std::max)(A, B)}, static_cast<int32_t>(Mesh.Positions.size()));
			if (bNew)
			{
				const FDouble3 P = Mesh.Positions[static_cast<size_t>(A)], Q = Mesh.Positions[static_cast<size_t>(B)];
				Mesh.Positions.push_back({(P.X + Q.X) / 2, (P.Y + Q.Y) / 2, (P.Z + Q.Z) / 2});
			}
			return It->second;
		};
		std::vector<FTriangle> Finer;
		for (const FTriangle& T : Mesh.Triangles)
		{
			const int32_t AB = Middle(T[0], T[1]), BC = Middle(T[1], T[2]), CA = Middle(T[2], T[0]);
			Finer.insert(Finer.end(), {{T[0], AB, CA}, {T[1], BC, AB}, {T[2], CA, BC}, {AB, BC, CA}});
		}
		Mesh.Triangles = std::move(Finer);
	}
	for (FDouble3& P : Mesh.Positions)
	{
		const double L = std::sqrt(P.X * P.X + P.Y * P.Y + P.Z * P.Z);
		P = {P.X / L, P.Y / L, P.Z / L};
	}
	return Mesh;
}

/** A torus about the Z axis. */
inline FTriangleMesh Torus(double Major, double Minor, int32_t MajorCount, int32_t MinorCount)
{
	FTriangleMesh Mesh;
	for (int32_t I = 0; I < MajorCount; ++I)
	{
		for (int32_t J = 0; J < MinorCount; ++J)
		{
			const double U = 2 * std::numbers::pi * I / MajorCount, V = 2 * std::numbers::pi * J / MinorCount;
			const double R = Major + Minor * std::cos(V);
			Mesh.Positions.push_back({R * std::cos(U), R * std::sin(U), Minor * std::sin(V)});
			const int32_t I1 = (I + 1) % MajorCount, J1 = (J + 1) % MinorCount;
			const int32_t A = I * MinorCount + J, B = I1 * MinorCount + J, C = I * MinorCount + J1;
			const int32_t D = I1 * MinorCount + J1;
			Mesh.Triangles.push_back({A, B, D});
			Mesh.Triangles.push_back({A, D, C});
		}
	}
	return Mesh;
}

/** Two meshes in one, moved apart. */
inline FTriangleMesh Join(FTriangleMesh A, const FTriangleMesh& B, const FDouble3& Offset)
{
	const int32_t First = static_cast<int32_t>(A.Positions.size());
	for (const FDouble3& P : B.Positions)
	{
		A.Positions.push_back({P.X + Offset.X, P.Y + Offset.Y, P.Z + Offset.Z});
	}
	for (const FTriangle& T : B.Triangles)
	{
		A.Triangles.push_back({T[0] + First, T[1] + First, T[2] + First});
	}
	return A;
}

} // namespace Exemplar::Shapes
