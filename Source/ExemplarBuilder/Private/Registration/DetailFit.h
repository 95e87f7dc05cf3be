// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/ScanCleaning.h"
#include "Registration/TemplateModel.h"

namespace Exemplar
{

struct FDetailOptions
{
	int Iterations = 8;
	double Stiffness = 1.0;              // of the shape against the scan
	double NuFrom = 0.005, NuTo = 0.003; // distance at which a pair counts exp(-1/2)
	double Cosine = 0.6;                 // normals of a pair agree at least as much
	double Slide = 0.02;                 // of the way along the surface to the closest point that a vertex is drawn

	/** Where the rig takes every vertex, for those that see no scan, and how confident each one is. Empty: none. */
	std::span<const FDouble3> Prior;
	std::span<const float> Confidence;
	double PriorWeight = 0.1;
};

/** What the fit found at the end. */
struct FDetailResult
{
	std::vector<FDouble3> Positions;
	size_t Flips = 0;     // triangles turned over that the repair could not turn back
	size_t Stretched = 0; // edges beyond a factor of three, likewise
};

/**
 * Moves every vertex along its normal to the scan while the surface stays as rigid as the template allows (Sorkine &
 * Alexa 2007). Vertices that see no scan follow the others. Triangles that turn over or stretch are fitted again with a
 * stiff neighborhood; what stays bad there takes the positions of the start.
 */
FDetailResult FitDetail(const FTemplateModel& Model, const FCleanScan& Scan, std::span<const FDouble3> Start,
	const FDetailOptions& Options, IExecutor& Executor);

/** Triangles whose normal is turned by more than a right angle against what the rotations around their corners predict.
 */
std::vector<uint32_t> FindFlips(const FTemplateModel& Model, std::span<const FDouble3> Positions);

/** The as-rigid-as-possible rotation of every vertex's star. */
std::vector<Eigen::Matrix3d> StarRotations(const FTemplateModel& Model, std::span<const FDouble3> Positions);

} // namespace Exemplar
