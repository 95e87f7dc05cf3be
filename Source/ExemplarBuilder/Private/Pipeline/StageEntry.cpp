// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/StageEntry.h"

#include "Base/Checksum.h"
#include "Pipeline/StageBytes.h"
#include "Pipeline/StageRules.h"

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
	Walk.List(R.Names, [](WalkType& W, std::string& Name) { W.Text(Name); });
	Walk.Items(R.Frames);
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
	WalkAs64(Walk, Rig.NamedBones);
	WalkAs64(Walk, Rig.bGiven);
	Walk.Items(Rig.IdleJoints);
	Walk.Items(Rig.UnledJoints);
	WalkAs64(Walk, Rig.ExtraJoints);
	Walk.Text(Rig.Method);
	Walk.Text(Rig.Reason);
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
	Walk.Items(Fit.Motions);
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
	Walk.List(Surface.MoreUVs, [](WalkType& W, std::vector<FFloat2>& Set) { W.Items(Set); });
	Walk.List(Surface.Colors, [](WalkType& W, std::vector<FFloat4>& Set) { W.Items(Set); });
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
			W.Item(Level.SurfaceError);
			W.Item(Level.SurfaceRms);
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
	return Data && Reader.IsGood() && IsSound(*Out, Examples) ? std::move(Out) : std::nullopt;
}

std::optional<FSkinStage> ReadSkinEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples, const FRig& Rig)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	FStageReader Reader(Data.value_or(std::span<const std::byte>()));
	std::optional<FSkinStage> Out(std::in_place);
	StageEntryDetail::WalkSkin(Reader, *Out);
	return Data && Reader.IsGood() && IsSound(*Out, Examples, Rig) ? std::move(Out) : std::nullopt;
}

std::optional<FLevels> ReadLevelsEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterParts& Parts)
{
	const std::optional<std::span<const std::byte>> Data = StageEntryDetail::Open(Key, Bytes);
	FStageReader Reader(Data.value_or(std::span<const std::byte>()));
	std::optional<FLevels> Out(std::in_place);
	StageEntryDetail::WalkLevels(Reader, *Out);
	return Data && Reader.IsGood() && IsSound(*Out, Parts) ? std::move(Out) : std::nullopt;
}

} // namespace Exemplar
