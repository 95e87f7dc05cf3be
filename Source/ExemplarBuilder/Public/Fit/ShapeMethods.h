// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change: ways to give skin to bones by shape alone come and go.

#pragma once

namespace Exemplar
{

/** How points are given to bones by shape alone. */
enum class ESegmentation
{
	Regions, // regions that grow along the surface, bones on the inner side of the skin, fragments merged
	Nearest, // the nearest bone; for bodies whose limbs are apart
	Sight    // the nearest bone that a straight line inside the body reaches
};

/** How weights are made by shape alone. */
enum class EShapeWeights
{
	Heat,     // bones warm the skin that is theirs (Baran and Popovic 2007)
	Gaussian, // by where a point lies along its bone, shared with parents and children only
	Bounded   // bounded biharmonic: as smooth as possible between the middles of the bones (Jacobson et al. 2011)
};

} // namespace Exemplar
