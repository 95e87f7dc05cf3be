// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

namespace Exemplar
{

/** The style sheet of a report, for light and dark mode, wide and narrow screens, and print. */
extern const char* const ReportStyleSheet;

} // namespace Exemplar
