// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/Fingers.h"

#include "Rig/Shape/CurvePath.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace FingersDetail
{

using namespace VectorMath;

/** A finger is at least this long, as a share of the hand from the wrist to its tip. */
constexpr double LeastLength = 0.27;

/** Wrists stand by proportion: fingers may part this far before them, as a share of the hand. */
constexpr double WristDoubt = 0.6;

struct FFinger
{
	std::vector<uint32_t> Nodes; // from where its curve parts from the others to its tip
};

/** The ends behind a wrist, each with the part of its path that is its own. */
std::vector<FFinger> FindFingers(const FCurveSkeleton& Tree, const FHandPlace& Hand, const FDouble3& Wrist)
{
	const std::vector<uint32_t> Arm = FindPath(Tree, Hand.Root, Hand.End);
	const FCurvePath Path(Tree, Arm);
	const double Start = Path.Nearest(Wrist), Whole = Path.Length() - Start;
	std::vector<FFinger> Out;
	double LastParting = Start;
	uint32_t LastNode = Hand.End;
	for (const uint32_t End : Tree.Ends())
	{
		if (End == Hand.End)
		{
			continue;
		}
		const uint32_t Parting = MedianNode(Tree, Hand.Root, Hand.End, End);
		const auto At = static_cast<size_t>(std::find(Arm.begin(), Arm.end(), Parting) - Arm.begin());
		const double Arc = Path.Arcs[At];
		FFinger Finger{FindPath(Tree, Parting, End)};
		if (Arc >= Start - WristDoubt * Whole && FCurvePath(Tree, Finger.Nodes).Length() > LeastLength * Whole)
		{
			if (Arc > LastParting || LastNode == Hand.End)
			{
				LastParting = Arc;
				LastNode = Parting;
			}
			Out.push_back(std::move(Finger));
		}
	}
	if (LastNode != Hand.End)
	{
		Out.push_back({FindPath(Tree, LastNode, Hand.End)});
	}
	return Out;
}

/** The length of a finger's path that lies in the palm, and where it leaves the palm. */
double LengthInPalm(const FCurvePath& Path)
{
	return (std::min)(Path.Radii[0], 0.3 * Path.Length());
}
FDouble3 LeavesPalm(const FCurvePath& Path)
{
	return Path.At(LengthInPalm(Path));
}

/** The names of a hand's fingers, in their order. */
std::vector<std::string> NameFingers(
	const FCurveSkeleton& Tree, const std::vector<FFinger>& Fingers, const FDouble3& Elbow)
{
	std::vector<std::string> Out;
	for (size_t Index = 0; Index < Fingers.size(); ++Index)
	{
		Out.push_back("finger_" + std::to_string(Index + 1));
	}
	if (Fingers.size() != 5)
	{
		return Out;
	}
	const auto Tip = [&](size_t Index) { return Tree.Positions[Fingers[Index].Nodes.back()]; };
	// The thumb leaves the palm first.
	size_t Thumb = 0;
	for (size_t Index = 1; Index < 5; ++Index)
	{
		const auto Leaves = [&](size_t Finger)
		{ return Distance(LeavesPalm(FCurvePath(Tree, Fingers[Finger].Nodes)), Elbow); };
		Thumb = Leaves(Index) < Leaves(Thumb) ? Index : Thumb;
	}
	std::vector<size_t> Order(5);
	std::iota(Order.begin(), Order.end(), size_t{0});
	std::stable_sort(Order.begin(), Order.end(),
		[&](size_t A, size_t B) { return Distance(Tip(A), Tip(Thumb)) < Distance(Tip(B), Tip(Thumb)); });
	const char* Names[5] = {"thumb", "index", "middle", "ring", "pinky"};
	for (size_t Rank = 0; Rank < 5; ++Rank)
	{
		Out[Order[Rank]] = Names[Rank];
	}
	return Out;
}

} // namespace FingersDetail

size_t AddFingers(const FCurveSkeleton& Tree, FTemplateFit& Fit)
{
	using namespace FingersDetail;
	size_t Count = 0;
	FShapeSkeleton& Skeleton = Fit.Skeleton;
	for (const FHandPlace& Hand : Fit.Hands)
	{
		const std::vector<FFinger> Fingers = FindFingers(Tree, Hand, Skeleton.Joints[Hand.Joint]);
		if (Fingers.size() < 2 || Fingers.size() > 6)
		{
			continue; // a mitten, or noise
		}
		const FDouble3 Elbow = Skeleton.Joints[Hand.Joint] * 2.0 - Tree.Positions[Hand.End]; // toward it
		const std::vector<std::string> Names = NameFingers(Tree, Fingers, Elbow);
		const std::string Side = Skeleton.Names[Hand.Joint].starts_with("left") ? "left_" : "right_";
		for (size_t Finger = 0; Finger < Fingers.size(); ++Finger)
		{
			const FCurvePath Path(Tree, Fingers[Finger].Nodes);
			auto Parent = static_cast<int32_t>(Hand.Joint);
			for (int Bone = 0; Bone < 3; ++Bone)
			{
				// The first bone begins where the finger leaves the palm; the others share the rest, 4 : 3 : 2.
				const double Leave = LengthInPalm(Path);
				const double Share = Bone == 0 ? 0.0 : (Bone == 1 ? 4.0 / 9.0 : 7.0 / 9.0);
				Skeleton.Names.push_back(Side + Names[Finger] + "_" + std::to_string(Bone + 1));
				Skeleton.Parents.push_back(Parent);
				Skeleton.Joints.push_back(Path.At(Leave + Share * (Path.Length() - Leave)));
				Skeleton.Tips.push_back(Bone == 2 ? Path.Points.back() : Skeleton.Joints.back());
				Parent = static_cast<int32_t>(Skeleton.JointCount()) - 1;
			}
			++Count;
		}
	}
	return Count;
}

} // namespace Exemplar
