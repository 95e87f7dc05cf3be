// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Files/Svg.h"
#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/** "levels", one entry each, of the character as saved, and "figures" of the stage. */
FJson DescribeLevels(const FBuiltCharacter& Built);

/** The table of levels as text. */
std::string FormatLevels(const FBuiltCharacter& Built);

/** Error over triangle count: the stream's running error, and the surface error, texture deviation and bound of each
 * level. */
FPlot PlotLevels(const FBuiltCharacter& Built);

/** The character with only this level. */
FCharacterData PickLevel(const FCharacterData& Character, size_t Level);

} // namespace Exemplar
