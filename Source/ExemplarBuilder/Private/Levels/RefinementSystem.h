// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/EigenMap.h"
#include "Levels/LodStream.h"

namespace Exemplar
{

/** A place on a level that a pose draws along a normal: (n . move - Distance)^2. */
struct FSurfacePull
{
	FSurfaceCoordinate Where;
	Eigen::Vector3d Normal{0.0, 0.0, 0.0};
	double Distance = 0.0;
};

/**
 * The linear least-squares problem of one round of refinement: steps of all points of a level at once, over the blocks
 * of the bones that each has, with total weights kept. Its terms are pulls along normals in single poses, pulls on
 * triangles in every pose (against sliding), and a hold that matters where a point has few of them. Solved by conjugate
 * gradients; poses are worked on four at a time, so that the result does not depend on the number of threads.
 */
class FRefinementSystem
{
public:
	static constexpr size_t PosesAtOnce = 4;
	using FPosed = Eigen::Matrix<double, 3, static_cast<int>(PosesAtOnce)>; // a vertex in the poses of a group

	FRefinementSystem(const FLodState& InLevel, const FPoseSamples& InPoses, IExecutor& InExecutor);

	/** Where the points are in every pose: groups of poses, vertices within. */
	void PosePoints(std::span<const FAnimationVector> Points, std::vector<std::vector<FDouble3>>& Out) const;

	/** Forgets all terms. */
	void Clear();

	/** The pulls of a pose; poses can be filled at the same time. */
	std::vector<FSurfacePull>& Pulls(size_t Pose) { return PullsOfPose[Pose]; }

	/** A place that is drawn by Offsets[pose], with this weight. */
	void AddSlide(const FSurfaceCoordinate& Where, double Weight, std::span<const Eigen::Vector3d> Offsets);

	/**
	 * Moves the points. Hold is how strongly each is held to where it is, next to the mean of what pulls; Unseen how
	 * strongly to where it began (Level), by what the change would do in poses that are not known.
	 */
	void Solve(double Hold, double Unseen, int Steps, std::vector<FAnimationVector>& Points);

private:
	using FGroupMatrix = Eigen::Matrix<double, 3 * static_cast<int>(PosesAtOnce), 4>;

	template <typename BodyType>
	void ForGroups(const BodyType& Body) const;
	void PoseGroup(size_t Group, const Eigen::VectorXd& In, std::vector<FPosed>& Out) const;
	void GatherGroup(size_t Group, const std::vector<FPosed>& Of, Eigen::VectorXd& Out) const;
	Eigen::VectorXd Sum(const std::vector<Eigen::VectorXd>& Parts) const;
	Eigen::VectorXd RightSide();
	Eigen::VectorXd Apply(const Eigen::VectorXd& In);
	Eigen::VectorXd Precondition(const Eigen::VectorXd& In) const;
	void Condition(double Hold, double Unseen, const std::vector<FAnimationVector>& Points);
	size_t Corner(const FSurfaceCoordinate& Where, size_t Index) const
	{
		return static_cast<size_t>(Level.Triangles[static_cast<size_t>(Where.Triangle)][Index]);
	}

	const FLodState& Level;
	const FPoseSamples& Poses;
	IExecutor& Executor;
	size_t GroupCount = 0;
	std::vector<Eigen::Index> Offsets;  // of a vertex's blocks in the vector of unknowns
	std::vector<FGroupMatrix> Matrices; // of bone b in group g at [b * GroupCount + g]
	std::vector<std::vector<FSurfacePull>> PullsOfPose;
	std::vector<Eigen::Matrix3d> SlideWeights;      // of triangles: sum of weight * w w^T
	std::vector<std::vector<FPosed>> SlideForces;   // of groups, of vertices
	std::vector<std::vector<FPosed>> Moves, Forces; // of groups, of vertices
	std::vector<Eigen::VectorXd> Parts;             // of groups
	std::vector<Eigen::MatrixXd> Holds, Inverses;   // of vertices
	std::vector<Eigen::Matrix4d> Forms;             // of vertices: what their blocks do in unseen poses
	std::vector<FAnimationVector> Start;
	Eigen::VectorXd Returns; // what draws points to where they began
};

} // namespace Exemplar
