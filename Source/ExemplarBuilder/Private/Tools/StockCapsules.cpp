// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/StockCapsules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{

namespace StockCapsulesDetail
{

using FSymmetric = std::array<std::array<double, 3>, 3>;

/** The unit vector that a symmetric matrix stretches most: by squaring, which needs no starting vector. */
FFloat3 LargestDirection(FSymmetric M)
{
	for (int Round = 0; Round < 24; ++Round)
	{
		double Largest = 0.0;
		for (const auto& Row : M)
		{
			for (const double Value : Row)
			{
				Largest = (std::max)(Largest, std::abs(Value));
			}
		}
		if (Largest <= 0.0)
		{
			return {1.0f, 0.0f, 0.0f};
		}
		FSymmetric Square{};
		for (int Row = 0; Row < 3; ++Row)
		{
			for (int Column = 0; Column < 3; ++Column)
			{
				for (int K = 0; K < 3; ++K)
				{
					Square[Row][Column] += M[Row][K] / Largest * M[K][Column] / Largest;
				}
			}
		}
		M = Square;
	}
	int Best = 0;
	for (int Row = 1; Row < 3; ++Row)
	{
		Best = M[Row][Row] > M[Best][Best] ? Row : Best;
	}
	return Normalize(
		FFloat3{static_cast<float>(M[Best][0]), static_cast<float>(M[Best][1]), static_cast<float>(M[Best][2])},
		{1.0f, 0.0f, 0.0f});
}

float Quantile(std::vector<float> Values, double Share)
{
	const size_t Index = static_cast<size_t>(Share * static_cast<double>(Values.size() - 1));
	std::nth_element(Values.begin(), Values.begin() + static_cast<std::ptrdiff_t>(Index), Values.end());
	return Values[Index];
}

} // namespace StockCapsulesDetail

std::optional<FStockCapsule> FitCapsule(uint16_t Joint, std::span<const FFloat3> Points)
{
	using namespace StockCapsulesDetail;
	if (Points.size() < 8)
	{
		return {};
	}
	double Sum[3] = {};
	for (const FFloat3& P : Points)
	{
		Sum[0] += static_cast<double>(P.X);
		Sum[1] += static_cast<double>(P.Y);
		Sum[2] += static_cast<double>(P.Z);
	}
	const double Count = static_cast<double>(Points.size());
	const FFloat3 Center{
		static_cast<float>(Sum[0] / Count), static_cast<float>(Sum[1] / Count), static_cast<float>(Sum[2] / Count)};
	FSymmetric Spread{};
	for (const FFloat3& P : Points)
	{
		const FFloat3 V = P - Center;
		const double D[3] = {static_cast<double>(V.X), static_cast<double>(V.Y), static_cast<double>(V.Z)};
		for (int Row = 0; Row < 3; ++Row)
		{
			for (int Column = 0; Column < 3; ++Column)
			{
				Spread[Row][Column] += D[Row] * D[Column];
			}
		}
	}
	const FFloat3 Axis = LargestDirection(Spread);
	std::vector<float> Along, Across;
	for (const FFloat3& P : Points)
	{
		const float At = Dot(P - Center, Axis);
		Along.push_back(At);
		Across.push_back(Length(P - Center - Axis * At));
	}
	// Skin that pokes out in a few poses is not worth a capsule that is too thick everywhere.
	const float Radius = Quantile(Across, 0.9);
	const float Low = Quantile(Along, 0.01), High = Quantile(Along, 0.99);
	if (Radius <= 0.0f)
	{
		return {};
	}
	const float Middle = 0.5f * (Low + High), Half = (std::max)(0.5f * (High - Low) - Radius, 0.0f);
	FStockCapsule Out{Joint, Center + Axis * (Middle - Half), Center + Axis * (Middle + Half), Radius, 0.0};
	size_t Inside = 0;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const float Beyond = (std::max)(std::abs(Along[Index] - Middle) - Half, 0.0f);
		Inside += std::hypot(Beyond, Across[Index]) <= 1.01f * Radius ? 1 : 0;
	}
	Out.Inside = static_cast<double>(Inside) / Count;
	return Out;
}

} // namespace Exemplar
