// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/BuildCorrectives.h"
#include "Correctives/CorrectiveWriter.h"
#include "Correctives/InverseSkinning.h"

namespace Exemplar
{

/** Examples pulled back through the operator: what every form of interpolation starts from. */
struct FPreparedExamples
{
	double Diagonal = 0.0;
	std::vector<FAffineDeformation> Operators; // one per example
	std::vector<FInverse> Inverses;            // one per example
	FDriverPoses Poses;
	std::vector<FCurveRange> Ranges; // of the curves
	std::vector<uint32_t> Joints;    // that examples turn, roots left out, ascending
	std::vector<uint32_t> Pinned;    // examples
	std::vector<std::string> Names;  // of pinned examples
	std::vector<FCorrectiveProblem> Problems;
};

/** Checks the input and inverts the operator in every example. Fails by name on what has no remedy here. */
TResult<FPreparedExamples> PrepareExamples(
	const FCorrectiveInput& Input, const FCorrectiveOptions& Options, const FBuildContext& Context);

/** The driver values of poses that need not be examples, with the ranges of the examples' curves. */
FDriverPoses ReadPoses(const FCorrectiveInput& Input, std::span<const FCurveRange> Ranges,
	std::span<const FAffine3d> Palettes, std::span<const double> Curves);

/** Offsets of the examples for a learned layer. */
FLearnedExamples ToLearnedExamples(const FCorrectiveInput& Input, const FPreparedExamples& Prepared);

/** Adds the pinned examples on top of what the writer has: exact after displacements are encoded. Width is that of the
 * kernel. Reports poses that are too near each other. */
FStatus WritePinned(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer);

/** All examples by weighted pose-space deformation: a row per bone, whose poses are told apart by the joints that bend
 * its points. */
FStatus WriteWeighted(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer);

/** All examples by a classic radial form. */
FStatus WriteClassic(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer);

} // namespace Exemplar
