// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Pipeline/BuildOptions.h"

#include <cstddef>
#include <span>

namespace Exemplar
{

/** What a stage's result depends on, as 128 bits: everything that came before it, its options, the code. */
struct FStageKey
{
	uint64_t Low = 0;
	uint64_t High = 0;
	bool operator==(const FStageKey&) const = default;
};

/** Sixteen letters a half, for file names. */
EXEMPLARBUILDER_API std::string FormatStageKey(const FStageKey& Key);

/**
 * Where results of stages are kept from one build to the next: a folder of the command line, the editor's derived data.
 * What it hands out is checked before it is used, so that it may lose or damage what it likes.
 */
class EXEMPLARBUILDER_API IStageStore
{
public:
	virtual ~IStageStore();

	/** The bytes that were kept under this key; empty where there are none. */
	virtual TAlignedArray<std::byte> Load(std::string_view Stage, const FStageKey& Key) = 0;

	virtual void Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes) = 0;
};

/**
 * The key of a stage ("rig", "skin" or "levels"). Before is the key of the stage before it, or that of the examples.
 * The options that count are those of OptionTable.h under the stage's name (and "clip" for levels): whoever changes
 * others, which have no name, must not use a store.
 */
EXEMPLARBUILDER_API FStageKey MakeStageKey(
	std::string_view Stage, const FBuildOptions& Options, const FStageKey& Before);

/** What the examples are, whatever files they came from. Code is the version of the program: others compute otherwise.
 */
EXEMPLARBUILDER_API FStageKey MakeExamplesKey(const FExampleSet& Examples, uint64_t Seed, std::string_view Code);

} // namespace Exemplar
