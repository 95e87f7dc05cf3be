// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/TemplateMatch.h"

#include "Geometry/VectorMath.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace TemplateMatchDetail
{

using namespace VectorMath;

constexpr size_t BeamWidth = 600;
constexpr double PlaceWeight = 0.6;   // of differences of places beside differences of path lengths
constexpr double MissingCost = 0.12;  // of a limb that is not there
constexpr double UnusedWeight = 0.25; // of length that no path of the assignment covers

/** Leaves or ends: places and path lengths between them, both relative to the size of the whole. */
struct FTips
{
	std::vector<FDouble3> Places;
	std::vector<double> Lengths; // [A * Count + B]
	size_t Count = 0;
	double LengthOf(size_t A, size_t B) const { return Lengths[A * Count + B]; }
};

void Normalize(FTips& Tips)
{
	const double Longest = Tips.Lengths.empty() ? 0.0 : *std::max_element(Tips.Lengths.begin(), Tips.Lengths.end());
	FDouble3 Low = Tips.Places[0], High = Low;
	for (const FDouble3& Place : Tips.Places)
	{
		Low = Least(Low, Place);
		High = Greatest(High, Place);
	}
	const double Size = (std::max)(1e-12, Length(High - Low));
	for (FDouble3& Place : Tips.Places)
	{
		Place = (Place - (Low + High) * 0.5) * (1.0 / Size);
	}
	for (double& Each : Tips.Lengths)
	{
		Each /= (std::max)(1e-12, Longest);
	}
}

FTips TipsOf(const FShapeTemplate& Template, const std::vector<size_t>& Leaves)
{
	FTips Out;
	Out.Count = Leaves.size();
	const auto Above = [&](size_t Joint)
	{
		std::vector<size_t> Path{Joint};
		while (Template.Joints[Path.back()].Parent != NoParent)
		{
			Path.push_back(static_cast<size_t>(Template.Joints[Path.back()].Parent));
		}
		std::reverse(Path.begin(), Path.end());
		return Path;
	};
	for (const size_t Leaf : Leaves)
	{
		Out.Places.push_back(Template.Joints[Leaf].Position);
		for (const size_t Other : Leaves)
		{
			const std::vector<size_t> A = Above(Leaf), B = Above(Other);
			size_t Shared = 0;
			while (Shared < A.size() && Shared < B.size() && A[Shared] == B[Shared])
			{
				++Shared;
			}
			double Sum = 0.0;
			for (const std::vector<size_t>& Path : {A, B})
			{
				for (size_t Index = Shared; Index < Path.size(); ++Index)
				{
					Sum += Distance(Template.Joints[Path[Index - 1]].Position, Template.Joints[Path[Index]].Position);
				}
			}
			Out.Lengths.push_back(Sum);
		}
	}
	Normalize(Out);
	return Out;
}

FTips TipsOf(const FCurveSkeleton& Tree, const std::vector<uint32_t>& Ends)
{
	FTips Out;
	Out.Count = Ends.size();
	std::vector<uint32_t> Before;
	for (const uint32_t End : Ends)
	{
		Out.Places.push_back(Tree.Positions[End]);
		const std::vector<double> Lengths = PathLengths(Tree, End, Before);
		for (const uint32_t Other : Ends)
		{
			Out.Lengths.push_back(Lengths[Other]);
		}
	}
	Normalize(Out);
	return Out;
}

struct FPartial
{
	std::vector<int32_t> EndOf; // per leaf so far; -1: not there
	double Cost = 0.0;
};

/** What a leaf adds at an end, given the leaves before it. */
double CostOf(const FTips& Leaves, const FTips& Ends, const std::vector<int32_t>& EndOf, size_t Leaf, size_t End)
{
	const FDouble3 Off = Leaves.Places[Leaf] - Ends.Places[End];
	double Out = PlaceWeight * Dot(Off, Off);
	for (size_t Other = 0; Other < Leaf; ++Other)
	{
		if (EndOf[Other] >= 0)
		{
			const double Gap = Leaves.LengthOf(Leaf, Other) - Ends.LengthOf(End, static_cast<size_t>(EndOf[Other]));
			Out += 2.0 * Gap * Gap / static_cast<double>(Leaves.Count);
		}
	}
	return Out;
}

/** The share of the tree's length that lies on no path between assigned ends, spurs counting little: their square. */
double UnusedShare(const FCurveSkeleton& Tree, const std::vector<uint32_t>& Ends, const std::vector<int32_t>& EndOf)
{
	std::vector<uint32_t> Used, Kept;
	for (const int32_t End : EndOf)
	{
		if (End >= 0)
		{
			Used.push_back(Ends[static_cast<size_t>(End)]);
		}
	}
	const FCurveSkeleton Rest = PruneToPaths(Tree, Used, Kept);
	std::vector<bool> bKept(Tree.NodeCount(), false);
	for (const uint32_t Node : Kept)
	{
		bKept[Node] = true;
	}
	double Squares = 0.0, Longest = 1e-12;
	std::vector<uint32_t> Before;
	const std::vector<double> FromFirst = PathLengths(Tree, Used[0], Before);
	for (const double Each : FromFirst)
	{
		Longest = (std::max)(Longest, Each);
	}
	for (const uint32_t End : Ends)
	{
		uint32_t Node = End;
		while (!bKept[Node])
		{
			Node = Before[Node];
		}
		const double Length = (FromFirst[End] - FromFirst[Node]) / Longest;
		Squares += Length * Length;
	}
	return Squares;
}

} // namespace TemplateMatchDetail

TResult<FTemplateMatch> MatchTemplate(
	const FShapeTemplate& Template, const FCurveSkeleton& Tree, const std::map<size_t, uint32_t>& Fixed)
{
	using namespace TemplateMatchDetail;
	const std::vector<size_t> Leaves = Template.Leaves();
	std::vector<uint32_t> Ends = Tree.Ends();
	for (const auto& [Leaf, Node] : Fixed)
	{
		if (std::find(Ends.begin(), Ends.end(), Node) == Ends.end())
		{
			Ends.push_back(Node);
		}
	}
	size_t Needed = 0;
	for (const size_t Leaf : Leaves)
	{
		Needed += Template.Joints[Leaf].bOptional ? 0 : 1;
	}
	if (Ends.size() < Needed || Leaves.size() < 2)
	{
		return FError{EErrorCode::Mismatch,
			"The body has " + std::to_string(Ends.size()) + " ends, and the template '" + Template.Name + "' needs " +
				std::to_string(Needed) + ". Choose another template, or none with --template none."};
	}
	const FTips LeafTips = TipsOf(Template, Leaves), EndTips = TipsOf(Tree, Ends);
	std::vector<FPartial> Beam{{}}, Next;
	for (size_t Leaf = 0; Leaf < Leaves.size(); ++Leaf)
	{
		Next.clear();
		const auto Pick = Fixed.find(Leaves[Leaf]);
		for (const FPartial& Partial : Beam)
		{
			for (size_t End = 0; End < Ends.size(); ++End)
			{
				const bool bTaken = std::find(Partial.EndOf.begin(), Partial.EndOf.end(), static_cast<int32_t>(End)) !=
					Partial.EndOf.end();
				if (bTaken || (Pick != Fixed.end() && Ends[End] != Pick->second))
				{
					continue;
				}
				FPartial Grown = Partial;
				Grown.Cost += CostOf(LeafTips, EndTips, Partial.EndOf, Leaf, End);
				Grown.EndOf.push_back(static_cast<int32_t>(End));
				Next.push_back(std::move(Grown));
			}
			if (Template.Joints[Leaves[Leaf]].bOptional && Pick == Fixed.end())
			{
				FPartial Grown = Partial;
				Grown.Cost += MissingCost;
				Grown.EndOf.push_back(-1);
				Next.push_back(std::move(Grown));
			}
		}
		std::stable_sort(
			Next.begin(), Next.end(), [](const FPartial& A, const FPartial& B) { return A.Cost < B.Cost; });
		Next.resize((std::min)(Next.size(), BeamWidth));
		std::swap(Beam, Next);
	}
	if (Beam.empty())
	{
		return FError{EErrorCode::Mismatch,
			"The labels leave no assignment of the template '" + Template.Name + "': two of them name one end."};
	}
	const FPartial* Best = nullptr;
	double Least = 0.0;
	for (size_t Index = 0; Index < (std::min)(Beam.size(), size_t{60}); ++Index)
	{
		const double Cost = Beam[Index].Cost / static_cast<double>(Leaves.size()) +
			UnusedWeight * UnusedShare(Tree, Ends, Beam[Index].EndOf);
		if (Best == nullptr || Cost < Least)
		{
			Best = &Beam[Index];
			Least = Cost;
		}
	}
	FTemplateMatch Out;
	Out.Cost = Least;
	for (const int32_t End : Best->EndOf)
	{
		Out.NodeOfLeaf.push_back(End < 0 ? FTemplateMatch::None : Ends[static_cast<size_t>(End)]);
	}
	return Out;
}

} // namespace Exemplar
