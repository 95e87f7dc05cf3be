// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Examples/ExampleSet.h"
#include "Files/Json.h"

namespace Exemplar
{

/** Counts, bounds, topology, the imported rig, and problems with their remedies. */
FJson DescribeExamples(const FExampleSet& Examples);

/** Counts, bounds, levels, clips and provenance of a character. */
FJson DescribeCharacter(const FCharacterView& Character);

} // namespace Exemplar
