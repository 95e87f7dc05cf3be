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
void WalkRig(WalkType& Walk, FRigResult& Rig)
{
	FRig& R = Rig.Rig;
	WalkAs64(Walk, R.BoneCount);
	WalkAs64(Walk, R.PoseCount);
	Walk.Items(R.Transforms);
	Walk.Items(R.FaceLabels);
	Walk.Items(R.Weights.Offsets);
	Walk.Items(R.Weights.Bones);
	Walk.Items(R.Weights.Weights);
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
void WalkSkin(WalkType& Walk, FSkinStage& Skin)
{
	FSkinFit& Fit = Skin.Fit;
	Walk.List(Fit.Points,
		[](WalkType& W, FAnimationVector& Point)
		{
			W.Items(Point.Bones);
			W.Items(Point.Blocks);
		});
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
void WalkLevels(WalkType& Walk, FBuiltLevels& Levels)
{
	Walk.List(Levels.Levels,
		[](WalkType& W, FLevelFigures& Level)
		{
			for (size_t* Count : {&Level.Triangles, &Level.Vertices, &Level.Influences, &Level.Bones})
			{
				WalkAs64(W, *Count);
			}
			W.Item(Level.MeanError);
			W.Item(Level.ErrorBound);
		});
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

/** Whether there is one root and every bone leads to it. */
bool IsTree(const std::vector<int32_t>& Parents, int32_t Root)
{
	const auto Count = static_cast<int32_t>(Parents.size());
	for (int32_t Bone = 0; Bone < Count; ++Bone)
	{
		int32_t At = Bone;
		for (int32_t Steps = 0; At != Root; ++Steps)
		{
			At = Parents[static_cast<size_t>(At)];
			if (At < 0 || At >= Count || Steps > Count)
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
		R.Parents.size() != R.BoneCount || R.Joints.size() != R.BoneCount || Rig.Joints.size() != R.BoneCount ||
		!(R.RestPositions.empty() || R.RestPositions.size() == Points) ||
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

bool IsSound(const FSkinStage& Skin, const FExampleSet& Examples, const FRig& Rig)
{
	const FSkinComparison& C = Skin.Comparison;
	const size_t Poses = Examples.PoseCount();
	const bool bPoints = Skin.Fit.Points.size() == Examples.PointCount() &&
		std::all_of(Skin.Fit.Points.begin(), Skin.Fit.Points.end(),
			[&](const FAnimationVector& Point)
			{
				return !Point.Bones.empty() && Point.Bones.size() == Point.Blocks.size() &&
					AllBelow(Point.Bones, Rig.BoneCount) && AllFinite(NumbersOf(Point.Blocks)) &&
					std::adjacent_find(Point.Bones.begin(), Point.Bones.end(), std::greater_equal<>()) ==
					Point.Bones.end();
			});
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

std::vector<std::byte> WriteLevelEntry(
	const FStageKey& Key, const FCharacterData& Character, const FBuiltLevels& Levels)
{
	const TResult<FCharacter> Made = FCharacter::FromData(Character);
	if (!Made)
	{
		return {};
	}
	FStageWriter Writer;
	FBuiltLevels Copy = Levels;
	StageEntryDetail::WalkLevels(Writer, Copy);
	Writer.Item(uint64_t{Made->Bytes().size()});
	Writer.Bytes.insert(Writer.Bytes.end(), Made->Bytes().begin(), Made->Bytes().end());
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

std::optional<FLevelStage> ReadLevelEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterData& Before)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	if (!Data)
	{
		return std::nullopt;
	}
	FStageReader Reader(*Data);
	std::optional<FLevelStage> Out(std::in_place);
	StageEntryDetail::WalkLevels(Reader, Out->Levels);
	std::vector<char> Character;
	Reader.Items(Character);
	if (!Reader.IsGood())
	{
		return std::nullopt;
	}
	const std::span<const std::byte> Raw = std::as_bytes(std::span(Character));
	const TResult<FCharacter> Read = FCharacter::FromBytes(TAlignedArray<std::byte>(Raw.begin(), Raw.end()));
	if (!Read)
	{
		return std::nullopt;
	}
	Out->Character = Read->ToData();
	const bool bSame = Out->Character.Skeleton == Before.Skeleton && Out->Character.Clips == Before.Clips &&
		Out->Character.Levels.size() == Out->Levels.Levels.size() && !Out->Character.Levels.empty();
	return bSame ? std::move(Out) : std::nullopt;
}

} // namespace Exemplar
