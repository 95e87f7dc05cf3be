// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

#include <optional>
#include <vector>

namespace Exemplar
{

/**
 * The tangents that MikkTSpace gives the corners of a level's triangles, three per triangle; W is the sign of the
 * bitangent. They are glTF's: MikkTSpace is given v upward. Nothing where this program was built without MikkTSpace, or
 * where the level has no normals or UVs.
 */
std::optional<std::vector<FFloat4>> MakeMikkTangents(const FMeshLevelView& Level);

/** How the tangents of a level differ from those of MikkTSpace. */
struct FTangentDifference
{
	double Median = 0.0, Percentile99 = 0.0, Largest = 0.0; // degrees, over corners
	double MapError =
		0.0; // degrees: a normal 30 degrees off the surface's, read with one frame and shown with the other; RMS
	size_t WrongSigns = 0;
	size_t Corners = 0;
};
std::optional<FTangentDifference> CompareWithMikk(const FMeshLevelView& Level);

} // namespace Exemplar
