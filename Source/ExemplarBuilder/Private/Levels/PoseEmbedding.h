// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"
#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/**
 * Normalized animation space (Merry 2007, section 3.1.2): y = C p with C^T C = P, where plain distances are the
 * metric's lengths. Rows of a few dozen floats around a common center: what a stream of collapses measures with.
 * Directions that the points do not differ in are left out.
 */
class FPoseEmbedding
{
public:
	/**
	 * Points and metric in the same basis. MaxDimensions bounds the rows, a multiple of four. From more than
	 * MaxDenseBones on the directions come from a sample of the points alone: the metric's own axes take minutes there.
	 */
	FPoseEmbedding(const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions = 96,
		size_t MaxDenseBones = 192);

	/** Floats of a row, a multiple of four. */
	size_t Dimensions() const { return Rank; }

	/** Writes the row of a point. */
	void Embed(const FAnimationVector& Point, float* Row) const;

private:
	void ReduceByAxes(const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions);
	void ReduceBySamples(const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions);
	Eigen::VectorXd Project(const FAnimationVector& Point) const;

	Eigen::MatrixXd Factor; // Rank x 4 bones
	Eigen::VectorXd Center;
	size_t Rank = 0;
};

/** The scalar product of two rows; Size is a multiple of four. */
inline float DotRows(const float* A, const float* B, size_t Size)
{
	float S0 = 0.0f, S1 = 0.0f, S2 = 0.0f, S3 = 0.0f;
	for (size_t I = 0; I < Size; I += 4)
	{
		S0 += A[I] * B[I];
		S1 += A[I + 1] * B[I + 1];
		S2 += A[I + 2] * B[I + 2];
		S3 += A[I + 3] * B[I + 3];
	}
	return (S0 + S1) + (S2 + S3);
}

} // namespace Exemplar
