// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/LearnedLayer.h"

namespace Exemplar
{

/**
 * One term of a learned layer as a few shapes: what the term adds to a point in a pose is the sum over shapes of weight
 * times delta, and a weight is the sum over centers of coefficient times the term's kernel.
 */
struct FTermShapes
{
	size_t Term = 0;
	std::vector<uint32_t> Centers;    // examples
	Eigen::MatrixXd Coefficients;     // one row per shape, one column per center
	std::vector<double> Low, High;    // of the shapes' weights over the examples and poses between and beyond them
	std::vector<uint32_t> Offsets{0}; // rows are shapes
	std::vector<uint32_t> Points;     // ascending in a row
	std::vector<FDouble3> Deltas;

	size_t ShapeCount() const { return Offsets.size() - 1; }
};

/**
 * The layer with fewer kernels, shapes and deltas. Terms are compressed on their own, because shapes of the whole body
 * lose what generalizes: centers by pivoted Cholesky of the kernels, shapes by the singular vectors of the term's
 * values, and small deltas are dropped. Bound is the RMS over points and poses that all of it may add, units of length;
 * it is spent where it saves most. Zero keeps every shape above rounding.
 */
std::vector<FTermShapes> CompressLearnedLayer(const FLearnedLayer& Layer, double Bound, const FBuildContext& Context);

/** The poses where compression is measured: the examples, poses between neighbors, and poses a quarter beyond each. */
FDriverPoses SamplePosesAround(const FDriverPoses& Examples);

/** The rotation Share of the way from one to another; beyond one it goes on. */
Eigen::Vector4d TurnBetween(const Eigen::Vector4d& From, const Eigen::Vector4d& To, double Share);

} // namespace Exemplar
