// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/PlotScale.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace
{

/** The step (1, 2 or 5 times a power of ten) that gives about Count steps. */
double NiceStep(double Range, double Count)
{
	const double Raw = Range / Count, Power = std::pow(10.0, std::floor(std::log10(Raw)));
	const double Digit = Raw / Power;
	return Power * (Digit < 1.5 ? 1.0 : Digit < 3.5 ? 2.0 : Digit < 7.5 ? 5.0 : 10.0);
}

} // namespace

double FPlotScale::Measure(double Value) const
{
	return bLogarithmic ? std::log10(Value) : Value;
}

bool FPlotScale::Shows(double Value) const
{
	return std::isfinite(Value) && (!bLogarithmic || Value > 0.0);
}

double FPlotScale::Place(double Value) const
{
	return From + (Measure(Value) - Begin) / (End - Begin) * (To - From);
}

FPlotScale MakePlotScale(const std::vector<double>& Values, bool bLogarithmic, double Steps, double From, double To)
{
	FPlotScale Scale;
	Scale.bLogarithmic = bLogarithmic;
	Scale.From = From;
	Scale.To = To;
	double Least = INFINITY, Most = -INFINITY;
	for (const double Value : Values)
	{
		if (Scale.Shows(Value))
		{
			Least = (std::min)(Least, Scale.Measure(Value));
			Most = (std::max)(Most, Scale.Measure(Value));
		}
	}
	if (!(Least <= Most))
	{
		Least = 0.0;
		Most = 1.0;
	}
	if (Scale.bLogarithmic)
	{
		// At least a decade; otherwise the range of the data, rounded to a tenth of a decade to avoid empty space.
		Scale.Begin = std::floor(Least * 10.0 - 0.3) / 10.0;
		Scale.End = std::ceil(Most * 10.0 + 0.3) / 10.0;
		if (Scale.End - Scale.Begin < 1.0)
		{
			const double Middle = 0.5 * (Scale.Begin + Scale.End);
			Scale.Begin = Middle - 0.5;
			Scale.End = Middle + 0.5;
		}
		const bool bFewDecades = Scale.End - Scale.Begin < 3.05;
		const double Stride = (std::max)(1.0, std::ceil((Scale.End - Scale.Begin) / 8.0));
		for (double Decade = std::floor(Scale.Begin); Decade <= Scale.End; Decade += 1.0)
		{
			for (int Digit = 1; Digit < 10; ++Digit)
			{
				const double Value = Digit * std::pow(10.0, Decade), At = std::log10(Value);
				if (At < Scale.Begin - 1e-9 || At > Scale.End + 1e-9)
				{
					continue;
				}
				const bool bMajor = (Digit == 1 && std::fmod(std::abs(Decade), Stride) < 0.5) ||
					(bFewDecades && (Digit == 2 || Digit == 5));
				(bMajor ? Scale.Ticks : Scale.Minors).push_back(Value);
			}
		}
		return Scale;
	}
	// Start at zero if that wastes no more than a third of the plot, so that lengths can be compared.
	if (Least > 0.0 && Least < 0.5 * Most)
	{
		Least = 0.0;
	}
	if (Most - Least < 1e-12 * (std::max)(1.0, std::abs(Most)))
	{
		Least -= 0.5 * (std::max)(1.0, std::abs(Most));
		Most += 0.5 * (std::max)(1.0, std::abs(Most));
	}
	const double Step = NiceStep(Most - Least, Steps);
	Scale.Begin = std::floor(Least / Step + 1e-9) * Step;
	Scale.End = std::ceil(Most / Step - 1e-9) * Step;
	const int Count = static_cast<int>(std::lround((Scale.End - Scale.Begin) / Step));
	for (int Tick = 0; Tick <= Count; ++Tick)
	{
		Scale.Ticks.push_back(Scale.Begin + Tick * Step);
	}
	return Scale;
}

std::string PlotTickText(double Value)
{
	char Text[32];
	std::snprintf(Text, sizeof(Text), "%.10g", std::abs(Value) < 1e-12 ? 0.0 : Value);
	return Text;
}

std::string PlotPixels(double Value)
{
	char Text[32];
	std::snprintf(Text, sizeof(Text), "%.1f", Value);
	return Text;
}

} // namespace Exemplar
