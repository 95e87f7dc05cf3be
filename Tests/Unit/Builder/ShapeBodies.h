// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/VectorMath.h"
#include "Rig/Shape/VoxelGrid.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace Exemplar
{

/** Bodies made of capsules, for tests of rigs from shape: as closed shells that overlap, and as solids. */
namespace ShapeBodies
{

using namespace VectorMath;

struct FCapsule
{
	FDouble3 A, B;
	double Radius = 0.1;
};

/** Adds a closed shell: rings around the axis, poles at the ends. */
inline void AddCapsule(const FCapsule& Capsule, FTriangleMesh& Mesh, int Sides = 12, int Rings = 12)
{
	const FDouble3 Axis = Unit(Capsule.B - Capsule.A);
	const FDouble3 U = Unit(Cross(Axis, std::abs(Axis.Y) < 0.9 ? FDouble3{0, 1, 0} : FDouble3{1, 0, 0})),
				   V = Cross(Axis, U);
	const auto First = static_cast<int32_t>(Mesh.Positions.size());
	const double Span = Distance(Capsule.A, Capsule.B);
	std::vector<std::pair<double, double>> Profile; // along the axis, radius
	for (int Step = 1; Step <= 4; ++Step)
	{
		const double Angle = 0.5 * std::numbers::pi * (1.0 - Step / 4.0);
		Profile.emplace_back(-Capsule.Radius * std::sin(Angle), Capsule.Radius * std::cos(Angle));
	}
	for (int Ring = 1; Ring < Rings; ++Ring)
	{
		Profile.emplace_back(Span * Ring / Rings, Capsule.Radius);
	}
	for (int Step = 4; Step >= 1; --Step)
	{
		const double Angle = 0.5 * std::numbers::pi * (1.0 - Step / 4.0);
		Profile.emplace_back(Span + Capsule.Radius * std::sin(Angle), Capsule.Radius * std::cos(Angle));
	}
	Mesh.Positions.push_back(Capsule.A - Axis * Capsule.Radius);
	for (const auto& [Along, Radius] : Profile)
	{
		for (int Side = 0; Side < Sides; ++Side)
		{
			const double Angle = 2.0 * std::numbers::pi * Side / Sides;
			Mesh.Positions.push_back(
				Capsule.A + Axis * Along + U * (Radius * std::cos(Angle)) + V * (Radius * std::sin(Angle)));
		}
	}
	Mesh.Positions.push_back(Capsule.B + Axis * Capsule.Radius);
	const auto Last = static_cast<int32_t>(Mesh.Positions.size()) - 1;
	const auto At = [&](size_t Ring, int Side)
	{ return First + 1 + static_cast<int32_t>(Ring) * Sides + Side % Sides; };
	for (int Side = 0; Side < Sides; ++Side)
	{
		Mesh.Triangles.push_back({First, At(0, Side + 1), At(0, Side)});
		for (size_t Ring = 0; Ring + 1 < Profile.size(); ++Ring)
		{
			Mesh.Triangles.push_back({At(Ring, Side), At(Ring, Side + 1), At(Ring + 1, Side + 1)});
			Mesh.Triangles.push_back({At(Ring, Side), At(Ring + 1, Side + 1), At(Ring + 1, Side)});
		}
		Mesh.Triangles.push_back({Last, At(Profile.size() - 1, Side), At(Profile.size() - 1, Side + 1)});
	}
}

inline FTriangleMesh MakeBody(const std::vector<FCapsule>& Capsules)
{
	FTriangleMesh Out;
	for (const FCapsule& Capsule : Capsules)
	{
		AddCapsule(Capsule, Out);
	}
	return Out;
}

/** Every left limb on both sides. */
inline std::vector<FCapsule> Mirrored(std::vector<FCapsule> Center, const std::vector<FCapsule>& Left)
{
	for (const FCapsule& Capsule : Left)
	{
		Center.push_back(Capsule);
		Center.push_back(
			{{-Capsule.A.X, Capsule.A.Y, Capsule.A.Z}, {-Capsule.B.X, Capsule.B.Y, Capsule.B.Z}, Capsule.Radius});
	}
	return Center;
}

/** A T-pose of trunk, head, arms, legs and feet that point to z. */
inline std::vector<FCapsule> MakePerson()
{
	return Mirrored({{{0, 0.55, 0}, {0, 0.80, 0}, 0.09}, {{0, 0.80, 0}, {0, 0.95, 0}, 0.055}},
		{{{0.0, 0.80, 0}, {0.50, 0.80, 0}, 0.032}, {{0.06, 0.55, 0}, {0.075, 0.05, 0}, 0.045},
			{{0.075, 0.045, 0}, {0.075, 0.03, 0.09}, 0.03}});
}

inline std::vector<FCapsule> MakeDog()
{
	return Mirrored({{{0, 0.6, -0.35}, {0, 0.6, 0.15}, 0.1}, {{0, 0.62, 0.15}, {0, 0.86, 0.40}, 0.06},
						{{0, 0.86, 0.40}, {0, 0.80, 0.62}, 0.05}, {{0, 0.62, -0.42}, {0, 0.45, -0.75}, 0.025}},
		{{{0.09, 0.55, 0.15}, {0.1, 0.03, 0.15}, 0.035}, {{0.09, 0.55, -0.35}, {0.1, 0.03, -0.37}, 0.04}});
}

inline std::vector<FCapsule> MakeBirdBody()
{
	return Mirrored({{{0, 0.50, -0.08}, {0, 0.56, 0.10}, 0.09}, {{0, 0.56, 0.12}, {0, 0.82, 0.26}, 0.04},
						{{0, 0.82, 0.26}, {0, 0.80, 0.40}, 0.03}, {{0, 0.48, -0.15}, {0, 0.44, -0.45}, 0.03}},
		{{{0.05, 0.60, 0.08}, {0.88, 0.60, 0.0}, 0.035}, {{0.06, 0.45, -0.06}, {0.08, 0.03, -0.03}, 0.025}});
}

/** A snake in two curves. */
inline std::vector<FCapsule> MakeSnakeBody()
{
	std::vector<FCapsule> Out;
	FDouble3 Last{0.0, 0.05, 1.0};
	for (int Step = 1; Step <= 20; ++Step)
	{
		const double T = Step / 20.0;
		const FDouble3 Next{0.15 * std::sin(2.0 * std::numbers::pi * T), 0.05, 1.0 - 2.0 * T};
		Out.push_back({Last, Next, 0.04});
		Last = Next;
	}
	return Out;
}

/** A table: a top of four bars and two in the middle, and four legs. */
inline std::vector<FCapsule> MakeTableBody()
{
	std::vector<FCapsule> Out;
	for (int Bar = -4; Bar <= 4; ++Bar)
	{
		Out.push_back({{-0.5, 0.7, 0.08 * Bar}, {0.5, 0.7, 0.08 * Bar}, 0.05});
	}
	for (const double X : {-0.45, 0.45})
	{
		for (const double Z : {-0.28, 0.28})
		{
			Out.push_back({{X, 0.7, Z}, {X, 0.03, Z}, 0.035});
		}
	}
	return Out;
}

/** The cells whose centers lie in a capsule, Resolution of them along the longest side. */
inline FVoxelGrid MakeSolid(const std::vector<FCapsule>& Capsules, int Resolution)
{
	FDouble3 Low{1e9, 1e9, 1e9}, High{-1e9, -1e9, -1e9};
	for (const FCapsule& C : Capsules)
	{
		const FDouble3 R{C.Radius, C.Radius, C.Radius};
		Low = Least(Low, Least(C.A, C.B) - R);
		High = Greatest(High, Greatest(C.A, C.B) + R);
	}
	const FDouble3 Extent = High - Low;
	FVoxelGrid Grid;
	Grid.Edge = (std::max)({Extent.X, Extent.Y, Extent.Z}) / Resolution;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		Grid.Size[static_cast<size_t>(Axis)] =
			static_cast<int32_t>(std::ceil(Component(Extent, Axis) / Grid.Edge - 1e-9)) + 2 * FVoxelGrid::Padding;
	}
	Grid.Origin = Low - FDouble3{1, 1, 1} * (FVoxelGrid::Padding * Grid.Edge);
	Grid.Cells.resize(
		static_cast<size_t>(Grid.Size[0]) * static_cast<size_t>(Grid.Size[1]) * static_cast<size_t>(Grid.Size[2]));
	for (size_t Cell = 0; Cell < Grid.Cells.size(); ++Cell)
	{
		const FDouble3 P = Grid.CenterOf(Cell);
		for (const FCapsule& C : Capsules)
		{
			const FDouble3 Axis = C.B - C.A;
			const double Square = Dot(Axis, Axis);
			const double T = Square > 0.0 ? std::clamp(Dot(P - C.A, Axis) / Square, 0.0, 1.0) : 0.0;
			Grid.Cells[Cell] |= Distance(P, C.A + Axis * T) < C.Radius ? 1 : 0;
		}
	}
	return Grid;
}

/** The mesh without every triangle for which Drop holds. */
template <typename DropType>
FTriangleMesh WithoutTriangles(const FTriangleMesh& Mesh, const DropType& Drop)
{
	FTriangleMesh Out{Mesh.Positions, {}};
	for (size_t Index = 0; Index < Mesh.Triangles.size(); ++Index)
	{
		if (!Drop(Index))
		{
			Out.Triangles.push_back(Mesh.Triangles[Index]);
		}
	}
	return Out;
}

/** Every triangle with corners of its own: a polygon soup. */
inline FTriangleMesh MakeSoup(const FTriangleMesh& Mesh)
{
	FTriangleMesh Out;
	for (const FTriangle& T : Mesh.Triangles)
	{
		const auto First = static_cast<int32_t>(Out.Positions.size());
		for (const int32_t Corner : T)
		{
			Out.Positions.push_back(Mesh.Positions[static_cast<size_t>(Corner)]);
		}
		Out.Triangles.push_back({First, First + 1, First + 2});
	}
	return Out;
}

} // namespace ShapeBodies

} // namespace Exemplar
