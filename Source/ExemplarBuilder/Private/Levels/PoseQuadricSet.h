// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/CollapseMesh.h"
#include "Levels/ExampleDecimation.h"
#include "Levels/PoseQuadric.h"

namespace Exemplar
{

/**
 * The quadrics of all vertices in all poses of a mesh, vertex by vertex, pose by pose within, as Positions are. Pose 0
 * says what planes weigh. Boundaries and seams get planes across them, so that they keep their course.
 */
void MakePoseQuadrics(const FCollapseMesh& Mesh, size_t PoseCount, std::span<const Eigen::Vector3d> Positions,
	EPlaneWeight Weight, double BorderWeight, std::vector<FPoseQuadric>& Quadrics);

/**
 * The area around each vertex in pose 0: one on average, and never nothing, or what has no area could go anywhere. Ones
 * where there is no area at all.
 */
std::vector<double> RelativeAreas(
	const FCollapseMesh& Mesh, size_t PoseCount, std::span<const Eigen::Vector3d> Positions);

} // namespace Exemplar
