// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/LodStream.h"
#include "Levels/PoseQuadric.h"

namespace Exemplar
{

/** (1 - T) A + T B over the bones of both, then the heaviest Cap of them: the others' blocks go to the heaviest. */
FAnimationVector BlendPoints(const FAnimationVector& A, const FAnimationVector& B, double T, size_t Cap);

/**
 * The point that minimizes a quadric in every one of some poses, sum_k Q_k(T_k p), over the blocks of its own bones
 * with the total weight kept: a quadric of animation space, pulled back from the poses. Blocks that the poses do not
 * tell apart are held to where they are, weakly, by the metric and by themselves.
 */
FAnimationVector MinimizeSkinQuadric(const FAnimationVector& Start, std::span<const FPoseQuadric> Quadrics,
	std::span<const size_t> QuadricPoses, const FPoseSamples& Poses);

/**
 * What a change z of a point's blocks would do in poses that nobody has seen, where its bones turn independently: the
 * sum over bones of |z_b about Center|^2 + (w(z_b) Apart)^2, as one 4 x 4 block that serves every bone. Apart is how
 * far the bones carry the center apart, by the poses that are known.
 */
Eigen::Matrix4d UnseenForm(const FAnimationVector& Point, const FPoseSamples& Poses);

/** The step of a least-squares problem over a point's blocks: Matrix d = Right, with the total weight of d zero. */
Eigen::VectorXd SolveWeightless(const Eigen::MatrixXd& Matrix, const Eigen::VectorXd& Right);

/** The palette's rows of a point's bones in a pose, side by side: 3 x 4n. */
void GatherPalette(const FPoseSamples& Poses, std::span<const uint16_t> Bones, size_t Pose, Eigen::MatrixXd& Out);

inline Eigen::Vector3d PosePoint(const FAnimationVector& Point, const FPoseSamples& Poses, size_t Pose)
{
	Eigen::Vector3d Out(0.0, 0.0, 0.0);
	for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
	{
		const std::array<double, 12>& M = Poses.Palettes[Point.Bones[Index] * Poses.PoseCount + Pose].M;
		const FDouble4& B = Point.Blocks[Index];
		Out += Eigen::Vector3d(M[0] * B.X + M[1] * B.Y + M[2] * B.Z + M[3] * B.W,
			M[4] * B.X + M[5] * B.Y + M[6] * B.Z + M[7] * B.W, M[8] * B.X + M[9] * B.Y + M[10] * B.Z + M[11] * B.W);
	}
	return Out;
}

} // namespace Exemplar
