// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/MotionFit.h"
#include "Geometry/EigenLibrary.h"
#include "Skin/PointFit.h"

namespace Exemplar
{

/**
 * Points with one influence set. A deviation of a point is written about the group's center c: for each bone an offset
 * u and a change of weight, which is multiplied by FPointFitOptions::WeightLength. In rest space that is
 * (u + dw c, dw), so that moving weight between bones does not look large where the origin is far away.
 */
struct FPointGroup
{
	std::vector<uint16_t> Bones;
	std::vector<uint32_t> Points; // ascending
	Eigen::Vector3d Center;
	Eigen::MatrixXd Prior; // bones x points: the weights of linear blending

	Eigen::Index Influences() const { return static_cast<Eigen::Index>(Bones.size()); }
	Eigen::Index Count() const { return static_cast<Eigen::Index>(Points.size()); }
};

/** What is the same for every choice of regularization and of examples. In the units of FMotionData. */
struct FPointProblem
{
	const FMotionData& Data;
	const FBoneMotions& Bones;
	double WeightLength = 0.1;
	std::vector<FPointGroup> Groups; // ascending by set
	std::vector<uint32_t> GroupOfPoint;
	std::vector<uint32_t> PlaceOfPoint; // in its group
};

FPointProblem MakePointProblem(const FMotionData& Data, const FBoneMotions& Bones, const FRigWeights& Weights,
	const FInfluenceSets& Sets, double WeightLength);

/** Whether examples, rig and options belong together: nothing after this looks out of range. */
FStatus CheckPointInput(const FExampleSet& Examples, const FRig& Rig, const FPointFitOptions& Options);

/** What a deviation of the group does in the given poses: 3 poses x 4 influences, columns (u, dw) bone by bone. */
Eigen::MatrixXd DesignOf(const FPointProblem& Problem, const FPointGroup& Group, std::span<const uint32_t> Poses);

/** What linear blending leaves in the given poses: 3 poses x points. */
Eigen::MatrixXd ResidualsOf(const FPointProblem& Problem, const FPointGroup& Group, std::span<const uint32_t> Poses);

/**
 * Normal equations of a group in coordinates that make them diagonal: deviation = Basis * a, whose weights sum to zero
 * whatever a is, and sum_k w_k |residual - design deviation|^2 = const + a' Values a - 2 a' Gradient. |deviation| =
 * |a|.
 */
struct FGroupSystem
{
	Eigen::MatrixXd Basis;    // 4 influences x unknowns, orthonormal columns; one bone with an exact rest has none
	Eigen::VectorXd Values;   // not negative
	Eigen::MatrixXd Gradient; // unknowns x points
	double Square = 0.0;      // sum of w_k |residual|^2
};

struct FSystemOptions
{
	std::vector<double> PoseWeights; // of distinct poses; those of zero are not looked at
	double RestWeight = 0.0;
	bool bExactRest = false;
};

std::vector<FGroupSystem> AssembleSystems(
	const FPointProblem& Problem, const FSystemOptions& Options, IExecutor& Executor);

/** Coordinates a of the points of a group for a vertex term: a / (Values + Lambda). PointWeights may be empty. */
Eigen::MatrixXd SolveGroup(
	const FPointGroup& Group, const FGroupSystem& System, double Lambda, std::span<const double> PointWeights);

/** Points in the units and coordinates of the example set from deviations, one matrix a group. */
std::vector<FAnimationVector> PointsOf(
	const FPointProblem& Problem, std::span<const FGroupSystem> Systems, std::span<const Eigen::MatrixXd> Solutions);

} // namespace Exemplar
