// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/HelperBones.h"
#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/** A point that follows a helper. */
struct FHelperShare
{
	uint32_t Point = 0;
	double Weight = 0.0; // at most that of the helper's parent
};

/**
 * A helper while it is looked for. In an example it moves a point v, in rest space and before its parent's motion, to
 * R (v - Center) + Center + t; the parent's motion carries the difference.
 */
struct FHelper
{
	uint16_t Parent = 0;
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	double Radius = 1.0;                                  // RMS distance of its points from the center
	std::vector<Eigen::Vector3d> Translations, Rotations; // per example; rotation vectors
	std::vector<FHelperShare> Shares;                     // points ascending
};

struct FHelperSearch
{
	std::vector<FHelper> Helpers;
	double RmsBefore = 0.0, Rms = 0.0; // over the examples, % of the rest diagonal

	size_t PoseCount() const { return Helpers.empty() ? 0 : Helpers[0].Translations.size(); }
};

FHelperSearch FindHelpers(const FCorrectiveInput& Input, const FHelperOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
