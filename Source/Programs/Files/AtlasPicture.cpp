// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AtlasPicture.h"

#include "Files/PlotScale.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{
namespace
{

constexpr double Side = 1000.0; // of the picture, pixels

/** Blue where the texture is too fine, white where it is right, red where it is stretched by half as much again. */
std::string StretchColor(double Stretch)
{
	const double T = std::clamp(std::log(std::max(Stretch, 1e-6)) / std::log(1.5), -1.0, 1.0);
	const auto Mix = [&](double White, double Far) { return static_cast<int>(White + std::abs(T) * (Far - White)); };
	const int R = T < 0.0 ? Mix(245, 33) : Mix(245, 178), G = T < 0.0 ? Mix(245, 102) : Mix(245, 24),
			  B = T < 0.0 ? Mix(245, 172) : Mix(245, 43);
	constexpr const char* Digits = "0123456789abcdef";
	std::string Out = "#";
	for (const int Part : {R, G, B})
	{
		Out += {Digits[Part / 16], Digits[Part % 16]};
	}
	return Out;
}

std::string PointText(const FFloat2& UV)
{
	return PlotPixels(Side * static_cast<double>(UV.X)) + "," + PlotPixels(Side * static_cast<double>(UV.Y));
}

} // namespace

FJson DescribeUVs(const FUVMeasure& Measure)
{
	return {{"charts", Measure.ChartCount}, {"stretch", Measure.Stretch}, {"largestStretch", Measure.Largest},
		{"packingPercent", 100.0 * Measure.Efficiency}, {"overlapPercent", 100.0 * Measure.Overlap},
		{"flippedTriangles", Measure.Flipped}};
}

std::string DrawUVs(const FSurface& Surface, const FUVMeasure& Measure)
{
	std::string Out =
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\" width=\"1000\" height=\"1000\">\n"
		"<rect width=\"1000\" height=\"1000\" fill=\"#808080\"/>\n<g stroke-width=\"0.4\">\n";
	// Sides of the plane that only one triangle has are borders; keys are the ends' places.
	using FEnd = std::pair<float, float>;
	std::map<std::pair<FEnd, FEnd>, int> Sides;
	for (size_t Face = 0; Face < Surface.TriangleCount(); ++Face)
	{
		const FFloat2 P[3] = {Surface.UVs[Surface.Indices[3 * Face]], Surface.UVs[Surface.Indices[3 * Face + 1]],
			Surface.UVs[Surface.Indices[3 * Face + 2]]};
		const std::string Color =
			Measure.Stretches[Face] > 0.0f ? StretchColor(static_cast<double>(Measure.Stretches[Face])) : "#000000";
		Out += "<path d=\"M" + PointText(P[0]) + "L" + PointText(P[1]) + "L" + PointText(P[2]) + "z\" fill=\"" + Color +
			"\" stroke=\"" + Color + "\"/>\n";
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const FEnd A{P[Corner].X, P[Corner].Y}, B{P[(Corner + 1) % 3].X, P[(Corner + 1) % 3].Y};
			++Sides[{std::min(A, B), std::max(A, B)}];
		}
	}
	Out += "</g>\n<path fill=\"none\" stroke=\"#202020\" stroke-width=\"1\" d=\"";
	for (const auto& [Ends, Count] : Sides)
	{
		if (Count == 1)
		{
			Out += "M" + PointText({Ends.first.first, Ends.first.second}) + "L" +
				PointText({Ends.second.first, Ends.second.second});
		}
	}
	Out += "\"/>\n<title>" + std::to_string(Measure.ChartCount) +
		" charts. Red: texels are stretched by half as much again as on average; blue: they are as much "
		"finer.</title>\n"
		"</svg>\n";
	return Out;
}

} // namespace Exemplar
