// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <optional>
#include <span>

namespace Exemplar
{

/**
 * The position of a joint in an example. Skin near a joint keeps its distance to it, so the joint is the point p that
 * minimizes f(p) = sum_i (d_i^2 - |v_i - p|^2)^2 over the skin v_i with rest distances d_i (NTU dissertation on example
 * meshes, eq. 4.3). The squares are summed, never the sum squared: that has a whole sphere of zeros.
 */
struct FJointPosition
{
	FDouble3 Position;

	/** sqrt(f / M) over the mean squared distance; below 0.1 the joint is reliable. */
	double Residual = 0.0;

	/** Skin that is (nearly) one flat ring sees two mirrored joints; this is the other one, where it is a minimum too.
	 */
	std::optional<FDouble3> Mirror;
	double MirrorResidual = 0.0;
};

/** f(p), and its gradient where asked for. */
double SquaredRangeError(
	const FDouble3& P, std::span<const FDouble3> Skin, std::span<const double> Distances, FDouble3* Gradient = nullptr);

/**
 * The global minimum, without a starting value: as a trust-region problem in (p, |p|^2) it has one Lagrange multiplier,
 * found by bisection (Beck, Stoica & Li 2008). In the hard case, skin in a plane, both mirrored minima are exact.
 * Needs at least three points.
 */
FJointPosition LocateJoint(std::span<const FDouble3> Skin, std::span<const double> Distances);

/** A local minimum from a starting value (Levenberg-Marquardt with the exact Hessian). */
FJointPosition RefineJoint(const FDouble3& Start, std::span<const FDouble3> Skin, std::span<const double> Distances);

} // namespace Exemplar
