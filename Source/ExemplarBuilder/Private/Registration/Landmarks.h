// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/GraphFit.h"

namespace Exemplar
{

/** The landmarks that a scan shares with the template, by name, in diagonals. None if it has none. Fails, with a
 * remedy, if a name is unknown to the template, a place is far from its surface, there are fewer than three, or all are
 * on a line. */
TResult<std::vector<FLandmarkPair>> PairLandmarks(
	const FTemplateModel& Model, const FTemplate& Template, const FScan& Source, const FCleanScan& Scan, double Scale);

} // namespace Exemplar
