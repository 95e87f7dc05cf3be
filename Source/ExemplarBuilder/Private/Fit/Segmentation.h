// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"
#include "Fit/ShapeMethods.h"
#include "Geometry/Mesh.h"

#include <functional>
#include <span>

namespace Exemplar
{

/** A line that leads skin: from a joint to a child, or from a last joint to the tip of its limb. */
struct FBoneLink
{
	FDouble3 From, To;
	uint16_t Joint = 0;       // moves it
	int32_t Child = NoParent; // the joint at To; NoParent behind a last joint
	bool IsEnd() const { return Child == NoParent; }
};

/** Where a point lies along a link: 0 at From, 1 at To, not clamped; 0 for a link without length. */
double AlongLink(const FDouble3& Point, const FBoneLink& Link);

/** The distance from a point to the nearest place of a link, and that place. */
double DistanceToLink(const FDouble3& Point, const FBoneLink& Link, FDouble3* Foot = nullptr);

/**
 * The links of a skeleton: one into every joint but the root, then one per last joint, which ends at its tip or is a
 * point. Parents come before children. Tips may be empty: then all last links are points.
 */
std::vector<FBoneLink> MakeBoneLinks(
	std::span<const FDouble3> Joints, std::span<const int32_t> Parents, std::span<const FDouble3> Tips);

/** Tips for last joints of which nothing is known: their bones go on as their parents' did. */
std::vector<FDouble3> ContinueLastBones(std::span<const FDouble3> Joints, std::span<const int32_t> Parents);

/** Whether a point is inside the body, and the step that finds what is thin. */
struct FInsideTest
{
	std::function<bool(const FDouble3&)> IsInside;
	double Step = 0.0;
};

struct FSegmentationOptions
{
	ESegmentation Method = ESegmentation::Regions;

	/** Of Sight: neighbors of the link, up to so many generations away, that may take a point that they are nearer to.
	 */
	int Generations = 1;
	FInsideTest Inside; // of Sight
};

/** The link of every point, and where along it the point lies. */
struct FSegmentation
{
	std::vector<FBoneLink> Links;
	std::vector<uint16_t> LinkOfPoint;
	std::vector<double> Along; // AlongLink of the own link
};

/**
 * One link per point, by one of three methods (Docs/RigFromShape.md). Fails if there are no joints, or with Sight if no
 * test of the inside is given.
 */
TResult<FSegmentation> SegmentSkin(const FTriangleMesh& Mesh, std::vector<FBoneLink> Links,
	const FSegmentationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
