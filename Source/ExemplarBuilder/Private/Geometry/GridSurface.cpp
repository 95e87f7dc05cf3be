// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/GridSurface.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace GridSurfaceDetail
{

/** Each cell is cut into six along its diagonal. */
class FTetrahedra
{
public:
	explicit FTetrahedra(const FValueGrid& InGrid)
		: Grid(InGrid)
		, Vertices(InGrid.Values.size() * 8, -1)
	{
	}

	FTriangleMesh Run()
	{
		constexpr int Paths[6][3] = {{1, 2, 4}, {1, 4, 2}, {2, 1, 4}, {2, 4, 1}, {4, 1, 2}, {4, 2, 1}};
		for (int Z = 0; Z + 1 < Grid.Sizes[2]; ++Z)
		{
			for (int Y = 0; Y + 1 < Grid.Sizes[1]; ++Y)
			{
				for (int X = 0; X + 1 < Grid.Sizes[0]; ++X)
				{
					const std::array<int, 3> Cell{X, Y, Z};
					bool bKnown = true;
					for (int Corner = 0; Corner < 8; ++Corner)
					{
						bKnown = bKnown && !std::isnan(Grid.Values[CornerIndex(Cell, Corner)]);
					}
					if (!bKnown)
					{
						continue;
					}
					for (const auto& Path : Paths)
					{
						Visit(Cell, {0, Path[0], Path[0] | Path[1], 7});
					}
				}
			}
		}
		return std::move(Mesh);
	}

private:
	size_t CornerIndex(const std::array<int, 3>& Cell, int Corner) const
	{
		return Grid.IndexOf(Cell[0] + (Corner & 1), Cell[1] + (Corner >> 1 & 1), Cell[2] + (Corner >> 2 & 1));
	}
	Eigen::Vector3d CornerPlace(const std::array<int, 3>& Cell, int Corner) const
	{
		return Grid.PlaceOf(Cell[0] + (Corner & 1), Cell[1] + (Corner >> 1 & 1), Cell[2] + (Corner >> 2 & 1));
	}

	/** The vertex between two corners, the first of which is a part of the second. */
	int32_t Between(const std::array<int, 3>& Cell, int A, int B)
	{
		const int First = (std::min)(A, B), Second = (std::max)(A, B);
		const size_t Start = CornerIndex(Cell, First);
		int32_t& Vertex = Vertices[8 * Start + static_cast<size_t>(Second & ~First)];
		if (Vertex < 0)
		{
			Vertex = static_cast<int32_t>(Mesh.Positions.size());
			const double ValueA = static_cast<double>(Grid.Values[Start]);
			const double ValueB = static_cast<double>(Grid.Values[CornerIndex(Cell, Second)]);
			const double Share = std::clamp(ValueA / (ValueA - ValueB), 0.05, 0.95);
			Mesh.Positions.push_back(
				ToDouble3((1.0 - Share) * CornerPlace(Cell, First) + Share * CornerPlace(Cell, Second)));
		}
		return Vertex;
	}

	void Emit(const std::array<int32_t, 3>& Triangle, const Eigen::Vector3d& Outward)
	{
		const Eigen::Vector3d A = AsVector(Mesh.Positions[static_cast<size_t>(Triangle[0])]);
		const Eigen::Vector3d N = (AsVector(Mesh.Positions[static_cast<size_t>(Triangle[1])]) - A)
									  .cross(AsVector(Mesh.Positions[static_cast<size_t>(Triangle[2])]) - A);
		Mesh.Triangles.push_back(
			N.dot(Outward) >= 0.0 ? Triangle : std::array<int32_t, 3>{Triangle[0], Triangle[2], Triangle[1]});
	}

	void Visit(const std::array<int, 3>& Cell, const std::array<int, 4>& Corners)
	{
		std::array<int, 4> Inside{}, Outside{};
		size_t In = 0, Out = 0;
		Eigen::Vector3d Outward = Eigen::Vector3d::Zero();
		for (const int Corner : Corners)
		{
			const bool bInside = Grid.Values[CornerIndex(Cell, Corner)] < 0.0f;
			(bInside ? Inside[In++] : Outside[Out++]) = Corner;
		}
		if (In == 0 || Out == 0)
		{
			return;
		}
		for (size_t Index = 0; Index < In; ++Index)
		{
			Outward -= CornerPlace(Cell, Inside[Index]) / static_cast<double>(In);
		}
		for (size_t Index = 0; Index < Out; ++Index)
		{
			Outward += CornerPlace(Cell, Outside[Index]) / static_cast<double>(Out);
		}
		if (In == 2)
		{
			const int32_t A = Between(Cell, Inside[0], Outside[0]), B = Between(Cell, Inside[0], Outside[1]);
			const int32_t C = Between(Cell, Inside[1], Outside[1]), D = Between(Cell, Inside[1], Outside[0]);
			Emit({A, B, C}, Outward);
			Emit({A, C, D}, Outward);
			return;
		}
		const int Alone = In == 1 ? Inside[0] : Outside[0];
		const std::array<int, 4>& Others = In == 1 ? Outside : Inside;
		Emit({Between(Cell, Alone, Others[0]), Between(Cell, Alone, Others[1]), Between(Cell, Alone, Others[2])},
			Outward);
	}

	const FValueGrid& Grid;
	std::vector<int32_t> Vertices; // by corner and direction
	FTriangleMesh Mesh;
};

} // namespace GridSurfaceDetail

FTriangleMesh ExtractGridSurface(const FValueGrid& Grid)
{
	return GridSurfaceDetail::FTetrahedra(Grid).Run();
}

} // namespace Exemplar
