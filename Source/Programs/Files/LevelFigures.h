// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Files/Json.h"
#include "Files/Svg.h"
#include "Levels/BuildLevels.h"

namespace Exemplar
{

/** The triangles of every section in an order that suits vertex caches (meshoptimizer); vertices stay where they are.
 */
void OptimizeTriangleOrder(FCharacterData& Character);

/** "levels", a line each; "figures" of the stage. Diagonal is the rest's, for errors in percent. */
FJson DescribeLevels(const FBuiltLevels& Levels, double Diagonal);

/** The levels' table for people. */
std::string FormatLevels(const FBuiltLevels& Levels, double Diagonal);

/** Error against triangles: the stream's running error, and the levels' own, mean and bound. */
FPlot PlotLevels(const FBuiltLevels& Levels, double Diagonal);

/** A character of one level alone. */
FCharacterData PickLevel(const FCharacterData& Character, size_t Level);

} // namespace Exemplar
