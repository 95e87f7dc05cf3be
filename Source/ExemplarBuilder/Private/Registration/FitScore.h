// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/DeformationGraph.h"
#include "Registration/RegisterScans.h"
#include "Registration/ScanCleaning.h"

namespace Exemplar
{

/** How well a registered template explains a scan, without truth: the parts of the score (Docs/Registration.md). */
struct FFitScore
{
	double Forward = 0.0;  // distance of the template to the scan, of those that should see it
	double Coverage = 0.0; // share of the scan that is explained
	double Bending = 0.0;  // between neighboring nodes of the middle graph
	double Stretch = 0.0;  // of edges
	double Total = 0.0;
};

FFitScore ScoreFit(const FTemplateModel& Model, const FDeformationGraph& Middle, std::span<const FDouble3> Positions,
	const FCleanScan& Scan);

/** Confidence of every vertex in [0, 1]: near the scan, with a normal that agrees, away from the scan's borders and
 * from a floor that was removed. Hidden vertices have none. */
std::vector<float> MeasureConfidence(
	const FTemplateModel& Model, std::span<const FDouble3> Positions, const FCleanScan& Scan, IExecutor& Executor);

std::vector<EPointState> ClassifyPoints(const FTemplateModel& Model, std::span<const float> Confidence);

/** Distances, shares and stretch of a pose that has positions, confidence and states. */
void MeasurePose(const FTemplateModel& Model, const FCleanScan& Scan, FRegisteredPose& Pose);

/** Pairs of triangles that cross and share no vertex. */
std::vector<std::pair<uint32_t, uint32_t>> FindSelfIntersections(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

} // namespace Exemplar
