// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** The character that came with an example set: its rest surface with the skeleton, weights and clips of its source
 * (glTF, FBX, the sample). Nothing is fitted; methods are measured against it. The set must be in file coordinates,
 * like its rig. Source is recorded in the provenance.
 */
TResult<FCharacter> BuildTruthCharacter(const FExampleSet& Examples, const std::string& Source);

} // namespace Exemplar
