// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/GpuLevel.h"

#include "Base/Octahedral.h"
#include "Character/AxisChange.h"
#include "Character/CharacterViews.h"
#include "Lod/LevelChoice.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace Exemplar
{
namespace GpuLevelDetail
{

/** The words of any items, filled up to whole elements of which there is at least one. */
template <typename RangeType>
std::vector<uint32_t> WordsOf(const RangeType& Items, size_t Stride)
{
	const size_t Size = Items.size() * sizeof(Items[0]);
	const size_t Elements = (std::max<size_t>)((Size + Stride - 1) / Stride, 1);
	std::vector<uint32_t> Out(Elements * Stride / sizeof(uint32_t));
	if (Size > 0)
	{
		std::memcpy(Out.data(), Items.data(), Size);
	}
	return Out;
}

/** What materials read of a vertex, by slot: all UV sets, and the first colors. */
void AddMaterialInputs(const FMeshLevelView& Level, FGpuLevel& Out)
{
	const std::vector<uint32_t>& VertexOfSlot = Out.Skin.VertexOfSlot;
	Out.UVSets = 1 + static_cast<uint32_t>(Level.MoreUVSetCount());
	Out.bHasColors = Level.ColorSetCount() > 0;
	std::vector<FFloat2> UVs(VertexOfSlot.size() * Out.UVSets);
	std::vector<uint32_t> Colors(Out.bHasColors ? VertexOfSlot.size() : 1, 0xffffffffu);
	for (size_t Slot = 0; Slot < VertexOfSlot.size(); ++Slot)
	{
		const size_t Vertex = VertexOfSlot[Slot];
		for (uint32_t Set = 0; Set < Out.UVSets; ++Set)
		{
			const std::span<const FFloat2> Values = Set == 0 ? Level.UVs : Level.MoreUVSet(Set - 1);
			UVs[Slot * Out.UVSets + Set] = Values.empty() ? FFloat2() : Values[Vertex];
		}
		if (Out.bHasColors)
		{
			const FFloat4& Color = Level.ColorSet(0)[Vertex];
			const auto Byte = [](float Value)
			{ return static_cast<uint32_t>(255.0f * (std::clamp)(Value, 0.0f, 1.0f) + 0.5f); };
			Colors[Slot] = Byte(Color.X) | Byte(Color.Y) << 8 | Byte(Color.Z) << 16 | Byte(Color.W) << 24;
		}
	}
	Out.Streams[static_cast<size_t>(EGpuStream::SlotUVs)] = WordsOf(UVs, 4);
	Out.Streams[static_cast<size_t>(EGpuStream::SlotColors)] = std::move(Colors);
}

/** Where slots are at rest. */
std::vector<uint32_t> RestOf(const FMeshLevelView& Level, const FPackedSkin& Skin)
{
	std::vector<uint32_t> Out(4 * Skin.VertexOfSlot.size());
	for (size_t Slot = 0; Slot < Skin.VertexOfSlot.size(); ++Slot)
	{
		const size_t Vertex = Skin.VertexOfSlot[Slot];
		std::memcpy(&Out[4 * Slot], &Level.Positions[Vertex], sizeof(FFloat3));
		const FFloat3 Up{0.0f, 0.0f, 1.0f};
		const FOctahedralCode Code = EncodeOctahedral(Level.Normals.empty() ? Up : Level.Normals[Vertex], 16);
		Out[4 * Slot + 3] = Code.X | Code.Y << 16;
	}
	return WordsOf(Out, 4);
}

/** Moves a stream of the skin to where the GPU's are. */
template <typename ArrayType>
void Take(FGpuLevel& Out, EGpuStream Stream, ArrayType& From)
{
	const size_t Place = static_cast<size_t>(Stream);
	Out.Streams[Place] = WordsOf(From, GpuStreams[Place].Stride);
	From = {};
}

} // namespace GpuLevelDetail

TResult<FGpuLevel> MakeGpuLevel(const FMeshLevelView& Level, const TCorrectives<FViewed>& Correctives,
	const FRestPose& Rest, EPackedKind Kind, const FBasis& Basis)
{
	using GpuLevelDetail::Take;
	const FMeshLevelData Converted = ChangeAxes(Level, Basis);
	const FMeshLevelView View = ViewOf(Converted);
	FPackOptions Options;
	Options.Kind = Kind;
	Options.Frames = EFrameFormat::Octahedral16;
	Options.Weights = EWeightFormat::Unorm16;
	Options.bSmallIndices = true;
	TResult<FPackedSkin> Packed = PackSkin(View, Rest, Options);
	if (!Packed)
	{
		return Packed.GetError();
	}
	FGpuLevel Out;
	Out.Skin = std::move(*Packed);
	FGpuSkinTables Tables = MakeGpuSkinTables(Out.Skin, Correctives, View.Correctives);
	Out.Parameters = Tables.Parameters;
	Out.Error = ChoiceError(View);
	Out.Sections = Converted.Sections;
	for (const uint32_t Vertex : Converted.Indices)
	{
		Out.Indices.push_back(Out.Skin.SlotOfVertex[Vertex]);
	}
	GpuLevelDetail::AddMaterialInputs(View, Out);
	Out.Streams[static_cast<size_t>(EGpuStream::SlotRest)] = GpuLevelDetail::RestOf(View, Out.Skin);
	std::vector<FAffine> SegmentFrames = Out.Skin.SegmentFrames;
	Take(Out, EGpuStream::Blocks, Tables.Blocks);
	Take(Out, EGpuStream::Indices, Out.Skin.IndexStream);
	Take(Out, EGpuStream::Weights, Out.Skin.WeightStream);
	Take(Out, EGpuStream::Points, Out.Skin.PointStream);
	Take(Out, EGpuStream::Frames, Out.Skin.FrameStream);
	Take(Out, EGpuStream::Deltas, Out.Skin.DeltaStream);
	Take(Out, EGpuStream::Tangents, Out.Skin.TangentStream);
	Take(Out, EGpuStream::Bitangents, Out.Skin.BitangentStream);
	Take(Out, EGpuStream::Centers, Out.Skin.Centers);
	Take(Out, EGpuStream::BlendFactors, Out.Skin.BlendFactors);
	Take(Out, EGpuStream::TwistFractions, Out.Skin.TwistFractions);
	Take(Out, EGpuStream::Segments, Out.Skin.SegmentStream);
	Take(Out, EGpuStream::SegmentFrames, SegmentFrames);
	Take(Out, EGpuStream::CorrectiveOffsets, Tables.CorrectiveOffsets);
	Take(Out, EGpuStream::CorrectiveEntries, Tables.CorrectiveEntries);
	Take(Out, EGpuStream::EntryBones, Tables.EntryBones);
	return Out;
}

TResult<std::vector<FGpuLevel>> MakeGpuLevels(
	const FCharacterView& Character, const FRestPose& Rest, EPackedKind Kind, const FBasis& Basis, IExecutor& Executor)
{
	const TCorrectives<FOwned> Converted = ChangeAxes(Character.Correctives, Basis);
	const FCorrectivesView Correctives(Converted);
	std::vector<std::optional<TResult<FGpuLevel>>> Made(Character.Levels.size());
	Executor.Run(static_cast<int>(Made.size()),
		[&](int Level)
		{
			const size_t Index = static_cast<size_t>(Level);
			Made[Index] = MakeGpuLevel(Character.Levels[Index], *Correctives, Rest, Kind, Basis);
		});
	std::vector<FGpuLevel> Out;
	for (std::optional<TResult<FGpuLevel>>& Level : Made)
	{
		if (!*Level)
		{
			return Level->GetError();
		}
		Out.push_back(std::move(**Level));
	}
	return Out;
}

} // namespace Exemplar
