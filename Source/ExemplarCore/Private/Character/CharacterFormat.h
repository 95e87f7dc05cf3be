// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace Exemplar
{

/**
 * The frame of a character file: a head, then chunks, each a head and a payload, everything on 16-byte borders, little
 * endian (Docs/FileFormat.md). CharacterLayout.h defines the payloads.
 */
namespace CharacterFormat
{

constexpr std::array<char, 8> Magic = {'E', 'X', 'E', 'M', 'P', 'L', 'A', 'R'};

/** A reader refuses another major version. A larger minor one only means chunks that it does not know. */
constexpr uint16_t MajorVersion = 1;
constexpr uint16_t MinorVersion = 5;

constexpr size_t Alignment = 16;

/** The checksum is XXH64 of the bytes before it. */
struct FFileHead
{
	std::array<char, 8> Magic;
	uint16_t MajorVersion;
	uint16_t MinorVersion;
	uint32_t ChunkCount;
	uint64_t FileSize;
	uint64_t Checksum;
};
static_assert(sizeof(FFileHead) == 32);

/** The checksum is XXH64 of the payload, seeded with XXH64 of the head's bytes before it: it covers both. */
struct FChunkHead
{
	uint32_t Tag;
	uint32_t Version;
	uint32_t Element; // the level or the clip it belongs to; 0 where it belongs to the whole
	uint32_t Reserved;
	uint64_t Size; // of the payload, without the zeros that follow it up to the next border
	uint64_t Checksum;
};
static_assert(sizeof(FChunkHead) == 32);

/** The part of either head that its checksum covers. */
constexpr size_t CheckedHeadSize = 24;

/** An array in a payload: where it begins, from the payload's first byte, and how many elements it has. */
struct FArrayReference
{
	uint64_t Offset;
	uint64_t Count;
};
static_assert(sizeof(FArrayReference) == 16);

constexpr uint64_t AlignUp(uint64_t Size)
{
	return (Size + Alignment - 1) / Alignment * Alignment;
}

constexpr uint32_t MakeTag(const char (&Text)[5])
{
	return static_cast<uint32_t>(Text[0]) | static_cast<uint32_t>(Text[1]) << 8 | static_cast<uint32_t>(Text[2]) << 16 |
		static_cast<uint32_t>(Text[3]) << 24;
}

enum class EScope
{
	File,
	Level,
	Clip
};

struct FChunkKind
{
	uint32_t Tag;
	EScope Scope;
	uint32_t Version = 1;
	bool bRequired = false;
};

constexpr FChunkKind InfoChunk{MakeTag("INFO"), EScope::File, 1, true};
constexpr FChunkKind SkeletonChunk{MakeTag("SKEL"), EScope::File};
constexpr FChunkKind MaterialsChunk{MakeTag("MATL"), EScope::File};
constexpr FChunkKind SourceChunk{MakeTag("SRCE"), EScope::File};
constexpr FChunkKind MeshChunk{MakeTag("MESH"), EScope::Level, 1, true};
constexpr FChunkKind WeightsChunk{MakeTag("LBSW"), EScope::Level};
constexpr FChunkKind SkinChunk{MakeTag("ASPC"), EScope::Level};
constexpr FChunkKind IdentityChunk{MakeTag("IDEN"), EScope::Level};
constexpr FChunkKind GeomorphChunk{MakeTag("MRPH"), EScope::Level};
constexpr FChunkKind LevelErrorChunk{MakeTag("LERR"), EScope::Level};
constexpr FChunkKind ClipChunk{MakeTag("CLIP"), EScope::Clip, 1, true};
constexpr FChunkKind CurvesChunk{MakeTag("CURV"), EScope::Clip};
constexpr FChunkKind ProvenanceChunk{MakeTag("PROV"), EScope::File};
constexpr FChunkKind CorrectivesChunk{MakeTag("CORR"), EScope::File, 2};
constexpr FChunkKind CorrectiveDeltasChunk{MakeTag("CDEL"), EScope::Level, 2};
constexpr FChunkKind CorrectiveCurvesChunk{MakeTag("CCRV"), EScope::File};
constexpr FChunkKind BlendFactorsChunk{MakeTag("BLND"), EScope::Level};
constexpr FChunkKind MapsChunk{MakeTag("MAPS"), EScope::File};

// Read and converted (OldCorrectives.h), never written.
constexpr FChunkKind OldCorrectivesChunk{MakeTag("CORR"), EScope::File, 1};
constexpr FChunkKind OldDeltasChunk{MakeTag("CDEL"), EScope::Level, 1};
constexpr FChunkKind AttributesChunk{MakeTag("ATTR"), EScope::Level};
constexpr FChunkKind OperatorChunk{MakeTag("OPER"), EScope::File};
constexpr FChunkKind RotationCentersChunk{MakeTag("CORO"), EScope::Level};

/**
 * Every chunk that the reader knows. A new optional chunk is: its fields in CharacterModel.h, its kind above and here,
 * its layout and its line in CharacterLayout.h, its rules in the lists of CharacterValidation.cpp, a table in
 * Docs/FileFormat.md, and one more minor version. Readers and writers follow from these.
 */
constexpr FChunkKind ChunkKinds[] = {InfoChunk, SkeletonChunk, MaterialsChunk, SourceChunk, MeshChunk, WeightsChunk,
	SkinChunk, IdentityChunk, GeomorphChunk, ClipChunk, ProvenanceChunk, CorrectivesChunk, CorrectiveDeltasChunk,
	AttributesChunk, OperatorChunk, RotationCentersChunk, LevelErrorChunk, CurvesChunk, CorrectiveCurvesChunk,
	BlendFactorsChunk, MapsChunk, OldCorrectivesChunk, OldDeltasChunk};

} // namespace CharacterFormat

} // namespace Exemplar
