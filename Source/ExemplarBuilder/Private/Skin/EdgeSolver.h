// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Skin/PointSystem.h"

namespace Exemplar
{

/** The edges of the rest mesh with what a difference across them costs; both directions, by rising neighbor. */
struct FWeightedEdges
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint32_t> Neighbors;
	std::vector<double> Costs; // mean one
};

/** Costs (mean length of all edges / mean length of the edge over the examples)^Exponent (Merry 2007, eq. 4.4). */
FWeightedEdges MakeWeightedEdges(const FMotionData& Data, std::span<const FTriangle> Triangles, double Exponent);

struct FEdgeSolverOptions
{
	double Lambda = 0.0;
	double Delta = 0.0;
	std::span<const double> PointWeights;
	double Tolerance = 1e-6;
	int MaxIterations = 2000;
};

/**
 * Minimizes  sum_i w_i E(z_i) + Lambda |z_i|^2 + Delta sum_e c_e |z_a - z_b|^2_e  over all points together. The
 * difference across an edge is taken about its middle and over the bones of both ends; a point does not deviate by
 * bones that it does not follow. In the groups' own coordinates the first two terms are diagonal, so that the
 * preconditioner is a division. Start and result are one matrix a group. Returns the iterations, or the canceled
 * error.
 */
TResult<int> SolveWithEdges(const FPointProblem& Problem, std::span<const FGroupSystem> Systems,
	const FWeightedEdges& Edges, const FEdgeSolverOptions& Options, std::vector<Eigen::MatrixXd>& Solutions,
	const FBuildContext& Context);

} // namespace Exemplar
