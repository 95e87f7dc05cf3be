// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/TemplateMatch.h"

namespace Exemplar
{

/** A skeleton in a body: joints with parents first, and where the limbs behind the last joints end. */
struct FShapeSkeleton
{
	std::vector<std::string> Names;
	std::vector<int32_t> Parents;
	std::vector<FDouble3> Joints;

	/** Per joint the end of the bone behind it where no child tells: the tip of a limb; the joint itself if none. */
	std::vector<FDouble3> Tips;

	size_t JointCount() const { return Joints.size(); }
};

/** A wrist, and the path of the curves that ends in its hand. */
struct FHandPlace
{
	size_t Joint = 0;  // of the skeleton
	uint32_t Root = 0; // the node of the body's root
	uint32_t End = 0;  // the node at the end of the hand
};

struct FTemplateFit
{
	FShapeSkeleton Skeleton;
	std::vector<FHandPlace> Hands;
	double Misfit = 0.0;       // RMS distance from the template's own pose, as a share of its size
	bool bRootAgrees = true;   // the rule that counts limbs finds the same root as the median of the labeled ends
	bool bOneJunction = false; // all limbs meet in one place: root and chest are the same
};

/**
 * Puts the joints of a template into the body: the root at the median of two mirrored limbs and a third end, other
 * branching joints where the limbs behind them part, and the joints between by their share of the path's length, the
 * trunk apart from the limbs. The first joint of a limb lies on the axis of its bone, where the template expects it;
 * inner joints move to a bend close by. Sides are chosen such that the whole is nearest to a rotated template, so
 * that left stays left. Places has joints that the user placed.
 */
FTemplateFit FitTemplate(const FShapeTemplate& Template, const FCurveSkeleton& Tree, const FTemplateMatch& Match,
	const std::map<size_t, FDouble3>& Places);

/**
 * The root of a body with two legs, two arms and a head by counting limbs: of two junctions the one with fewer ends of
 * its own, of three the one that is farthest from the others. None if the body is not of that kind.
 */
uint32_t RootByCounting(const FCurveSkeleton& Pruned);

/** Joints where the curves branch or bend, for a body that no template fits; named by branch. */
FShapeSkeleton PlaceFreeJoints(const FCurveSkeleton& Tree);

} // namespace Exemplar
