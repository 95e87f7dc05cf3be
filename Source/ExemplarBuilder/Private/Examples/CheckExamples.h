// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** Checks what every set of examples must satisfy; errors name the mesh or pose, the element and the remedy. */
FStatus CheckSourceMesh(const FSourceMesh& Mesh);
FStatus CheckSourcePoses(const FSourceExamples& Source);

/** Checks that positions are finite, not too large and not all in one place; errors start with Owner. */
FStatus CheckPositions(std::span<const FDouble3> Positions, const std::string& Owner);

/** The longest side of the rest mesh's box in file units, from which the units are guessed. */
double LargestExtent(std::span<const FDouble3> Positions);

/** Reports UVs and normals that are not finite; for positions this is an error. */
void FindBadAttributes(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems);

/** Reports vertices that no polygon uses. */
void FindUnreferencedVertices(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems);

/** Removes triangles with two equal points, and all but the first of duplicates. */
void RemoveBadTriangles(FExampleSet& Set);

/** Reports edges with more than two triangles and triangles without area; both are kept. */
void FindBadSurface(FExampleSet& Set);

/** Reports a rest mesh that is unlikely to be in meters after applying the scale. */
void GuessUnits(const FExampleSet& Set, const FExampleOptions& Options, std::vector<FExampleProblem>& Problems);

} // namespace Exemplar
