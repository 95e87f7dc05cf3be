// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Registration/Scans.h"

#include <span>

namespace Exemplar
{

/** How a scan is simulated. Lengths are in the units of the body, which is taken to be in meters. */
struct FScanSimulation
{
	int Cameras = 6;         // from 1 to 16, around the body
	double Noise = 0.0005;   // of a depth, along the ray
	double Cell = 0.008;     // of the grid that depths are fused in; from 0.001
	int PixelsPerSide = 480; // of a camera; from 64 to 2048
	int Holes = 3;           // spheres in which no depth was measured
	double HoleRadius = 0.04;
	bool bFloor = false; // a disc that the body stands on
	bool bStrap = false; // a band around the waist, 9 mm off the skin
	double Turn = 0.0;   // of the body about the up axis, radians

	/** Spheres that hide everything inside: a hand that is missing. */
	struct FSphere
	{
		FDouble3 Center;
		double Radius = 0.0;
	};
	std::vector<FSphere> Missing{};
};

/** A simulated scan with its truth. */
struct FSimulatedScan
{
	FScan Scan;
	std::vector<FDouble3> Truth;        // where every vertex of the body is, turned
	std::vector<uint8_t> Visible;       // of every vertex of the body: whether a camera measured it
	std::vector<int32_t> NearestVertex; // of every vertex of the scan; -1 for floor, strap and blur
};

/**
 * A scan of a posed body as depth cameras would make it: depths with noise from several sides, cameras that are
 * slightly wrong, fusion in a randomly turned grid (Curless & Levoy 1996) where cells were seen, and vertices of its
 * own in random order. The same seed gives the same bytes.
 */
EXEMPLARBUILDER_API TResult<FSimulatedScan> SimulateScan(std::span<const FDouble3> Body,
	std::span<const FTriangle> Triangles, const FScanSimulation& Simulation, const FBuildContext& Context);

} // namespace Exemplar
