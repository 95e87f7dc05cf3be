// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/StageRules.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace Exemplar
{

namespace StageRulesDetail
{

bool AllFinite(std::span<const double> Numbers)
{
	return std::all_of(Numbers.begin(), Numbers.end(), [](double Number) { return std::isfinite(Number); });
}

/** Of blends: sums over them stay within the numbers that there are. */
bool AllShares(std::span<const double> Numbers)
{
	return std::all_of(
		Numbers.begin(), Numbers.end(), [](double Number) { return Number >= -1e-6 && Number <= 1.0 + 1e-6; });
}

template <typename T>
std::span<const double> NumbersOf(const std::vector<T>& Items)
{
	return {reinterpret_cast<const double*>(Items.data()), Items.size() * (sizeof(T) / sizeof(double))};
}

bool AllBelow(std::span<const uint16_t> Numbers, size_t Bound)
{
	return std::all_of(Numbers.begin(), Numbers.end(), [&](uint16_t Number) { return Number < Bound; });
}

/** Whether there is one root, every bone leads to it, and parents come first. */
bool IsTree(const std::vector<int32_t>& Parents, int32_t Root)
{
	const auto Count = static_cast<int32_t>(Parents.size());
	for (int32_t Bone = 0; Bone < Count; ++Bone)
	{
		int32_t At = Bone;
		for (int32_t Steps = 0; At != Root; ++Steps)
		{
			At = Parents[static_cast<size_t>(At)];
			if (At < 0 || At >= Bone || Steps > Count)
			{
				return false;
			}
		}
	}
	return Root >= 0 && Root < Count && Parents[static_cast<size_t>(Root)] == NoParent;
}

bool IsSound(const FRigWeights& Weights, size_t PointCount, size_t BoneCount)
{
	return Weights.Offsets.size() == PointCount + 1 && Weights.Offsets.front() == 0 &&
		Weights.Offsets.back() == Weights.Bones.size() && Weights.Bones.size() == Weights.Weights.size() &&
		std::is_sorted(Weights.Offsets.begin(), Weights.Offsets.end()) && AllBelow(Weights.Bones, BoneCount) &&
		AllShares(Weights.Weights);
}

bool IsSound(const FSkin& Skin, size_t PointCount, size_t BoneCount)
{
	const bool bWeights =
		Skin.Weights.Offsets == std::vector<uint32_t>{0} || IsSound(Skin.Weights, PointCount, BoneCount);
	return Skin.Rest.size() == PointCount && AllFinite(NumbersOf(Skin.Rest)) && bWeights &&
		Skin.Points.size() == PointCount &&
		std::all_of(Skin.Points.begin(), Skin.Points.end(),
			[&](const FAnimationVector& Point)
			{
				return !Point.Bones.empty() && Point.Bones.size() == Point.Blocks.size() &&
					AllBelow(Point.Bones, BoneCount) && AllFinite(NumbersOf(Point.Blocks)) &&
					std::adjacent_find(Point.Bones.begin(), Point.Bones.end(), std::greater_equal<>()) ==
					Point.Bones.end();
			});
}

template <typename T>
bool AllIndices(const std::vector<T>& Items, size_t Bound, bool bNone = false)
{
	return std::all_of(
		Items.begin(), Items.end(), [&](T Item) { return Item < Bound || (bNone && Item == static_cast<T>(NoIndex)); });
}

bool IsSound(const FSurface& Surface, size_t PointCount, size_t MaterialCount)
{
	const size_t Corners = Surface.CornerCount();
	const auto Fits = [&](size_t Size) { return Size == 0 || Size == Corners; };
	uint64_t Next = 0;
	for (const FMeshSection& Section : Surface.Sections)
	{
		if (Section.FirstIndex != Next || Section.IndexCount % 3 != 0 || Section.MaterialSlot >= MaterialCount)
		{
			return false;
		}
		Next += Section.IndexCount;
	}
	return Next == Surface.Indices.size() && AllIndices(Surface.Indices, Corners) &&
		AllIndices(Surface.PointOfCorner, PointCount) && Fits(Surface.SourceOfCorner.size()) &&
		Fits(Surface.Normals.size()) && Fits(Surface.Tangents.size()) && Fits(Surface.UVs.size()) &&
		std::all_of(Surface.MoreUVs.begin(), Surface.MoreUVs.end(),
			[&](const std::vector<FFloat2>& Set) { return Set.size() == Corners; }) &&
		std::all_of(Surface.Colors.begin(), Surface.Colors.end(),
			[&](const std::vector<FFloat4>& Set) { return Set.size() == Corners; });
}

} // namespace StageRulesDetail

bool IsSound(const FRigResult& Rig, const FExampleSet& Examples)
{
	using namespace StageRulesDetail;
	const FRig& R = Rig.Rig;
	const size_t Points = Examples.PointCount();
	if (R.BoneCount < 1 || R.BoneCount > 4096 || R.PoseCount != Examples.PoseCount() ||
		R.Transforms.size() != R.BoneCount * R.PoseCount || R.FaceLabels.size() != Examples.Rest.Triangles.size() ||
		R.Weights.Offsets.size() != Points + 1 || R.Weights.Bones.size() != R.Weights.Weights.size() ||
		R.Parents.size() != R.BoneCount || R.Numbers.size() != R.BoneCount || R.Joints.size() != R.BoneCount ||
		Rig.Joints.size() != R.BoneCount || !(R.RestPositions.empty() || R.RestPositions.size() == Points) ||
		!(Rig.MirrorImages.empty() || Rig.MirrorImages.size() == R.BoneCount) ||
		!(R.Names.empty() || R.Names.size() == R.BoneCount) || !(R.Frames.empty() || R.Frames.size() == R.BoneCount) ||
		!AllBelow(Rig.IdleJoints, R.BoneCount) || !AllBelow(Rig.UnledJoints, R.BoneCount))
	{
		return false;
	}
	const std::vector<uint32_t>& Offsets = R.Weights.Offsets;
	const bool bRows = Offsets.front() == 0 && Offsets.back() == R.Weights.Bones.size() &&
		std::is_sorted(Offsets.begin(), Offsets.end());
	const bool bPoints = std::is_sorted(R.Unexplained.begin(), R.Unexplained.end()) &&
		(R.Unexplained.empty() || R.Unexplained.back() < Points);
	const bool bJoints = std::all_of(Rig.Joints.begin(), Rig.Joints.end(),
		[](const FJointFit& Joint)
		{
			return std::isfinite(Joint.Position.X) && std::isfinite(Joint.Position.Y) &&
				std::isfinite(Joint.Position.Z) && std::isfinite(Joint.Gap);
		});
	if (!bRows || !bPoints || !bJoints || !IsTree(R.Parents, R.Root) || !AllBelow(R.FaceLabels, R.BoneCount) ||
		!AllBelow(R.Weights.Bones, R.BoneCount) || !AllBelow(Rig.MirrorImages, R.BoneCount))
	{
		return false;
	}
	for (size_t Point = 0; Point < Points; ++Point)
	{
		const auto Begin = R.Weights.Bones.begin() + Offsets[Point], End = R.Weights.Bones.begin() + Offsets[Point + 1];
		const double Sum = [&]
		{
			double Out = 0.0;
			for (uint32_t Slot = Offsets[Point]; Slot < Offsets[Point + 1]; ++Slot)
			{
				Out += R.Weights.Weights[Slot];
			}
			return Out;
		}();
		if (Begin == End || std::adjacent_find(Begin, End, std::greater_equal<>()) != End ||
			!(std::abs(Sum - 1.0) < 1e-6))
		{
			return false;
		}
	}
	return AllFinite(NumbersOf(R.Transforms)) && AllShares(R.Weights.Weights) && AllFinite(NumbersOf(R.Joints)) &&
		AllFinite(NumbersOf(R.RestPositions)) && AllFinite(Rig.ErrorCurve);
}

bool IsSound(const FLevels& Levels, const FCharacterParts& Parts)
{
	using namespace StageRulesDetail;
	const size_t Bones = Parts.Animation.Skeleton.JointCount(), Corners = Parts.Surface.CornerCount();
	const auto FitsTargets = [&](const std::vector<uint32_t>& Targets, size_t From, size_t Next)
	{
		return Targets.empty() ||
			(Next < Levels.Coarser.size() && Targets.size() == From &&
				AllIndices(Targets, Levels.Coarser[Next].Surface.CornerCount(), true));
	};
	std::vector<uint32_t> Order = Levels.CornerOrder;
	std::sort(Order.begin(), Order.end());
	const bool bOrder = Order.empty() ||
		(Order.size() == Corners && Order.back() == Corners - 1 &&
			std::adjacent_find(Order.begin(), Order.end()) == Order.end());
	if (!bOrder || !FitsTargets(Levels.MorphTargets, Corners, 0))
	{
		return false;
	}
	for (size_t Index = 0; Index < Levels.Coarser.size(); ++Index)
	{
		const FLevel& Level = Levels.Coarser[Index];
		const size_t Vertices = Level.Points.size();
		if (!AllIndices(Level.Points, Parts.Skin.PointCount()) || !IsSound(Level.Skin, Vertices, Bones) ||
			!IsSound(Level.Surface, Vertices, Parts.Materials.size()) ||
			Level.NearestCorners.size() != Level.Surface.CornerCount() || !AllIndices(Level.NearestCorners, Corners) ||
			!FitsTargets(Level.MorphTargets, Level.Surface.CornerCount(), Index + 1) ||
			!std::isfinite(Level.SurfaceError) || !std::isfinite(Level.SurfaceRms) || !std::isfinite(Level.MeanError) ||
			!std::isfinite(Level.ErrorBound))
		{
			return false;
		}
	}
	return true;
}

bool IsSound(const FSkinStage& Skin, const FExampleSet& Examples, const FRig& Rig)
{
	using namespace StageRulesDetail;
	const FSkinComparison& C = Skin.Comparison;
	const size_t Poses = Examples.PoseCount();
	const bool bPoints = IsSound(Skin.Fit.Skin, Examples.PointCount(), Rig.BoneCount);
	const bool bMotions = (Skin.Fit.Motions.empty() || Skin.Fit.Motions.size() == Rig.BoneCount * Poses) &&
		AllFinite(NumbersOf(Skin.Fit.Motions));
	return bPoints && bMotions && C.Blend.Poses.size() == Poses && C.Skin.Poses.size() == Poses &&
		C.Volumes.size() == Poses && C.BlendVolumes.size() == Poses && C.SkinVolumes.size() == Poses;
}

} // namespace Exemplar
