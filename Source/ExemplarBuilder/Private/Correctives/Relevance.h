// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Geometry/Mesh.h"
#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

/** Which joints drive the correction of a point, and how strongly. Row i is [Offsets[i], Offsets[i + 1]). */
struct FRelevance
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Joints; // ascending in a row
	std::vector<double> Values;   // at most one; the largest of a joint is one

	size_t PointCount() const { return Offsets.size() - 1; }
};

/**
 * A joint matters where its sides meet: the skin weight below it times that above it, diffused over the surface,
 * because a biceps far from the crease still answers to the elbow. Spread is the standard deviation of the diffusion in
 * units of length. Joints that bend nothing have no entries.
 */
FRelevance FindRelevance(const FTriangleMesh& Rest, const FRigWeights& Weights, std::span<const int32_t> Parents,
	double Spread, IExecutor& Executor = GetSerialExecutor());

} // namespace Exemplar
