// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/LimbMatch.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>

namespace Exemplar
{

namespace LimbMatchDetail
{

constexpr double ShortTube = 0.03; // of the longest way from source to tip
constexpr size_t MaxMatches = 64;
constexpr size_t MaxVisits = 200000; // of partial matches: bodies with many equal limbs have factorially many

uint64_t Renumber(uint64_t Own, const std::vector<int32_t>& OwnOfReference)
{
	uint64_t Out = 0;
	for (size_t Tip = 0; Tip < OwnOfReference.size(); ++Tip)
	{
		Out |= (Own >> OwnOfReference[Tip] & 1) << Tip;
	}
	return Out;
}

double PathLength(std::span<const FRing> Rings)
{
	double Sum = 0.0;
	for (size_t Ring = 1; Ring < Rings.size(); ++Ring)
	{
		Sum += (AsVector(Rings[Ring].Center) - AsVector(Rings[Ring - 1].Center)).norm();
	}
	return Sum;
}

/** The tubes of a pose by the tips of the reference beyond them; of several with the same tips the longest. Tubes
 * between two branches that are one in theory are left out. */
using FTubesByTips = std::map<uint64_t, const FHarmonicTube*>;
FTubesByTips IndexTubes(const std::vector<FHarmonicTube>& Tubes, const std::vector<int32_t>& OwnOfReference)
{
	FTubesByTips Out;
	for (const FHarmonicTube& Tube : Tubes)
	{
		const FHarmonicTube*& Slot = Out[Renumber(Tube.Tips, OwnOfReference)];
		if (Slot == nullptr || Slot->Rings.size() < Tube.Rings.size())
		{
			Slot = &Tube;
		}
	}
	Out.erase(0); // an end without a tip
	double Longest = 0.0;
	for (const auto& [Tips, Tube] : Out)
	{
		double Path = 0.0;
		for (const auto& [Others, Other] : Out)
		{
			Path += (Others & Tips) == Tips ? PathLength(Other->Rings) : 0.0;
		}
		Longest = (std::max)(Longest, Path);
	}
	std::erase_if(Out,
		[&](const auto& Item)
		{ return std::popcount(Item.first) > 1 && PathLength(Item.second->Rings) < ShortTube * Longest; });
	return Out;
}

/** The parent of every set: the smallest one that includes it. Sets of a tree are nested or apart. Sorted by size,
 * largest first. */
struct FSetTree
{
	std::vector<uint64_t> Sets;
	std::vector<int32_t> Parents;
};
FSetTree MakeSetTree(std::vector<uint64_t> Sets)
{
	std::sort(Sets.begin(), Sets.end(),
		[](uint64_t A, uint64_t B)
		{ return std::popcount(A) != std::popcount(B) ? std::popcount(A) > std::popcount(B) : A < B; });
	FSetTree Out{std::move(Sets), {}};
	for (size_t Index = 0; Index < Out.Sets.size(); ++Index)
	{
		int32_t Parent = -1;
		for (size_t Other = 0; Other < Index; ++Other)
		{
			if ((Out.Sets[Other] & Out.Sets[Index]) == Out.Sets[Index])
			{
				Parent = static_cast<int32_t>(Other); // the last is the smallest
			}
		}
		Out.Parents.push_back(Parent);
	}
	return Out;
}

/** The limbs that meet limb A at its outer end (children) or its inner end (parent and siblings), with the rings that
 * face it. */
struct FMeeting
{
	uint64_t Other = 0;
	bool bOuterEnd = false;
	bool bOthersOuterEnd = false;
};
std::vector<FMeeting> ListMeetings(const FSetTree& Tree, size_t Limb)
{
	std::vector<FMeeting> Out;
	for (size_t Other = 0; Other < Tree.Sets.size(); ++Other)
	{
		if (Tree.Parents[Other] == static_cast<int32_t>(Limb))
		{
			Out.push_back({Tree.Sets[Other], true, false});
		}
		else if (Other != Limb && Tree.Parents[Limb] >= 0 && Tree.Parents[Other] == Tree.Parents[Limb])
		{
			Out.push_back({Tree.Sets[Other], false, false});
		}
		else if (static_cast<int32_t>(Other) == Tree.Parents[Limb])
		{
			Out.push_back({Tree.Sets[Other], false, true});
		}
	}
	return Out;
}

const FRing& EndRing(const FHarmonicTube& Tube, bool bOuterEnd)
{
	return bOuterEnd ? Tube.Rings.back() : Tube.Rings.front();
}

/** How different the slopes of two tubes are if the second one is read from Shift samples on: the mean difference at
 * equal values and phases. */
double SlopeDifference(const FHarmonicTube& A, const FHarmonicTube& B, size_t Shift)
{
	double Sum = 0.0, Count = 0.0;
	size_t Next = 0;
	for (const FRing& Ring : A.Rings)
	{
		while (Next < B.Rings.size() && B.Rings[Next].Value < Ring.Value)
		{
			++Next;
		}
		if (Next == B.Rings.size() || B.Rings[Next].Value != Ring.Value)
		{
			continue;
		}
		for (size_t Sample = 0; Sample < RingSamples; ++Sample)
		{
			Sum +=
				(std::min)(2.0, std::abs(B.Rings[Next].Slopes[(Sample + Shift) % RingSamples] - Ring.Slopes[Sample]));
		}
		Count += RingSamples;
	}
	return Count > 0.0 ? Sum / Count : 2.0;
}

struct FPhaseFit
{
	double Shift = 0.0;      // of the pose's phase against the reference's
	double Difference = 0.0; // of slopes, and of the sides on which neighbors lie
};

/**
 * The phase of a pose's tube against the reference's: neighbors must lie on the same sides. Slopes decide within an
 * eighth of a turn of that, or alone where a tube has no neighbors (a snake).
 */
FPhaseFit FitPhase(const FSetTree& Tree, size_t Limb, const FTubesByTips& Reference, const FTubesByTips& Pose)
{
	const FHarmonicTube& A = *Reference.at(Tree.Sets[Limb]);
	const FHarmonicTube& B = *Pose.at(Tree.Sets[Limb]);
	std::complex<double> Sum = 0.0;
	double Whole = 0.0;
	for (const FMeeting& Meeting : ListMeetings(Tree, Limb))
	{
		const FHarmonicTube& OtherA = *Reference.at(Meeting.Other);
		const FHarmonicTube& OtherB = *Pose.at(Meeting.Other);
		const std::complex<double> SideA =
			FindSide(EndRing(A, Meeting.bOuterEnd), EndRing(OtherA, Meeting.bOthersOuterEnd));
		const std::complex<double> SideB =
			FindSide(EndRing(B, Meeting.bOuterEnd), EndRing(OtherB, Meeting.bOthersOuterEnd));
		Sum += std::conj(SideA) * SideB;
		Whole += std::abs(SideA) * std::abs(SideB);
	}
	// Arms that are exchanged and legs that are not would turn the trunk's ends against each other.
	const double Twist = Whole > 0.02 ? 0.5 * (1.0 - std::abs(Sum) / Whole) : 0.0;
	const bool bSides = std::abs(Sum) > 0.02;
	const double Side = bSides ? std::arg(Sum) / (2.0 * std::numbers::pi) : 0.0;
	const int Reach = bSides ? static_cast<int>(RingSamples) / 8 : static_cast<int>(RingSamples) / 2;
	FPhaseFit Best{Side, INFINITY};
	for (int Step = -Reach; Step <= Reach; ++Step)
	{
		const int Sample = static_cast<int>(std::lround(Side * RingSamples)) + Step;
		const auto Shift = static_cast<size_t>((Sample % 32 + 32) % 32);
		const double Difference = Twist + SlopeDifference(A, B, Shift);
		if (Difference < Best.Difference)
		{
			Best = {Step == 0 ? Side : static_cast<double>(Sample) / RingSamples, Difference};
		}
	}
	return Best;
}

/** The longest of the tubes that are not among the common sets, as a share of the longest way from source to tip. */
double LongestCollapsed(const FTubesByTips& Tubes, const FSetTree& Common)
{
	double Collapsed = 0.0, Longest = 0.0;
	for (const auto& [Tips, Tube] : Tubes)
	{
		const double Length = PathLength(Tube->Rings);
		if (std::find(Common.Sets.begin(), Common.Sets.end(), Tips) == Common.Sets.end())
		{
			Collapsed = (std::max)(Collapsed, Length);
		}
		double Path = 0.0;
		for (const auto& [Others, Other] : Tubes)
		{
			Path += (Others & Tips) == Tips ? PathLength(Other->Rings) : 0.0;
		}
		Longest = (std::max)(Longest, Path);
	}
	return Longest > 0.0 ? Collapsed / Longest : 0.0;
}

std::vector<uint64_t> KeysOf(const FTubesByTips& Tubes)
{
	std::vector<uint64_t> Out;
	for (const auto& [Tips, Tube] : Tubes)
	{
		Out.push_back(Tips);
	}
	return Out;
}

std::vector<uint64_t> Intersect(const std::vector<uint64_t>& Sorted, const FTubesByTips& Tubes)
{
	std::vector<uint64_t> Out;
	for (const uint64_t Tips : Sorted)
	{
		if (Tubes.contains(Tips))
		{
			Out.push_back(Tips);
		}
	}
	return Out;
}

/** A limb of less than two rings is a branch: what hangs from it hangs from its parent. */
void DropShortLimbs(std::vector<FLimb>& Limbs)
{
	std::vector<int32_t> NewNumbers;
	std::vector<FLimb> Kept;
	for (FLimb& Limb : Limbs)
	{
		const int32_t Parent = Limb.Parent < 0 ? -1 : NewNumbers[static_cast<size_t>(Limb.Parent)];
		if (Limb.Rings[0].size() < 2 && Limb.Parent >= 0) // all limbs hang from the source's
		{
			NewNumbers.push_back(Parent);
			continue;
		}
		NewNumbers.push_back(static_cast<int32_t>(Kept.size()));
		Kept.push_back(std::move(Limb));
		Kept.back().Parent = Parent;
	}
	Limbs = std::move(Kept);
}

/** The best match of a pose with the reference. */
std::vector<int32_t> ChooseMatch(
	const FTubesByTips& Reference, const FTubedPose& Pose, std::span<const FTipMatch> Matches)
{
	size_t BestCommon = 0;
	double BestDifference = INFINITY;
	const FTipMatch* Best = &Matches[0];
	for (const FTipMatch& Match : Matches)
	{
		const FTubesByTips Tubes = IndexTubes(Pose.Tubes, Match.Tips);
		const FSetTree Common = MakeSetTree(Intersect(KeysOf(Reference), Tubes));
		double Difference = 0.0;
		for (size_t Limb = 0; Limb < Common.Sets.size(); ++Limb)
		{
			Difference += FitPhase(Common, Limb, Reference, Tubes).Difference;
		}
		if (Common.Sets.size() > BestCommon || (Common.Sets.size() == BestCommon && Difference < BestDifference))
		{
			BestCommon = Common.Sets.size();
			BestDifference = Difference;
			Best = &Match;
		}
	}
	return Best->Tips;
}

} // namespace LimbMatchDetail

std::vector<FTipMatch> MatchTips(const FTipDistances& Reference, const FTipDistances& Pose, double Slack)
{
	using namespace LimbMatchDetail;
	const size_t Count = Reference.Count;
	const double Scale = *std::max_element(Reference.Values.begin(), Reference.Values.end());
	const double Pairs = (std::max)(1.0, 0.5 * static_cast<double>(Count * (Count - 1)));
	std::vector<FTipMatch> Out;
	double Bound = INFINITY; // of the sum of squares
	size_t Visits = 0;
	std::vector<int32_t> Tips;
	std::vector<bool> IsTaken(Count, false);
	const std::function<void(double)> Extend = [&](double Sum)
	{
		if (++Visits > MaxVisits)
		{
			return;
		}
		if (Tips.size() == Count)
		{
			const double Error = std::sqrt(Sum / Pairs) / Scale;
			Out.push_back({Tips, Error});
			Bound = (std::min)(Bound, Pairs * std::pow((Error + Slack) * Scale, 2));
			return;
		}
		for (size_t Tip = 0; Tip < Count; ++Tip)
		{
			if (IsTaken[Tip])
			{
				continue;
			}
			double More = Sum;
			for (size_t Before = 0; Before < Tips.size(); ++Before)
			{
				More +=
					std::pow(Pose.At(static_cast<size_t>(Tips[Before]), Tip) - Reference.At(Before, Tips.size()), 2);
			}
			if (More <= Bound)
			{
				IsTaken[Tip] = true;
				Tips.push_back(static_cast<int32_t>(Tip));
				Extend(More);
				Tips.pop_back();
				IsTaken[Tip] = false;
			}
		}
	};
	Extend(0.0);
	std::stable_sort(Out.begin(), Out.end(), [](const FTipMatch& A, const FTipMatch& B) { return A.Error < B.Error; });
	while (!Out.empty() && (Out.size() > MaxMatches || Out.back().Error > Out.front().Error + Slack))
	{
		Out.pop_back();
	}
	return Out;
}

std::vector<int32_t> FindTipPartners(const FTipDistances& Distances)
{
	std::vector<int32_t> Identity(Distances.Count);
	std::iota(Identity.begin(), Identity.end(), 0);
	std::vector<int32_t> Best = Identity;
	double BestScore = INFINITY;
	for (const FTipMatch& Match : MatchTips(Distances, Distances, 0.04))
	{
		size_t Moved = 0;
		bool bPairs = true;
		for (size_t Tip = 0; Tip < Match.Tips.size(); ++Tip)
		{
			bPairs = bPairs && Match.Tips[static_cast<size_t>(Match.Tips[Tip])] == static_cast<int32_t>(Tip);
			Moved += Match.Tips[Tip] != static_cast<int32_t>(Tip);
		}
		// As many limbs as possible change sides: a mirror image moves both arms and both legs.
		const double Score = Match.Error - static_cast<double>(Moved);
		if (bPairs && Moved > 0 && Score < BestScore)
		{
			BestScore = Score;
			Best = Match.Tips;
		}
	}
	return Best;
}

TResult<FLimbs> MatchLimbs(
	std::span<const FTubedPose> Poses, std::span<const std::vector<FTipMatch>> Matches, const FBuildContext& Context)
{
	using namespace LimbMatchDetail;
	FLimbs Out;
	Out.Tips.resize(Poses.size());
	Out.Tips[0] = Matches[0][0].Tips;
	const FTubesByTips Reference = IndexTubes(Poses[0].Tubes, Out.Tips[0]);
	ParallelFor(*Context.Executor, Poses.size() - 1, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin + 1; Pose < End + 1; ++Pose)
			{
				Out.Tips[Pose] = ChooseMatch(Reference, Poses[Pose], Matches[Pose]);
			}
		});
	std::vector<FTubesByTips> Tubes;
	std::vector<uint64_t> Sets = KeysOf(Reference);
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		Tubes.push_back(IndexTubes(Poses[Pose].Tubes, Out.Tips[Pose]));
		Sets = Intersect(Sets, Tubes.back());
	}
	const FSetTree Tree = MakeSetTree(Sets);
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		if (const double Collapsed = LongestCollapsed(Tubes[Pose], Tree); Collapsed > Out.LongestCollapsed)
		{
			Out.LongestCollapsed = Collapsed;
			Out.LongestPose = Poses[Pose].Name;
		}
	}
	for (size_t Limb = 0; Limb < Tree.Sets.size(); ++Limb)
	{
		FLimb& Made = Out.Limbs.emplace_back();
		Made.Tips = Tree.Sets[Limb];
		Made.Parent = Tree.Parents[Limb];
		Made.Rings.resize(Poses.size());
		std::vector<double> Shifts;
		for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
		{
			Shifts.push_back(Pose == 0 ? 0.0 : FitPhase(Tree, Limb, Tubes[0], Tubes[Pose]).Shift);
		}
		for (const FRing& First : Tubes[0].at(Made.Tips)->Rings)
		{
			std::vector<const FRing*> Same;
			for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
			{
				Same.push_back(Tubes[Pose].at(Made.Tips)->RingAt(First.Value));
			}
			if (std::find(Same.begin(), Same.end(), nullptr) == Same.end())
			{
				for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
				{
					Made.Rings[Pose].push_back(Resample(Poses[Pose].Graph, *Same[Pose], Shifts[Pose]));
				}
			}
		}
	}
	DropShortLimbs(Out.Limbs);
	return Out;
}

} // namespace Exemplar
