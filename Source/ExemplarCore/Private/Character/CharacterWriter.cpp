// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CharacterWriter.h"

#include "Base/Checksum.h"
#include "Character/CharacterFormat.h"
#include "Character/CharacterLayout.h"

#include <cstring>
#include <type_traits>

namespace Exemplar
{

namespace
{

using namespace CharacterFormat;

/** Finds out how large a chunk's record and payload become, and whether there is anything in it. */
class FSizeArchive
{
public:
	void Text(const char*, const std::string& Label) { AddArray(Label.size()); }

	template <typename T>
	void Array(const char*, const std::vector<T>& Items)
	{
		AddArray(Items.size() * sizeof(T));
	}

	template <typename T, typename MemberType>
	void Texts(const char*, const std::vector<T>& Items, const MemberType& Member)
	{
		size_t Length = 0;
		for (const T& Item : Items)
		{
			Length += Member(Item).size();
		}
		AddArray(Items.empty() ? 0 : (Items.size() + 1) * sizeof(uint64_t));
		AddArray(Length);
	}

	template <typename T, typename MemberType>
	void Members(const char*, const std::vector<T>& Items, const MemberType& Member)
	{
		AddArray(Items.size() * sizeof(std::remove_cvref_t<decltype(Member(Items.front()))>));
	}

	template <typename T>
	void Value(const T& Item)
	{
		Record += sizeof(T);
		bEmpty = bEmpty && Item == T{};
	}

	uint64_t RecordSize() const { return AlignUp(Record); }
	uint64_t PayloadSize() const { return RecordSize() + Arrays; }
	bool IsEmpty() const { return bEmpty; }

private:
	void AddArray(uint64_t Size)
	{
		Record += sizeof(FArrayReference);
		Arrays += AlignUp(Size);
		bEmpty = bEmpty && Size == 0;
	}

	uint64_t Record = 0;
	uint64_t Arrays = 0;
	bool bEmpty = true;
};

/** Fills one chunk's payload, whose size is known and whose bytes may hold anything. */
class FWriteArchive
{
public:
	FWriteArchive(std::byte* InPayload, uint64_t RecordSize)
		: Payload(InPayload)
		, ArrayEnd(RecordSize)
	{
		std::memset(Payload, 0, RecordSize);
	}

	void Text(const char*, const std::string& Label)
	{
		PutReference(Label.size());
		PutBytes(Label.data(), Label.size());
		Pad();
	}

	template <typename T>
	void Array(const char*, const std::vector<T>& Items)
	{
		static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= Alignment);
		PutReference(Items.size());
		PutBytes(Items.data(), Items.size() * sizeof(T));
		Pad();
	}

	template <typename T, typename MemberType>
	void Texts(const char*, const std::vector<T>& Items, const MemberType& Member)
	{
		PutReference(Items.empty() ? 0 : Items.size() + 1);
		uint64_t Length = 0;
		for (const T& Item : Items)
		{
			PutBytes(&Length, sizeof(Length));
			Length += Member(Item).size();
		}
		PutBytes(&Length, Items.empty() ? 0 : sizeof(Length));
		Pad();
		PutReference(Length);
		for (const T& Item : Items)
		{
			PutBytes(Member(Item).data(), Member(Item).size());
		}
		Pad();
	}

	template <typename T, typename MemberType>
	void Members(const char*, const std::vector<T>& Items, const MemberType& Member)
	{
		PutReference(Items.size());
		for (const T& Item : Items)
		{
			PutBytes(&Member(Item), sizeof(Member(Item)));
		}
		Pad();
	}

	template <typename T>
	void Value(const T& Item)
	{
		static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 4 == 0);
		std::memcpy(Payload + Record, &Item, sizeof(T));
		Record += sizeof(T);
	}

private:
	void PutReference(uint64_t Count)
	{
		// An empty array begins nowhere, so that equal data gives equal bytes wherever the array would have stood.
		const FArrayReference Reference{Count == 0 ? 0 : ArrayEnd, Count};
		std::memcpy(Payload + Record, &Reference, sizeof(Reference));
		Record += sizeof(Reference);
	}

	void PutBytes(const void* Data, size_t Size)
	{
		if (Size > 0)
		{
			std::memcpy(Payload + ArrayEnd, Data, Size);
			ArrayEnd += Size;
		}
	}

	void Pad()
	{
		const uint64_t End = AlignUp(ArrayEnd);
		std::memset(Payload + ArrayEnd, 0, End - ArrayEnd);
		ArrayEnd = End;
	}

	std::byte* Payload;
	uint64_t Record = 0;
	uint64_t ArrayEnd;
};

/** Calls Write(Kind, Element, Describe) for every chunk that the data needs, in the order of the file. */
template <typename WriteType>
void ForEachChunkOf(const FCharacterData& Data, const WriteType& Write)
{
	const auto VisitFor = [&](uint32_t Element)
	{ return [&Write, Element](const FChunkKind& Kind, const auto& Describe) { Write(Kind, Element, Describe); }; };

	const CharacterLayout::TTextLists Lists{Data.Skeleton.Names, Data.Materials, Data.Provenance,
		Data.Correctives.Correctives, Data.Correctives.Curves, Data.Maps.Maps};
	CharacterLayout::ForEachFileChunk(Data, Lists, VisitFor(0));
	for (size_t Index = 0; Index < Data.Levels.size(); ++Index)
	{
		CharacterLayout::ForEachLevelChunk(Data.Levels[Index], VisitFor(static_cast<uint32_t>(Index)));
	}
	for (size_t Index = 0; Index < Data.Clips.size(); ++Index)
	{
		CharacterLayout::ForEachClipChunk(Data.Clips[Index], VisitFor(static_cast<uint32_t>(Index)));
	}
}

template <typename T>
void PutAt(std::span<std::byte> Bytes, uint64_t Offset, const T& Item)
{
	std::memcpy(Bytes.data() + Offset, &Item, sizeof(T));
}

} // namespace

TAlignedArray<std::byte> WriteCharacter(const FCharacterData& Data)
{
	uint64_t FileSize = sizeof(FFileHead);
	uint32_t ChunkCount = 0;
	ForEachChunkOf(Data,
		[&](const FChunkKind& Kind, uint32_t, const auto& Describe)
		{
			FSizeArchive Size;
			Describe(Size);
			if (Kind.bRequired || !Size.IsEmpty())
			{
				FileSize += sizeof(FChunkHead) + Size.PayloadSize();
				++ChunkCount;
			}
		});

	TAlignedArray<std::byte> Bytes(FileSize);
	PutAt(Bytes, 0, FFileHead{Magic, MajorVersion, MinorVersion, ChunkCount, FileSize, 0});
	uint64_t Offset = sizeof(FFileHead);
	ForEachChunkOf(Data,
		[&](const FChunkKind& Kind, uint32_t Element, const auto& Describe)
		{
			FSizeArchive Size;
			Describe(Size);
			if (Kind.bRequired || !Size.IsEmpty())
			{
				PutAt(Bytes, Offset, FChunkHead{Kind.Tag, Kind.Version, Element, 0, Size.PayloadSize(), 0});
				Offset += sizeof(FChunkHead);
				FWriteArchive Write(Bytes.data() + Offset, Size.RecordSize());
				Describe(Write);
				Offset += Size.PayloadSize();
			}
		});
	SealCharacter(Bytes);
	return Bytes;
}

void SealCharacter(std::span<std::byte> Bytes)
{
	if (Bytes.size() < sizeof(FFileHead))
	{
		return;
	}
	PutAt(Bytes, offsetof(FFileHead, Checksum), Checksum64(Bytes.first(CheckedHeadSize)));
	uint64_t Offset = sizeof(FFileHead);
	while (Bytes.size() - Offset >= sizeof(FChunkHead))
	{
		const std::span<std::byte> Rest = Bytes.subspan(Offset);
		FChunkHead Head;
		std::memcpy(&Head, Rest.data(), sizeof(Head));
		if (Head.Size > Rest.size() - sizeof(FChunkHead))
		{
			return;
		}
		const uint64_t Seed = Checksum64(Rest.first(CheckedHeadSize));
		PutAt(Rest, offsetof(FChunkHead, Checksum), Checksum64(Rest.subspan(sizeof(FChunkHead), Head.Size), Seed));
		const uint64_t Step = sizeof(FChunkHead) + AlignUp(Head.Size);
		Offset += Step < Rest.size() ? Step : Rest.size();
	}
}

} // namespace Exemplar
