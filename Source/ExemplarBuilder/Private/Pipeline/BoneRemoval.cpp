// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BoneRemoval.h"

#include "AnimationSpace/BlendSimplification.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{

FBoneRemoval::FBoneRemoval(
	const FSkeletonData& InSkeleton, const FPoseMetric& InMetric, std::vector<FAnimationVector> InPoints)
	: Skeleton(InSkeleton)
	, Metric(InMetric)
	, Remover(InMetric)
	, Points(std::move(InPoints))
	, Gone(InSkeleton.JointCount(), false)
	, PointsOfBone(InSkeleton.JointCount())
{
	for (uint32_t Point = 0; Point < Points.size(); ++Point)
	{
		for (const uint16_t Bone : Points[Point].Bones)
		{
			PointsOfBone[Bone].push_back(Point);
		}
	}
}

uint16_t FBoneRemoval::HeirOf(uint16_t Bone) const
{
	for (int32_t Joint = Skeleton.Parents[Bone]; Joint != NoParent;
		 Joint = Skeleton.Parents[static_cast<size_t>(Joint)])
	{
		if (!Gone[static_cast<size_t>(Joint)])
		{
			return static_cast<uint16_t>(Joint);
		}
	}
	return static_cast<uint16_t>(std::find(Gone.begin(), Gone.end(), false) - Gone.begin());
}

/** The point with a block of zeros for the heirs of the bones that are gone, and the bits of those bones. */
FAnimationVector FBoneRemoval::WithHeirs(const FAnimationVector& Point, uint64_t& Mask) const
{
	FAnimationVector Heirs;
	for (const uint16_t Bone : Point.Bones)
	{
		const uint16_t Heir = Gone[Bone] ? HeirOf(Bone) : Bone;
		if (std::find(Heirs.Bones.begin(), Heirs.Bones.end(), Heir) == Heirs.Bones.end())
		{
			Heirs.Bones.push_back(Heir);
		}
	}
	std::sort(Heirs.Bones.begin(), Heirs.Bones.end());
	Heirs.Blocks.resize(Heirs.Bones.size());
	FAnimationVector Out = AddScaled(Point, Heirs, 1.0);
	Mask = 0;
	for (size_t Index = 0; Index < Out.Bones.size(); ++Index)
	{
		Mask |= Gone[Out.Bones[Index]] ? uint64_t{1} << Index : uint64_t{0};
	}
	return Out;
}

void FBoneRemoval::TakeOff(size_t Point)
{
	const size_t Count = Points[Point].Bones.size();
	uint64_t Mask = 0;
	const FAnimationVector With = WithHeirs(Points[Point], Mask);
	if (Mask == 0)
	{
		return;
	}
	Points[Point] = Remover.RemoveToCap(Remover.Remove(With, Mask), Count);
	for (const uint16_t Bone : Points[Point].Bones)
	{
		std::vector<uint32_t>& List = PointsOfBone[Bone];
		if (List.empty() || List.back() != Point)
		{
			List.push_back(static_cast<uint32_t>(Point));
		}
	}
}

/** The squared lengths by which the points of a bone would move if it were gone. */
double FBoneRemoval::CostOf(uint16_t Bone)
{
	double Out = 0.0;
	Gone[Bone] = true;
	std::vector<uint32_t>& List = PointsOfBone[Bone];
	std::sort(List.begin(), List.end());
	List.erase(std::unique(List.begin(), List.end()), List.end());
	std::erase_if(List,
		[&](uint32_t Point)
		{
			const std::vector<uint16_t>& Bones = Points[Point].Bones;
			return !std::binary_search(Bones.begin(), Bones.end(), Bone);
		});
	for (const uint32_t Point : List)
	{
		uint64_t Mask = 0;
		const FAnimationVector With = WithHeirs(Points[Point], Mask);
		const double Cost = Remover.Cost(With, Mask);
		Out += Cost * Cost;
	}
	Gone[Bone] = false;
	return Out;
}

FStatus FBoneRemoval::Remove(const std::vector<bool>& Listed, size_t MaxBones, const FBuildContext& Context)
{
	for (size_t Bone = 0; Bone < Gone.size(); ++Bone)
	{
		Gone[Bone] = Listed[Bone];
	}
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		TakeOff(Point);
	}
	const auto IsUsed = [&](size_t Bone) { return !Gone[Bone] && !PointsOfBone[Bone].empty(); };
	std::vector<double> Costs(Gone.size(), -1.0); // below zero: to be found
	while (true)
	{
		size_t Used = 0;
		for (size_t Bone = 0; Bone < Gone.size(); ++Bone)
		{
			Used += IsUsed(Bone);
		}
		if (Used <= (std::max)(MaxBones, size_t{1}))
		{
			return FOk{};
		}
		if (!Context.Progress.Report(static_cast<double>(Gone.size() - Used) / static_cast<double>(Gone.size())))
		{
			return Context.Progress.CanceledError();
		}
		size_t Cheapest = Gone.size();
		for (size_t Bone = 0; Bone < Gone.size(); ++Bone)
		{
			if (IsUsed(Bone) && Costs[Bone] < 0.0)
			{
				Costs[Bone] = CostOf(static_cast<uint16_t>(Bone));
			}
			if (IsUsed(Bone) && (Cheapest == Gone.size() || Costs[Bone] < Costs[Cheapest]))
			{
				Cheapest = Bone;
			}
		}
		Gone[Cheapest] = true;
		const std::vector<uint32_t> Affected = std::move(PointsOfBone[Cheapest]);
		PointsOfBone[Cheapest].clear();
		for (const uint32_t Point : Affected)
		{
			TakeOff(Point);
			for (const uint16_t Bone : Points[Point].Bones)
			{
				Costs[Bone] = -1.0;
			}
		}
	}
}

FRigWeights FBoneRemoval::RemoveFromWeights(std::span<const FDouble3> Rest, const FRigWeights& Weights) const
{
	FRigWeights Out;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const uint32_t First = Weights.Offsets[Point], Size = Weights.Offsets[Point + 1] - First;
		const auto Bones = std::span(Weights.Bones).subspan(First, Size);
		const auto Row = std::span(Weights.Weights).subspan(First, Size);
		FBlendRow Fitted{{Bones.begin(), Bones.end()}, {Row.begin(), Row.end()}, 0.0};
		if (std::any_of(Bones.begin(), Bones.end(), [&](uint16_t Bone) { return Gone[Bone]; }))
		{
			std::vector<uint16_t> Kept;
			for (const uint16_t Bone : Bones)
			{
				Kept.push_back(Gone[Bone] ? HeirOf(Bone) : Bone);
			}
			std::sort(Kept.begin(), Kept.end());
			Kept.erase(std::unique(Kept.begin(), Kept.end()), Kept.end());
			Fitted = FitBlendRow(Rest[Point], Bones, Row, Kept, Size, Metric);
		}
		Out.Bones.insert(Out.Bones.end(), Fitted.Bones.begin(), Fitted.Bones.end());
		Out.Weights.insert(Out.Weights.end(), Fitted.Weights.begin(), Fitted.Weights.end());
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar
