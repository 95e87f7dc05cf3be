// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/**
 * Results of stages as bytes, and back. An entry is a head (magic, version, key, size, checksum) and the stage's data
 * in this machine's byte order. Reading takes any bytes: what is damaged, of another key or version, or not what the
 * stage could have made of these examples, is no entry, and the stage runs as if it had never been kept.
 */
constexpr uint32_t StageEntryVersion = 1;

/** The animation-space skin and what it is compared with. */
struct FSkinStage
{
	FSkinFit Fit;
	FSkinComparison Comparison;
};

/** The character as it is once it has its levels, and their figures. */
struct FLevelStage
{
	FCharacterData Character;
	FBuiltLevels Levels;
};

std::vector<std::byte> WriteRigEntry(const FStageKey& Key, const FRigResult& Rig);
std::vector<std::byte> WriteSkinEntry(const FStageKey& Key, const FSkinStage& Skin);

/** Empty where the character is none that can be written, which the end of the build will tell of. */
std::vector<std::byte> WriteLevelEntry(
	const FStageKey& Key, const FCharacterData& Character, const FBuiltLevels& Levels);

std::optional<FRigResult> ReadRigEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples);
std::optional<FSkinStage> ReadSkinEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples, const FRig& Rig);
std::optional<FLevelStage> ReadLevelEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterData& Before);

} // namespace Exemplar
