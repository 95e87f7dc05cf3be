// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/CurvePath.h"
#include "Rig/Shape/TemplateFit.h"

namespace Exemplar
{

namespace FreeJointsDetail
{

using namespace VectorMath;

/** A branch may leave the line between its joints by this many of its radii; bones are at most this long. */
constexpr double BendRadii = 0.8;
constexpr double LongestShare = 0.34; // of the longest path

/** The thickest junction; without any, the middle of the curve. */
uint32_t FindRoot(const FCurveSkeleton& Tree)
{
	const std::vector<uint32_t> Junctions = Tree.Junctions(), Ends = Tree.Ends();
	if (!Junctions.empty())
	{
		return *std::max_element(
			Junctions.begin(), Junctions.end(), [&](uint32_t A, uint32_t B) { return Tree.Radii[A] < Tree.Radii[B]; });
	}
	const std::vector<uint32_t> Path = FindPath(Tree, Ends[0], Ends[1]);
	const FCurvePath Curve(Tree, Path);
	size_t Middle = 0;
	while (Curve.Arcs[Middle] < 0.5 * Curve.Length())
	{
		++Middle;
	}
	return Path[Middle];
}

/** Indices of a path between which it is nearly straight (Douglas and Peucker 1973), both ends included. */
void SplitAtBends(const FCurvePath& Path, size_t From, size_t To, double Longest, std::vector<size_t>& Out)
{
	size_t Farthest = From;
	double Most = 0.0;
	const FDouble3 Axis = Unit(Path.Points[To] - Path.Points[From]);
	double Radius = 0.0;
	for (size_t Index = From; Index <= To; ++Index)
	{
		const FDouble3 Off = Path.Points[Index] - Path.Points[From];
		const double Away = Length(Off - Axis * Dot(Off, Axis));
		Radius += Path.Radii[Index] / static_cast<double>(To - From + 1);
		if (Away > Most)
		{
			Most = Away;
			Farthest = Index;
		}
	}
	const double Span = Path.Arcs[To] - Path.Arcs[From];
	if (Most <= BendRadii * Radius && Span > Longest)
	{
		Farthest = From;
		while (Path.Arcs[Farthest] - Path.Arcs[From] < 0.5 * Span)
		{
			++Farthest;
		}
	}
	else if (Most <= BendRadii * Radius)
	{
		Farthest = From;
	}
	if (Farthest > From && Farthest < To)
	{
		SplitAtBends(Path, From, Farthest, Longest, Out);
		SplitAtBends(Path, Farthest, To, Longest, Out);
		return;
	}
	Out.push_back(To);
}

} // namespace FreeJointsDetail

FShapeSkeleton PlaceFreeJoints(const FCurveSkeleton& Tree)
{
	using namespace FreeJointsDetail;
	FShapeSkeleton Out;
	const auto Add = [&](const std::string& Name, int32_t Parent, const FDouble3& Place)
	{
		Out.Names.push_back(Name);
		Out.Parents.push_back(Parent);
		Out.Joints.push_back(Place);
		Out.Tips.push_back(Place);
		return static_cast<int32_t>(Out.JointCount()) - 1;
	};
	struct FOpen
	{
		uint32_t Node, Next;
		int32_t Joint;
	};
	const uint32_t Root = FindRoot(Tree);
	double Longest = 0.0;
	for (const uint32_t End : Tree.Ends())
	{
		std::vector<uint32_t> Before;
		const std::vector<double> Lengths = PathLengths(Tree, End, Before);
		Longest = (std::max)(Longest, *std::max_element(Lengths.begin(), Lengths.end()));
	}
	std::vector<FOpen> Open;
	Add("root", NoParent, Tree.Positions[Root]);
	for (const uint32_t Next : Tree.Neighbors[Root])
	{
		Open.push_back({Root, Next, 0});
	}
	for (size_t Branch = 0; Branch < Open.size(); ++Branch)
	{
		const FOpen Own = Open[Branch];
		std::vector<uint32_t> Nodes{Own.Node, Own.Next};
		while (Tree.Neighbors[Nodes.back()].size() == 2)
		{
			const std::vector<uint32_t>& Around = Tree.Neighbors[Nodes.back()];
			Nodes.push_back(Around[0] == Nodes[Nodes.size() - 2] ? Around[1] : Around[0]);
		}
		const FCurvePath Path(Tree, Nodes);
		std::vector<size_t> Splits;
		SplitAtBends(Path, 0, Nodes.size() - 1, LongestShare * Longest, Splits);
		int32_t Joint = Own.Joint;
		// A branch that starts at a shared joint has a joint of its own where it leaves the junction's ball.
		const double Leave = (std::min)(Tree.Radii[Own.Node], 0.3 * Path.Length());
		const std::string Name = "branch_" + std::to_string(Branch + 1) + "_";
		int Index = 1;
		const bool bEnd = Tree.Neighbors[Nodes.back()].size() == 1;
		Joint = Add(Name + std::to_string(Index++), Joint, Path.At(Leave));
		for (const size_t Split : Splits)
		{
			const bool bLast = Split + 1 == Nodes.size();
			if (bLast && bEnd)
			{
				Out.Tips[static_cast<size_t>(Joint)] = Path.Points[Split];
			}
			else if (Path.Arcs[Split] > Leave + 0.02 * Longest)
			{
				Joint = Add(Name + std::to_string(Index++), Joint, Path.Points[Split]);
			}
		}
		for (const uint32_t Next : Tree.Neighbors[Nodes.back()])
		{
			if (!bEnd && Next != Nodes[Nodes.size() - 2])
			{
				Open.push_back({Nodes.back(), Next, Joint});
			}
		}
	}
	return Out;
}

} // namespace Exemplar
