// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: how far two surfaces are from each other over poses.

#pragma once

#include "Base/Executor.h"
#include "BuilderApi.h"
#include "Geometry/ClosestPoint.h"

#include <span>

namespace Exemplar
{

/** A surface in some poses: one array of positions per pose. */
struct FSurfacePoses
{
	std::span<const FTriangle> Triangles;
	std::span<const std::vector<FDouble3>> Poses;
};

/**
 * Places spread evenly over a surface by its area, the mean over the poses: one in each of Count parts of equal area,
 * at random within it. The same seed gives the same places. None where the surface has no area.
 */
EXEMPLARBUILDER_API std::vector<FSurfaceCoordinate> SampleSurface(
	const FSurfacePoses& Surface, size_t Count, uint64_t Seed);

struct FSurfaceDistance
{
	/** Root mean square distance over places and poses, both ways together: in units of the positions. */
	double Rms = 0.0;

	/** The same from the first surface to the second, and back. */
	double There = 0.0;
	double Back = 0.0;

	/** The largest distance of a place in a pose, either way. */
	double Max = 0.0;

	/** The largest over places of the root mean square over poses, either way. */
	double Worst = 0.0;
};

/**
 * The distance between two surfaces in corresponding poses: from places of each (SampleSurface, Count per surface) to
 * the closest point of the other. Places are the same in every pose and have nothing to do with vertices, so a fit to
 * vertices or to other places gains nothing. Both surfaces must have triangles with area and equally many poses.
 */
EXEMPLARBUILDER_API FSurfaceDistance MeasureSurfaceDistance(const FSurfacePoses& First, const FSurfacePoses& Second,
	size_t Count, uint64_t Seed, IExecutor& Executor = GetSerialExecutor());

} // namespace Exemplar
