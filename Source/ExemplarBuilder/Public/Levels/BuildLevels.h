// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Clips/Animation.h"
#include "Correctives/Correctives.h"
#include "Model/Surface.h"
#include "Skin/Skin.h"

namespace Exemplar
{

enum class ELodPlacement
{
	HalfEdge, // a vertex becomes one of its neighbors: levels use the same vertices
	Optimized // both become a new point of animation space where the error over the poses is smallest
};

enum class ELodRanking
{
	Error,            // the operation that moves the surface least (Merry 2007, section 6.3.3)
	ErrorPerInfluence // least squared error per influence saved, along the lower convex hull of each vertex's choices
};

struct FLodStreamOptions
{
	ELodPlacement Placement = ELodPlacement::HalfEdge;
	ELodRanking Ranking = ELodRanking::Error;

	/** Take influences away too, not only vertices. */
	bool bRemoveInfluences = true;

	/** Most influences of a point that two become. At least 1. */
	size_t MaxInfluences = 4;

	/** The stream ends at so many triangles or when nothing more may go. */
	size_t MinTriangles = 0;

	/** Boundaries and seams weigh so many times more than the surface beside them in optimized collapses. */
	double BorderWeight = 10.0;
};

struct FLevelOptions
{
	/** Number of levels including the finest, where neither fractions nor errors are given: each has half the
	 * influences of the one before (Merry 2007, section 7.2). From 1 to 16. */
	size_t LevelCount = 5;

	/** Coarser levels by their triangles instead, as parts of the finest level's: falling, between 0 and 1. */
	std::vector<double> Fractions;

	/** The coarsest levels whose SurfaceError is within these instead, in % of the rest diagonal: rising, above 0. */
	std::vector<double> Errors;

	/** No level gets fewer triangles. */
	size_t MinTriangles = 32;

	/** How the stream is made. Half-edge levels use the finest one's vertices, in an order that makes each a beginning
	 * of the finer. */
	FLodStreamOptions Stream{ELodPlacement::Optimized, ELodRanking::ErrorPerInfluence};

	/** Move the points of levels with optimized placement to where they fit the original best in all poses. */
	bool bRefine = true;

	/** Find what each corner becomes in the next level, so that levels can morph into each other. */
	bool bGeomorph = true;

	/** Frames of the clips that levels are fitted to, besides the rest. At least 1. */
	size_t MaxPoses = 24;
};

/** A moment of the stream: what the plot of error against triangles shows. */
struct FLodCurvePoint
{
	size_t Triangles = 0;
	size_t Influences = 0;
	double Error = 0.0; // running, meters
};

/** A coarser level: a surface over vertices of its own. */
struct FLevel
{
	FSurface Surface;                     // PointOfCorner names vertices of this level
	FSkin Skin;                           // of its vertices
	std::vector<uint32_t> Points;         // of vertices: the point of the finest level that each was
	std::vector<uint32_t> NearestCorners; // of corners: the nearest corner of the finest surface
	std::vector<uint32_t> MorphTargets;   // of corners: the corner of the next level; empty, or NoIndex: none

	/** How far the surfaces are apart, both ways, in poses between those that the level was made for: the largest over
	 * the surface of the root mean square over poses, and the root mean square over both. Meters. */
	double SurfaceError = 0.0;
	double SurfaceRms = 0.0;

	double MeanError = 0.0;  // texture deviation: largest L2,2 length over the original's vertices, meters
	double ErrorBound = 0.0; // largest L2,inf length: no legal pose exceeds it, meters
};

struct FLevels
{
	std::vector<FLevel> Coarser;

	/** The finest level's corners in the order that suits the coarser ones; empty: as they are. */
	std::vector<uint32_t> CornerOrder;

	/** Of the finest level's corners (in CornerOrder): the corner of the first coarser level; empty, or NoIndex: none.
	 */
	std::vector<uint32_t> MorphTargets;

	std::vector<FLodCurvePoint> Curve;
	FStageFigures Figures;
};

/**
 * Levels of detail for a skinned surface: a stream of collapses and influence removals, cut into levels. Errors are
 * never less than those of the level before. Fails where there is no skeleton,
 * no skin or no triangle.
 */
EXEMPLARBUILDER_API TResult<FLevels> BuildLevels(const FSurface& Surface, const FSkin& Skin,
	const FAnimation& Animation, const FLevelOptions& Options, const FBuildContext& Context);

/**
 * What correctives of the finest level do to coarser ones: a point takes the delta of the finest level's nearest point.
 * Surface is that of the finest level. One result per coarser level; empty where there are no correctives.
 */
EXEMPLARBUILDER_API std::vector<FShapeDeltas> CarryCorrectives(
	const FShapeDeltas& Finest, const FSurface& Surface, const FLevels& Levels);

} // namespace Exemplar
