// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RigidError.h"
#include "Rig/Harmonic/LimbMatch.h"

namespace Exemplar
{

/** Per ring of a limb: the largest change of mean curvature from the first pose to any other. */
struct FCurvatureChanges
{
	std::vector<double> Pointwise; // mean of |H_k - H_0| over the ring: linear in the bend
	std::vector<double> Averaged;  // |mean H_k - mean H_0|: quadratic in the bend, but blind to phases
};
FCurvatureChanges MeasureCurvatureChanges(const FLimb& Limb);

/** Where a limb bends, from 0 to 1 per ring: both changes, each over its largest, smoothed over five rings. */
std::vector<double> BendSignal(const FCurvatureChanges& Changes);

/** A piece of a limb that moves as one: rings [First, End). */
struct FLimbPart
{
	int32_t Limb = 0;
	size_t First = 0, End = 0;
	std::vector<FRigidError> Errors; // per pose after the first

	double Area() const { return Errors.empty() ? 0.0 : Errors.front().Area; }
	double Error() const; // the sum over poses of what the best rigid motions leave
};

/** The union of two parts as far as their motion is concerned. */
std::vector<FRigidError> MergeParts(std::span<const FRigidError> A, std::span<const FRigidError> B);
double SumOfErrors(std::span<const FRigidError> Errors);

/**
 * Cuts a limb into rigid parts: of all ways to cut it, the one with the least error plus Cost per cut and unit of the
 * limb's area. A cut costs half of that where the curvature changes most and one and a half times that where it does
 * not change, so joints stand where motion and curvature agree. No part is shorter than its radius.
 */
std::vector<FLimbPart> CutLimb(const FLimbs& Limbs, size_t Limb, double Cost);

} // namespace Exemplar
