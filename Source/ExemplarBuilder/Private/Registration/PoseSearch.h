// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/Articulation.h"
#include "Registration/ScanField.h"

namespace Exemplar
{

/** A coarse pose: the motion of every part, and how badly it explains the scan. */
struct FPoseHypothesis
{
	std::vector<FRigidMotion> Motions;
	double Value = 0.0;
	std::vector<FDouble3> Positions; // of the template
};

/** What a search may start from besides its own starts. */
struct FSearchHints
{
	std::vector<FRigidMotion> Trunks; // motions of the root that are always kept
	size_t Keep = 4;                  // hypotheses to return at most
	double Within = 0.25;             // of the best value
};

/**
 * Finds poses of the parts that explain a scan, without any start: a global search of the trunk, then a beam search
 * down every limb, on a look-up of the scan's nearest vertices. The best hypotheses, best first.
 */
std::vector<FPoseHypothesis> SearchPose(const FTemplateModel& Model, const FArticulation& Articulation,
	const FCleanScan& Scan, const FScanField& Field, const FSearchHints& Hints, IExecutor& Executor);

/** Places a posed template rigidly: the best motions of its whole surface. */
std::vector<std::vector<FDouble3>> PlaceRigidly(const FTemplateModel& Model, std::span<const FDouble3> Posed,
	const FCleanScan& Scan, const FScanField& Field, size_t Keep);

/** The share of scan samples that a posed template explains: near it, with normals that agree. */
double MeasureCoverage(const FTemplateModel& Model, std::span<const FDouble3> Positions, const FCleanScan& Scan,
	size_t Samples, double Reach, double Cosine);

} // namespace Exemplar
