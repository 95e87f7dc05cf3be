// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/BuildAtlas.h"
#include "Files/Json.h"

namespace Exemplar
{

/** The figures of a character's UVs: charts, stretch, efficiency, overlap, flipped triangles. */
FJson DescribeUVs(const FUVMeasure& Measure);

/** A self-contained SVG file: the triangles in the texture, colored by stretch, with the borders of charts. */
std::string DrawUVs(const FSurface& Surface, const FUVMeasure& Measure);

} // namespace Exemplar
