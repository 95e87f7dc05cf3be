// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/NumberFormat.h"

#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace
{

constexpr const char* NarrowSpace = "\u202f";

std::string FormatDigits(double Value, int Digits)
{
	char Text[64];
	std::snprintf(Text, sizeof(Text), "%.*f", Digits, Value);
	return Text;
}

} // namespace

std::string FormatCount(size_t Count)
{
	std::string Out = std::to_string(Count);
	for (size_t At = Out.size(); At > 3; At -= 3)
	{
		Out.insert(At - 3, 1, ',');
	}
	return Out;
}

std::string FormatNumber(double Value)
{
	const double Size = std::abs(Value);
	if (!std::isfinite(Value))
	{
		return "\u2013";
	}
	if (Size != 0.0 && (Size < 1e-4 || Size >= 1e15))
	{
		char Text[32];
		std::snprintf(Text, sizeof(Text), "%.2e", Value);
		return Text;
	}
	if (Size >= 1000.0 || (Size == std::floor(Size) && Size < 1000.0))
	{
		return std::string(Value < 0.0 ? "-" : "") + FormatCount(static_cast<size_t>(Size + 0.5));
	}
	const int Digits = Size >= 100.0 ? 0 : Size >= 10.0 ? 1 : Size >= 1.0 ? 2 : Size >= 0.1 ? 3 : Size >= 0.01 ? 4 : 5;
	return FormatDigits(Value, Digits);
}

std::string FormatPercent(double Percent)
{
	const double Size = std::abs(Percent);
	if (Size > 0.0 && Size < 1e-4)
	{
		return std::string("<") + NarrowSpace + "0.0001" + NarrowSpace + "%";
	}
	const int Digits = Size >= 99.95 || Size == 0.0 ? 0
		: Size >= 9.995                             ? 1
		: Size >= 0.095                             ? 2
		: Size >= 0.0095                            ? 3
													: 4;
	return FormatDigits(Percent, Digits) + NarrowSpace + "%";
}

std::string FormatLength(double Meters)
{
	const bool bMeters = std::abs(Meters) >= 1.0;
	if (Meters != 0.0 && std::abs(Meters) < 1e-6)
	{
		return std::string("<") + NarrowSpace + "0.001" + NarrowSpace + "mm";
	}
	const double Value = bMeters ? Meters : 1000.0 * Meters, Size = std::abs(Value);
	const int Digits = Size >= 100.0 || Size == 0.0 ? 0 : Size >= 10.0 ? 1 : Size >= 1.0 ? 2 : 3;
	std::string Out = FormatDigits(Value, Digits);
	while (Digits > 0 && Out.back() == '0')
	{
		Out.pop_back();
	}
	if (Out.back() == '.')
	{
		Out.pop_back();
	}
	return Out + NarrowSpace + (bMeters ? "m" : "mm");
}

std::string FormatSeconds(double Seconds)
{
	return FormatDigits(Seconds, Seconds >= 100.0 ? 0 : Seconds >= 10.0 ? 1 : 2) + NarrowSpace + "s";
}

std::string FormatBytes(size_t Bytes)
{
	const double Size = static_cast<double>(Bytes);
	return Size >= 1e6 ? FormatDigits(Size / 1e6, Size >= 1e8 ? 0 : 1) + NarrowSpace + "MB"
		: Size >= 1e3  ? FormatDigits(Size / 1e3, 0) + NarrowSpace + "kB"
					   : std::to_string(Bytes) + NarrowSpace + "bytes";
}

std::string FormatCountOf(size_t Count, const char* Singular, const char* Plural)
{
	return FormatCount(Count) + " " + (Count == 1 ? Singular : Plural);
}

double RoundUpToReadable(double Value)
{
	double Power = 1e-6;
	while (Power * 10.0 < Value && Power < 1e9)
	{
		Power *= 10.0;
	}
	for (const double Step : {1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0})
	{
		if (Value <= Power * Step)
		{
			return Power * Step;
		}
	}
	return Power * 10.0;
}

} // namespace Exemplar
