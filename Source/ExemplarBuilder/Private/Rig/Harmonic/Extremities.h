// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/HarmonicMesh.h"

#include <span>

namespace Exemplar
{

/** A local maximum, and how far one must descend from it to reach a higher one. The highest has its own height. */
struct FPersistentMaximum
{
	int32_t Vertex = 0;
	double Persistence = 0.0;
};

/** The local maxima of a function on a mesh, the most persistent first; ties by number. */
std::vector<FPersistentMaximum> FindMaxima(const FHarmonicMesh& Mesh, std::span<const double> Values);

/** The ends of limbs, found without knowing where the head is. */
struct FExtremities
{
	std::vector<FPersistentMaximum> Tips; // persistence as a share of Reach
	int32_t Center = 0;                   // the vertex from which no part of the body is far
	double Reach = 0.0;                   // the largest distance along the surface from it
};

/**
 * The maxima of the distance along the surface from the body's center. The center minimizes the squared distances to a
 * few vertices that are far from each other. Both depend on lengths on the surface alone, so they are nearly the same
 * in every pose. Tips with a persistence below MinPersistence are left out.
 */
FExtremities FindExtremities(const FHarmonicMesh& Mesh, double MinPersistence);

} // namespace Exemplar
