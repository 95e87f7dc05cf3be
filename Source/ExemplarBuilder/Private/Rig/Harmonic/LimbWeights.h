// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/LimbSkeleton.h"

namespace Exemplar
{

/**
 * The weights of the first mesh's vertices: each has those of the ring at its value, in the limb whose ring is nearest,
 * smoothed over the surface; at most Influences per vertex. Source is the whole mesh: vertices of other pieces
 * follow the nearest vertex of the piece that has limbs.
 */
FRigWeights MakeLimbWeights(const FTriangleMesh& Source, const FHarmonicMesh& Mesh, std::span<const double> Field,
	const FLimbs& Limbs, const FLimbSkeleton& Skeleton, size_t Influences, const FBuildContext& Context);

} // namespace Exemplar
