// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** Maps source vertices to points. Vertices that coincide in the rest mesh but separate in some pose (closed lips) stay
 * separate. The first vertex of a point represents it: another joins if it is within Tolerance (a distance) of that one
 * in the rest and in every pose, so points do not grow by chains. Points are numbered by their first vertex: where
 * nothing is welded, point i is vertex i.
 */
struct FWeld
{
	std::vector<uint32_t> PointOfSource;
	std::vector<uint32_t> SourceOfPoint; // the first vertex
};

FWeld WeldVertices(const FSourceExamples& Source, double Tolerance);

} // namespace Exemplar
