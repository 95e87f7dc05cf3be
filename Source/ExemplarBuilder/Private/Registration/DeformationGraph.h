// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RigidMotion.h"
#include "Registration/TemplateModel.h"

namespace Exemplar
{

/**
 * Nodes spread over the template, each with a rigid motion that it gives to the surface around it (Sumner et al. 2007;
 * rigid nodes after Li et al. 2008). Everything is measured along the surface: an arm on a hip is not tied to it.
 */
struct FDeformationGraph
{
	double Radius = 0.0;
	std::vector<int32_t> Nodes; // vertices of the template
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Influences; // of vertex i at [Offsets[i], Offsets[i + 1]), ascending
	std::vector<double> Weights;
	std::vector<std::pair<uint16_t, uint16_t>> Edges; // the smaller first

	size_t NodeCount() const { return Nodes.size(); }
};

/** The motion of every node: a vertex goes to sum_j w_j (R_j (v - g_j) + g_j + t_j). */
struct FGraphState
{
	std::vector<Eigen::Matrix3d> Rotations;
	std::vector<Eigen::Vector3d> Translations;
};

/** Nodes so that every vertex is within Radius of one; each vertex follows at most NodesPerVertex within twice that. */
FDeformationGraph BuildDeformationGraph(const FTemplateModel& Model, double Radius, size_t NodesPerVertex);

FGraphState RestState(const FDeformationGraph& Graph);

/** The template moved by a state. */
std::vector<FDouble3> Deform(const FTemplateModel& Model, const FDeformationGraph& Graph, const FGraphState& State);

/** The state whose nodes move as the vertices around them do: how one level starts from another. */
FGraphState FitState(const FTemplateModel& Model, const FDeformationGraph& Graph, std::span<const FDouble3> Positions);

} // namespace Exemplar
