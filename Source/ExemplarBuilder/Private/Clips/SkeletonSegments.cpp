// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/SkeletonSegments.h"

#include "Clips/Animation.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace Exemplar
{

namespace SkeletonSegmentsDetail
{

/** Below this part of the skeleton's size, a segment between two branches is one branch in two steps. */
constexpr double ShortSegment = 0.1;

/** Branches that reach less than this part of the way to them are digits: fingers, toes, parts of a face. */
constexpr double DigitReach = 0.6;

/** The words of a name: "LHipJoint", "leg_joint_L_1" and "upperarm.l" have a word "l". */
std::vector<std::string> WordsOf(const std::string& Name)
{
	std::vector<std::string> Out{""};
	const size_t Colon = Name.rfind(':');
	const std::string Text = Colon == std::string::npos ? Name : Name.substr(Colon + 1);
	const auto Is = [&](size_t At, int (*Kind)(int))
	{ return At < Text.size() && Kind(static_cast<unsigned char>(Text[At])) != 0; };
	for (size_t At = 0; At < Text.size(); ++At)
	{
		const bool bLetter = Is(At, std::isalpha);
		const bool bNew =
			bLetter && Is(At, std::isupper) && At > 0 && (Is(At - 1, std::islower) || Is(At + 1, std::islower));
		if ((!bLetter || bNew) && !Out.back().empty())
		{
			Out.emplace_back();
		}
		if (bLetter)
		{
			Out.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(Text[At])));
		}
	}
	return Out;
}

bool HasWord(const std::string& Name, std::initializer_list<const char*> Words)
{
	const std::vector<std::string> Own = WordsOf(Name);
	return std::any_of(Words.begin(), Words.end(),
		[&](const char* Word) { return std::find(Own.begin(), Own.end(), Word) != Own.end(); });
}

bool Contains(const std::string& Plain, std::initializer_list<const char*> Parts)
{
	return std::any_of(
		Parts.begin(), Parts.end(), [&](const char* Part) { return Plain.find(Part) != std::string::npos; });
}

} // namespace SkeletonSegmentsDetail

std::string PlainJointName(const std::string& Name)
{
	std::string Out;
	const size_t Colon = Name.rfind(':');
	for (size_t At = Colon == std::string::npos ? 0 : Colon + 1; At < Name.size(); ++At)
	{
		const auto Letter = static_cast<unsigned char>(Name[At]);
		if (std::isalnum(Letter))
		{
			Out += static_cast<char>(std::tolower(Letter));
		}
	}
	return Out;
}

int SideOfName(const std::string& Name)
{
	using namespace SkeletonSegmentsDetail;
	const std::string Plain = PlainJointName(Name);
	const bool bLeft = HasWord(Name, {"l", "left"}) || Plain.starts_with("left");
	const bool bRight = HasWord(Name, {"r", "right"}) || Plain.starts_with("right");
	return bLeft == bRight ? 0 : (bLeft ? 1 : -1);
}

EBodyPart PartOfName(const std::string& Name)
{
	using namespace SkeletonSegmentsDetail;
	const std::string Plain = PlainJointName(Name);
	if (Contains(Plain, {"end", "nub", "tip", "top", "slot", "finger", "thumb", "index", "middle", "ring", "pinky"}))
	{
		return EBodyPart::None;
	}
	const bool bArm = Plain == "leftarm" || Plain == "rightarm", bLeg = Plain == "leftleg" || Plain == "rightleg";
	return Contains(Plain, {"neck"})                                             ? EBodyPart::Neck
		: Contains(Plain, {"head"})                                              ? EBodyPart::Head
		: Contains(Plain, {"forearm", "lowerarm", "loarm", "elbow"})             ? EBodyPart::Forearm
		: bArm || Contains(Plain, {"upperarm", "uparm"})                         ? EBodyPart::UpperArm
		: Contains(Plain, {"hand", "wrist"})                                     ? EBodyPart::Hand
		: Contains(Plain, {"thigh", "upleg", "upperleg"})                        ? EBodyPart::Thigh
		: bLeg || Contains(Plain, {"calf", "shin", "knee", "lowerleg", "loleg"}) ? EBodyPart::Shin
		: Contains(Plain, {"toe", "ball"})                                       ? EBodyPart::Toe
		: Contains(Plain, {"foot", "ankle"})                                     ? EBodyPart::Foot
																				 : EBodyPart::None;
}

EFinger FingerOfName(const std::string& Name)
{
	using namespace SkeletonSegmentsDetail;
	const std::string Plain = PlainJointName(Name);
	return Contains(Plain, {"thumb"})          ? EFinger::Thumb
		: Contains(Plain, {"index"})           ? EFinger::Index
		: Contains(Plain, {"middle"})          ? EFinger::Middle
		: Contains(Plain, {"ring"})            ? EFinger::Ring
		: Contains(Plain, {"pinky", "little"}) ? EFinger::Pinky
											   : EFinger::None;
}

FSkeletonTree::FSkeletonTree(const FSkeletonData& InSkeleton)
	: Skeleton(InSkeleton)
	, Children(InSkeleton.JointCount())
	, Reach(InSkeleton.JointCount())
{
	Eigen::AlignedBox3d Box;
	for (const FAffine3d& Model : RestModel(Skeleton))
	{
		Positions.emplace_back(Model.M[3], Model.M[7], Model.M[11]);
		Box.extend(Positions.back());
	}
	Size = Box.isEmpty() ? 0.0 : Box.diagonal().norm();
	for (size_t Joint = Skeleton.JointCount(); Joint-- > 0;)
	{
		if (const int32_t Parent = Skeleton.Parents[Joint]; Parent != NoParent)
		{
			const auto Above = static_cast<size_t>(Parent);
			Children[Above].insert(Children[Above].begin(), Joint);
			Reach[Above] = (std::max)(Reach[Above], (Positions[Joint] - Positions[Above]).norm() + Reach[Joint]);
		}
	}
	DropHelpers();
	FindRoot();
}

/** Twist joints, IK targets and sockets: by name, or because they end on the way to the next joint. */
void FSkeletonTree::DropHelpers()
{
	using namespace SkeletonSegmentsDetail;
	for (size_t Joint = 0; Joint < Children.size(); ++Joint)
	{
		std::vector<size_t>& Own = Children[Joint];
		std::erase_if(Own,
			[&](size_t Child) {
				return HasWord(Skeleton.Names[Child], {"ik", "twist", "roll", "socket", "helper"}) && Own.size() > 1;
			});
		const auto IsDeep = [&](size_t Child) { return !Children[Child].empty(); };
		if (std::count_if(Own.begin(), Own.end(), IsDeep) != 1)
		{
			continue;
		}
		const size_t Main = *std::find_if(Own.begin(), Own.end(), IsDeep);
		const Eigen::Vector3d Along = Positions[Main] - Positions[Joint];
		std::erase_if(Own,
			[&](size_t Child)
			{
				const Eigen::Vector3d Way = Positions[Child] - Positions[Joint];
				// Twenty degrees.
				return Child != Main && Way.norm() <= Along.norm() &&
					Way.dot(Along) >= 0.94 * Way.norm() * Along.norm();
			});
	}
}

void FSkeletonTree::FindRoot()
{
	std::vector<size_t> Counts(Children.size(), 1);
	for (size_t Joint = Children.size(); Joint-- > 0;)
	{
		for (const size_t Child : Children[Joint])
		{
			Counts[Joint] += Counts[Child];
		}
		if (Skeleton.Parents[Joint] == NoParent && Counts[Joint] >= Counts[Root])
		{
			Root = Joint;
		}
	}
	// A root that carries the whole body beside a few controls is not the body's.
	constexpr double MostOfAll = 0.8;
	const auto IsLeaf = [&](size_t Child) { return Children[Child].empty(); };
	const size_t Top = Root;
	for (bool bDown = true; bDown;)
	{
		const std::vector<size_t>& Own = Children[Root];
		const auto Main = std::find_if_not(Own.begin(), Own.end(), IsLeaf);
		bDown = Own.size() == 1 ||
			(Main != Own.end() && std::all_of(Main + 1, Own.end(), IsLeaf) &&
				static_cast<double>(Counts[*Main]) >= MostOfAll * static_cast<double>(Counts[Root]));
		Root = !bDown ? Root : Own.size() == 1 ? Own.front() : *Main;
	}
	Root = Children[Root].empty() ? Top : Root; // a single chain hangs from its first joint
}

void FSkeletonTree::Follow(
	size_t Branch, size_t First, std::vector<size_t> Path, std::vector<FSkeletonSegment>& Out) const
{
	using namespace SkeletonSegmentsDetail;
	double Length = 0.0;
	size_t Before = Branch;
	for (const size_t Joint : Path)
	{
		Length += (Positions[Joint] - Positions[Before]).norm();
		Before = Joint;
	}
	bool bLeaf = true;
	for (size_t Joint = First;;)
	{
		Length += (Positions[Joint] - Positions[Before]).norm();
		Path.push_back(Joint);
		Before = Joint;
		if (Children[Joint].empty())
		{
			break;
		}
		const auto ReachOf = [&](size_t Child) { return (Positions[Child] - Positions[Joint]).norm() + Reach[Child]; };
		const auto Longest = std::max_element(Children[Joint].begin(), Children[Joint].end(),
			[&](size_t A, size_t B) { return ReachOf(A) < ReachOf(B); });
		if (Children[Joint].size() > 1 && ReachOf(*Longest) >= DigitReach * Length)
		{
			bLeaf = false;
			break;
		}
		Joint = *Longest;
	}
	if (!bLeaf && Length < ShortSegment * Size)
	{
		for (const size_t Child : Children[Path.back()])
		{
			Follow(Branch, Child, Path, Out);
		}
		return;
	}
	FSkeletonSegment Segment;
	Segment.Joints = std::move(Path);
	Segment.Length = Length;
	Segment.bLeaf = bLeaf;
	Before = Branch;
	double Way = 0.0;
	for (const size_t Joint : Segment.Joints)
	{
		Way += (Positions[Joint] - Positions[Before]).norm();
		Segment.Places.push_back(Length > 0.0 ? Way / Length : 1.0);
		Before = Joint;
	}
	const Eigen::Vector3d Ahead = Positions[Segment.Joints.back()] - Positions[Branch];
	Segment.Direction =
		Ahead.norm() > 0.0 ? Eigen::Vector3d(Ahead.normalized()) : Eigen::Vector3d(Eigen::Vector3d::Zero());
	Out.push_back(std::move(Segment));
}

std::vector<FSkeletonSegment> FSkeletonTree::SegmentsBelow(size_t Joint) const
{
	std::vector<FSkeletonSegment> Out;
	for (const size_t Child : Children[Joint])
	{
		Follow(Joint, Child, {}, Out);
	}
	return Out;
}

size_t FSkeletonTree::FindAnchor(const FSkeletonSegment& Segment)
{
	size_t Anchor = 0;
	while (Anchor + 1 < Segment.Joints.size() && 1.0 - Segment.Places[Anchor] >= 0.35)
	{
		++Anchor;
	}
	return Anchor;
}

} // namespace Exemplar
