// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/VoxelFill.h"

#include "Geometry/Adjacency.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Geometry/VectorMath.h"
#include "Geometry/WindingTree.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace Exemplar
{

namespace VoxelFillDetail
{

using namespace VectorMath;

/** A piece smaller than this share of the largest is an eyelash, not a limb. */
constexpr double SpeckShare = 2e-4;

/** A hole whose cap has more than this share of the mesh's area is the outline of a sheet. */
constexpr double SheetShare = 0.4;

/** Blocks of so many cells a side are decided as one where no surface is near. */
constexpr int32_t Block = 4;

/** Whether a triangle, relative to the cell's center, is apart from the cell along an axis. */
bool IsApart(const FDouble3& Axis, const std::array<FDouble3, 3>& T, double Half)
{
	const double A = Dot(Axis, T[0]), B = Dot(Axis, T[1]), C = Dot(Axis, T[2]);
	const double Reach = Half * (std::abs(Axis.X) + std::abs(Axis.Y) + std::abs(Axis.Z));
	return (std::min)({A, B, C}) > Reach || (std::max)({A, B, C}) < -Reach;
}

/** Separating axes of a triangle and a cube (Akenine-Moeller 2001); the cube's own were tested by the box. */
class FTriangleCells
{
public:
	FTriangleCells(const FTriangleMesh& Mesh, const FTriangle& T)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Corners[Corner] = Mesh.Positions[static_cast<size_t>(T[Corner])];
		}
		const FDouble3 E[3] = {Corners[1] - Corners[0], Corners[2] - Corners[1], Corners[0] - Corners[2]};
		Axes[Count++] = Cross(E[0], E[1]);
		for (const FDouble3& Edge : E)
		{
			Axes[Count++] = {0.0, -Edge.Z, Edge.Y};
			Axes[Count++] = {Edge.Z, 0.0, -Edge.X};
			Axes[Count++] = {-Edge.Y, Edge.X, 0.0};
		}
	}
	bool Touches(const FDouble3& Center, double Half) const
	{
		const std::array<FDouble3, 3> T{Corners[0] - Center, Corners[1] - Center, Corners[2] - Center};
		for (size_t Axis = 0; Axis < Count; ++Axis)
		{
			if (IsApart(Axes[Axis], T, Half))
			{
				return false;
			}
		}
		return true;
	}
	std::array<FDouble3, 3> Corners;

private:
	std::array<FDouble3, 10> Axes;
	size_t Count = 0;
};

void MarkTriangle(const FTriangleMesh& Mesh, const FTriangle& T, FVoxelGrid& Grid)
{
	const FTriangleCells Test(Mesh, T);
	const FDouble3 Low =
		(Least(Least(Test.Corners[0], Test.Corners[1]), Test.Corners[2]) - Grid.Origin) * (1.0 / Grid.Edge);
	const FDouble3 High =
		(Greatest(Greatest(Test.Corners[0], Test.Corners[1]), Test.Corners[2]) - Grid.Origin) * (1.0 / Grid.Edge);
	std::array<int32_t, 3> From{}, To{};
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const auto A = static_cast<size_t>(Axis);
		// A side exactly between two cells is of the inner one: the padding stays empty.
		From[A] = (std::max)(1, static_cast<int32_t>(std::floor(Component(Low, Axis) + 1e-9)));
		To[A] = (std::min)(Grid.Size[A] - 2, static_cast<int32_t>(std::ceil(Component(High, Axis) - 1e-9)) - 1);
		From[A] = (std::min)(From[A], Grid.Size[A] - 2 - FVoxelGrid::Padding + 1);
		To[A] = (std::max)(From[A], To[A]);
	}
	const bool bOne = From == To;
	for (int32_t Z = From[2]; Z <= To[2]; ++Z)
	{
		for (int32_t Y = From[1]; Y <= To[1]; ++Y)
		{
			for (int32_t X = From[0]; X <= To[0]; ++X)
			{
				const size_t Cell = Grid.IndexOf(X, Y, Z);
				std::atomic_ref<uint8_t> Value(Grid.Cells[Cell]);
				if (Value.load(std::memory_order_relaxed) == 0 &&
					(bOne || Test.Touches(Grid.CenterOf(Cell), 0.5 * Grid.Edge)))
				{
					Value.store(1, std::memory_order_relaxed);
				}
			}
		}
	}
}

/** Cells that a flood through faces reaches from outside. */
std::vector<uint8_t> FloodExterior(const FVoxelGrid& Grid)
{
	const FVoxelSteps Steps(Grid);
	std::vector<uint8_t> Outside(Grid.Cells.size(), 0);
	std::vector<size_t> Stack;
	// The outermost layer is empty; it is not expanded, so that no step leaves the grid.
	for (size_t Cell = 0; Cell < Outside.size(); ++Cell)
	{
		const std::array<int32_t, 3> P = Grid.PlaceOf(Cell);
		if (P[0] == 0 || P[1] == 0 || P[2] == 0 || P[0] + 1 == Grid.Size[0] || P[1] + 1 == Grid.Size[1] ||
			P[2] + 1 == Grid.Size[2])
		{
			Outside[Cell] = 1;
		}
	}
	Stack.push_back(Grid.IndexOf(1, 1, 1));
	Outside[Stack.back()] = 1;
	while (!Stack.empty())
	{
		const size_t Cell = Stack.back();
		Stack.pop_back();
		for (size_t Step = 0; Step < 6; ++Step)
		{
			const size_t Next = Cell + static_cast<size_t>(Steps.Offsets[Step]);
			if (Outside[Next] == 0 && Grid.Cells[Next] == 0)
			{
				Outside[Next] = 1;
				Stack.push_back(Next);
			}
		}
	}
	return Outside;
}

double WindingAt(const FWindingTree& Tree, const FDouble3& Place)
{
	return Tree.At(AsVector(Place));
}

/** Takes cells of a block out of the exterior where the winding number says inside. */
void DecideBlock(
	const FWindingTree& Tree, const FVoxelGrid& Grid, const std::array<int32_t, 3>& From, std::vector<uint8_t>& Outside)
{
	std::array<int32_t, 3> To{};
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		To[Axis] = (std::min)(From[Axis] + Block, Grid.Size[Axis] - 1);
	}
	const auto ForCells = [&](const auto& Body)
	{
		for (int32_t Z = From[2]; Z < To[2]; ++Z)
		{
			for (int32_t Y = From[1]; Y < To[1]; ++Y)
			{
				for (int32_t X = From[0]; X < To[0]; ++X)
				{
					Body(Grid.IndexOf(X, Y, Z));
				}
			}
		}
	};
	bool bSurface = false, bOutside = false;
	ForCells(
		[&](size_t Cell)
		{
			bSurface = bSurface || Grid.Cells[Cell] != 0;
			bOutside = bOutside || Outside[Cell] != 0;
		});
	if (!bOutside)
	{
		return;
	}
	const double Middle = WindingAt(Tree,
		Grid.CenterOf(Grid.IndexOf((From[0] + To[0] - 1) / 2, (From[1] + To[1] - 1) / 2, (From[2] + To[2] - 1) / 2)));
	const bool bSure = !bSurface && std::abs(Middle - 0.5) > 0.25;
	ForCells(
		[&](size_t Cell)
		{
			if (Outside[Cell] != 0 && Grid.Cells[Cell] == 0 &&
				(bSure ? Middle : WindingAt(Tree, Grid.CenterOf(Cell))) > 0.5)
			{
				Outside[Cell] = 0;
			}
		});
}

void DecideByWinding(
	const FTriangleMesh& Mesh, IExecutor& Executor, const FVoxelGrid& Grid, std::vector<uint8_t>& Outside)
{
	const FWindingTree Tree(Mesh.Positions, Mesh.Triangles);
	std::vector<std::array<int32_t, 3>> Blocks;
	for (int32_t Z = 1; Z + 1 < Grid.Size[2]; Z += Block)
	{
		for (int32_t Y = 1; Y + 1 < Grid.Size[1]; Y += Block)
		{
			for (int32_t X = 1; X + 1 < Grid.Size[0]; X += Block)
			{
				Blocks.push_back({X, Y, Z});
			}
		}
	}
	ParallelFor(Executor, Blocks.size(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				DecideBlock(Tree, Grid, Blocks[Index], Outside);
			}
		});
}

/** The shortest way through empty cells from a piece to any other piece, filled; false where there is none. */
bool BridgePiece(const std::vector<int32_t>& PieceOfCell, int32_t Piece, FVoxelGrid& Grid)
{
	const FVoxelSteps Steps(Grid);
	std::vector<uint8_t> From(Grid.Cells.size(), 0xff); // the step by which a cell was reached
	std::vector<size_t> Layer, Next;
	for (size_t Cell = 0; Cell < PieceOfCell.size(); ++Cell)
	{
		if (PieceOfCell[Cell] == Piece)
		{
			From[Cell] = 0xfe;
			Layer.push_back(Cell);
		}
	}
	while (!Layer.empty())
	{
		Next.clear();
		for (const size_t Cell : Layer)
		{
			const std::array<int32_t, 3> P = Grid.PlaceOf(Cell);
			if (P[0] < 1 || P[1] < 1 || P[2] < 1 || P[0] + 1 >= Grid.Size[0] || P[1] + 1 >= Grid.Size[1] ||
				P[2] + 1 >= Grid.Size[2])
			{
				continue;
			}
			for (size_t Step = 0; Step < 26; ++Step)
			{
				const size_t To = Cell + static_cast<size_t>(Steps.Offsets[Step]);
				if (From[To] != 0xff)
				{
					continue;
				}
				From[To] = static_cast<uint8_t>(Step);
				if (PieceOfCell[To] >= 0)
				{
					for (size_t Back = Cell; From[Back] < 26; Back -= static_cast<size_t>(Steps.Offsets[From[Back]]))
					{
						Grid.Cells[Back] = 1;
					}
					return true;
				}
				Next.push_back(To);
			}
		}
		std::swap(Layer, Next);
	}
	return false;
}

} // namespace VoxelFillDetail

FVoxelMeshKind DescribeForVoxels(const FTriangleMesh& Mesh)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	const FMeshTopology Topology = DescribeTopology(Adjacency, Mesh.Triangles);
	FVoxelMeshKind Out;
	Out.bClosed = Topology.IsClosed();
	Out.Genus = Topology.IsClosed() && Topology.IsManifold() ? (std::max)(int64_t{0}, Topology.Genus()) : 0;
	return Out;
}

FTriangleMesh CapHoles(const FTriangleMesh& Mesh)
{
	using namespace VectorMath;
	FTriangleMesh Out = Mesh;
	const double Area = SurfaceArea(Mesh.Positions, Mesh.Triangles);
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	for (const FBoundaryLoop& Loop : FindBoundaryLoops(Adjacency, Mesh.Triangles))
	{
		if (!Loop.bClosed || Loop.Vertices.size() < 3)
		{
			continue;
		}
		FDouble3 Center;
		for (const int32_t Vertex : Loop.Vertices)
		{
			Center = Center +
				Mesh.Positions[static_cast<size_t>(Vertex)] * (1.0 / static_cast<double>(Loop.Vertices.size()));
		}
		double Cap = 0.0;
		for (size_t Index = 0; Index < Loop.Vertices.size(); ++Index)
		{
			const FDouble3& A = Mesh.Positions[static_cast<size_t>(Loop.Vertices[Index])];
			const FDouble3& B = Mesh.Positions[static_cast<size_t>(Loop.Vertices[(Index + 1) % Loop.Vertices.size()])];
			Cap += 0.5 * Length(Cross(A - Center, B - Center));
		}
		if (Cap > VoxelFillDetail::SheetShare * Area) // a sheet, not a hole
		{
			continue;
		}
		const auto Middle = static_cast<int32_t>(Out.Positions.size());
		Out.Positions.push_back(Center);
		for (size_t Index = 0; Index < Loop.Vertices.size(); ++Index)
		{
			Out.Triangles.push_back({Loop.Vertices[(Index + 1) % Loop.Vertices.size()], Loop.Vertices[Index], Middle});
		}
	}
	return Out;
}

void MarkSurface(const FTriangleMesh& Mesh, IExecutor& Executor, FVoxelGrid& Grid)
{
	ParallelFor(Executor, Mesh.Triangles.size(), 4096,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				VoxelFillDetail::MarkTriangle(Mesh, Mesh.Triangles[Index], Grid);
			}
		});
}

void FillSolid(FVoxelGrid& Grid)
{
	const std::vector<uint8_t> Outside = VoxelFillDetail::FloodExterior(Grid);
	for (size_t Cell = 0; Cell < Outside.size(); ++Cell)
	{
		Grid.Cells[Cell] = Outside[Cell] == 0 ? 1 : 0;
	}
}

void FillByWinding(const FTriangleMesh& Mesh, IExecutor& Executor, FVoxelGrid& Grid)
{
	using namespace VoxelFillDetail;
	std::vector<uint8_t> Outside = FloodExterior(Grid);
	DecideByWinding(Mesh, Executor, Grid, Outside);
	for (size_t Cell = 0; Cell < Outside.size(); ++Cell)
	{
		Grid.Cells[Cell] = Outside[Cell] == 0 ? 1 : 0;
	}
	FillSolid(Grid); // pockets that the winding number left inside
}

size_t JoinPieces(FVoxelGrid& Grid)
{
	using namespace VoxelFillDetail;
	std::vector<int32_t> PieceOfCell;
	std::vector<size_t> Sizes = FindVoxelPieces(Grid, PieceOfCell);
	if (Sizes.size() < 2)
	{
		return 0;
	}
	const auto Limit =
		static_cast<size_t>(SpeckShare * static_cast<double>(*std::max_element(Sizes.begin(), Sizes.end())));
	for (size_t Cell = 0; Cell < Grid.Cells.size(); ++Cell)
	{
		if (PieceOfCell[Cell] >= 0 && Sizes[static_cast<size_t>(PieceOfCell[Cell])] <= Limit)
		{
			Grid.Cells[Cell] = 0;
		}
	}
	size_t Bridges = 0;
	for (Sizes = FindVoxelPieces(Grid, PieceOfCell); Sizes.size() > 1; Sizes = FindVoxelPieces(Grid, PieceOfCell))
	{
		const auto Smallest = std::min_element(Sizes.begin(), Sizes.end()) - Sizes.begin();
		if (!BridgePiece(PieceOfCell, static_cast<int32_t>(Smallest), Grid))
		{
			break;
		}
		++Bridges;
	}
	return Bridges;
}

} // namespace Exemplar
