// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/**
 * The character that an example set brought along: its rest surface on the skeleton, weights and clips of its source
 * (glTF, FBX, the sample). Nothing is fitted; methods are measured against it. The set must be in the coordinates of
 * its file, as its rig is. Source is where it came from, for the provenance.
 */
TResult<FCharacter> BuildTruthCharacter(const FExampleSet& Examples, const std::string& Source);

} // namespace Exemplar
