// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/TemplateFit.h"

#include "Rig/Shape/TemplatePlacement.h"

#include <algorithm>
#include <optional>

namespace Exemplar
{

namespace TemplateFitDetail
{

using namespace VectorMath;

/** What it gains at most where all limbs bend as the template's do: knees forward, elbows back. */
constexpr double BendGain = 0.1;

/** A turned template costs this much beside its misfit: where both sides fit alike, bodies face z. */
constexpr double TurnCost = 0.01;

/** Pairs of branches that may have been matched with each other's ends: the first joints on the left. */
std::vector<size_t> FindSidedBranches(const FShapeTemplate& Template)
{
	const std::vector<size_t> Mirror = Template.Mirror();
	std::vector<size_t> Out;
	for (size_t Joint = 0; Joint < Template.Joints.size(); ++Joint)
	{
		const int32_t Parent = Template.Joints[Joint].Parent;
		const bool bTop = Parent == NoParent || Mirror[static_cast<size_t>(Parent)] == static_cast<size_t>(Parent);
		if (Mirror[Joint] > Joint && bTop)
		{
			Out.push_back(Joint);
		}
	}
	return Out;
}

/** The ends with those of some pairs of branches exchanged. */
std::vector<uint32_t> SwapSides(const FShapeTemplate& Template, const std::vector<size_t>& Branches, size_t Bits,
	const std::vector<uint32_t>& NodeOfLeaf)
{
	const std::vector<size_t> Leaves = Template.Leaves(), Mirror = Template.Mirror();
	std::vector<uint32_t> Out = NodeOfLeaf;
	for (size_t Index = 0; Index < Leaves.size(); ++Index)
	{
		for (auto Joint = static_cast<int32_t>(Leaves[Index]); Joint != NoParent;
			 Joint = Template.Joints[static_cast<size_t>(Joint)].Parent)
		{
			for (size_t Branch = 0; Branch < Branches.size(); ++Branch)
			{
				const auto At = static_cast<size_t>(Joint);
				if ((Bits >> Branch & 1) != 0 && (At == Branches[Branch] || At == Mirror[Branches[Branch]]))
				{
					const auto Other = std::find(Leaves.begin(), Leaves.end(), Mirror[Leaves[Index]]) - Leaves.begin();
					Out[Index] = NodeOfLeaf[static_cast<size_t>(Other)];
				}
			}
		}
	}
	return Out;
}

} // namespace TemplateFitDetail

FTemplateFit FitTemplate(const FShapeTemplate& Template, const FCurveSkeleton& Tree, const FTemplateMatch& Match,
	const std::map<size_t, FDouble3>& Places)
{
	using namespace TemplateFitDetail;
	std::vector<size_t> Branches = FindSidedBranches(Template);
	Branches.resize((std::min)(Branches.size(), size_t{6}));
	std::optional<FTemplatePlacement> Best;
	double Least = 0.0;
	for (size_t Bits = 0; Bits < size_t{1} << (Match.bSidesFixed ? 0 : Branches.size()); ++Bits)
	{
		FTemplatePlacement Placement(Template, Tree, SwapSides(Template, Branches, Bits, Match.NodeOfLeaf));
		const double Turn = 0.5 * (3.0 - Placement.Pose.Rotation.trace()); // 1 - cos of the angle
		const double Cost =
			Placement.Pose.Residual * Placement.Pose.Residual + TurnCost * Turn - BendGain * Placement.BendAgreement();
		if (!Best || Cost < Least - 1e-12)
		{
			Least = Cost;
			Best.emplace(Placement);
		}
	}
	FTemplateFit Out;
	Out.Misfit = Best->Pose.Residual;
	std::vector<int32_t> New(Template.Joints.size(), NoParent);
	for (size_t Joint = 0; Joint < Template.Joints.size(); ++Joint)
	{
		const FTemplateJoint& Own = Template.Joints[Joint];
		const int32_t Parent = Own.Parent == NoParent ? NoParent : New[static_cast<size_t>(Own.Parent)];
		if (Own.bEnd)
		{
			if (Parent != NoParent && Best->bPlaced[Joint])
			{
				Out.Skeleton.Tips[static_cast<size_t>(Parent)] = Best->Places[Joint];
				if (Own.Name.ends_with("hand_end"))
				{
					Out.Hands.push_back({static_cast<size_t>(Parent), Best->NodeOf[Best->Root], Best->NodeOf[Joint]});
				}
			}
			continue;
		}
		if (!Best->bPlaced[Joint])
		{
			continue;
		}
		const auto Given = Places.find(Joint);
		New[Joint] = static_cast<int32_t>(Out.Skeleton.JointCount());
		Out.Skeleton.Names.push_back(Own.Name);
		Out.Skeleton.Parents.push_back(Parent);
		Out.Skeleton.Joints.push_back(Given == Places.end() ? Best->Places[Joint] : Given->second);
		Out.Skeleton.Tips.push_back(Out.Skeleton.Joints.back());
	}
	std::vector<uint32_t> Ends, Kept;
	std::copy_if(Match.NodeOfLeaf.begin(), Match.NodeOfLeaf.end(), std::back_inserter(Ends),
		[](uint32_t Node) { return Node != FTemplateMatch::None; });
	const FCurveSkeleton Pruned = PruneToPaths(Tree, Ends, Kept);
	const uint32_t Counted = RootByCounting(Pruned);
	Out.bOneJunction = Pruned.Junctions().size() == 1;
	Out.bRootAgrees = Counted == FTemplateMatch::None || Kept[Counted] == Best->NodeOf[Best->Root];
	return Out;
}

uint32_t RootByCounting(const FCurveSkeleton& Pruned)
{
	const std::vector<uint32_t> Junctions = Pruned.Junctions(), Ends = Pruned.Ends();
	if (Ends.size() != 5 || Junctions.size() < 2 || Junctions.size() > 3)
	{
		return FTemplateMatch::None;
	}
	uint32_t Out = Junctions[0];
	double Best = -1.0;
	for (const uint32_t Junction : Junctions)
	{
		std::vector<uint32_t> Before;
		const std::vector<double> Lengths = PathLengths(Pruned, Junction, Before);
		double Score = 0.0;
		if (Junctions.size() == 3)
		{
			Score = 1e300;
			for (const uint32_t Other : Junctions)
			{
				Score = Other == Junction ? Score : (std::min)(Score, Lengths[Other]);
			}
		}
		else
		{
			const uint32_t Other = Junctions[0] == Junction ? Junctions[1] : Junctions[0];
			for (const uint32_t End : Ends)
			{
				uint32_t Node = End;
				while (Node != Junction && Node != Other)
				{
					Node = Before[Node];
				}
				Score += Node == Other ? 1.0 : 0.0; // fewer ends of its own
			}
		}
		if (Score > Best)
		{
			Best = Score;
			Out = Junction;
		}
	}
	return Out;
}

} // namespace Exemplar
