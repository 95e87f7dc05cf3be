// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

namespace Exemplar
{

/** Zero below From, one above To, twice differentiable between (6 t^5 - 15 t^4 + 10 t^3). */
inline double SmoothStep(double From, double To, double X)
{
	const double T = X <= From ? 0.0 : X >= To ? 1.0 : (X - From) / (To - From);
	return T * T * T * (T * (T * 6.0 - 15.0) + 10.0);
}

} // namespace Exemplar
