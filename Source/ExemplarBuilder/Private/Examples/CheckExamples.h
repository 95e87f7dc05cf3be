// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** What no set of examples may have; the sentence names the mesh or pose, the element and the remedy. */
FStatus CheckSourceMesh(const FSourceMesh& Mesh);
FStatus CheckSourcePoses(const FSourceExamples& Source);

/** Finite, of a size that can be computed with, and not all in one place; Owner begins the sentence where not. */
FStatus CheckPositions(const std::vector<FDouble3>& Positions, const std::string& Owner);

/** The longest side of the rest mesh's box, in file units; what the units are guessed from. */
double LargestExtent(const std::vector<FDouble3>& Positions);

/** UVs and normals that are not finite; positions that are not are an error. */
void FindBadAttributes(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems);

/** Vertices that no polygon uses. */
void FindUnreferencedVertices(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems);

/** Takes triangles with two equal points, and all but the first of those that stand twice, out of the set. */
void RemoveBadTriangles(FExampleSet& Set);

/** Edges with more than two triangles, and triangles without area; both stay. */
void FindBadSurface(FExampleSet& Set);

/** A sentence where the rest mesh is unlikely to be in meters after the scaling that the options ask for. */
void GuessUnits(const FExampleSet& Set, const FExampleOptions& Options, std::vector<FExampleProblem>& Problems);

} // namespace Exemplar
