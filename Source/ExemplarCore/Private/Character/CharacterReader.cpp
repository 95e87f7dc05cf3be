// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CharacterReader.h"

#include "Base/Checksum.h"
#include "Base/Sentence.h"
#include "Character/CharacterFormat.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace Exemplar
{

namespace CharacterFormat
{

/** How sentences name a chunk. */
static void AppendWord(std::string& Out, const FChunkHead& Head)
{
	std::array<char, 4> Tag;
	std::memcpy(Tag.data(), &Head.Tag, Tag.size());
	Out += Sentence("Chunk ", Quoted(std::string_view(Tag.data(), Tag.size())), " (", Head.Element, ")");
}

} // namespace CharacterFormat

namespace
{

using namespace CharacterFormat;
using CharacterLayout::TCharacterParts;

constexpr const char* DamagedRemedy = ". The file is damaged; export it again.";

/** Keeps the first message of each check. Other messages are not formatted, because a bad file has many faults. */
class FFaultList
{
public:
	explicit FFaultList(FFileFaults& InFaults)
		: Faults(InFaults)
	{
	}

	template <typename... WordTypes>
	void Note(EFileCheck Check, const WordTypes&... Words)
	{
		std::string& Kept = Faults.Sentences[static_cast<size_t>(Check)];
		if (Kept.empty())
		{
			Kept = Sentence(Words...);
		}
	}

private:
	FFileFaults& Faults;
};

template <typename T>
T TakeAt(std::span<const std::byte> Bytes, uint64_t Offset)
{
	T Item;
	std::memcpy(&Item, Bytes.data() + Offset, sizeof(T));
	return Item;
}

struct FChunkPlace
{
	FChunkHead Head;
	std::span<const std::byte> Payload;
};

/** The kind of this version, or else the newest of this tag. */
const FChunkKind* FindKind(uint32_t Tag, uint32_t Version)
{
	const auto Find = [&](const auto& IsIt)
	{ return std::find_if(std::begin(ChunkKinds), std::end(ChunkKinds), IsIt); };
	const FChunkKind* Found = Find([&](const FChunkKind& Kind) { return Kind.Tag == Tag && Kind.Version == Version; });
	Found = Found == std::end(ChunkKinds) ? Find([&](const FChunkKind& Kind) { return Kind.Tag == Tag; }) : Found;
	return Found == std::end(ChunkKinds) ? nullptr : Found;
}

/** Takes the arrays and values of one chunk out of its payload, into views or into vectors. */
class FReadArchive
{
public:
	FReadArchive(const FChunkPlace& InChunk, FFaultList& InFaults)
		: Chunk(InChunk)
		, Faults(InFaults)
	{
	}

	void Text(const char* Name, std::string_view& Label) { Label = AsText(Find<char>(Name)); }
	void Text(const char* Name, std::string& Label) { Label = AsText(Find<char>(Name)); }

	template <typename T>
	void Array(const char* Name, std::span<const T>& Items)
	{
		Items = Find<T>(Name);
	}

	template <typename T>
	void Array(const char* Name, std::vector<T>& Items)
	{
		const std::span<const T> Found = Find<T>(Name);
		Items.assign(Found.begin(), Found.end());
	}

	template <typename T, typename MemberType>
	void Texts(const char* Name, std::vector<T>& Items, const MemberType& Member)
	{
		const std::span<const uint64_t> Ends = Find<uint64_t>(Name);
		const std::string_view Letters = AsText(Find<char>(Name));
		const bool bOrdered =
			std::is_sorted(Ends.begin(), Ends.end()) && (Ends.empty() || Ends.back() <= Letters.size());
		if (!bOrdered)
		{
			Faults.Note(EFileCheck::TextsAreOrdered, Chunk.Head, ": the ", Name,
				" do not follow each other inside their text", DamagedRemedy);
			return;
		}
		if (!FitList(Name, Items, Ends.empty() ? 0 : Ends.size() - 1))
		{
			return;
		}
		for (size_t Index = 0; Index < Items.size(); ++Index)
		{
			Member(Items[Index]) = Letters.substr(Ends[Index], Ends[Index + 1] - Ends[Index]);
		}
	}

	template <typename T, typename MemberType>
	void Members(const char* Name, std::vector<T>& Items, const MemberType& Member)
	{
		using FMember = std::remove_cvref_t<decltype(Member(Items.front()))>;
		const std::span<const FMember> Found = Find<FMember>(Name);
		if (FitList(Name, Items, Found.size()))
		{
			for (size_t Index = 0; Index < Items.size(); ++Index)
			{
				Member(Items[Index]) = Found[Index];
			}
		}
	}

	template <typename T>
	void Value(T& Item)
	{
		if (TakesRecord(sizeof(T)))
		{
			Item = TakeAt<T>(Chunk.Payload, Record - sizeof(T));
		}
	}

private:
	static std::string_view AsText(std::span<const char> Letters) { return {Letters.data(), Letters.size()}; }

	/** Advances by Size bytes in the record. False if the payload is too short. */
	bool TakesRecord(uint64_t Size)
	{
		Record += Size;
		if (Record > Chunk.Payload.size())
		{
			Faults.Note(EFileCheck::RecordsAreWhole, Chunk.Head, ": its ", Chunk.Payload.size(),
				" bytes are fewer than its record needs", DamagedRemedy);
			return false;
		}
		return true;
	}

	template <typename T>
	std::span<const T> Find(const char* Name)
	{
		if (!TakesRecord(sizeof(FArrayReference)))
		{
			return {};
		}
		const auto Reference = TakeAt<FArrayReference>(Chunk.Payload, Record - sizeof(FArrayReference));
		const uint64_t Size = Chunk.Payload.size();
		if (Reference.Offset % Alignment != 0)
		{
			Faults.Note(EFileCheck::ArraysAreAligned, Chunk.Head, ": the array of ", Name, " begins at byte ",
				Reference.Offset, ", which is not a multiple of 16", DamagedRemedy);
			return {};
		}
		if (Reference.Offset > Size || Reference.Count > (Size - Reference.Offset) / sizeof(T))
		{
			Faults.Note(EFileCheck::ArraysLieInside, Chunk.Head, ": the array of ", Name, " (", Reference.Count,
				" elements from byte ", Reference.Offset, ") goes beyond the chunk's ", Size, " bytes", DamagedRemedy);
			return {};
		}
		return {
			reinterpret_cast<const T*>(Chunk.Payload.data() + Reference.Offset), static_cast<size_t>(Reference.Count)};
	}

	/** The first array of a list defines its length; the others must match. */
	template <typename T>
	bool FitList(const char* Name, std::vector<T>& Items, size_t Count)
	{
		if (bListKnown && Items.size() != Count)
		{
			Faults.Note(EFileCheck::ListsAgree, Chunk.Head, ": there are ", Count, " ", Name, " for ", Items.size(),
				" elements", DamagedRemedy);
			return false;
		}
		bListKnown = true;
		Items.resize(Count);
		return true;
	}

	const FChunkPlace& Chunk;
	FFaultList& Faults;
	uint64_t Record = 0;
	bool bListKnown = false;
};

/** Checks the head, which is whole, and lists the chunks that lie in the file. */
std::vector<FChunkPlace> FindChunks(std::span<const std::byte> Bytes, FFaultList& Faults)
{
	std::vector<FChunkPlace> Chunks;
	const auto Head = TakeAt<FFileHead>(Bytes, 0);
	if (Head.Magic != Magic)
	{
		Faults.Note(EFileCheck::HasMagic,
			"The file does not begin with 'EXEMPLAR'. It is not a character file, or it was converted as if it were "
			"text.");
	}
	if (Head.MajorVersion != MajorVersion)
	{
		Faults.Note(EFileCheck::MajorVersionIsKnown, "The file has version ", Head.MajorVersion, ".", Head.MinorVersion,
			" of the format, this program reads version ", MajorVersion,
			". Use a matching version of the program, or build the character again with this one.");
	}
	if (Head.Checksum != Checksum64(Bytes.first(CheckedHeadSize)))
	{
		Faults.Note(EFileCheck::HeadIsUndamaged, "The checksum of the file's head does not match", DamagedRemedy);
	}
	if (Head.FileSize != Bytes.size())
	{
		Faults.Note(EFileCheck::SizeIsAsWritten, "The file has ", Bytes.size(), " bytes, it was written with ",
			Head.FileSize, ". It was truncated or extended; copy it again.");
	}

	const std::span<const std::byte> Inside = Head.FileSize < Bytes.size() ? Bytes.first(Head.FileSize) : Bytes;
	uint64_t Offset = sizeof(FFileHead);
	for (uint32_t Index = 0; Index < Head.ChunkCount; ++Index)
	{
		const uint64_t Left = Offset < Inside.size() ? Inside.size() - Offset : 0;
		if (Left < sizeof(FChunkHead))
		{
			Faults.Note(EFileCheck::ChunksLieInside, "The file ends in the head of chunk ", Index, " of ",
				Head.ChunkCount, ", at byte ", Offset, DamagedRemedy);
			return Chunks;
		}
		FChunkPlace Chunk{TakeAt<FChunkHead>(Inside, Offset), {}};
		const uint64_t Room = Left - sizeof(FChunkHead);
		if (Chunk.Head.Size > Room || AlignUp(Chunk.Head.Size) > Room)
		{
			Faults.Note(EFileCheck::ChunksLieInside, Chunk.Head, ": its ", Chunk.Head.Size, " bytes are more than the ",
				Room, " that follow its head", DamagedRemedy);
			return Chunks;
		}
		const std::span<const std::byte> Checked = Inside.subspan(Offset, CheckedHeadSize);
		Chunk.Payload = Inside.subspan(Offset + sizeof(FChunkHead), Chunk.Head.Size);
		if (Chunk.Head.Checksum != Checksum64(Chunk.Payload, Checksum64(Checked)))
		{
			Faults.Note(EFileCheck::ChunksAreUndamaged, Chunk.Head, ": its checksum does not match", DamagedRemedy);
		}
		Offset += sizeof(FChunkHead) + Chunk.Head.Size;
		for (; Offset % Alignment != 0; ++Offset)
		{
			if (Inside[Offset] != std::byte{0})
			{
				Faults.Note(EFileCheck::PaddingIsZero, Chunk.Head, ": byte ", Offset,
					", between it and the next chunk, is not zero", DamagedRemedy);
			}
		}
		Chunks.push_back(Chunk);
	}
	if (Offset < Inside.size())
	{
		Faults.Note(EFileCheck::ChunksFillTheFile, "The ", Head.ChunkCount, " chunks end at byte ", Offset, " of ",
			Inside.size(), DamagedRemedy);
	}
	return Chunks;
}

size_t CountChunks(std::span<const FChunkPlace> Chunks, uint32_t Tag)
{
	return static_cast<size_t>(
		std::count_if(Chunks.begin(), Chunks.end(), [&](const FChunkPlace& Chunk) { return Chunk.Head.Tag == Tag; }));
}

template <typename S>
void ReadChunk(const FChunkPlace& Chunk, const FChunkKind& Found, TCharacterParts<S>& Parts, FFaultList& Faults)
{
	const auto Visit = [&](const FChunkKind& Kind, const auto& Describe)
	{
		if (Kind.Tag == Found.Tag && Kind.Version == Found.Version)
		{
			FReadArchive Archive(Chunk, Faults);
			Describe(Archive);
		}
	};
	switch (Found.Scope)
	{
	case EScope::File:
		CharacterLayout::ForEachFileChunk(Parts.Model,
			CharacterLayout::TTextLists{
				Parts.JointNames, Parts.Materials, Parts.Provenance, Parts.Correctives, Parts.Curves, Parts.Maps},
			Visit);
		Visit(OldCorrectivesChunk,
			[&](auto& Archive) { CharacterLayout::DescribeOldCorrectives(Archive, Parts.OldCorrectives); });
		break;
	case EScope::Level:
		CharacterLayout::ForEachLevelChunk(Parts.Levels[Chunk.Head.Element], Visit);
		Visit(OldDeltasChunk,
			[&](auto& Archive) { CharacterLayout::DescribeOldDeltas(Archive, Parts.OldDeltas[Chunk.Head.Element]); });
		break;
	case EScope::Clip:
		CharacterLayout::ForEachClipChunk(Parts.Clips[Chunk.Head.Element], Visit);
		break;
	}
}

template <typename S>
FFileFaults ReadParts(std::span<const std::byte> Bytes, TCharacterParts<S>& Parts)
{
	FFileFaults Out;
	FFaultList Faults(Out);
	if (Bytes.size() < sizeof(FFileHead))
	{
		Faults.Note(EFileCheck::HeadIsWhole, "The file has ", Bytes.size(), " bytes, a character file has at least ",
			sizeof(FFileHead), ". It is not a character file or was truncated.");
		return Out;
	}
	const std::vector<FChunkPlace> Chunks = FindChunks(Bytes, Faults);

	// Levels and clips are counted by their required chunks: a number in the file cannot ask for more than is there.
	Parts.Levels.resize(CountChunks(Chunks, MeshChunk.Tag));
	Parts.OldDeltas.resize(Parts.Levels.size());
	Parts.Clips.resize(CountChunks(Chunks, ClipChunk.Tag));
	const size_t ElementCounts[] = {1, Parts.Levels.size(), Parts.Clips.size()};
	std::vector<uint32_t> Seen[] = {std::vector<uint32_t>(1), std::vector<uint32_t>(Parts.Levels.size()),
		std::vector<uint32_t>(Parts.Clips.size())};

	for (const FChunkPlace& Chunk : Chunks)
	{
		const FChunkKind* Kind = FindKind(Chunk.Head.Tag, Chunk.Head.Version);
		if (Kind == nullptr)
		{
			continue;
		}
		const size_t Scope = static_cast<size_t>(Kind->Scope);
		if (Chunk.Head.Version != Kind->Version)
		{
			Faults.Note(EFileCheck::ChunkVersionsAreKnown, Chunk.Head, " has version ", Chunk.Head.Version,
				", this program reads version ", Kind->Version,
				". Use a matching version of the program, or build the character again with this one.");
			continue;
		}
		if (Chunk.Head.Element >= ElementCounts[Scope])
		{
			Faults.Note(EFileCheck::ElementsExist, Chunk.Head, " belongs to element ", Chunk.Head.Element,
				", but there are ", ElementCounts[Scope], DamagedRemedy);
			continue;
		}
		uint32_t& SeenKinds = Seen[Scope][Chunk.Head.Element];
		static_assert(std::size(ChunkKinds) <= 32);
		const FChunkKind* FirstOfTag =
			std::find_if(ChunkKinds, Kind, [&](const FChunkKind& Other) { return Other.Tag == Kind->Tag; });
		const uint32_t Bit = 1u << (FirstOfTag - ChunkKinds);
		if ((SeenKinds & Bit) != 0)
		{
			Faults.Note(EFileCheck::ChunksAreUnique, Chunk.Head, " stands in the file twice", DamagedRemedy);
			continue;
		}
		SeenKinds |= Bit;
		ReadChunk(Chunk, *Kind, Parts, Faults);
	}
	if (CountChunks(Chunks, InfoChunk.Tag) == 0)
	{
		Faults.Note(EFileCheck::InfoIsPresent, "The file has no chunk 'INFO'", DamagedRemedy);
	}
	Parts.Assemble();
	return Out;
}

} // namespace

const char* ToString(EFileCheck Check)
{
	static constexpr const char* Names[] = {"HeadIsWhole", "HasMagic", "MajorVersionIsKnown", "HeadIsUndamaged",
		"SizeIsAsWritten", "ChunksLieInside", "ChunksFillTheFile", "PaddingIsZero", "ChunksAreUndamaged",
		"ChunkVersionsAreKnown", "ElementsExist", "ChunksAreUnique", "InfoIsPresent", "RecordsAreWhole",
		"ArraysAreAligned", "ArraysLieInside", "TextsAreOrdered", "ListsAgree"};
	static_assert(std::size(Names) == static_cast<size_t>(EFileCheck::Count));
	return Names[static_cast<size_t>(Check)];
}

std::optional<EFileCheck> FFileFaults::First() const
{
	for (size_t Index = 0; Index < Sentences.size(); ++Index)
	{
		if (!Sentences[Index].empty())
		{
			return static_cast<EFileCheck>(Index);
		}
	}
	return std::nullopt;
}

FFileFaults ReadCharacter(std::span<const std::byte> Bytes, TCharacterParts<FViewed>& Parts)
{
	return ReadParts(Bytes, Parts);
}

FCharacterData CopyCharacter(std::span<const std::byte> Bytes)
{
	TCharacterParts<FOwned> Parts;
	ReadParts(Bytes, Parts);
	return std::move(Parts.Model);
}

} // namespace Exemplar
