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
constexpr uint32_t StageEntryVersion = 5;

/** The animation-space skin and its comparison with linear blending. */
struct FSkinStage
{
	FSkinResult Fit;
	FSkinComparison Comparison;
};

std::vector<std::byte> WriteRigEntry(const FStageKey& Key, const FRigResult& Rig);
std::vector<std::byte> WriteSkinEntry(const FStageKey& Key, const FSkinStage& Skin);
std::vector<std::byte> WriteLevelsEntry(const FStageKey& Key, const FLevels& Levels);

std::optional<FRigResult> ReadRigEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples);
std::optional<FSkinStage> ReadSkinEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FExampleSet& Examples, const FRig& Rig);

/** Parts are those that the levels would be made for. */
std::optional<FLevels> ReadLevelsEntry(
	const FStageKey& Key, std::span<const std::byte> Bytes, const FCharacterParts& Parts);

} // namespace Exemplar
