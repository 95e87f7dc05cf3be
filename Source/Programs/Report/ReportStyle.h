// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

namespace Exemplar
{

/** The style sheet of a report: light and dark as the reader's system has it, wide and narrow screens, paper. */
extern const char* const ReportStyleSheet;

} // namespace Exemplar
