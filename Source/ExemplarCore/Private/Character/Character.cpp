// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/Character.h"

#include "Character/CharacterFormat.h"
#include "Character/CharacterReader.h"
#include "Character/CharacterValidation.h"
#include "Character/CharacterWriter.h"
#include "Character/OldCorrectives.h"

#include <cstdint>

namespace Exemplar
{

/** The bytes and the views into them. Never moved, because Parts.Model refers to lists of Parts. */
struct FCharacter::FContents
{
	TAlignedArray<std::byte> OwnedBytes;
	std::shared_ptr<const void> Owner;
	std::span<const std::byte> Bytes;
	CharacterLayout::TCharacterParts<FViewed> Parts;

	/** Reads and validates Bytes. Those of an older version are replaced by what this version writes. */
	FStatus Read()
	{
		if (FStatus Taken = Take(); !Taken)
		{
			return Taken;
		}
		if (!Parts.OldCorrectives.Kernels.empty() || !Parts.OldCorrectives.ShapeOffsets.empty())
		{
			FCharacterData Data = CopyCharacter(Bytes);
			if (std::string Fault = ConvertOldCorrectives(Parts.OldCorrectives, Parts.OldDeltas, Data); !Fault.empty())
			{
				return FError{EErrorCode::Malformed, std::move(Fault)};
			}
			OwnedBytes = WriteCharacter(Data);
			Bytes = OwnedBytes;
			Owner.reset();
			Parts = {};
			if (FStatus Taken = Take(); !Taken)
			{
				return Taken;
			}
		}
		std::string Broken = FindBrokenRule(Parts.Model);
		return Broken.empty() ? FStatus(FOk{}) : FError{EErrorCode::Malformed, std::move(Broken)};
	}

	/** What the file's frame holds. */
	FStatus Take()
	{
		const FFileFaults Faults = ReadCharacter(Bytes, Parts);
		if (const std::optional<EFileCheck> First = Faults.First())
		{
			const bool bNewer =
				*First == EFileCheck::MajorVersionIsKnown || *First == EFileCheck::ChunkVersionsAreKnown;
			return FError{bNewer ? EErrorCode::Unsupported : EErrorCode::Malformed, Faults[*First]};
		}
		return FOk{};
	}
};

TResult<FCharacter> FCharacter::FromBytes(TAlignedArray<std::byte> Bytes)
{
	const auto Made = std::make_shared<FContents>();
	Made->OwnedBytes = std::move(Bytes);
	Made->Bytes = Made->OwnedBytes;
	const FStatus Status = Made->Read();
	return Status ? TResult<FCharacter>(FCharacter(Made)) : Status.GetError();
}

TResult<FCharacter> FCharacter::FromBorrowedBytes(std::span<const std::byte> Bytes, std::shared_ptr<const void> Owner)
{
	if (reinterpret_cast<uintptr_t>(Bytes.data()) % CharacterFormat::Alignment != 0)
	{
		return FError{EErrorCode::InvalidArgument,
			"The bytes of a character are read in place and must begin at a multiple of 16; align or copy them."};
	}
	const auto Made = std::make_shared<FContents>();
	Made->Owner = std::move(Owner);
	Made->Bytes = Bytes;
	const FStatus Status = Made->Read();
	return Status ? TResult<FCharacter>(FCharacter(Made)) : Status.GetError();
}

TResult<FCharacter> FCharacter::FromData(const FCharacterData& Data)
{
	TResult<FCharacter> Made = FromBytes(WriteCharacter(Data));
	return Made ? Made : FError{EErrorCode::InvalidArgument, Made.GetError().Message};
}

const FCharacterView& FCharacter::View() const
{
	return Contents->Parts.Model;
}

std::span<const std::byte> FCharacter::Bytes() const
{
	return Contents->Bytes;
}

FCharacterData FCharacter::ToData() const
{
	return CopyCharacter(Contents->Bytes);
}

} // namespace Exemplar
