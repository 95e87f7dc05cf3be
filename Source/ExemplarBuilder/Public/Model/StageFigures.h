// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>
#include <vector>

namespace Exemplar
{

/** One number that a stage reports about its result: "vertex RMS", 0.27, "%". */
struct FFigure
{
	std::string Name;
	double Value = 0.0;
	std::string Unit;
};

/** What a stage says about itself; the report is a walk over these. */
struct FStageFigures
{
	std::string Stage;
	double Seconds = 0.0;
	std::vector<FFigure> Figures;
};

} // namespace Exemplar
