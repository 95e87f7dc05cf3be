// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/Canvas.h"
#include "Report/ReportPictures.h"

namespace Exemplar
{

/** A canvas as a JPEG of a report. */
TResult<FReportPicture> PackPicture(const std::string& Name, const FCanvas& Canvas);

} // namespace Exemplar
