// Copyright (c) 2026 Exemplar contributors. MIT license.

// A packed level as bytes: a head, and then every array with its length before it.
#include "Base/Checksum.h"
#include "Base/Sentence.h"
#include "Gpu/GpuLevel.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace Exemplar
{
namespace GpuLevelFileDetail
{

struct FHead
{
	uint32_t Magic = 0x4c475845; // "EXGL"
	uint32_t Version = 1;        // of this format, which other versions of the plug-in do not read
	uint64_t Size = 0;           // of what follows
	uint64_t Checksum = 0;
};

class FWriter
{
public:
	template <typename T>
	void Value(T& Item)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		const std::byte* First = reinterpret_cast<const std::byte*>(&Item);
		Out.insert(Out.end(), First, First + sizeof(T));
	}
	template <typename T>
	void Array(std::vector<T>& Items)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		uint64_t Count = Items.size();
		Value(Count);
		const std::byte* First = reinterpret_cast<const std::byte*>(Items.data());
		Out.insert(Out.end(), First, First + Items.size() * sizeof(T));
	}
	std::vector<std::byte> Out;
};

class FReader
{
public:
	explicit FReader(std::span<const std::byte> Bytes)
		: Left(Bytes)
	{
	}
	template <typename T>
	void Value(T& Item)
	{
		Copy(&Item, sizeof(T));
	}
	template <typename T>
	void Array(std::vector<T>& Items)
	{
		uint64_t Count = 0;
		Value(Count);
		if (Count > Left.size() / sizeof(T))
		{
			bOk = false;
			return;
		}
		Items.resize(static_cast<size_t>(Count));
		Copy(Items.data(), Items.size() * sizeof(T));
	}
	bool IsOk() const { return bOk && Left.empty(); }

private:
	void Copy(void* To, size_t Size)
	{
		bOk = bOk && Size <= Left.size();
		if (bOk && Size > 0)
		{
			std::memcpy(To, Left.data(), Size);
			Left = Left.subspan(Size);
		}
	}
	std::span<const std::byte> Left;
	bool bOk = true;
};

/** The members in the order of the bytes, for both directions. */
template <typename ArchiveType>
void Visit(ArchiveType& Archive, FGpuLevel& Level)
{
	FPackedSkin& Skin = Level.Skin;
	uint32_t Flags = (Level.bHasColors ? 1u : 0u) | (Skin.bHasTangents ? 2u : 0u);
	uint32_t Format[6] = {static_cast<uint32_t>(Skin.Format.Kind), static_cast<uint32_t>(Skin.Format.Points),
		static_cast<uint32_t>(Skin.Format.Weights), static_cast<uint32_t>(Skin.Format.Frames),
		static_cast<uint32_t>(Skin.Format.TwistProfile), static_cast<uint32_t>(Skin.Indices)};
	Archive.Value(Flags);
	Archive.Value(Format);
	Level.bHasColors = (Flags & 1u) != 0;
	Skin.bHasTangents = (Flags & 2u) != 0;
	Skin.Format.Kind = static_cast<EPackedKind>(Format[0]);
	Skin.Format.Points = static_cast<EPointFormat>(Format[1]);
	Skin.Format.Weights = static_cast<EWeightFormat>(Format[2]);
	Skin.Format.Frames = static_cast<EFrameFormat>(Format[3]);
	Skin.Format.TwistProfile = static_cast<ETwistProfile>(Format[4]);
	Skin.Indices = static_cast<EIndexFormat>(Format[5]);
	Archive.Value(Level.Parameters);
	Archive.Value(Level.Error);
	Archive.Value(Level.UVSets);
	Archive.Value(Skin.SlotCount);
	Archive.Value(Skin.InfluenceCount);
	Archive.Value(Skin.IndexCount);
	Archive.Value(Skin.Errors);
	Archive.Array(Level.Sections);
	Archive.Array(Level.Indices);
	for (std::vector<uint32_t>& Stream : Level.Streams)
	{
		Archive.Array(Stream);
	}
	Archive.Array(Skin.Groups);
	Archive.Array(Skin.SlotOfVertex);
	Archive.Array(Skin.VertexOfSlot);
	Archive.Array(Skin.PaletteBones);
	Archive.Array(Skin.PaletteParents);
	Archive.Array(Skin.PaletteCenters);
	Archive.Array(Skin.SetOffsets);
	Archive.Array(Skin.SetEntries);
	Archive.Array(Skin.SegmentTable);
	Archive.Array(Skin.SegmentFrames);
	Archive.Array(Skin.TwistEntries);
}

template <typename T>
bool AllBelow(const std::vector<T>& Items, size_t End)
{
	return std::all_of(Items.begin(), Items.end(), [&](T Item) { return static_cast<size_t>(Item) < End; });
}

/** Whether everything that refers to something finds it; empty, or what does not. */
const char* FindFault(const FGpuLevel& Level, size_t JointCount)
{
	const FPackedSkin& Skin = Level.Skin;
	const size_t Bones = Skin.PaletteBones.size(), Slots = Skin.SlotCount;
	if (Skin.Format.Kind > EPackedKind::Blended || Skin.Indices > EIndexFormat::Uint32 || Slots % SkinBlockSize != 0)
	{
		return "its format";
	}
	for (size_t Stream = 0; Stream < GpuStreamCount; ++Stream)
	{
		const size_t Words = Level.Streams[Stream].size();
		if (Words == 0 || Words % (GpuStreams[Stream].Stride / 4) != 0)
		{
			return "a stream";
		}
	}
	if (Level[EGpuStream::Blocks].size() * 4 < Slots / SkinBlockSize * sizeof(FGpuSkinBlock) ||
		Level[EGpuStream::SlotRest].size() < 4 * Slots ||
		Level[EGpuStream::SlotUVs].size() < 2 * Slots * Level.UVSets ||
		(Level.bHasColors && Level[EGpuStream::SlotColors].size() < Slots) || Level.Parameters.SkinSlotCount != Slots)
	{
		return "a stream";
	}
	if (Skin.VertexOfSlot.size() != Slots || !AllBelow(Skin.VertexOfSlot, Skin.SlotOfVertex.size()) ||
		!AllBelow(Skin.SlotOfVertex, Slots) || !AllBelow(Level.Indices, Slots))
	{
		return "a slot";
	}
	for (const FMeshSection& Section : Level.Sections)
	{
		if (uint64_t{Section.FirstIndex} + Section.IndexCount > Level.Indices.size())
		{
			return "a section";
		}
	}
	const bool bParents = std::all_of(Skin.PaletteParents.begin(), Skin.PaletteParents.end(),
		[&](int32_t Parent) { return Parent >= NoParent && Parent < static_cast<int32_t>(Bones); });
	if (!AllBelow(Skin.PaletteBones, JointCount) || Skin.PaletteParents.size() != Bones || !bParents ||
		Skin.PaletteCenters.size() != Bones || !AllBelow(Skin.SetEntries, Bones) ||
		!std::is_sorted(Skin.SetOffsets.begin(), Skin.SetOffsets.end()) ||
		!AllBelow(Skin.SetOffsets, Skin.SetEntries.size() + 1))
	{
		return "a joint of the palette";
	}
	for (const FPackedSkin::FTwistEntry& Entry : Skin.TwistEntries)
	{
		if (Entry.Segment >= Skin.SegmentTable.size() || Entry.PaletteIndex >= Bones)
		{
			return "a segment";
		}
	}
	for (const FTwistSegment& Segment : Skin.SegmentTable)
	{
		if (Segment.Base >= JointCount || (Segment.End != FTwistSegment::NoEnd && Segment.End >= JointCount))
		{
			return "a segment";
		}
	}
	return nullptr;
}

} // namespace GpuLevelFileDetail

std::vector<std::byte> WriteGpuLevel(const FGpuLevel& Level)
{
	using namespace GpuLevelFileDetail;
	FWriter Body;
	FGpuLevel Copy = Level;
	Visit(Body, Copy);
	FHead Head;
	Head.Size = Body.Out.size();
	Head.Checksum = Checksum64(Body.Out);
	FWriter Out;
	Out.Value(Head);
	Out.Out.insert(Out.Out.end(), Body.Out.begin(), Body.Out.end());
	return std::move(Out.Out);
}

TResult<FGpuLevel> ReadGpuLevel(std::span<const std::byte> Bytes, size_t JointCount)
{
	using namespace GpuLevelFileDetail;
	const auto Fail = [](EErrorCode Code, std::string_view What) {
		return FError{Code, Sentence("The packed level cannot be used: ", What, ". Cook the character again.")};
	};
	FHead Head, Own;
	if (Bytes.size() < sizeof(FHead))
	{
		return Fail(EErrorCode::Malformed, "it has no head");
	}
	std::memcpy(&Head, Bytes.data(), sizeof(FHead));
	const std::span<const std::byte> Body = Bytes.subspan(sizeof(FHead));
	if (Head.Magic != Own.Magic)
	{
		return Fail(EErrorCode::Malformed, "it is none");
	}
	if (Head.Version != Own.Version)
	{
		return Fail(EErrorCode::Unsupported,
			Sentence("it has version ", Head.Version, ", this plug-in reads version ", Own.Version));
	}
	if (Head.Size != Body.size() || Head.Checksum != Checksum64(Body))
	{
		return Fail(EErrorCode::Malformed, "its bytes are damaged");
	}
	FReader Reader(Body);
	FGpuLevel Out;
	Visit(Reader, Out);
	if (!Reader.IsOk())
	{
		return Fail(EErrorCode::Malformed, "its arrays do not have the lengths that they say");
	}
	if (const char* Fault = FindFault(Out, JointCount))
	{
		return Fail(EErrorCode::Malformed, Sentence(Fault, " does not fit the character"));
	}
	return Out;
}

} // namespace Exemplar
