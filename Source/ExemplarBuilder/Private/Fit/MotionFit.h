// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Fit/SimplexFit.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/Mesh.h"

#include <span>
#include <vector>

namespace Exemplar
{

using FMotion = Eigen::Matrix<double, 3, 4>;
using FRowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/** Points that count more in some poses, by point: what least squares adds to the count of the pose there. */
struct FEmphasis
{
	std::vector<uint32_t> Offsets; // empty: none
	std::vector<uint32_t> Poses;
	std::vector<double> Counts;

	bool IsEmpty() const { return Poses.empty(); }
	size_t Begin(size_t Point) const { return Offsets.empty() ? 0 : Offsets[Point]; }
	size_t End(size_t Point) const { return Offsets.empty() ? 0 : Offsets[Point + 1]; }
};

/**
 * The examples in the units of the fit: centered, divided by the rest diagonal; a pose that repeats another one is
 * folded into it with a count. Everything below is in these units. A point may represent several (a sample of a dense
 * mesh).
 */
struct FMotionData
{
	size_t PointCount = 0;
	size_t PoseCount = 0;              // distinct poses
	Eigen::Vector3d Center;            // of the rest, in the example set's units
	double Scale = 1.0;                // fit = (set - Center) * Scale
	std::vector<Eigen::Vector4d> Rest; // (p, 1)
	FRowMatrix Targets;                // points x 3 poses
	std::vector<double> PoseWeights;   // how often each distinct pose occurs
	std::vector<uint32_t> PoseOfExample;
	std::vector<double> TargetSquares; // per point, weighted by pose
	std::vector<double> PointWeights;  // how many points each one represents
	FEmphasis Emphasis;                // in residuals and objectives too
	double Samples = 0.0;              // represented points, times examples

	/** 100 * sqrt(sum / samples): the error in percent of the diagonal for a sum of squares. */
	double Percent(double SquareSum) const;
};

FMotionData MakeMotionData(std::span<const FDouble3> Rest, std::span<const std::vector<FDouble3>> Poses);

/** The data at some of the points; Counts is how many points each represents. */
FMotionData SampleMotionData(const FMotionData& Data, std::span<const uint32_t> Points, std::span<const double> Counts);

/** Neighbors on the rest surface: those of point i at [Offsets[i], Offsets[i + 1]), with lengths. */
struct FPointGraph
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint32_t> Neighbors;
	std::vector<double> Lengths;
	std::vector<std::vector<uint32_t>> Colors; // points that are not neighbors of each other, class by class

	size_t PointCount() const { return Offsets.size() - 1; }
};

/** Bones by their motion in each distinct pose: bone b in pose k at [b * PoseCount + k]. */
struct FBoneMotions
{
	size_t BoneCount = 0;
	size_t PoseCount = 0;
	std::vector<FMotion> Motions;

	const FMotion& At(size_t Bone, size_t Pose) const { return Motions[Bone * PoseCount + Pose]; }
	FMotion& At(size_t Bone, size_t Pose) { return Motions[Bone * PoseCount + Pose]; }
	void Append(std::span<const FMotion> Bone);
	void Remove(size_t Bone);
};

/** Weights in rows of a fixed number of slots, and what they leave unexplained. */
struct FWeightTable
{
	size_t Cap = 4;
	std::vector<uint8_t> Sizes;
	std::vector<uint16_t> Bones;
	std::vector<double> Weights;
	std::vector<double> Residuals; // squared error of each point, summed over the examples
	double Error = 0.0;            // sum of Residuals, each as often as its point counts
	double Objective = 0.0;        // Error and what regularization adds

	void Reset(size_t PointCount, size_t InCap);
	size_t PointCount() const { return Sizes.size(); }
	FSupport Support(size_t Point) const;
	void Store(size_t Point, const FSupport& Support);
	/** Drops a bone from all rows and closes the gap in the numbering; rows may become empty. */
	void RemoveBone(size_t Bone);
};

/**
 * What attracts the weights in addition to the examples. Each term is quadratic and homogeneous in w because w sums to
 * one, so that the exact solve stays exact: |w - w0|^2 = w'(I - w0 1')'(I - w0 1')w.
 */
struct FWeightPrior
{
	double Pull = 0.0; // times |w - w0|^2 per point
	const FWeightTable* Given = nullptr;
	double Smoothness = 0.0; // times |w_i - w_j|^2 per edge of Graph
	const FPointGraph* Graph = nullptr;
	std::span<const uint8_t> Allowed; // points x bones: 0 forbids; every point needs one; empty allows all
};

/** Distinct coefficients of a quadratic form in (x, y, z, 1): a symmetric 4 x 4 matrix. */
constexpr size_t QuadraticTerms = 10;

/** G_ab(v) = v~' (sum_k m_k T_ak' T_bk) v~: QuadraticTerms coefficients per pair, for any number of poses. */
class FBoneForms
{
public:
	FBoneForms(const FMotionData& Data, const FBoneMotions& InBones);

	const FBoneMotions& Bones;
	size_t Stride = 0; // bones, padded to even
	size_t BoneCount = 0;
	std::vector<double> Forms; // [a][QuadraticTerms][Stride]
	FRowMatrix Projection;     // 3 poses x 4 Stride: targets times this gives sum_k m_k T_ak' q_k
};

/** The products of (x, y, z, 1) in the order of FBoneForms, off-diagonal ones doubled. */
std::array<double, QuadraticTerms> Monomials(const Eigen::Vector4d& P);

/**
 * Best weights for all points with the bones fixed; fills Residuals, Error and Objective, which never rises: with
 * smoothness, points of one color are solved together while their neighbors hold still.
 */
void SolveWeights(const FMotionData& Data, const FBoneMotions& Bones, const FWeightPrior& Prior, ESubsetSearch Search,
	FWeightTable& Weights, IExecutor& Executor);

struct FMotionStepOptions
{
	bool bAffine = false;
	int Iterations = 1;
	double Damping = 1e-9; // of the diagonal

	/** What a bone that moves in a pose costs, as a squared error: bones that are worth less stay at rest there,
	 * exactly (after Kavan et al. 2024, whose proximal step this is for a cost per transform). 0 is off; not with
	 * bAffine. */
	double MoveCost = 0.0;
};

/** Points as rows of blocks, one per bone that they follow: linear blending's blocks are w (p, 1). */
struct FBlockTable
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Bones;
	std::vector<Eigen::Vector4d> Blocks;
};

/** Best motions with the weights fixed: all bones of a pose at once. Never raises the squared error. */
void SolveMotions(const FMotionData& Data, const FWeightTable& Weights, const FMotionStepOptions& Options,
	FBoneMotions& Bones, IExecutor& Executor);

/** The same for animation-space points. */
void SolveMotions(const FMotionData& Data, const FBlockTable& Points, const FMotionStepOptions& Options,
	FBoneMotions& Bones, IExecutor& Executor);

/**
 * Weights below Threshold leave their rows until none is left below. The others of the row are fitted again or, if a
 * prior influenced them, scaled in proportion. Rows without small weights stay as they are.
 */
void DropSmallWeights(const FMotionData& Data, const FBoneMotions& Bones, const FWeightPrior& Prior, double Threshold,
	FWeightTable& Weights, IExecutor& Executor);

/** Best rest positions with motions and weights fixed; Original counts as one more example. Moves Data.Rest. */
void SolveRest(const std::vector<Eigen::Vector4d>& Original, const FBoneMotions& Bones, const FWeightTable& Weights,
	FMotionData& Data, IExecutor& Executor);

/** Squared error of every point with these weights and motions, from the definition, without emphasis. */
std::vector<double> PointSquares(
	const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, IExecutor& Executor);

/** Squared error of one point in one pose. */
double PairSquare(
	const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, size_t Point, size_t Pose);

} // namespace Exemplar
