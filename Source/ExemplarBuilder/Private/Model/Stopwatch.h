// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <chrono>

namespace Exemplar
{

/** Seconds since construction, for FStageFigures. */
class FStopwatch
{
public:
	double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(); }

private:
	std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

} // namespace Exemplar
