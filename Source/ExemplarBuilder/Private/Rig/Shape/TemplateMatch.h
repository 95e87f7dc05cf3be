// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/CurveSkeleton.h"
#include "Rig/Shape/ShapeTemplate.h"

#include <map>

namespace Exemplar
{

/** Which end of a body each leaf of a template is. */
struct FTemplateMatch
{
	static constexpr uint32_t None = 0xffffffff;
	std::vector<uint32_t> NodeOfLeaf; // per leaf of the template, in its order; None for a limb that is not there
	bool bSidesFixed = false;         // the user labeled left and right
	double Cost = 0.0;                // mean squared relative difference of path lengths, and of places
};

/**
 * The assignment of ends to leaves whose path lengths are most alike those between the template's leaves, and whose
 * places are roughly the template's. Fixed has the ends that the user picked, by leaf. A beam search: the best partial
 * assignments are kept, leaf by leaf.
 */
TResult<FTemplateMatch> MatchTemplate(
	const FShapeTemplate& Template, const FCurveSkeleton& Tree, const std::map<size_t, uint32_t>& Fixed);

} // namespace Exemplar
