// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Correctives/DriverPoses.h"
#include "Geometry/Mesh.h"

#include <string>

namespace Exemplar
{

/**
 * Sculpts that must be exact. What other layers leave at these poses is interpolated by a narrow kernel of the whole
 * pose, so that the sculpts are met and other poses are left alone. Rest is a pose of its own with nothing to add.
 */
struct FPinnedLayer
{
	FDriverPoses Poses; // of the sculpts, rest last
	double Width = 0.4;
	Eigen::MatrixXd Cardinal;        // the inverse of the kernels between the poses
	std::vector<FDouble3> Residuals; // [sculpt * points + point], in rest space
};

/** Names are those of the sculpts, for messages: two sculpts of one pose, or one of the rest pose, are refused. */
TResult<FPinnedLayer> FitPinnedLayer(
	const FDriverPoses& Poses, std::span<const std::string> Names, std::vector<FDouble3> Residuals, double Width = 0.4);

/** The weight of every sculpt in a pose: one at its own, zero at the others and at rest. */
Eigen::VectorXd PinnedWeights(const FPinnedLayer& Layer, const FDriverPoses& Poses, size_t Pose);

} // namespace Exemplar
