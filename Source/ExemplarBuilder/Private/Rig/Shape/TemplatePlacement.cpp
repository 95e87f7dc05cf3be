// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/TemplatePlacement.h"

#include "Fit/Procrustes.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace TemplatePlacementDetail
{

using namespace VectorMath;

/** What the bend of a limb must be before a joint moves there, in radians, and how far it may be, in limb lengths. */
constexpr double LeastBend = 0.3;
constexpr double BendWindow = 0.13;
constexpr double DistanceCost = 0.25;

FTemplatePose FitPose(
	const std::vector<FDouble3>& From, const std::vector<FDouble3>& To, const std::vector<double>& Weights)
{
	Eigen::Vector3d MeanFrom = Eigen::Vector3d::Zero(), MeanTo = Eigen::Vector3d::Zero();
	double Sum = 0.0;
	for (size_t Index = 0; Index < From.size(); ++Index)
	{
		MeanFrom += Weights[Index] * AsVector(From[Index]);
		MeanTo += Weights[Index] * AsVector(To[Index]);
		Sum += Weights[Index];
	}
	MeanFrom /= Sum;
	MeanTo /= Sum;
	Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
	double SizeFrom = 0.0, SizeTo = 0.0;
	for (size_t Index = 0; Index < From.size(); ++Index)
	{
		const Eigen::Vector3d A = AsVector(From[Index]) - MeanFrom, B = AsVector(To[Index]) - MeanTo;
		M += Weights[Index] * B * A.transpose();
		SizeFrom += Weights[Index] * A.squaredNorm();
		SizeTo += Weights[Index] * B.squaredNorm();
	}
	FTemplatePose Out;
	Out.Rotation = NearestRotation(M);
	const double Trace = (Out.Rotation.transpose() * M).trace();
	Out.Scale = SizeFrom > 0.0 ? Trace / SizeFrom : 1.0;
	Out.Residual = SizeTo > 0.0 ? std::sqrt((std::max)(0.0, 1.0 - Trace * Trace / (SizeFrom * SizeTo))) : 0.0;
	return Out;
}

double ScoreOf(double Bend)
{
	return Bend > LeastBend ? Bend : 0.0;
}

/** From the line between two points to a third. */
FDouble3 OffLine(const FDouble3& Point, const FDouble3& A, const FDouble3& B)
{
	const FDouble3 Axis = Unit(B - A);
	return Point - A - Axis * Dot(Point - A, Axis);
}

} // namespace TemplatePlacementDetail

FTemplatePlacement::FTemplatePlacement(
	const FShapeTemplate& InTemplate, const FCurveSkeleton& InTree, const std::vector<uint32_t>& NodeOfLeaf)
	: Template(InTemplate)
	, Tree(InTree)
	, Mirror(InTemplate.Mirror())
	, NodeOf(InTemplate.Joints.size(), FTemplateMatch::None)
	, Places(InTemplate.Joints.size())
	, bPlaced(InTemplate.Joints.size(), false)
{
	using namespace TemplatePlacementDetail;
	const std::vector<size_t> Leaves = Template.Leaves();
	bPresent.assign(Template.Joints.size(), false);
	for (size_t Index = 0; Index < Leaves.size(); ++Index)
	{
		NodeOf[Leaves[Index]] = NodeOfLeaf[Index];
		for (auto Joint = static_cast<int32_t>(Leaves[Index]);
			 NodeOfLeaf[Index] != FTemplateMatch::None && Joint != NoParent;
			 Joint = Template.Joints[static_cast<size_t>(Joint)].Parent)
		{
			bPresent[static_cast<size_t>(Joint)] = true;
		}
	}
	Children = Template.Children();
	for (std::vector<size_t>& Below : Children)
	{
		std::erase_if(Below, [&](size_t Child) { return !bPresent[Child]; });
	}
	PlaceAnchors();
	FitAnchors();
	PlaceChains();
	Pose = PoseOfAll();
}

double FTemplatePlacement::BendAgreement() const
{
	using namespace TemplatePlacementDetail;
	double Sum = 0.0, Count = 0.0;
	for (size_t Joint = 0; Joint < Places.size(); ++Joint)
	{
		if (!bPlaced[Joint] || Mirror[Joint] == Joint || Children[Joint].size() != 1 ||
			Template.Joints[Joint].Parent == NoParent)
		{
			continue;
		}
		const auto Parent = static_cast<size_t>(Template.Joints[Joint].Parent);
		const size_t Child = Children[Joint][0];
		const FDouble3 Theirs = OffLine(At(Joint), At(Parent), At(Child)),
					   Ours = OffLine(Places[Joint], Places[Parent], Places[Child]);
		const double Clear =
			(std::min)(1.0, Length(Ours) / (0.3 * (std::max)(1e-12, Distance(Places[Parent], Places[Child]))));
		if (Length(Theirs) > 0.004 * Distance(At(Parent), At(Child)))
		{
			Sum += Clear * Dot(Unit(Pose.Turn(Theirs)), Unit(Ours));
			Count += 1.0;
		}
	}
	return Count > 0.0 ? Sum / Count : 0.0;
}

uint32_t FTemplatePlacement::EndBehind(size_t Joint) const
{
	using namespace TemplatePlacementDetail;
	while (!Children[Joint].empty())
	{
		Joint = Children[Joint][0];
	}
	return NodeOf[Joint];
}

std::pair<size_t, size_t> FTemplatePlacement::PairBelow(size_t Joint) const
{
	using namespace TemplatePlacementDetail;
	for (const size_t Child : Children[Joint])
	{
		if (Mirror[Child] > Child && bPresent[Mirror[Child]])
		{
			return {Child, Mirror[Child]};
		}
	}
	return {Children[Joint][0], Children[Joint][1]};
}

void FTemplatePlacement::Anchor(size_t Joint, uint32_t Node)
{
	using namespace TemplatePlacementDetail;
	NodeOf[Joint] = Node;
	Places[Joint] = Tree.Positions[Node];
	bPlaced[Joint] = true;
}

void FTemplatePlacement::PlaceAnchors()
{
	using namespace TemplatePlacementDetail;
	while (Children[Root].size() == 1)
	{
		Root = Children[Root][0];
	}
	if (Children[Root].size() < 2)
	{
		Root = 0;
	}
	for (size_t Joint = 0; Joint < Places.size(); ++Joint)
	{
		if (Children[Joint].empty() && bPresent[Joint])
		{
			Anchor(Joint, NodeOf[Joint]);
		}
	}
	if (Children[Root].size() == 2)
	{
		PlaceRootOnPath();
	}
	else
	{
		const auto [A, B] = PairBelow(Root);
		uint32_t Third = EndBehind(A);
		for (const size_t Child : Children[Root])
		{
			if (Child != A && Child != B)
			{
				// The branch that holds most of the template: the trunk, not the tail.
				const bool bTrunk = CountBelow(Child) >= BestCount;
				BestCount = bTrunk ? CountBelow(Child) : BestCount;
				Third = bTrunk ? EndBehind(Child) : Third;
			}
		}
		Anchor(Root, MedianNode(Tree, EndBehind(A), EndBehind(B), Third));
	}
	for (size_t Joint = Root + 1; Joint < Places.size(); ++Joint)
	{
		if (Children[Joint].size() > 1)
		{
			const auto [A, B] = PairBelow(Joint);
			Anchor(Joint, MedianNode(Tree, EndBehind(A), EndBehind(B), NodeOf[Root]));
		}
	}
}

size_t FTemplatePlacement::CountBelow(size_t Joint) const
{
	using namespace TemplatePlacementDetail;
	size_t Out = 1;
	for (const size_t Child : Children[Joint])
	{
		Out += CountBelow(Child);
	}
	return Out;
}

double FTemplatePlacement::LengthBehind(size_t Joint) const
{
	using namespace TemplatePlacementDetail;
	double Out = 0.0;
	while (!Children[Joint].empty())
	{
		Out += Distance(At(Joint), At(Children[Joint][0]));
		Joint = Children[Joint][0];
	}
	return Out;
}

void FTemplatePlacement::PlaceRootOnPath()
{
	using namespace TemplatePlacementDetail;
	const size_t A = Children[Root][0], B = Children[Root][1];
	const double LengthA = Distance(At(Root), At(A)) + LengthBehind(A),
				 LengthB = Distance(At(Root), At(B)) + LengthBehind(B);
	const std::vector<uint32_t> Nodes = FindPath(Tree, EndBehind(A), EndBehind(B));
	const FCurvePath Path(Tree, Nodes);
	const double Arc = Path.Length() * LengthA / (std::max)(1e-12, LengthA + LengthB);
	size_t Node = 0;
	while (Node + 1 < Nodes.size() && Path.Arcs[Node] < Arc)
	{
		++Node;
	}
	Anchor(Root, Nodes[Node]);
}

template <typename TWeight>
FTemplatePose FTemplatePlacement::FitPlaced(const TWeight& Weight) const
{
	std::vector<FDouble3> From, To;
	std::vector<double> Weights;
	for (size_t Joint = 0; Joint < Places.size(); ++Joint)
	{
		if (bPlaced[Joint])
		{
			From.push_back(At(Joint));
			To.push_back(Places[Joint]);
			Weights.push_back(Weight(Joint));
		}
	}
	return TemplatePlacementDetail::FitPose(From, To, Weights);
}

void FTemplatePlacement::FitAnchors()
{
	Pose = FitPlaced([&](size_t Joint) { return Children[Joint].empty() ? 0.3 : 1.0; });
}

FTemplatePose FTemplatePlacement::PoseOfAll() const
{
	const auto IsMiddle = [&](size_t Joint) { return Mirror[Joint] == Joint; };
	return FitPlaced(
		[&](size_t Joint)
		{
			const int32_t Parent = Template.Joints[Joint].Parent;
			return IsMiddle(Joint) || Parent == NoParent || IsMiddle(static_cast<size_t>(Parent)) ? 1.0 : 0.35;
		});
}

void FTemplatePlacement::PlaceChains()
{
	using namespace TemplatePlacementDetail;
	// Joints above the first branch keep the template's distance from it.
	for (auto Joint = Template.Joints[Root].Parent; Joint != NoParent;
		 Joint = Template.Joints[static_cast<size_t>(Joint)].Parent)
	{
		const auto Index = static_cast<size_t>(Joint);
		Places[Index] = Places[Root] + Pose.Turn(At(Index) - At(Root));
		bPlaced[Index] = true;
	}
	std::vector<FLimb> Limbs;
	for (size_t Start = Root; Start < Places.size(); ++Start)
	{
		if (NodeOf[Start] == FTemplateMatch::None || !bPlaced[Start])
		{
			continue;
		}
		for (const size_t First : Children[Start])
		{
			std::vector<size_t> Chain{Start, First};
			while (NodeOf[Chain.back()] == FTemplateMatch::None)
			{
				Chain.push_back(Children[Chain.back()][0]);
			}
			PlaceChain(Chain, Limbs);
		}
	}
	for (const FLimb& Limb : Limbs)
	{
		const FLimb* Other = &Limb;
		for (const FLimb& Each : Limbs)
		{
			Other = Each.Chain[1] == Mirror[Limb.Chain[1]] && Each.Chain.size() == Limb.Chain.size() ? &Each : Other;
		}
		PlaceInner(Limb, *Other);
	}
}

void FTemplatePlacement::PlaceChain(const std::vector<size_t>& Chain, std::vector<FLimb>& Limbs)
{
	using namespace TemplatePlacementDetail;
	const FCurvePath Path(Tree, FindPath(Tree, NodeOf[Chain.front()], NodeOf[Chain.back()]));
	std::vector<double> Arcs{0.0};
	for (size_t Index = 1; Index < Chain.size(); ++Index)
	{
		Arcs.push_back(Arcs.back() + Distance(At(Chain[Index - 1]), At(Chain[Index])));
	}
	const double Whole = Arcs.back();
	for (double& Arc : Arcs)
	{
		Arc *= Path.Length() / (std::max)(1e-12, Whole);
	}
	if (Path.Length() < 1e-9)
	{
		for (size_t Index = 1; Index + 1 < Chain.size(); ++Index)
		{
			Put(Chain[Index], Places[Chain[0]] + Pose.Turn(At(Chain[Index]) - At(Chain[0])));
		}
	}
	else if (Children[Chain.back()].empty() && Mirror[Chain[1]] != Chain[1] && Chain.size() > 3)
	{
		const size_t Base = PlaceLimbBase(Chain, Path, Arcs);
		Limbs.push_back({Chain, Path, Arcs, Base});
	}
	else
	{
		for (size_t Index = 1; Index + 1 < Chain.size(); ++Index)
		{
			Put(Chain[Index], Path.At(Arcs[Index]));
		}
	}
}

size_t FTemplatePlacement::PlaceLimbBase(
	const std::vector<size_t>& Chain, const FCurvePath& Path, std::vector<double>& Arcs)
{
	using namespace TemplatePlacementDetail;
	double Longest = 0.0;
	for (size_t Index = 1; Index + 1 < Chain.size(); ++Index)
	{
		Longest = (std::max)(Longest, Arcs[Index + 1] - Arcs[Index]);
	}
	size_t Base = 1;
	while (Arcs[Base + 1] - Arcs[Base] < 0.6 * Longest)
	{
		++Base;
	}
	const double Bone = Arcs[Base + 1] - Arcs[Base];
	const FDouble3 Upper = Path.At(Arcs[Base] + 0.35 * Bone), Lower = Path.At(Arcs[Base] + 0.8 * Bone);
	const FDouble3 Axis = Unit(Upper - Lower);
	const FDouble3 Expected = Places[Chain[0]] + Pose.Turn(At(Chain[Base]) - At(Chain[0]));
	const double Along = std::clamp(Dot(Expected - Upper, Axis), 0.1 * Bone, 0.8 * Bone);
	Put(Chain[Base], Upper + Axis * Along);
	for (size_t Index = 1; Index < Base; ++Index)
	{
		Put(Chain[Index], Mix(Places[Chain[0]], Places[Chain[Base]], Arcs[Index] / Arcs[Base]));
	}
	const double Start = (std::max)(0.0, Arcs[Base] + 0.35 * Bone - Along);
	const double OldStart = Arcs[Base], OldSpan = Path.Length() - OldStart, Span = Path.Length() - Start;
	for (size_t Index = Base; Index < Arcs.size(); ++Index)
	{
		Arcs[Index] = Start + (Arcs[Index] - OldStart) * Span / OldSpan;
	}
	return Base;
}

FTemplatePlacement::FBendWindow FTemplatePlacement::WindowOf(const FLimb& Limb, size_t Index)
{
	using namespace TemplatePlacementDetail;
	const double Whole = Limb.Path.Length() - Limb.Arcs[Limb.Base];
	const double Above = Limb.Arcs[Index] - Limb.Arcs[Index - 1], Below = Limb.Arcs[Index + 1] - Limb.Arcs[Index];
	return {(std::min)({BendWindow * Whole, 0.45 * Above, 0.45 * Below}),
		(std::min)({0.12 * Whole, 0.8 * Above, 0.8 * Below})};
}

void FTemplatePlacement::PlaceInner(const FLimb& Limb, const FLimb& Other)
{
	using namespace TemplatePlacementDetail;
	for (size_t Index = Limb.Base + 1; Index + 1 < Limb.Chain.size(); ++Index)
	{
		const FBendWindow Own = WindowOf(Limb, Index), Its = WindowOf(Other, Index);
		double Best = 0.0, Score = 0.0;
		constexpr int Steps = 24;
		for (int Step = -Steps; Step <= Steps && Index + 2 < Limb.Chain.size(); ++Step)
		{
			const double Off = static_cast<double>(Step) / Steps;
			const double Bends = ScoreOf(Limb.Path.BendAt(Limb.Arcs[Index] + Off * Own.Width, Own.Reach)) +
				ScoreOf(Other.Path.BendAt(Other.Arcs[Index] + Off * Its.Width, Its.Reach)) - DistanceCost * Off * Off;
			if (Bends > Score + 1e-9)
			{
				Score = Bends;
				Best = Off;
			}
		}
		const double Arc = Limb.Arcs[Index] + Best * Own.Width;
		Put(Limb.Chain[Index], Best != 0.0 || Score > 0.0 ? MeetAxes(Limb, Index, Arc, Own.Reach) : Limb.Path.At(Arc));
	}
}

FDouble3 FTemplatePlacement::MeetAxes(const FLimb& Limb, size_t Index, double Arc, double Reach) const
{
	using namespace TemplatePlacementDetail;
	const FDouble3 OnCurve = Limb.Path.At(Arc);
	const double Above = Arc - Limb.Arcs[Index - 1], Below = Limb.Arcs[Index + 1] - Arc;
	const FDouble3 A = Limb.Path.At(Arc - 0.35 * Above), B = Limb.Path.At(Arc + 0.35 * Below);
	const FDouble3 U = Unit(A - Limb.Path.At(Arc - 0.75 * Above)), V = Unit(B - Limb.Path.At(Arc + 0.75 * Below));
	const double UV = Dot(U, V), Det = 1.0 - UV * UV;
	if (Det < 0.05)
	{
		return OnCurve;
	}
	const FDouble3 Gap = B - A;
	const double S = (Dot(Gap, U) - UV * Dot(Gap, V)) / Det, T = (UV * Dot(Gap, U) - Dot(Gap, V)) / Det;
	const FDouble3 Met = Mix(A + U * S, B + V * T, 0.5);
	return Distance(Met, OnCurve) < (std::min)(Reach, 1.2 * Limb.Path.RadiusAt(Arc)) ? Met : OnCurve;
}

void FTemplatePlacement::Put(size_t Joint, const FDouble3& Place)
{
	using namespace TemplatePlacementDetail;
	Places[Joint] = Place;
	bPlaced[Joint] = true;
}

} // namespace Exemplar
