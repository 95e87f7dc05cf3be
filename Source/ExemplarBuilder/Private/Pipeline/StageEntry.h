// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/**
 * Results of stages as bytes, and back. An entry is a header (magic, version, key, size, checksum) and the stage's data
 * in this machine's byte order. Reading accepts any bytes: an entry that is damaged, has another key or version, or is
 * not something the stage could have produced from these examples is ignored, and the stage runs as usual.
 */
constexpr uint32_t StageEntryVersion = 1;

/** The animation-space skin and its comparison with linear blending. */
struct FSkinStage
{
	FSkinFit Fit;
	FSkinComparison Comparison;
};

/** The character with its levels, and their figures. */
struct FLevelStage
{
	FCharacterData Character;
	FBuiltLevels Levels;
};

std::vector<std::byte> WriteRigEntry(const FStageKey& Key, const FRigResult& Rig);
std::vector<std::byte> WriteSkinEntry(const FStageKey& Key, const FSkinStage& Skin);

/** Empty if the character cannot be written; the end of the build reports why. */
std::vector<std::byte> WriteLevelEntry(
	const FStageKey& Key, const FCharacterData& Character, const FBuiltLevels& Levels);

std::optional<FRigResult> ReadRigEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples);
std::optional<FSkinStage> ReadSkinEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples, const FRig& Rig);
std::optional<FLevelStage> ReadLevelEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterData& Before);

} // namespace Exemplar
