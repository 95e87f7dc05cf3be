// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

/** One step of the clustering: two clusters, named by their largest face, became one. */
struct FClusterMerge
{
	uint32_t Kept = 0;
	uint32_t Absorbed = 0;
	double Key = 0.0;        // the error of the union over all poses: what was minimal
	double TotalError = 0.0; // of all clusters after this step
};

/** Faces that move alike, and how (Schaefer & Yuksel 2007, section 3). */
struct FFaceClusters
{
	size_t Count = 0;
	std::vector<uint16_t> Labels;      // of faces; clusters are numbered by their first face
	std::vector<FAffine3d> Motions;    // of cluster c in pose k at [c * poses + k]
	std::vector<double> Areas;         // of clusters, in the rest
	std::vector<FDouble3> Centroids;   // of clusters, in the rest
	std::vector<FClusterMerge> Merges; // down to a single cluster

	/** RMS distance in % of the rest diagonal if b clusters move rigidly, at [b - 1]. */
	std::vector<double> ErrorCurve;

	size_t EvaluationCount = 0; // evaluations of merged errors, which take most of the time
	size_t ByteCount = 0;       // peak working memory
};

/**
 * Clusters the rest triangles of the examples by greedy merging: of all neighboring clusters those two whose union is
 * best explained by one rigid motion per pose. Uses Rest and Poses of the set only. Pieces that are not connected are
 * joined by bridges between their nearest faces, so that any number of clusters can be reached.
 */
TResult<FFaceClusters> BuildFaceClusters(
	const FExampleSet& Examples, const FFaceClusteringOptions& Options, const FBuildContext& Context);

/** Updates motions, areas and centroids after Labels changed. */
void FitClusterMotions(const FExampleSet& Examples, FFaceClusters& Clusters, const FBuildContext& Context);

/** The bone count where an error curve (ErrorCurve above) stops paying: a clear step if there is one, else its knee. */
size_t ChooseBoneCount(const std::vector<double>& ErrorCurve, size_t MinBones, size_t MaxBones);

} // namespace Exemplar
