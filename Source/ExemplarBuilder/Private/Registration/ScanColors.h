// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/RigLoop.h"

namespace Exemplar
{

/** Gives a template without colors those of the scans: at each vertex the mean over the poses that observed it,
 * weighted by confidence; vertices that none did take the color of their neighbors. */
void CarryColors(const FTemplateModel& Model, std::span<const FScanWork> Works, std::span<const FRegisteredPose> Poses,
	FSourceMesh& Template);

/** A sentence per piece of the template that no scan shows. */
std::vector<std::string> DescribeUnseen(const FTemplateModel& Model, std::span<const FRegisteredPose> Poses);

} // namespace Exemplar
