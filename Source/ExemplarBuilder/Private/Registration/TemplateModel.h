// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Adjacency.h"
#include "Geometry/EigenMap.h"
#include "Registration/Scans.h"

#include <span>

namespace Exemplar
{

/** An entry of FTemplateModel's graph. */
struct FGraphStep
{
	int32_t Vertex = 0;
	double Length = 0.0;
};

/**
 * The template as registration uses it: in units of its own diagonal, with distances along its surface. Pieces that do
 * not touch are joined by one step each, so that every distance is finite; pieces inside the body are never seen.
 */
struct FTemplateModel
{
	double Diagonal = 1.0; // in the units of the file
	std::vector<FDouble3> Positions;
	std::vector<FTriangle> Triangles;
	std::vector<FDouble3> Normals;
	std::vector<double> Areas;   // of vertices, sum one
	std::vector<uint8_t> Hidden; // vertices of pieces inside the body
	std::vector<FMeshEdge> Edges;
	std::vector<double> EdgeWeights; // cotangents, clamped
	std::vector<double> EdgeLengths;
	std::vector<uint32_t> Offsets{0}; // the graph: steps from vertex i at [Offsets[i], Offsets[i + 1])
	std::vector<FGraphStep> Steps;
	double Area = 0.0; // in squared diagonals
	double MeanEdge = 0.0;

	size_t Count() const { return Positions.size(); }
	std::span<const FGraphStep> StepsOf(size_t Vertex) const
	{
		return {Steps.data() + Offsets[Vertex], Steps.data() + Offsets[Vertex + 1]};
	}
};

/** Fails on a template without area or with too many vertices. */
TResult<FTemplateModel> MakeTemplateModel(const FTemplate& Template);

/** Distances along the surface from sources (Dijkstra), not beyond Limit: infinite there. With labels of the vertices,
 * no path leaves the label that it starts in. */
std::vector<double> DistancesFrom(
	const FTemplateModel& Model, std::span<const int32_t> Sources, double Limit, std::span<const int32_t> Labels = {});

/** The vertices within Limit of a source along the surface, with their distances, nearest first.
 * Work is proportional to what it reaches; Scratch is kept between calls. */
std::vector<std::pair<int32_t, double>> ReachFrom(
	const FTemplateModel& Model, int32_t Source, double Limit, std::vector<double>& Scratch);

} // namespace Exemplar
