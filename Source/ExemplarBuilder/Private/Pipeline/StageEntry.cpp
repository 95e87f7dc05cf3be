// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/StageEntry.h"

#include "Base/Checksum.h"
#include "Pipeline/StageBytes.h"

#include <algorithm>
#include <array>

namespace Exemplar
{

namespace StageEntryDetail
{

struct FHead
{
	std::array<char, 8> Magic{'E', 'X', 'S', 'T', 'A', 'G', 'E', '\0'};
	uint32_t Version = StageEntryVersion;
	uint32_t ByteOrder = 0x01020304;
	FStageKey Key;
	uint64_t Size = 0;
	uint64_t Checksum = 0;
};
static_assert(sizeof(FHead) == 48);

std::vector<std::byte> Seal(const FStageKey& Key, std::vector<std::byte> Data)
{
	FHead Head;
	Head.Key = Key;
	Head.Size = Data.size();
	Head.Checksum = Checksum64(Data);
	const std::span<const std::byte> Raw = std::as_bytes(std::span(&Head, 1));
	Data.insert(Data.begin(), Raw.begin(), Raw.end());
	return Data;
}

/** The data after the header; empty if the header is not the one Seal would write. */
std::optional<std::span<const std::byte>> Open(const FStageKey& Key, std::span<const std::byte> Bytes)
{
	if (Bytes.size() < sizeof(FHead))
	{
		return std::nullopt;
	}
	FHead Head, Expected;
	std::memcpy(&Head, Bytes.data(), sizeof(Head));
	const std::span<const std::byte> Data = Bytes.subspan(sizeof(Head));
	const bool bSame = Head.Magic == Expected.Magic && Head.Version == Expected.Version &&
		Head.ByteOrder == Expected.ByteOrder && Head.Key == Key && Head.Size == Data.size();
	return bSame && Head.Checksum == Checksum64(Data) ? std::optional(Data) : std::nullopt;
}

// One function per type serves both writing and reading, so the two cannot differ.

template <typename WalkType>
void WalkFigures(WalkType& Walk, FStageFigures& Figures)
{
	Walk.Text(Figures.Stage);
	Walk.Item(Figures.Seconds);
	Walk.List(Figures.Figures,
		[](WalkType& W, FFigure& Figure)
		{
			W.Text(Figure.Name);
			W.Item(Figure.Value);
			W.Text(Figure.Unit);
		});
}

/** Flags and sizes as integers, so that any bytes are valid values. */
template <typename WalkType, typename T>
void WalkAs64(WalkType& Walk, T& Value)
{
	uint64_t Number = static_cast<uint64_t>(Value);
	Walk.Item(Number);
	if constexpr (WalkType::bReads)
	{
		if constexpr (std::is_same_v<T, bool>)
		{
			Value = Number != 0;
		}
		else
		{
			Value = static_cast<T>(Number);
		}
	}
}

template <typename WalkType>
void WalkWeights(WalkType& Walk, FRigWeights& Weights)
{
	Walk.Items(Weights.Offsets);
	Walk.Items(Weights.Bones);
	Walk.Items(Weights.Weights);
}

template <typename WalkType>
void WalkRig(WalkType& Walk, FRigResult& Rig)
{
	FRig& R = Rig.Rig;
	WalkAs64(Walk, R.BoneCount);
	WalkAs64(Walk, R.PoseCount);
	Walk.Items(R.Transforms);
	Walk.Items(R.FaceLabels);
	WalkWeights(Walk, R.Weights);
	Walk.Items(R.Numbers);
	Walk.Items(R.Parents);
	Walk.Item(R.Root);
	Walk.Items(R.Joints);
	Walk.Items(R.RestPositions);
	Walk.Items(R.Unexplained);
	Walk.List(R.Figures, [](WalkType& W, FStageFigures& Figures) { WalkFigures(W, Figures); });
	Walk.List(Rig.Joints,
		[](WalkType& W, FJointFit& Joint)
		{
			W.Item(Joint.Position);
			W.Item(Joint.Rank);
			W.Item(Joint.Gap);
		});
	Walk.Items(Rig.ErrorCurve);
	Walk.List(Rig.Removed,
		[](WalkType& W, FDependentBone& Bone)
		{
			W.Item(Bone.Bone);
			W.Item(Bone.Error);
			W.List(Bone.Predictors,
				[](WalkType& V, std::pair<uint16_t, double>& Share)
				{
					V.Item(Share.first);
					V.Item(Share.second);
				});
		});
	Walk.Items(Rig.MirrorImages);
	WalkAs64(Walk, Rig.UnprovenEdges);
}

template <typename WalkType>
void WalkErrors(WalkType& Walk, FErrorMeasures& Errors)
{
	Walk.Item(Errors.VertexRms);
	Walk.Item(Errors.VertexMax);
	Walk.Item(Errors.WorstPoint);
	Walk.Item(Errors.WorstPose);
	Walk.Item(Errors.NormalRms);
	Walk.Item(Errors.Erms);
	Walk.Item(Errors.ErmsUnit);
	Walk.Item(Errors.Distortion);
	Walk.List(Errors.Poses,
		[](WalkType& W, FPoseError& Pose)
		{
			W.Item(Pose.VertexRms);
			W.Item(Pose.VertexMax);
			W.Item(Pose.NormalRms);
		});
}

template <typename WalkType>
void WalkPoints(WalkType& Walk, FSkin& Skin)
{
	Walk.Items(Skin.Rest);
	WalkWeights(Walk, Skin.Weights);
	Walk.List(Skin.Points,
		[](WalkType& W, FAnimationVector& Point)
		{
			W.Items(Point.Bones);
			W.Items(Point.Blocks);
		});
	WalkAs64(Walk, Skin.bAnimationSpace);
}

template <typename WalkType>
void WalkSkin(WalkType& Walk, FSkinStage& Skin)
{
	FSkinResult& Fit = Skin.Fit;
	WalkPoints(Walk, Fit.Skin);
	FPointValidation& Validation = Fit.Validation;
	Walk.List(Validation.Candidates,
		[](WalkType& W, FPointCandidate& Candidate)
		{
			W.Item(Candidate.Lambda);
			W.Item(Candidate.Delta);
			W.Item(Candidate.Rms);
			W.Item(Candidate.Share);
		});
	Walk.Item(Validation.BlendRms);
	Walk.Item(Validation.Rms);
	WalkAs64(Walk, Validation.Folds);
	WalkAs64(Walk, Validation.bBlend);
	Walk.Item(Validation.Lambda);
	Walk.Item(Validation.Delta);
	Walk.Items(Validation.PointWeights);
	Walk.Items(Validation.BoneLambdas);
	WalkAs64(Walk, Fit.bBlend);
	Walk.Item(Fit.Lambda);
	Walk.Item(Fit.Delta);
	WalkFigures(Walk, Fit.Figures);
	WalkErrors(Walk, Skin.Comparison.Blend);
	WalkErrors(Walk, Skin.Comparison.Skin);
	Walk.Items(Skin.Comparison.Volumes);
	Walk.Items(Skin.Comparison.BlendVolumes);
	Walk.Items(Skin.Comparison.SkinVolumes);
}

template <typename WalkType>
void WalkSurface(WalkType& Walk, FSurface& Surface)
{
	Walk.Items(Surface.Sections);
	Walk.Items(Surface.Indices);
	Walk.Items(Surface.PointOfCorner);
	Walk.Items(Surface.SourceOfCorner);
	Walk.Items(Surface.Normals);
	Walk.Items(Surface.Tangents);
	Walk.Items(Surface.UVs);
}

template <typename WalkType>
void WalkLevels(WalkType& Walk, FLevels& Levels)
{
	Walk.List(Levels.Coarser,
		[](WalkType& W, FLevel& Level)
		{
			WalkSurface(W, Level.Surface);
			WalkPoints(W, Level.Skin);
			W.Items(Level.Points);
			W.Items(Level.NearestCorners);
			W.Items(Level.MorphTargets);
			W.Item(Level.MeanError);
			W.Item(Level.ErrorBound);
		});
	Walk.Items(Levels.CornerOrder);
	Walk.Items(Levels.MorphTargets);
	Walk.List(Levels.Curve,
		[](WalkType& W, FLodCurvePoint& Point)
		{
			WalkAs64(W, Point.Triangles);
			WalkAs64(W, Point.Influences);
			W.Item(Point.Error);
		});
	WalkFigures(Walk, Levels.Figures);
}

bool AllFinite(std::span<const double> Numbers)
{
	return std::all_of(Numbers.begin(), Numbers.end(), [](double Number) { return std::isfinite(Number); });
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

/** Whether the stage could have built this rig from these examples; later stages rely on it. */
bool IsSound(const FRigResult& Rig, const FExampleSet& Examples)
{
	const FRig& R = Rig.Rig;
	const size_t Points = Examples.PointCount();
	if (R.BoneCount < 1 || R.BoneCount > 4096 || R.PoseCount != Examples.PoseCount() ||
		R.Transforms.size() != R.BoneCount * R.PoseCount || R.FaceLabels.size() != Examples.Rest.Triangles.size() ||
		R.Weights.Offsets.size() != Points + 1 || R.Weights.Bones.size() != R.Weights.Weights.size() ||
		R.Parents.size() != R.BoneCount || R.Numbers.size() != R.BoneCount || R.Joints.size() != R.BoneCount ||
		Rig.Joints.size() != R.BoneCount || !(R.RestPositions.empty() || R.RestPositions.size() == Points) ||
		!(Rig.MirrorImages.empty() || Rig.MirrorImages.size() == R.BoneCount))
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
	return AllFinite(NumbersOf(R.Transforms)) && AllFinite(R.Weights.Weights) && AllFinite(NumbersOf(R.Joints)) &&
		AllFinite(NumbersOf(R.RestPositions)) && AllFinite(Rig.ErrorCurve);
}

bool IsSound(const FRigWeights& Weights, size_t PointCount, size_t BoneCount)
{
	return Weights.Offsets.size() == PointCount + 1 && Weights.Offsets.front() == 0 &&
		Weights.Offsets.back() == Weights.Bones.size() && Weights.Bones.size() == Weights.Weights.size() &&
		std::is_sorted(Weights.Offsets.begin(), Weights.Offsets.end()) && AllBelow(Weights.Bones, BoneCount) &&
		AllFinite(Weights.Weights);
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
		Fits(Surface.Normals.size()) && Fits(Surface.Tangents.size()) && Fits(Surface.UVs.size());
}

/** Whether the levels could be those of these parts: what Bake relies on; the file's own rules are checked behind it.
 */
bool IsSound(const FLevels& Levels, const FCharacterParts& Parts)
{
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
			!std::isfinite(Level.MeanError) || !std::isfinite(Level.ErrorBound))
		{
			return false;
		}
	}
	return true;
}

bool IsSound(const FSkinStage& Skin, const FExampleSet& Examples, const FRig& Rig)
{
	const FSkinComparison& C = Skin.Comparison;
	const size_t Poses = Examples.PoseCount();
	const bool bPoints = IsSound(Skin.Fit.Skin, Examples.PointCount(), Rig.BoneCount);
	return bPoints && C.Blend.Poses.size() == Poses && C.Skin.Poses.size() == Poses && C.Volumes.size() == Poses &&
		C.BlendVolumes.size() == Poses && C.SkinVolumes.size() == Poses;
}

} // namespace StageEntryDetail

std::vector<std::byte> WriteRigEntry(const FStageKey& Key, const FRigResult& Rig)
{
	FStageWriter Writer;
	FRigResult Copy = Rig; // Walk takes a mutable reference because it also reads
	StageEntryDetail::WalkRig(Writer, Copy);
	return StageEntryDetail::Seal(Key, std::move(Writer.Bytes));
}

std::vector<std::byte> WriteSkinEntry(const FStageKey& Key, const FSkinStage& Skin)
{
	FStageWriter Writer;
	FSkinStage Copy = Skin;
	StageEntryDetail::WalkSkin(Writer, Copy);
	return StageEntryDetail::Seal(Key, std::move(Writer.Bytes));
}

std::vector<std::byte> WriteLevelsEntry(const FStageKey& Key, const FLevels& Levels)
{
	FStageWriter Writer;
	FLevels Copy = Levels;
	StageEntryDetail::WalkLevels(Writer, Copy);
	return StageEntryDetail::Seal(Key, std::move(Writer.Bytes));
}

std::optional<FRigResult> ReadRigEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	FStageReader Reader(Data.value_or(std::span<const std::byte>()));
	std::optional<FRigResult> Out(std::in_place);
	StageEntryDetail::WalkRig(Reader, *Out);
	return Data && Reader.IsGood() && StageEntryDetail::IsSound(*Out, Examples) ? std::move(Out) : std::nullopt;
}

std::optional<FSkinStage> ReadSkinEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples, const FRig& Rig)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	FStageReader Reader(Data.value_or(std::span<const std::byte>()));
	std::optional<FSkinStage> Out(std::in_place);
	StageEntryDetail::WalkSkin(Reader, *Out);
	return Data && Reader.IsGood() && StageEntryDetail::IsSound(*Out, Examples, Rig) ? std::move(Out) : std::nullopt;
}

std::optional<FLevels> ReadLevelsEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterParts& Parts)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	FStageReader Reader(Data.value_or(std::span<const std::byte>()));
	std::optional<FLevels> Out(std::in_place);
	StageEntryDetail::WalkLevels(Reader, *Out);
	return Data && Reader.IsGood() && StageEntryDetail::IsSound(*Out, Parts) ? std::move(Out) : std::nullopt;
}

} // namespace Exemplar
