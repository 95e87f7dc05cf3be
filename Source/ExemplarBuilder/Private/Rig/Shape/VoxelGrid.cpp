// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/VoxelGrid.h"

#include "Geometry/VectorMath.h"
#include "Rig/Shape/VoxelFill.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace Exemplar
{

namespace VoxelGridDetail
{

using namespace VectorMath;

/** Steps to the 26 neighbors in the order of FVoxelSteps. */
std::array<std::array<int32_t, 3>, 26> MakeSteps()
{
	std::array<std::array<int32_t, 3>, 26> Out{};
	size_t Count = 0;
	for (int32_t Kind = 1; Kind <= 3; ++Kind)
	{
		for (int32_t Z = -1; Z <= 1; ++Z)
		{
			for (int32_t Y = -1; Y <= 1; ++Y)
			{
				for (int32_t X = -1; X <= 1; ++X)
				{
					if (std::abs(X) + std::abs(Y) + std::abs(Z) == Kind)
					{
						Out[Count++] = {X, Y, Z};
					}
				}
			}
		}
	}
	return Out;
}

/** A grid around the mesh whose longest side spans Resolution cells, and the padding. */
FVoxelGrid MakeGrid(const FTriangleMesh& Mesh, int Resolution)
{
	FDouble3 Low = Mesh.Positions[0], High = Low;
	for (const FTriangle& T : Mesh.Triangles)
	{
		for (const int32_t Corner : T)
		{
			Low = Least(Low, Mesh.Positions[static_cast<size_t>(Corner)]);
			High = Greatest(High, Mesh.Positions[static_cast<size_t>(Corner)]);
		}
	}
	const FDouble3 Extent = High - Low;
	FVoxelGrid Grid;
	Grid.Edge = (std::max)({Extent.X, Extent.Y, Extent.Z}) / Resolution;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const double Cells = std::ceil(Component(Extent, Axis) / Grid.Edge - 1e-9);
		Grid.Size[static_cast<size_t>(Axis)] = (std::max)(1, static_cast<int32_t>(Cells)) + 2 * FVoxelGrid::Padding;
	}
	const double Pad = FVoxelGrid::Padding * Grid.Edge;
	// Centered: a mesh thinner than a cell lies in the middle of it, and a symmetric one stays symmetric.
	const auto Start = [&](int Axis)
	{
		const double Inner = (Grid.Size[static_cast<size_t>(Axis)] - 2 * FVoxelGrid::Padding) * Grid.Edge;
		return 0.5 * (Component(Low, Axis) + Component(High, Axis)) - 0.5 * Inner - Pad;
	};
	Grid.Origin = {Start(0), Start(1), Start(2)};
	Grid.Cells.assign(
		static_cast<size_t>(Grid.Size[0]) * static_cast<size_t>(Grid.Size[1]) * static_cast<size_t>(Grid.Size[2]), 0);
	return Grid;
}

/** A solid whose inside is less than this part of its surface has leaked. */
constexpr size_t LeakShare = 20;

/** A mesh's number of handles if it is a closed manifold, else none. */
int64_t ExpectedLoops(const FVoxelMeshKind& Kind)
{
	return Kind.bClosed ? Kind.Genus : 0;
}

} // namespace VoxelGridDetail

bool FVoxelGrid::IsOccupied(const FDouble3& Point) const
{
	const double X = (Point.X - Origin.X) / Edge, Y = (Point.Y - Origin.Y) / Edge, Z = (Point.Z - Origin.Z) / Edge;
	return X >= 0.0 && Y >= 0.0 && Z >= 0.0 && X < Size[0] && Y < Size[1] && Z < Size[2] &&
		Cells[IndexOf(static_cast<int32_t>(X), static_cast<int32_t>(Y), static_cast<int32_t>(Z))] != 0;
}

size_t FVoxelGrid::CountOccupied() const
{
	return static_cast<size_t>(std::count_if(Cells.begin(), Cells.end(), [](uint8_t Cell) { return Cell != 0; }));
}

FVoxelSteps::FVoxelSteps(const FVoxelGrid& Grid)
{
	const std::array<std::array<int32_t, 3>, 26> Steps = VoxelGridDetail::MakeSteps();
	const ptrdiff_t Row = Grid.Size[0], Slice = Row * Grid.Size[1];
	for (size_t Step = 0; Step < 26; ++Step)
	{
		Offsets[Step] = Steps[Step][0] + Row * Steps[Step][1] + Slice * Steps[Step][2];
	}
}

int64_t EulerNumber(const FVoxelGrid& Grid)
{
	// Every corner, edge and face of the grid belongs to the cell above it; it counts if any cell around it is
	// occupied.
	const ptrdiff_t Row = Grid.Size[0], Slice = Row * Grid.Size[1];
	const uint8_t* Cells = Grid.Cells.data();
	int64_t Sum = 0;
	for (int32_t Z = 1; Z < Grid.Size[2]; ++Z)
	{
		for (int32_t Y = 1; Y < Grid.Size[1]; ++Y)
		{
			for (int32_t X = 1; X < Grid.Size[0]; ++X)
			{
				const uint8_t* C = Cells + Grid.IndexOf(X, Y, Z);
				const bool A = C[0] != 0, Ax = C[-1] != 0, Ay = C[-Row] != 0, Az = C[-Slice] != 0,
						   Axy = C[-1 - Row] != 0, Axz = C[-1 - Slice] != 0, Ayz = C[-Row - Slice] != 0,
						   Axyz = C[-1 - Row - Slice] != 0;
				const int Corner = A || Ax || Ay || Az || Axy || Axz || Ayz || Axyz;
				const int Edges = (A || Ay || Az || Ayz) + (A || Ax || Az || Axz) + (A || Ax || Ay || Axy);
				const int Faces = (A || Ax) + (A || Ay) + (A || Az);
				Sum += Corner - Edges + Faces - static_cast<int>(A);
			}
		}
	}
	return Sum;
}

std::vector<size_t> FindVoxelPieces(const FVoxelGrid& Grid, std::vector<int32_t>& PieceOfCell)
{
	const FVoxelSteps Steps(Grid);
	PieceOfCell.assign(Grid.Cells.size(), -1);
	std::vector<size_t> Sizes, Stack;
	for (size_t Start = 0; Start < Grid.Cells.size(); ++Start)
	{
		if (Grid.Cells[Start] == 0 || PieceOfCell[Start] >= 0)
		{
			continue;
		}
		const auto Piece = static_cast<int32_t>(Sizes.size());
		Sizes.push_back(0);
		PieceOfCell[Start] = Piece;
		Stack.push_back(Start);
		while (!Stack.empty())
		{
			const size_t Cell = Stack.back();
			Stack.pop_back();
			++Sizes.back();
			for (const ptrdiff_t Offset : Steps.Offsets)
			{
				const size_t Next = Cell + static_cast<size_t>(Offset);
				if (Grid.Cells[Next] != 0 && PieceOfCell[Next] < 0)
				{
					PieceOfCell[Next] = Piece;
					Stack.push_back(Next);
				}
			}
		}
	}
	return Sizes;
}

TResult<FVoxelSolid> VoxelizeSolid(
	const FTriangleMesh& Mesh, const FVoxelOptions& Options, const FBuildContext& Context)
{
	using namespace VoxelGridDetail;
	if (Options.Resolution < 8 || Options.Resolution > 512)
	{
		return FError{EErrorCode::InvalidArgument,
			"The voxel resolution must be from 8 to 512; it is " + std::to_string(Options.Resolution) + "."};
	}
	if (Mesh.Triangles.empty())
	{
		return FError{EErrorCode::Degenerate, "The mesh has no triangles, so it encloses no volume. Give a surface."};
	}
	const FVoxelMeshKind Kind = DescribeForVoxels(Mesh);
	const FTriangleMesh Capped = Kind.bClosed ? FTriangleMesh{} : CapHoles(Mesh);
	const FTriangleMesh& Closed = Kind.bClosed ? Mesh : Capped;
	constexpr int Tries = 3;
	std::optional<FVoxelSolid> Best;
	for (int Try = 0; Try < Tries; ++Try)
	{
		if (!Context.Progress.Report(static_cast<double>(Try) / Tries))
		{
			return Context.Progress.CanceledError();
		}
		FVoxelSolid Solid;
		Solid.Resolution = (std::min)(512, static_cast<int>(std::lround(Options.Resolution * std::pow(1.35, Try))));
		Solid.Grid = MakeGrid(Mesh, Solid.Resolution);
		MarkSurface(Closed, *Context.Executor, Solid.Grid);
		Solid.SurfaceCells = Solid.Grid.CountOccupied();
		FillSolid(Solid.Grid);
		const size_t Least = Solid.SurfaceCells + Solid.SurfaceCells / LeakShare;
		Solid.bWinding = !Kind.bClosed && Solid.Grid.CountOccupied() < Least; // it leaked
		if (Solid.bWinding)
		{
			FillByWinding(Mesh, *Context.Executor, Solid.Grid);
		}
		if (Solid.bWinding && Solid.Grid.CountOccupied() < Least)
		{
			return FError{EErrorCode::Degenerate,
				"The mesh encloses no volume: it is a sheet, or its openings are too large to tell inside from "
				"outside. "
				"Close its holes, or give a skeleton with --skeleton."};
		}
		Solid.Bridges = JoinPieces(Solid.Grid);
		Solid.Loops = 1 - EulerNumber(Solid.Grid);
		const bool bGood = Solid.Loops <= ExpectedLoops(Kind);
		if (!Best || Solid.Loops < Best->Loops)
		{
			Best = std::move(Solid);
		}
		if (bGood || !Options.bRefine)
		{
			break;
		}
	}
	return std::move(*Best);
}

} // namespace Exemplar
