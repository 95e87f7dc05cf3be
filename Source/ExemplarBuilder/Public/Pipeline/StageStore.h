// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Pipeline/BuildOptions.h"

#include <cstddef>
#include <span>

namespace Exemplar
{

/** A 128-bit hash of everything a stage's result depends on: the stages before it, its options, the code. */
struct FStageKey
{
	uint64_t Low = 0;
	uint64_t High = 0;
	bool operator==(const FStageKey&) const = default;
};

/** 32 hexadecimal digits, for file names. */
EXEMPLARBUILDER_API std::string FormatStageKey(const FStageKey& Key);

/** Keeps results of stages from one build to the next: a folder for the command line, derived data for the editor.
 * Loaded data is checked before use, so a store may lose or damage entries.
 */
class EXEMPLARBUILDER_API IStageStore
{
public:
	virtual ~IStageStore();

	/** The bytes saved under this key; empty if there are none. */
	virtual TAlignedArray<std::byte> Load(std::string_view Stage, const FStageKey& Key) = 0;

	virtual void Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes) = 0;
};

/**
 * The key of a stage ("rig", "skin" or "levels"). Before is the key of the previous stage, or that of the examples. It
 * covers the options in OptionTable.h under the stage's name (and "clip" for levels): code that changes options without
 * a name must not use a store.
 */
EXEMPLARBUILDER_API FStageKey MakeStageKey(
	std::string_view Stage, const FBuildOptions& Options, const FStageKey& Before);

/** The key of the examples, independent of the files they came from. Code is the program version, since versions
 * compute differently. */
EXEMPLARBUILDER_API FStageKey MakeExamplesKey(const FExampleSet& Examples, uint64_t Seed, std::string_view Code);

} // namespace Exemplar
