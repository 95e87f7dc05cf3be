// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/DeformationGraph.h"
#include "Registration/ScanCleaning.h"

#include <memory>

namespace Exemplar
{

/** A vertex that is pulled to a place: Plane weighs the distance along Normal, Point the distance. */
struct FFitPair
{
	int32_t Vertex = 0;
	Eigen::Vector3d Residual{0.0, 0.0, 0.0}; // where the vertex is, less where it should be
	Eigen::Vector3d Normal{0.0, 0.0, 0.0};
	double Plane = 0.0;
	double Point = 0.0;
};

/** How one level of the graph is fitted; values run from the first to the second over the iterations, geometrically. */
struct FFitSchedule
{
	int Iterations = 10;
	double AlphaFrom = 0.1, AlphaTo = 0.05; // of smoothness
	double NuFrom = 0.02, NuTo = 0.008;     // distance at which a pair counts exp(-1/2)
	double Cosine = 0.3;                    // normals of a pair agree at least as much
	double PointShare = 0.1;                // of a pair's weight that acts in all directions
	size_t Samples = 2500;                  // of the template, and of the scan
};

/** A template vertex and where a person saw it on the scan. */
struct FLandmarkPair
{
	int32_t Vertex = 0;
	FDouble3 Target;
};

/** What holds the fit besides the scan. */
struct FFitGuides
{
	std::span<const FLandmarkPair> Landmarks;
	double LandmarkWeight = 0.0;
	bool bScan = true;               // false: landmarks alone
	std::span<const FDouble3> Prior; // where the rig takes every vertex; empty: none
	std::span<const double> PriorWeights;
};

/**
 * Fits the nodes of a graph to a scan: reweighted least squares by Gauss-Newton (Holland & Welsch 1977; Li et al.
 * 2009). Template vertices are drawn to the planes of their closest scan points, scan points to the template, and
 * neighboring nodes move alike except where a joint bends. The factorization's pattern is found once per graph.
 */
class FGraphFit
{
public:
	FGraphFit(const FTemplateModel& InModel, const FDeformationGraph& InGraph);
	~FGraphFit();

	/** Improves State and returns the positions it gives. */
	std::vector<FDouble3> Run(const FCleanScan& Scan, const FFitSchedule& Schedule, const FFitGuides& Guides,
		FGraphState& State, IExecutor& Executor) const;

	/** One Gauss-Newton step of the given pairs; returns the largest change of a node. Edges count Rho each, or, if it
	 * is empty, as the state says. */
	double Step(std::span<const FFitPair> Pairs, double Alpha, FGraphState& State) const;

	/** The energy that a step lowers. */
	double Energy(std::span<const FFitPair> Pairs, double Alpha, const FGraphState& State) const;

	const FDeformationGraph& GetGraph() const { return Graph; }

private:
	struct FSystem;
	void AddPairs(std::span<const FFitPair> Pairs, const FGraphState& State, FSystem& System) const;
	void AddSmoothness(double Alpha, const FGraphState& State, FSystem& System) const;

	const FTemplateModel& Model;
	const FDeformationGraph& Graph;
	std::vector<std::pair<uint16_t, uint16_t>> Blocks; // pairs of nodes, ascending
	std::vector<uint32_t> VertexBlocks;                // of each vertex, its pairs of influences in order
	std::vector<uint32_t> VertexOffsets;
	std::vector<uint32_t> EdgeBlocks;
	struct FPattern;
	std::unique_ptr<FPattern> Pattern;
};

/** Samples of vertices that stand for equal areas, in the order of their indices. */
std::vector<int32_t> SampleVertices(std::span<const double> Areas, size_t Count);

} // namespace Exemplar
