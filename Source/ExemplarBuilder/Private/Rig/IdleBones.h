// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Symmetry.h"

namespace Exemplar
{

/** Whether no point follows some bone. */
bool HasIdleBones(const FRig& Rig);

/**
 * Bones of a symmetric rig that no point follows take part of the points of a bone with many, and its motion: no point
 * moves. Their mirror images do the same on the other side. A bone on the plane takes from bones on the plane; if there
 * are none, it stays idle.
 */
void EmployIdleBones(const FTriangleMesh& Rest, const FMirror& Mirror, const std::vector<uint16_t>& Pairs, FRig& Rig);

} // namespace Exemplar
