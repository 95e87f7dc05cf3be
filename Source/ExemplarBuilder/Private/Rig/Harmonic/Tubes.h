// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/ReebGraph.h"

#include <complex>

namespace Exemplar
{

constexpr size_t RingSamples = 32;

/** A curve sampled at equal steps of its phase. */
struct FRing
{
	int32_t Curve = 0; // of the graph
	double Value = 0.0;
	double Start = 0.0; // the phase of the first sample
	double Length = 0.0;
	double MeanCurvature = 0.0; // along the curve
	FDouble3 Center;
	std::array<FDouble3, RingSamples> Points;
	std::array<double, RingSamples> Curvatures;
	std::array<double, RingSamples> Slopes;
};

/** An arc of the graph, from the source's side outward. Samples of equal number lie on one line of steepest ascent. */
struct FHarmonicTube
{
	uint64_t Tips = 0; // bit i: tip i lies beyond it, seen from the source
	std::vector<FRing> Rings;

	/** The ring with exactly this value; null if there is none. */
	const FRing* RingAt(double Value) const;
};

/** The tubes of a graph without cycles whose tip 0 is the source. */
std::vector<FHarmonicTube> MakeTubes(const FReebGraph& Graph);

/** The ring's samples again, from another phase on. */
FRing Resample(const FReebGraph& Graph, const FRing& Ring, double Shift);

/**
 * Where on ring A the ring B lies, as the mean of e^(2 pi i phase) of the samples of A that are closest to samples of
 * B: the angle says where, the length how clearly.
 */
std::complex<double> FindSide(const FRing& A, const FRing& B);

/** The pointwise change of mean curvature between two rings, |H_B - H_A| averaged over samples of equal phase. */
double CurvatureChange(const FRing& A, const FRing& B);

} // namespace Exemplar
