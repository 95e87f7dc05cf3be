// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Retarget.h"
#include "Clips/SkeletonSegments.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{

namespace RetargetMapDetail
{

/** Pairs (row, column) that maximize the sum of scores, none below zero: the Hungarian method on a square of costs. */
std::vector<std::pair<size_t, size_t>> Assign(const std::vector<std::vector<double>>& Scores)
{
	std::vector<std::pair<size_t, size_t>> Out;
	const size_t Rows = Scores.size(), Columns = Rows == 0 ? 0 : Scores[0].size(), Count = (std::max)(Rows, Columns);
	const auto CostAt = [&](size_t Row, size_t Column)
	{ return Row < Rows && Column < Columns ? -(std::max)(Scores[Row][Column], 0.0) : 0.0; };
	std::vector<double> U(Count + 1), V(Count + 1);
	std::vector<size_t> RowOf(Count + 1), Way(Count + 1);
	for (size_t Row = 1; Row <= Count; ++Row)
	{
		RowOf[0] = Row;
		size_t Column = 0;
		std::vector<double> Least(Count + 1, INFINITY);
		std::vector<char> Used(Count + 1);
		do
		{
			Used[Column] = true;
			double Delta = INFINITY;
			size_t Next = 0;
			for (size_t J = 1; J <= Count; ++J)
			{
				if (!Used[J])
				{
					const double Reduced = CostAt(RowOf[Column] - 1, J - 1) - U[RowOf[Column]] - V[J];
					if (Reduced < Least[J])
					{
						Least[J] = Reduced;
						Way[J] = Column;
					}
					if (Least[J] < Delta)
					{
						Delta = Least[J];
						Next = J;
					}
				}
			}
			for (size_t J = 0; J <= Count; ++J)
			{
				if (Used[J])
				{
					U[RowOf[J]] += Delta;
					V[J] -= Delta;
				}
				else
				{
					Least[J] -= Delta;
				}
			}
			Column = Next;
		} while (RowOf[Column] != 0);
		for (; Column != 0; Column = Way[Column])
		{
			RowOf[Column] = RowOf[Way[Column]];
		}
	}
	for (size_t Column = 1; Column <= Count; ++Column)
	{
		const size_t Row = RowOf[Column] - 1;
		if (Row < Rows && Column - 1 < Columns && Scores[Row][Column - 1] >= 0.0)
		{
			Out.emplace_back(Row, Column - 1);
		}
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

/** For each of Few, the nearest of Many, in order and each at most once. Few has no more elements than Many. */
std::vector<size_t> ChooseNearest(std::span<const double> Few, std::span<const double> Many)
{
	// The least sum of distances, by dynamic programming: Least[F][M] uses the first M of Many.
	const size_t A = Few.size(), B = Many.size();
	std::vector<std::vector<double>> Least(A + 1, std::vector<double>(B + 1, INFINITY));
	std::fill(Least[0].begin(), Least[0].end(), 0.0);
	for (size_t F = 1; F <= A; ++F)
	{
		for (size_t M = F; M <= B; ++M)
		{
			Least[F][M] = (std::min)(Least[F][M - 1], Least[F - 1][M - 1] + std::abs(Few[F - 1] - Many[M - 1]));
		}
	}
	std::vector<size_t> Out(A);
	for (size_t F = A, M = B; F > 0; --M)
	{
		if (Least[F][M] < Least[F][M - 1])
		{
			Out[--F] = M - 1;
		}
	}
	return Out;
}

class FMatcher
{
public:
	FMatcher(const FSkeletonData& InSource, const FSkeletonData& InTarget)
		: Source(InSource)
		, Target(InTarget)
	{
		Map.SourceOf.assign(InTarget.JointCount(), NoParent);
		Map.NextOf.assign(InTarget.JointCount(), NoParent);
		Map.Shares.resize(InTarget.JointCount());
		Map.SourceRoot = static_cast<uint16_t>(Source.Root);
		Map.TargetRoot = static_cast<uint16_t>(Target.Root);
	}

	void MatchByDirection()
	{
		Pair(Target.Root, Source.Root);
		MatchBranches(Target.Root, Source.Root, 0);
	}

	/** Whether at least half of the target's joints have a namesake; pairs them. */
	bool MatchByName()
	{
		std::map<std::string, size_t> Known;
		for (size_t Joint = 0; Joint < Source.Skeleton.JointCount(); ++Joint)
		{
			Known.try_emplace(PlainJointName(Source.Skeleton.Names[Joint]), Joint);
		}
		std::vector<int32_t> Found(Target.Skeleton.JointCount(), NoParent);
		size_t Count = 0;
		for (size_t Joint = 0; Joint < Found.size(); ++Joint)
		{
			const auto At = Known.find(PlainJointName(Target.Skeleton.Names[Joint]));
			Found[Joint] = At == Known.end() ? NoParent : static_cast<int32_t>(At->second);
			Count += At != Known.end() ? 1 : 0;
		}
		if (2 * Count < Found.size() || Found[Target.Root] == NoParent)
		{
			return false;
		}
		Map.SourceRoot = static_cast<uint16_t>(Found[Target.Root]);
		for (size_t Joint = 0; Joint < Found.size(); ++Joint)
		{
			if (Found[Joint] != NoParent)
			{
				Pair(Joint, static_cast<size_t>(Found[Joint]));
			}
		}
		LinkNamesakes();
		return true;
	}

	/** Limbs that end below the body's root, toward the ground. */
	void FindFeet()
	{
		for (const FSkeletonSegment& Limb : Target.SegmentsBelow(Target.Root))
		{
			AddFoot(Limb);
		}
		for (size_t Joint = 0; Joint < Target.Skeleton.JointCount(); ++Joint) // front legs hang from the chest
		{
			if (Joint != Target.Root && Target.Children[Joint].size() > 1 && Map.SourceOf[Joint] != NoParent)
			{
				for (const FSkeletonSegment& Limb : Target.SegmentsBelow(Joint))
				{
					AddFoot(Limb);
				}
			}
		}
	}

	/** The direction from right to left that names give; zero if they give none. */
	static Eigen::Vector3d LeftOf(const FSkeletonTree& Tree)
	{
		Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
		for (size_t Joint = 0; Joint < Tree.Positions.size(); ++Joint)
		{
			Sum += SideOfName(Tree.Skeleton.Names[Joint]) * (Tree.Positions[Joint] - Tree.Positions[Tree.Root]);
		}
		Sum.y() = 0.0;
		return Sum.norm() > 0.05 * Tree.Size ? Eigen::Vector3d(Sum.normalized())
											 : Eigen::Vector3d(Eigen::Vector3d::Zero());
	}

	/** Negative if the skeletons look to opposite sides: by their names, otherwise by their feet. */
	double CompareSides() const
	{
		const double ByName = LeftOf(Source).dot(LeftOf(Target));
		if (ByName != 0.0)
		{
			return ByName;
		}
		double Sum = 0.0;
		for (const FRetargetFoot& Foot : Map.Feet)
		{
			Eigen::Vector3d A = Source.Positions[Foot.Source] - Source.Positions[Foot.SourceAnkle];
			Eigen::Vector3d B = Target.Positions[Foot.Target] - Target.Positions[Foot.Ankle];
			A.y() = B.y() = 0.0;
			Sum += A.norm() > 0.0 && B.norm() > 0.0 ? A.normalized().dot(B.normalized()) : 0.0;
		}
		return Sum;
	}

	FSkeletonTree Source, Target;
	FRetargetMap Map;

private:
	void Pair(size_t Joint, size_t Partner)
	{
		if (Map.SourceOf[Joint] == NoParent)
		{
			Map.SourceOf[Joint] = static_cast<int32_t>(Partner);
			Map.Shares[Joint] = {{static_cast<uint16_t>(Partner), 1.0}};
		}
	}

	/** Namesakes: the next joint is the one child with a partner. */
	void LinkNamesakes()
	{
		for (size_t Joint = 0; Joint < Target.Children.size(); ++Joint)
		{
			std::vector<size_t> With;
			for (const size_t Child : Target.Children[Joint])
			{
				if (Map.SourceOf[Child] != NoParent)
				{
					With.push_back(Child);
				}
			}
			if (With.size() == 1 && Map.SourceOf[Joint] != NoParent)
			{
				Map.NextOf[Joint] = static_cast<int32_t>(With[0]);
			}
		}
	}

	static int SideOf(const FSkeletonTree& Tree, const FSkeletonSegment& Segment)
	{
		int Sum = 0;
		for (const size_t Joint : Segment.Joints)
		{
			Sum += SideOfName(Tree.Skeleton.Names[Joint]);
		}
		return Sum > 0 ? 1 : (Sum < 0 ? -1 : 0);
	}

	static EFinger FingerOf(const FSkeletonTree& Tree, const FSkeletonSegment& Segment)
	{
		return FingerOfName(Tree.Skeleton.Names[Segment.Joints.front()]);
	}

	void MatchBranches(size_t Joint, size_t Partner, int Depth)
	{
		constexpr int MostDepth = 64;
		const std::vector<FSkeletonSegment> Own = Target.SegmentsBelow(Joint), Theirs = Source.SegmentsBelow(Partner);
		std::vector<std::vector<double>> Scores(Own.size(), std::vector<double>(Theirs.size()));
		for (size_t A = 0; A < Own.size(); ++A)
		{
			for (size_t B = 0; B < Theirs.size(); ++B)
			{
				// A limb rather matches a limb, and a trunk a trunk; sides that names give are never exchanged.
				const int Sides = SideOf(Target, Own[A]) * SideOf(Source, Theirs[B]);
				const EFinger Finger = FingerOf(Target, Own[A]), Their = FingerOf(Source, Theirs[B]);
				const bool bFingers = Finger != EFinger::None && Their != EFinger::None;
				Scores[A][B] = Own[A].Direction.dot(Theirs[B].Direction) +
					(Own[A].bLeaf == Theirs[B].bLeaf ? 0.25 : 0.0) + (Sides < 0 ? -4.0 : 0.0) +
					(bFingers ? (Finger == Their ? 1.0 : -4.0) : 0.0);
			}
		}
		for (const auto& [A, B] : Assign(Scores))
		{
			MatchSegments(Joint, Own[A], Theirs[B]);
			// What hangs from the end of both, or from where digits begin.
			const auto [EndA, EndB] = FindAnchors(Own[A], Theirs[B]).back();
			const size_t Last = Own[A].Joints[EndA], Other = Theirs[B].Joints[EndB];
			if (Depth < MostDepth && (Target.Children[Last].size() > 1 || Source.Children[Other].size() > 1))
			{
				MatchBranches(Last, Other, Depth + 1);
			}
		}
	}

	/** Joints of both segments that are the same for sure, in order: by name, else where the digits begin; the ends. */
	std::vector<std::pair<size_t, size_t>> FindAnchors(
		const FSkeletonSegment& Own, const FSkeletonSegment& Theirs) const
	{
		std::vector<std::pair<size_t, size_t>> Out;
		const auto Find = [](const FSkeletonTree& Tree, const FSkeletonSegment& Segment, EBodyPart Part)
		{
			return static_cast<size_t>(
				std::find_if(Segment.Joints.begin(), Segment.Joints.end(),
					[&](size_t Joint) { return PartOfName(Tree.Skeleton.Names[Joint]) == Part; }) -
				Segment.Joints.begin());
		};
		for (const EBodyPart Part : {EBodyPart::Neck, EBodyPart::Head, EBodyPart::UpperArm, EBodyPart::Forearm,
				 EBodyPart::Hand, EBodyPart::Thigh, EBodyPart::Shin, EBodyPart::Foot, EBodyPart::Toe})
		{
			const size_t A = Find(Target, Own, Part), B = Find(Source, Theirs, Part);
			if (A < Own.Joints.size() && B < Theirs.Joints.size() &&
				(Out.empty() || (A > Out.back().first && B > Out.back().second)))
			{
				Out.emplace_back(A, B);
			}
		}
		const std::pair<size_t, size_t> Digits{FSkeletonTree::FindAnchor(Own), FSkeletonTree::FindAnchor(Theirs)};
		const bool bBehind = Out.empty() || (Digits.first > Out.back().first && Digits.second > Out.back().second);
		if (bBehind && Own.bLeaf && Theirs.bLeaf)
		{
			Out.push_back(Digits);
		}
		const std::pair<size_t, size_t> Ends{Own.Joints.size() - 1, Theirs.Joints.size() - 1};
		const bool bDigits = !Out.empty() &&
			(Target.Children[Own.Joints[Out.back().first]].size() > 1 ||
				Source.Children[Theirs.Joints[Out.back().second]].size() > 1);
		if (Out.empty() || (!bDigits && Ends.first > Out.back().first && Ends.second > Out.back().second))
		{
			Out.push_back(Ends);
		}
		return Out;
	}

	void MatchSegments(size_t Branch, const FSkeletonSegment& Own, const FSkeletonSegment& Theirs)
	{
		std::vector<std::pair<size_t, size_t>> Pairs; // indices into the segments
		size_t FromA = 0, FromB = 0;
		for (const auto& [A, B] : FindAnchors(Own, Theirs))
		{
			const auto Places = [](const FSkeletonSegment& Segment, size_t From, size_t To)
			{
				const double Start = From == 0 ? 0.0 : Segment.Places[From - 1], Span = Segment.Places[To] - Start;
				std::vector<double> Part;
				for (size_t Index = From; Index < To; ++Index)
				{
					Part.push_back(Span > 0.0 ? (Segment.Places[Index] - Start) / Span : 0.0);
				}
				return Part;
			};
			const std::vector<double> PlacesA = Places(Own, FromA, A), PlacesB = Places(Theirs, FromB, B);
			const bool bFewerOwn = PlacesA.size() <= PlacesB.size();
			const std::vector<size_t> Nearest =
				bFewerOwn ? ChooseNearest(PlacesA, PlacesB) : ChooseNearest(PlacesB, PlacesA);
			for (size_t Index = 0; Index < Nearest.size(); ++Index)
			{
				Pairs.emplace_back(
					FromA + (bFewerOwn ? Index : Nearest[Index]), FromB + (bFewerOwn ? Nearest[Index] : Index));
			}
			Pairs.emplace_back(A, B);
			FromA = A + 1;
			FromB = B + 1;
		}
		size_t Last = SIZE_MAX, Next = 0; // the joint before, and the first of theirs that is not yet used
		for (const auto& [A, B] : Pairs)
		{
			const size_t Joint = Own.Joints[A];
			if (Map.SourceOf[Joint] == NoParent)
			{
				Pair(Joint, Theirs.Joints[B]);
				Map.Shares[Joint] = Share(Theirs, Next, B);
				if (Last != SIZE_MAX && Last != Branch)
				{
					Map.NextOf[Last] = static_cast<int32_t>(Joint);
				}
			}
			Last = Joint;
			Next = B + 1;
		}
	}

	/** The joints from First to the one that has a partner, each by the length of its bone. */
	static std::vector<FRetargetShare> Share(const FSkeletonSegment& Segment, size_t First, size_t Partner)
	{
		std::vector<FRetargetShare> Out;
		const double Start = First == 0 ? 0.0 : Segment.Places[First - 1], Span = Segment.Places[Partner] - Start;
		for (size_t Index = First; Index <= Partner; ++Index)
		{
			const double Before = Index == 0 ? 0.0 : Segment.Places[Index - 1];
			const double Factor = Span > 0.0 ? (Segment.Places[Index] - Before) / Span : (Index == Partner ? 1.0 : 0.0);
			Out.push_back({static_cast<uint16_t>(Segment.Joints[Index]), Factor});
		}
		return Out;
	}

	void AddFoot(const FSkeletonSegment& Limb)
	{
		std::vector<size_t> With;
		for (const size_t Joint : Limb.Joints)
		{
			if (Map.SourceOf[Joint] != NoParent)
			{
				With.push_back(Joint);
			}
		}
		// A leg is long, points down and ends where the skeleton does: fingers of a hanging hand are none.
		double Lowest = INFINITY;
		for (const Eigen::Vector3d& Place : Target.Positions)
		{
			Lowest = (std::min)(Lowest, Place.y());
		}
		if (!Limb.bLeaf || Limb.Direction.y() > -0.7 || With.size() < 3 || Limb.Length < 0.15 * Target.Size ||
			Target.Positions[Limb.Joints.back()].y() > Lowest + 0.15 * Target.Size)
		{
			return;
		}
		// The ankle is the joint before the last, unless the limb has no toes.
		const size_t Anchor = FSkeletonTree::FindAnchor(Limb);
		const size_t Ankle = With.size() > 3 ? (std::min)(Limb.Joints[Anchor], With[With.size() - 2]) : With.back();
		const auto At = std::find(With.begin(), With.end(), Ankle);
		if (At == With.end() || At - With.begin() < 2)
		{
			return;
		}
		FRetargetFoot Foot;
		const auto Partner = [&](size_t Joint) { return static_cast<uint16_t>(Map.SourceOf[Joint]); };
		Foot.Target = static_cast<uint16_t>(At + 1 == With.end() ? Ankle : *(At + 1));
		Foot.Source = Partner(Foot.Target);
		Foot.Ankle = static_cast<uint16_t>(Ankle);
		Foot.Knee = static_cast<uint16_t>(*(At - 1));
		Foot.Hip = static_cast<uint16_t>(*(At - 2));
		Foot.SourceAnkle = Partner(Ankle);
		Foot.SourceHip = Partner(Foot.Hip);
		const auto IsKnown = [&](const FRetargetFoot& Known) { return Known.Target == Foot.Target; };
		if (std::none_of(Map.Feet.begin(), Map.Feet.end(), IsKnown))
		{
			Map.Feet.push_back(Foot);
		}
	}
};

} // namespace RetargetMapDetail

size_t FRetargetMap::PairCount() const
{
	return static_cast<size_t>(
		std::count_if(SourceOf.begin(), SourceOf.end(), [](int32_t Joint) { return Joint != NoParent; }));
}

TResult<FRetargetMap> MatchSkeletons(
	const FSkeletonData& Source, const FSkeletonData& Target, const FRetargetOptions& Options)
{
	using namespace RetargetMapDetail;
	for (const FSkeletonData* Skeleton : {&Source, &Target})
	{
		if (Skeleton->JointCount() < 2 || Skeleton->JointCount() > 65535)
		{
			return FError{EErrorCode::Degenerate,
				std::string(Skeleton == &Source ? "The source" : "The target") + " has " +
					std::to_string(Skeleton->JointCount()) + " joints. Give a skeleton of 2 to 65535."};
		}
	}
	FMatcher Matcher(Source, Target);
	if (!(Options.bNames && Matcher.MatchByName()))
	{
		Matcher.MatchByDirection();
	}
	Matcher.FindFeet();
	if (Matcher.CompareSides() < 0.0)
	{
		return FError{EErrorCode::Mismatch,
			"The source and the target look to opposite sides: the left of one is at the right of the other. Turn the "
			"source by 180 degrees about the up axis."};
	}
	if (Matcher.Map.PairCount() < 2)
	{
		return FError{EErrorCode::Mismatch,
			"No segment of the source points where one of the target does. Check which axis of the source is up, and "
			"turn it."};
	}
	return std::move(Matcher.Map);
}

} // namespace Exemplar
