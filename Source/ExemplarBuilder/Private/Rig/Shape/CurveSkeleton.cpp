// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/CurveSkeleton.h"

#include "Geometry/VectorMath.h"
#include "Rig/Shape/Thinning.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace Exemplar
{

namespace CurveSkeletonDetail
{

using namespace VectorMath;

struct FCurveEdge
{
	uint32_t A = 0, B = 0;
};

/** Nodes and edges of the thinned cells, clusters of junction cells contracted. May have loops. */
std::vector<FCurveEdge> ReadCells(const FVoxelGrid& Thinned, FCurveSkeleton& Out)
{
	const FVoxelSteps Steps(Thinned);
	std::vector<int32_t> NodeOfCell(Thinned.Cells.size(), -1);
	std::vector<size_t> Cells, Stack;
	std::vector<double> Counts;
	for (size_t Cell = 0; Cell < Thinned.Cells.size(); ++Cell)
	{
		if (Thinned.Cells[Cell] != 0)
		{
			Cells.push_back(Cell);
		}
	}
	const auto IsJunction = [&](size_t Cell)
	{ return Thinned.Cells[Cell] != 0 && std::popcount(NeighborBits(Thinned, Steps, Cell)) > 2; };
	for (const size_t Start : Cells)
	{
		if (NodeOfCell[Start] >= 0)
		{
			continue;
		}
		const auto Node = static_cast<int32_t>(Out.Positions.size());
		Out.Positions.emplace_back();
		Counts.push_back(0.0);
		NodeOfCell[Start] = Node;
		Stack.assign(1, Start);
		const bool bCluster = IsJunction(Start);
		while (!Stack.empty())
		{
			const size_t Cell = Stack.back();
			Stack.pop_back();
			Out.Positions.back() = Out.Positions.back() + Thinned.CenterOf(Cell);
			Counts.back() += 1.0;
			for (size_t Step = 0; Step < 26 && bCluster; ++Step)
			{
				const size_t Next = Cell + static_cast<size_t>(Steps.Offsets[Step]);
				if (NodeOfCell[Next] < 0 && IsJunction(Next))
				{
					NodeOfCell[Next] = Node;
					Stack.push_back(Next);
				}
			}
		}
	}
	for (size_t Node = 0; Node < Counts.size(); ++Node)
	{
		Out.Positions[Node] = Out.Positions[Node] * (1.0 / Counts[Node]);
	}
	std::vector<FCurveEdge> Edges;
	for (const size_t Cell : Cells)
	{
		for (size_t Step = 0; Step < 26; ++Step)
		{
			const size_t Next = Cell + static_cast<size_t>(Steps.Offsets[Step]);
			if (Thinned.Cells[Next] != 0 && NodeOfCell[Cell] < NodeOfCell[Next])
			{
				Edges.push_back({static_cast<uint32_t>(NodeOfCell[Cell]), static_cast<uint32_t>(NodeOfCell[Next])});
			}
		}
	}
	std::sort(Edges.begin(), Edges.end(),
		[](const FCurveEdge& P, const FCurveEdge& Q) { return P.A != Q.A ? P.A < Q.A : P.B < Q.B; });
	Edges.erase(std::unique(Edges.begin(), Edges.end(),
					[](const FCurveEdge& P, const FCurveEdge& Q) { return P.A == Q.A && P.B == Q.B; }),
		Edges.end());
	return Edges;
}

/** The spanning tree that keeps thick edges: every loop is cut where it is thinnest. */
void MakeTree(std::vector<FCurveEdge> Edges, FCurveSkeleton& Out)
{
	const auto Thickness = [&](const FCurveEdge& E) { return (std::min)(Out.Radii[E.A], Out.Radii[E.B]); };
	std::stable_sort(Edges.begin(), Edges.end(),
		[&](const FCurveEdge& P, const FCurveEdge& Q) { return Thickness(P) > Thickness(Q); });
	std::vector<uint32_t> Root(Out.NodeCount());
	std::iota(Root.begin(), Root.end(), 0u);
	const auto Find = [&](uint32_t Node)
	{
		while (Root[Node] != Node)
		{
			Node = Root[Node] = Root[Root[Node]];
		}
		return Node;
	};
	Out.Neighbors.assign(Out.NodeCount(), {});
	for (const FCurveEdge& Edge : Edges)
	{
		const uint32_t A = Find(Edge.A), B = Find(Edge.B);
		if (A == B)
		{
			++Out.LoopsCut;
			continue;
		}
		Root[(std::max)(A, B)] = (std::min)(A, B);
		Out.Neighbors[Edge.A].push_back(Edge.B);
		Out.Neighbors[Edge.B].push_back(Edge.A);
	}
	for (std::vector<uint32_t>& Each : Out.Neighbors)
	{
		std::sort(Each.begin(), Each.end());
	}
}

/** From a junction or an end along a neighbor to the next junction or end. */
std::vector<uint32_t> WalkBranch(const FCurveSkeleton& Tree, uint32_t From, uint32_t Next)
{
	std::vector<uint32_t> Out{From, Next};
	while (Tree.Neighbors[Out.back()].size() == 2)
	{
		const std::vector<uint32_t>& Around = Tree.Neighbors[Out.back()];
		Out.push_back(Around[0] == Out[Out.size() - 2] ? Around[1] : Around[0]);
	}
	return Out;
}

double LengthOf(const FCurveSkeleton& Tree, const std::vector<uint32_t>& Path)
{
	double Out = 0.0;
	for (size_t Index = 1; Index < Path.size(); ++Index)
	{
		Out += Distance(Tree.Positions[Path[Index - 1]], Tree.Positions[Path[Index]]);
	}
	return Out;
}

void SmoothBranches(const FCurveOptions& Options, FCurveSkeleton& Tree)
{
	for (uint32_t Start = 0; Start < Tree.NodeCount(); ++Start)
	{
		if (Tree.Neighbors[Start].size() == 2)
		{
			continue;
		}
		for (const uint32_t Next : Tree.Neighbors[Start])
		{
			const std::vector<uint32_t> Path = WalkBranch(Tree, Start, Next);
			if (Path.back() < Start) // each branch once; both its ends are not degree two
			{
				continue;
			}
			for (int Pass = 0; Pass < Options.SmoothPasses; ++Pass)
			{
				std::vector<FDouble3> Old;
				for (const uint32_t Node : Path)
				{
					Old.push_back(Tree.Positions[Node]);
				}
				for (size_t Index = 1; Index + 1 < Path.size(); ++Index)
				{
					const size_t Width =
						(std::min)({static_cast<size_t>(Options.SmoothWidth), Index, Path.size() - 1 - Index});
					FDouble3 Sum;
					for (size_t Other = Index - Width; Other <= Index + Width; ++Other)
					{
						Sum = Sum + Old[Other];
					}
					Tree.Positions[Path[Index]] = Sum * (1.0 / static_cast<double>(2 * Width + 1));
				}
			}
		}
	}
}

/** Removes the least of the branches that hardly leave the ball of their junction, again and again. */
void CutSpurs(const FCurveOptions& Options, FCurveSkeleton& Tree)
{
	for (;;)
	{
		double Least = Options.SpurReach;
		std::vector<uint32_t> Worst;
		for (const uint32_t End : Tree.Ends())
		{
			const std::vector<uint32_t> Path = WalkBranch(Tree, End, Tree.Neighbors[End][0]);
			if (Tree.Neighbors[Path.back()].size() < 3)
			{
				continue; // the last branch of all
			}
			const double Reach = (LengthOf(Tree, Path) + Tree.Radii[End]) / (std::max)(1e-12, Tree.Radii[Path.back()]);
			if (Reach < Least)
			{
				Least = Reach;
				Worst = Path;
			}
		}
		if (Worst.empty())
		{
			return;
		}
		++Tree.SpursCut;
		std::erase(Tree.Neighbors[Worst.back()], Worst[Worst.size() - 2]);
		for (size_t Index = 0; Index + 1 < Worst.size(); ++Index)
		{
			Tree.Neighbors[Worst[Index]].clear();
		}
	}
}

/** Adds the point where the surface is met beyond each end, in the direction in which its branch arrives. */
void ReachTips(const FVoxelGrid& Solid, FCurveSkeleton& Tree)
{
	for (const uint32_t End : Tree.Ends())
	{
		const std::vector<uint32_t> Path = WalkBranch(Tree, End, Tree.Neighbors[End][0]);
		const double Radius = Tree.Radii[End];
		uint32_t Back = Path.back();
		for (const uint32_t Node : Path)
		{
			if (Distance(Tree.Positions[Node], Tree.Positions[End]) > (std::max)(1.5 * Radius, 4.0 * Solid.Edge))
			{
				Back = Node;
				break;
			}
		}
		const FDouble3 Direction = Unit(Tree.Positions[End] - Tree.Positions[Back]);
		double Reach = 0.0;
		while (Reach < 4.0 * Radius + 2.0 * Solid.Edge &&
			Solid.IsOccupied(Tree.Positions[End] + Direction * (Reach + Solid.Edge)))
		{
			Reach += 0.5 * Solid.Edge;
		}
		if (Reach > 0.0)
		{
			const auto Tip = static_cast<uint32_t>(Tree.NodeCount());
			Tree.Positions.push_back(Tree.Positions[End] + Direction * Reach);
			Tree.Radii.push_back(0.5 * Solid.Edge);
			Tree.Neighbors.push_back({End});
			Tree.Neighbors[End].push_back(Tip);
		}
	}
}

/** The nodes for which bKeep holds, renumbered. */
FCurveSkeleton Gather(const FCurveSkeleton& Tree, const std::vector<bool>& bKeep, std::vector<uint32_t>& Kept)
{
	FCurveSkeleton Out;
	Out.LoopsCut = Tree.LoopsCut;
	Out.SpursCut = Tree.SpursCut;
	std::vector<uint32_t> New(Tree.NodeCount(), 0);
	Kept.clear();
	for (uint32_t Node = 0; Node < Tree.NodeCount(); ++Node)
	{
		if (bKeep[Node])
		{
			New[Node] = static_cast<uint32_t>(Kept.size());
			Kept.push_back(Node);
			Out.Positions.push_back(Tree.Positions[Node]);
			Out.Radii.push_back(Tree.Radii[Node]);
		}
	}
	Out.Neighbors.resize(Kept.size());
	for (size_t Node = 0; Node < Kept.size(); ++Node)
	{
		for (const uint32_t Next : Tree.Neighbors[Kept[Node]])
		{
			if (bKeep[Next])
			{
				Out.Neighbors[Node].push_back(New[Next]);
			}
		}
	}
	return Out;
}

} // namespace CurveSkeletonDetail

std::vector<uint32_t> FCurveSkeleton::Ends() const
{
	std::vector<uint32_t> Out;
	for (uint32_t Node = 0; Node < NodeCount(); ++Node)
	{
		if (Neighbors[Node].size() == 1)
		{
			Out.push_back(Node);
		}
	}
	return Out;
}

std::vector<uint32_t> FCurveSkeleton::Junctions() const
{
	std::vector<uint32_t> Out;
	for (uint32_t Node = 0; Node < NodeCount(); ++Node)
	{
		if (Neighbors[Node].size() > 2)
		{
			Out.push_back(Node);
		}
	}
	return Out;
}

TResult<FCurveSkeleton> BuildCurveSkeleton(
	const FVoxelGrid& Thinned, const FVoxelGrid& Solid, const FCurveOptions& Options, const FBuildContext& Context)
{
	using namespace CurveSkeletonDetail;
	FCurveSkeleton Out;
	std::vector<FCurveEdge> Edges = ReadCells(Thinned, Out);
	const std::vector<float> Depths = FindDepths(Solid, *Context.Executor);
	for (const FDouble3& Position : Out.Positions)
	{
		const FDouble3 Cell = (Position - Solid.Origin) * (1.0 / Solid.Edge);
		Out.Radii.push_back((std::max)(0.25 * Solid.Edge,
			static_cast<double>(Depths[Solid.IndexOf(
				static_cast<int32_t>(Cell.X), static_cast<int32_t>(Cell.Y), static_cast<int32_t>(Cell.Z))])));
	}
	MakeTree(std::move(Edges), Out);
	SmoothBranches(Options, Out);
	CutSpurs(Options, Out);
	if (Options.bReachTips)
	{
		ReachTips(Solid, Out);
	}
	std::vector<bool> bKeep(Out.NodeCount());
	size_t Count = 0;
	for (size_t Node = 0; Node < bKeep.size(); ++Node)
	{
		bKeep[Node] = !Out.Neighbors[Node].empty();
		Count += bKeep[Node] ? 1 : 0;
	}
	if (Count < 2)
	{
		return FError{EErrorCode::Degenerate,
			"The body has no limbs and no length: its curve skeleton is a single point. Raise rig.voxels, or give a "
			"skeleton with --skeleton."};
	}
	std::vector<uint32_t> Kept;
	return Gather(Out, bKeep, Kept);
}

FCurveSkeleton PruneToPaths(const FCurveSkeleton& Tree, std::span<const uint32_t> Ends, std::vector<uint32_t>& Kept)
{
	std::vector<bool> bKeep(Tree.NodeCount(), false);
	std::vector<uint32_t> Before;
	PathLengths(Tree, Ends[0], Before);
	for (const uint32_t End : Ends)
	{
		for (uint32_t Node = End; !bKeep[Node]; Node = Before[Node])
		{
			bKeep[Node] = true;
		}
	}
	return CurveSkeletonDetail::Gather(Tree, bKeep, Kept);
}

std::vector<double> PathLengths(const FCurveSkeleton& Tree, uint32_t From, std::vector<uint32_t>& Before)
{
	std::vector<double> Out(Tree.NodeCount(), std::numeric_limits<double>::infinity());
	Before.assign(Tree.NodeCount(), From);
	Out[From] = 0.0;
	std::vector<uint32_t> Stack{From};
	while (!Stack.empty())
	{
		const uint32_t Node = Stack.back();
		Stack.pop_back();
		for (const uint32_t Next : Tree.Neighbors[Node])
		{
			if (Next != Before[Node] && Next != From)
			{
				Before[Next] = Node;
				Out[Next] = Out[Node] + VectorMath::Distance(Tree.Positions[Node], Tree.Positions[Next]);
				Stack.push_back(Next);
			}
		}
	}
	return Out;
}

uint32_t MedianNode(const FCurveSkeleton& Tree, uint32_t A, uint32_t B, uint32_t C)
{
	std::vector<uint32_t> Before;
	PathLengths(Tree, A, Before);
	std::vector<bool> bOnPath(Tree.NodeCount(), false);
	for (uint32_t Node = B; Node != A; Node = Before[Node])
	{
		bOnPath[Node] = true;
	}
	bOnPath[A] = true;
	uint32_t Node = C;
	while (!bOnPath[Node])
	{
		Node = Before[Node];
	}
	return Node;
}

std::vector<uint32_t> FindPath(const FCurveSkeleton& Tree, uint32_t From, uint32_t To)
{
	std::vector<uint32_t> Before;
	PathLengths(Tree, To, Before);
	std::vector<uint32_t> Out{From};
	while (Out.back() != To)
	{
		Out.push_back(Before[Out.back()]);
	}
	return Out;
}

} // namespace Exemplar
