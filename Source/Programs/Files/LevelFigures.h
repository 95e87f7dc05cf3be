// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Files/Json.h"
#include "Files/Svg.h"
#include "Levels/BuildLevels.h"

namespace Exemplar
{

/** Reorders the triangles of every section for vertex caches (meshoptimizer); vertices keep their order. */
void OptimizeTriangleOrder(FCharacterData& Character);

/** "levels", one entry each, and "figures" of the stage. Diagonal is that of the rest mesh, for errors in percent. */
FJson DescribeLevels(const FBuiltLevels& Levels, double Diagonal);

/** The table of levels as text. */
std::string FormatLevels(const FBuiltLevels& Levels, double Diagonal);

/** Error over triangle count: the stream's running error, and the mean error and bound of each level. */
FPlot PlotLevels(const FBuiltLevels& Levels, double Diagonal);

/** The character with only this level. */
FCharacterData PickLevel(const FCharacterData& Character, size_t Level);

} // namespace Exemplar
