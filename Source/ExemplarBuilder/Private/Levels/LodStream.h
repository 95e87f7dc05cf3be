// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"
#include "Levels/BuildLevels.h"

namespace Exemplar
{

/** A skinned surface as levels of detail see it. A wedge is a corner of its own: seams pass where wedges differ. */
struct FSkinnedMesh
{
	std::vector<FAnimationVector> Points; // in rest space, total weight one: one a vertex
	std::vector<FTriangle> Triangles;
	std::vector<FTriangle> Wedges; // one a corner; may be empty: every vertex its own
	std::vector<FDouble2> UVs;     // one a wedge; may be empty
};

/** The poses that levels are made for. */
struct FPoseSamples
{
	size_t BoneCount = 0;
	size_t PoseCount = 0;
	std::vector<FAffine3d>
		Palettes;       // rest to pose k of bone b at [b * PoseCount + k]; the rest itself may be among them
	FPoseMetric Metric; // of rest space
};

enum class ELodOperation : uint8_t
{
	Collapse,       // Vertex becomes Target, which gets the point if there is one
	RemoveInfluence // Vertex gets the point
};

struct FLodOperation
{
	ELodOperation Kind = ELodOperation::Collapse;
	uint32_t Vertex = 0;
	uint32_t Target = 0;
	double Cost = 0.0;    // how far the surface moves, and a little of how far it slides: a root mean square over poses
	double Running = 0.0; // the largest cost so far: costs are memoryless and need not rise (section 7.2)
	FAnimationVector Point;
};

/** From the finest mesh to the coarsest, one operation at a time. Any beginning of it is a level. */
struct FLodStream
{
	std::vector<FLodOperation> Operations;
};

/**
 * Appearance-preserving simplification in animation space (Merry 2007, chapter 6), memoryless: half-edge collapses by
 * texture deviation in the L2,2 metric (through UVs, or through closest points where there are none), and influence
 * removals in the same order. With optimized placement collapses are measured by quadrics in a dozen of the poses and
 * by what slides in the metric, and the new point minimizes the quadrics over the blocks of the bones that both had. No
 * operation flips a triangle in any of the poses.
 */
EXEMPLARBUILDER_API TResult<FLodStream> BuildLodStream(const FSkinnedMesh& Mesh, const FPoseSamples& Poses,
	const FLodStreamOptions& Options, const FBuildContext& Context);

/** The mesh after some operations. */
struct FLodState
{
	std::vector<uint32_t> Vertices;        // those that are left, ascending
	std::vector<FAnimationVector> Points;  // of Vertices
	std::vector<FTriangle> Triangles;      // into Vertices
	std::vector<FTriangle> Wedges;         // numbered as in the mesh
	std::vector<int32_t> SourceTriangles;  // the triangle of the mesh that each one was
	std::vector<int32_t> VertexOfOriginal; // what every vertex of the mesh became; -1: it had no triangles
	std::vector<int32_t> WedgeOfOriginal;  // what every wedge became; one that lost its triangles may be gone
	double Error = 0.0;                    // running cost of the last operation

	size_t InfluenceCount() const
	{
		size_t Count = 0;
		for (const FAnimationVector& Point : Points)
		{
			Count += Point.InfluenceCount();
		}
		return Count;
	}
};

/** The states after so many operations each; counts rise. */
EXEMPLARBUILDER_API std::vector<FLodState> ReplayLodStream(
	const FSkinnedMesh& Mesh, const FLodStream& Stream, std::span<const size_t> OperationCounts);

/** Triangles and influences that are left after each operation; entry 0 is the mesh itself. */
struct FLodProgress
{
	size_t Triangles = 0;
	size_t Influences = 0;
};
EXEMPLARBUILDER_API std::vector<FLodProgress> CountLodStream(const FSkinnedMesh& Mesh, const FLodStream& Stream);

} // namespace Exemplar
