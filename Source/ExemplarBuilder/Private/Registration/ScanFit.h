// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/Articulation.h"
#include "Registration/DetailFit.h"
#include "Registration/FitScore.h"
#include "Registration/GraphFit.h"

namespace Exemplar
{

/** What is made of a template once, for all scans: graphs of three levels, their solvers, and the pseudo-rig. */
struct FTemplateKit
{
	FTemplateModel Model;
	std::array<FDeformationGraph, 3> Graphs; // coarse, middle, fine
	std::array<std::unique_ptr<FGraphFit>, 3> Fits;
	FArticulation Pseudo;
	std::vector<FSurfaceCoordinate> Turned; // of every vertex: where it lies at rest when the body faces the other way
	std::vector<std::pair<uint32_t, uint32_t>> RestIntersections;
};

/** A kit stays where it was made: its parts refer to each other. */
TResult<std::unique_ptr<FTemplateKit>> MakeTemplateKit(const FTemplate& Template);

/** A scan with its registration so far. */
struct FScanFit
{
	std::vector<FDouble3> Positions; // of the template's vertices, in diagonals; empty: not registered
	FFitScore Score;
	size_t Flips = 0;
	size_t Stretched = 0;
	bool bAmbiguous = false; // another start ends as well, somewhere else
};

/** A coarse pose to fit from: positions of the template's vertices. */
using FStartPose = std::vector<FDouble3>;

struct FScanFitOptions
{
	int CoarseIterations = 16;
	std::span<const FLandmarkPair> Landmarks;
};

/** Fits the graph's coarse and middle level from every start, keeps the best by score, and fits the rest. */
FScanFit FitScan(const FTemplateKit& Kit, const FCleanScan& Scan, std::span<const FStartPose> Starts,
	const FScanFitOptions& Options, IExecutor& Executor);

/** The pose that landmarks alone give. */
FStartPose StartFromLandmarks(
	const FTemplateKit& Kit, const FCleanScan& Scan, std::span<const FLandmarkPair> Landmarks, IExecutor& Executor);

/** A pose in which the body faces the other way in the same place: front is back, and left is right. */
FStartPose TurnAround(const FTemplateKit& Kit, std::span<const FDouble3> Positions);

/** Whether two fits explain a scan about equally well in different poses, so that neither can be trusted. */
bool AreAmbiguous(const FScanFit& A, const FScanFit& B);

/** The stiffness of the detail for a scan's noise. */
FDetailOptions DetailOptionsOf(const FCleanScan& Scan);

/** Mean distance of two poses of the template. */
double MeanDistance(std::span<const FDouble3> A, std::span<const FDouble3> B);

} // namespace Exemplar
