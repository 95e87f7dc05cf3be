// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Correctives/Deformation.h"
#include "Correctives/LearnedTerms.h"

namespace Exemplar
{

/**
 * Corrections that generalize: the offset of point v in pose x, in rest space, is
 *
 *     d_v(x) = sum_j f_vj(R_j) + sum_(p,j) g_vpj(R_p, R_j) + sum_s h_vs(s),
 *
 * a smooth function per joint that matters to the point, one per pair of such a joint and its parent, and one per
 * scalar. All are combinations of kernels at the examples, found by ridge regression (a Gaussian process with the
 * kernel K_v = sum_j a_vj k_j + w sum_(p,j) sqrt(a_vp a_vj) k_p k_j, a the relevance). Rest is exactly zero.
 */
struct FLearnedLayer
{
	FLearnedOptions Options;
	FDriverPoses Poses; // of the examples
	FTermRows Rows;
	std::vector<FDouble3> Coefficients; // [point * examples + example]
	size_t OriginalCount = size_t(-1);  // examples from this on are mirror images
};

/**
 * Mirror images teach through what the two sides share: an example and an image correlate by Share of the kernel
 * (two outputs of one Gaussian process), so that the sides may differ where both were seen. Kernel has a row and a
 * column per example.
 */
void CorrelateImages(Eigen::MatrixXd& Kernel, size_t OriginalCount, double Share);

/** What the layer learns from: offsets in rest space that reproduce the examples, [pose * points + point]. */
struct FLearnedExamples
{
	FDriverPoses Poses;
	std::vector<int32_t> Parents;
	std::vector<FDouble3> Offsets;
	/** The operator in each pose; errors count where they are seen, after it. Empty: as they are in rest space. */
	std::vector<FAffineDeformation> Operators;
	/** Examples from this on are mirror images: they teach, and no error is counted at them. */
	size_t OriginalCount = size_t(-1);

	size_t CountedCount() const { return (std::min)(OriginalCount, Poses.PoseCount()); }
};

FLearnedLayer FitLearnedLayer(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, const FBuildContext& Context);

/** Solves these points again after their offsets changed; poses, relevance and all other points stay. */
void RefitLearnedPoints(FLearnedLayer& Layer, const FLearnedExamples& Examples, std::span<const uint32_t> Points,
	const FBuildContext& Context);

/** The offsets of all points in the poses: [pose * points + point]. */
std::vector<FDouble3> EvaluateLearnedLayer(
	const FLearnedLayer& Layer, const FDriverPoses& Poses, const FBuildContext& Context);

/**
 * How unsure the layer is in each pose, from 0 (at an example) up: the mean over points of the standard deviation that
 * the examples leave (of the Gaussian process, in units of its kernels), each point counted by how much the examples
 * move it. Every Stride-th point counts.
 */
std::vector<double> LearnedUncertainty(
	const FLearnedLayer& Layer, const FDriverPoses& Poses, size_t Stride, const FBuildContext& Context);

} // namespace Exemplar
