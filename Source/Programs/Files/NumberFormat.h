// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <string>

namespace Exemplar
{

/** Numbers for readers: three significant digits, commas between thousands, a narrow no-break space before the unit. */
std::string FormatCount(size_t Count);
std::string FormatNumber(double Value);
std::string FormatPercent(double Percent);

/** Millimeters below one meter, meters above. */
std::string FormatLength(double Meters);
std::string FormatSeconds(double Seconds);
std::string FormatBytes(size_t Bytes);

/** "1 bone", "21 bones" */
std::string FormatCountOf(size_t Count, const char* Singular, const char* Plural);

/** The next larger number that reads well, and whose quarters do too: the end of a scale. At least 1e-6. */
double RoundUpToReadable(double Value);

} // namespace Exemplar
