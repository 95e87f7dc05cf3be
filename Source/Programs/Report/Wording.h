// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <string>

namespace Exemplar
{

/** Numbers as a report prints them: three digits that count, a narrow space between thousands, the unit behind. */
std::string WordCount(size_t Count);
std::string WordNumber(double Value);
std::string WordPercent(double Percent);

/** Millimeters below a meter, else meters. */
std::string WordLength(double Meters);
std::string WordSeconds(double Seconds);
std::string WordBytes(size_t Bytes);

/** "1 bone", "21 bones" */
std::string WordCountOf(size_t Count, const char* One, const char* Many);

/** The next number that reads well, and whose quarters do too: where a scale ends. */
double RoundUpToReadable(double Value);

} // namespace Exemplar
