// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"
#include "Geometry/Mesh.h"
#include "Geometry/SharedPositions.h"

#include <optional>
#include <string>

namespace Exemplar
{

/** Values of polygon corners: a UV set after the first, or a set of colors. */
template <typename T>
struct TCornerSet
{
	std::vector<uint32_t> Corners; // one per corner, into Values; NoIndex for a corner without
	std::vector<T> Values;
	bool operator==(const TCornerSet&) const = default;
};

/**
 * A mesh exactly as a file holds it: vertices in the file's order (the order is the correspondence between poses),
 * polygons of any size, attributes per polygon corner. Nothing is welded, split, dropped or reordered.
 */
struct FSourceMesh
{
	std::vector<FDouble3> Positions;

	/** The corners of polygon f are CornerVertices[PolygonOffsets[f] .. PolygonOffsets[f + 1]). */
	std::vector<uint32_t> PolygonOffsets{0};
	std::vector<uint32_t> CornerVertices;
	std::vector<uint32_t> CornerUVs;     // optional, into UVs; NoIndex for a corner without
	std::vector<uint32_t> CornerNormals; // optional, into Normals; NoIndex for a corner without

	std::vector<FFloat2> UVs; // origin at the bottom left, as OBJ has it
	std::vector<FFloat3> Normals;
	std::vector<TCornerSet<FFloat2>> MoreUVs; // the sets after the first, in the file's order; origin as of UVs
	std::vector<TCornerSet<FFloat4>> Colors;  // in the file's order and with its values, alpha last
	std::vector<uint32_t> PolygonMaterials;   // optional, into Materials
	std::vector<TMaterialSlot<FOwned>> Materials;

	size_t PolygonCount() const { return PolygonOffsets.size() - 1; }
	bool operator==(const FSourceMesh&) const = default;
};

/** A named number of a pose: the weight of a shape, an animated custom property. */
struct FSourceNumber
{
	std::string Name;
	float Value = 0.0f;
	bool operator==(const FSourceNumber&) const = default;
};

/** A pose as read: the position of every source vertex of the rest mesh. */
struct FSourcePose
{
	std::string Name; // "frame 12", "crouch", a file's name
	FSharedPositions Positions;
	std::vector<FSourceNumber> Numbers{}; // names are unique within a pose
};

/** The rig that came with an import (glTF, FBX) or the sample, as ground truth for comparison. */
struct FSourceRig
{
	FSkeletonData Skeleton;
	TBlendWeights<FOwned> Weights; // rows are source vertices
	std::vector<FClipData> Clips;
};

/** The output of an importer before validation: the rest mesh, its poses, and a rig if the file has one. */
struct FSourceExamples
{
	std::string Name;
	FSourceMesh Rest;
	std::vector<FSourcePose> Poses;
	std::optional<FSourceRig> Rig;

	/** What the files have and the importer does not use, a sentence each: cameras, textures, further skins. */
	std::vector<std::string> Unused;
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

/** A finding that is allowed, with a message that says what was done about it or what to do. */
struct FExampleProblem
{
	EExampleProblem Kind;
	size_t Count = 0;
	std::string Message;
};

/** Character space = (source - Center) * Scale; kept so that results can be written in file coordinates. */
struct FNormalization
{
	FDouble3 Center;
	double Scale = 1.0;
	bool bZUp = false; // the file had its z axis up: the source is the file turned, (x, z, -y)
};

struct FExampleOptions
{
	/** Source vertices closer than this fraction of the rest diagonal, in the rest and in every pose, are one point. */
	double WeldTolerance = 0.0;

	/** Meters per file unit: 0.01 for files in centimeters. Greater than zero; ignored if bNormalize is set. */
	double Scale = 1.0;

	/** The file is z-up instead of y-up: everything is rotated about x. Not allowed for sources with a rig. */
	bool bZUp = false;

	/** Center the rest mesh and divide by its bounding-box diagonal; otherwise keep its position and use Scale. */
	bool bNormalize = false;
};

/**
 * Examples ready for the builder: one rest surface and N poses over the same points and triangles.
 * Points are welded source vertices, numbered by their first vertex: if nothing is welded, point i is vertex i. A
 * vertex that no polygon uses is a point too. Triangles index points and are the same for every pose; degenerate and
 * duplicate triangles are removed. Positions are in character space.
 */
struct FExampleSet
{
	FSourceExamples Source; // without the positions of its poses, which RestoreSource gives back
	std::vector<uint32_t> PointOfSource;
	FTriangleMesh Rest;
	std::vector<std::vector<FDouble3>> Poses;             // points, one array per pose
	std::vector<std::array<uint32_t, 3>> TriangleCorners; // of Triangles: indices into Source.Rest.CornerVertices
	std::vector<uint32_t> TrianglePolygons;               // of Triangles: the polygon of Source.Rest each came from
	FNormalization Normalization;
	std::vector<FExampleProblem> Problems;

	size_t PointCount() const { return Rest.Positions.size(); }
	size_t PoseCount() const { return Poses.size(); }
};

/** Checks, triangulates, welds and normalizes. Fails with a message that names the pose and the remedy if poses differ
 * in vertex count, a number is not finite, the set is empty, or the rest mesh or a pose has no size. Problems lists
 * what is allowed but worth knowing. A set without poses is valid; methods that need poses report an error.
 */
EXEMPLARBUILDER_API TResult<FExampleSet> BuildExampleSet(
	FSourceExamples Source, const FExampleOptions& Options, const FBuildContext& Context);

/** The unit (0.001, 0.01, 0.1 or 1 meter) in which the extent is plausible for a character; 0 if none. */
EXEMPLARBUILDER_API double GuessMetersPerUnit(double LargestExtent);

/** Maps the points of one pose back to source vertices, in file units. */
EXEMPLARBUILDER_API std::vector<FDouble3> RestoreSourcePositions(
	const FExampleSet& Examples, const std::vector<FDouble3>& PointPositions);

/** The same in the file's own axes: what lies over the file when both are opened. */
EXEMPLARBUILDER_API std::vector<FDouble3> RestoreFilePositions(
	const FExampleSet& Examples, const std::vector<FDouble3>& PointPositions);

/** The source as it was read, its poses included; vertices that were welded stand where their point does. */
EXEMPLARBUILDER_API FSourceExamples RestoreSource(const FExampleSet& Examples);

} // namespace Exemplar
