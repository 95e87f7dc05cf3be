// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/Thinning.h"

#include <algorithm>
#include <bit>

namespace Exemplar
{

namespace ThinningDetail
{

constexpr uint32_t FaceBits = (1u << 6) - 1, FaceAndEdgeBits = (1u << 18) - 1;

/** Which of the 26 neighbors of a cell are neighbors of each other. */
struct FNeighborGraph
{
	std::array<uint32_t, 26> Across26{}; // share at least a corner
	std::array<uint32_t, 26> Across6{};  // share a face, both within the 18 that share a face or an edge with the cell

	FNeighborGraph()
	{
		FVoxelGrid Unit;
		Unit.Size = {5, 5, 5};
		const FVoxelSteps Steps(Unit);
		std::array<std::array<int32_t, 3>, 26> Places;
		for (size_t Step = 0; Step < 26; ++Step)
		{
			Places[Step] = Unit.PlaceOf(Unit.IndexOf(2, 2, 2) + static_cast<size_t>(Steps.Offsets[Step]));
		}
		for (size_t A = 0; A < 26; ++A)
		{
			for (size_t B = 0; B < 26; ++B)
			{
				int32_t Sum = 0, Most = 0;
				for (size_t Axis = 0; Axis < 3; ++Axis)
				{
					const int32_t Gap = std::abs(Places[A][Axis] - Places[B][Axis]);
					Sum += Gap;
					Most = (std::max)(Most, Gap);
				}
				Across26[A] |= Most == 1 ? 1u << B : 0u;
				Across6[A] |= Sum == 1 && A < 18 && B < 18 ? 1u << B : 0u;
			}
		}
	}
};

const FNeighborGraph& Graph()
{
	static const FNeighborGraph Out;
	return Out;
}

/** The cells of Set that are connected with its lowest one. */
uint32_t GrowFromLowest(uint32_t Start, uint32_t Set, const std::array<uint32_t, 26>& Across)
{
	uint32_t Reached = Start, Open = Start;
	while (Open != 0)
	{
		const uint32_t Found = Across[static_cast<size_t>(std::countr_zero(Open))] & Set & ~Reached;
		Open = (Open & (Open - 1)) | Found;
		Reached |= Found;
	}
	return Reached;
}

bool IsRemovable(uint32_t Neighbors)
{
	return std::popcount(Neighbors) > 1 && IsSimple(Neighbors);
}

/** Even and odd cells of each direction apart, so that neighbors are not removed one after the other. */
int ParityOf(const FVoxelGrid& Grid, size_t Cell)
{
	const std::array<int32_t, 3> P = Grid.PlaceOf(Cell);
	return (P[0] & 1) + 2 * (P[1] & 1) + 4 * (P[2] & 1);
}

class FThinner
{
public:
	explicit FThinner(FVoxelGrid& InGrid)
		: Grid(InGrid)
		, Steps(InGrid)
		, bListed(InGrid.Cells.size(), 0)
	{
		for (size_t Cell = 0; Cell < Grid.Cells.size(); ++Cell)
		{
			if (Grid.Cells[Cell] != 0 && (NeighborBits(Grid, Steps, Cell) & FaceBits) != FaceBits)
			{
				List(Cell);
			}
		}
	}

	/** One pass over the six directions; the number of cells removed. */
	size_t Pass()
	{
		// Up, down, left, right, front, rear as steps across faces: z-, y-, x-, x+, y+, z+ are 0 to 5.
		constexpr std::array<size_t, 6> Directions{4, 1, 2, 3, 0, 5};
		size_t Removed = 0;
		for (const size_t Direction : Directions)
		{
			Removed += PassInDirection(Direction);
		}
		std::erase_if(Border, [&](size_t Cell) { return Grid.Cells[Cell] == 0; });
		return Removed;
	}

	size_t BorderCount() const { return Border.size(); }

private:
	void List(size_t Cell)
	{
		bListed[Cell] = 1;
		Border.push_back(Cell);
	}

	size_t PassInDirection(size_t Direction)
	{
		const ptrdiff_t Step = Steps.Offsets[Direction];
		Thick.clear();
		Thin.clear();
		for (const size_t Cell : Border)
		{
			if (Grid.Cells[Cell] == 0 || Grid.Cells[Cell + static_cast<size_t>(Step)] != 0 ||
				!IsRemovable(NeighborBits(Grid, Steps, Cell)))
			{
				continue;
			}
			const bool bThick = Grid.Cells[Cell - static_cast<size_t>(Step)] != 0;
			(bThick ? Thick : Thin).push_back(Cell);
		}
		std::sort(Thick.begin(), Thick.end());
		std::sort(Thin.begin(), Thin.end(),
			[&](size_t A, size_t B)
			{
				const int Pa = ParityOf(Grid, A), Pb = ParityOf(Grid, B);
				return Pa != Pb ? Pa < Pb : A < B;
			});
		size_t Removed = 0;
		for (const std::vector<size_t>* Cells : {&Thick, &Thin})
		{
			for (const size_t Cell : *Cells)
			{
				if (IsRemovable(NeighborBits(Grid, Steps, Cell))) // as the grid is now
				{
					Remove(Cell);
					++Removed;
				}
			}
		}
		return Removed;
	}

	void Remove(size_t Cell)
	{
		Grid.Cells[Cell] = 0;
		for (size_t Step = 0; Step < 6; ++Step)
		{
			const size_t Next = Cell + static_cast<size_t>(Steps.Offsets[Step]);
			if (Grid.Cells[Next] != 0 && bListed[Next] == 0)
			{
				List(Next);
			}
		}
	}

	FVoxelGrid& Grid;
	const FVoxelSteps Steps;
	std::vector<uint8_t> bListed;
	std::vector<size_t> Border; // cells with an empty neighbor across a face
	std::vector<size_t> Thick, Thin;
};

} // namespace ThinningDetail

uint32_t NeighborBits(const FVoxelGrid& Grid, const FVoxelSteps& Steps, size_t Cell)
{
	uint32_t Out = 0;
	for (size_t Step = 0; Step < 26; ++Step)
	{
		Out |= static_cast<uint32_t>(Grid.Cells[Cell + static_cast<size_t>(Steps.Offsets[Step])] != 0) << Step;
	}
	return Out;
}

bool IsSimple(uint32_t Neighbors)
{
	using namespace ThinningDetail;
	if (Neighbors == 0)
	{
		return false;
	}
	const FNeighborGraph& G = Graph();
	if (GrowFromLowest(Neighbors & (~Neighbors + 1), Neighbors, G.Across26) != Neighbors)
	{
		return false;
	}
	const uint32_t Empty = ~Neighbors & FaceAndEdgeBits, Seeds = Empty & FaceBits;
	return Seeds != 0 && (GrowFromLowest(Seeds & (~Seeds + 1), Empty, G.Across6) & Seeds) == Seeds;
}

TResult<int> ThinToCurves(FVoxelGrid& Grid, const FBuildContext& Context)
{
	using namespace ThinningDetail;
	FThinner Thinner(Grid);
	const double Start = static_cast<double>(Thinner.BorderCount()) + 1.0;
	for (int Passes = 1;; ++Passes)
	{
		if (!Context.Progress.Report((std::max)(0.0, 1.0 - static_cast<double>(Thinner.BorderCount()) / Start)))
		{
			return Context.Progress.CanceledError();
		}
		if (Thinner.Pass() == 0)
		{
			return Passes;
		}
	}
}

} // namespace Exemplar
