// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/Character.h"
#include "Character/CharacterFormat.h"
#include "Character/CharacterWriter.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

// Whatever bytes come, reading them ends with a character or with a sentence. What is accepted must hold what the model
// promises: it can be copied out, and the copy makes the same character again.

using namespace Exemplar;

extern "C" size_t LLVMFuzzerMutate(uint8_t* Data, size_t Size, size_t MaxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::byte* Begin = reinterpret_cast<const std::byte*>(Data);
	const TResult<FCharacter> Read = FCharacter::FromBytes(TAlignedArray<std::byte>(Begin, Begin + Size));
	if (!Read)
	{
		return Read.GetError().Message.empty() ? (std::abort(), 0) : 0;
	}
	const FCharacterData Copy = Read->ToData();
	const TResult<FCharacter> Again = FCharacter::FromData(Copy);
	if (!Again || !(Again->ToData() == Copy))
	{
		std::abort();
	}
	return 0;
}

#ifdef EXEMPLAR_FUZZ
/** Damage alone ends at the checksums; most mutations repair the size and the checksums, and so reach what is behind.
 */
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* Data, size_t Size, size_t MaxSize, unsigned int Seed)
{
	const size_t NewSize = LLVMFuzzerMutate(Data, Size, MaxSize);
	if (Seed % 8 != 0 && NewSize >= sizeof(CharacterFormat::FFileHead))
	{
		const uint64_t FileSize = NewSize;
		std::memcpy(Data, CharacterFormat::Magic.data(), CharacterFormat::Magic.size());
		std::memcpy(Data + offsetof(CharacterFormat::FFileHead, FileSize), &FileSize, sizeof(FileSize));
		SealCharacter({reinterpret_cast<std::byte*>(Data), NewSize});
	}
	return NewSize;
}
#endif
