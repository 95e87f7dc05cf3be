// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/ScanCleaning.h"

namespace Exemplar
{

/**
 * A closed surface around a scan: the level of its winding number where the scan has holes, the scan itself elsewhere,
 * by marching tetrahedra on a grid. The largest piece, smoothed, and moved onto the scan where there is one.
 */
FTriangleMesh CloseScan(const FCleanScan& Scan, double Cell, IExecutor& Executor);

/** Moves vertices along the way to the scan where it is within Reach and faces the same way. */
void SnapToScan(const FCleanScan& Scan, double Reach, FTriangleMesh& Mesh);

} // namespace Exemplar
