// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/SourceMesh.h"

#include <optional>

namespace Exemplar
{

/** A pose as it was read: where every source vertex of the rest mesh stands. */
struct FSourcePose
{
	std::string Name; // "frame 12", "crouch", a file's name
	std::vector<FDouble3> Positions;
};

/** The rig that an import brought along (glTF, FBX) or that the sample was made with: truth to compare with. */
struct FSourceRig
{
	FSkeletonData Skeleton;
	TBlendWeights<FOwned> Weights; // rows are source vertices
	std::vector<FClipData> Clips;
};

/** What an importer hands over, before validation: the rest mesh, its poses, and a rig where the file had one. */
struct FSourceExamples
{
	std::string Name;
	FSourceMesh Rest;
	std::vector<FSourcePose> Poses;
	std::optional<FSourceRig> Rig;
};

enum class EExampleProblem
{
	DegenerateFace,
	DuplicateFace,
	NonManifoldEdge,
	UnreferencedVertex,
	BadAttribute,
	UnitsGuess
};

/** Something that was found and is allowed, with a sentence that says what was done or what to do. */
struct FExampleProblem
{
	EExampleProblem Kind;
	size_t Count = 0;
	std::string Message;
};

/** Character space = (file - Center) * Scale; kept so that everything can be written back where it came from. */
struct FNormalization
{
	FDouble3 Center;
	double Scale = 1.0;
};

struct FExampleOptions
{
	/** Source vertices closer than this fraction of the rest diagonal, in the rest and in every pose, are one point. */
	double WeldTolerance = 0.0;

	/** Meters a unit of the file: 0.01 for files in centimeters. More than zero; not used where bNormalize is set. */
	double Scale = 1.0;

	/** Center the rest mesh and divide by its bounding-box diagonal; off keeps the file's place and uses Scale. */
	bool bNormalize = false;
};

/**
 * Examples ready for the builder: one rest surface and N poses over the same points and triangles.
 * Points are welded source vertices, numbered by their first vertex: where nothing is welded, point i is vertex i. A
 * vertex that no polygon uses is a point too. Triangles index points and are the same for every pose; a triangle with
 * two equal points, and the second of two that are the same, is not among them. Positions are in character space.
 */
struct FExampleSet
{
	FSourceExamples Source;
	std::vector<uint32_t> PointOfSource;
	FTriangleMesh Rest;
	std::vector<std::vector<FDouble3>> Poses;             // points, one array a pose
	std::vector<std::array<uint32_t, 3>> TriangleCorners; // of Triangles: indices into Source.Rest.CornerVertices
	std::vector<uint32_t> TrianglePolygons;               // of Triangles: the polygon of Source.Rest each came from
	FNormalization Normalization;
	std::vector<FExampleProblem> Problems;

	size_t PointCount() const { return Rest.Positions.size(); }
	size_t PoseCount() const { return Poses.size(); }
};

/**
 * Checks, triangulates, welds and normalizes. Fails with a sentence that names the pose and the remedy where poses
 * differ in vertex count, a number is not finite, the set is empty or the rest mesh or a pose has no size. What is
 * allowed but worth knowing is in Problems. A set without poses is legal: methods that need some say so.
 */
EXEMPLARBUILDER_API TResult<FExampleSet> BuildExampleSet(
	FSourceExamples Source, const FExampleOptions& Options, const FBuildContext& Context);

/** The unit (0.001, 0.01, 0.1 or 1 meter) in which an extent is that of a character; 0 where none is. */
EXEMPLARBUILDER_API double GuessMetersPerUnit(double LargestExtent);

/** Positions of points of one pose, back on the source's vertices and in the file's coordinates. */
EXEMPLARBUILDER_API std::vector<FDouble3> RestoreSourcePositions(
	const FExampleSet& Examples, const std::vector<FDouble3>& PointPositions);

} // namespace Exemplar
