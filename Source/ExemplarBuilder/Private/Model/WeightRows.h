// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Model/Rig.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace Exemplar
{

/** Appends a row made of what each bone has in sum: the Cap largest, normalized. Ties go to smaller numbers. */
inline void AppendLargest(std::span<const double> Sums, size_t Cap, FRigWeights& Out)
{
	std::vector<std::pair<double, uint16_t>> Row;
	for (size_t Bone = 0; Bone < Sums.size(); ++Bone)
	{
		if (Sums[Bone] > 0.0)
		{
			Row.emplace_back(-Sums[Bone], static_cast<uint16_t>(Bone));
		}
	}
	std::sort(Row.begin(), Row.end());
	Row.resize((std::min)(Row.size(), Cap));
	std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.second < B.second; });
	double Total = 0.0;
	for (const auto& [Minus, Bone] : Row)
	{
		Total -= Minus;
	}
	for (const auto& [Minus, Bone] : Row)
	{
		Out.Bones.push_back(Bone);
		Out.Weights.push_back(-Minus / Total);
	}
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
}

/** Appends a row of other weights. */
inline void AppendRow(const FRigWeights& Weights, size_t Row, FRigWeights& Out)
{
	const uint32_t First = Weights.Offsets[Row], Last = Weights.Offsets[Row + 1];
	Out.Bones.insert(Out.Bones.end(), Weights.Bones.begin() + First, Weights.Bones.begin() + Last);
	Out.Weights.insert(Out.Weights.end(), Weights.Weights.begin() + First, Weights.Weights.begin() + Last);
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
}

/**
 * Weights as a file holds them: positive floats whose heaviest takes what rounding leaves, so that every row sums to
 * one. Rounding twice changes nothing.
 */
inline FRigWeights RoundWeights(const FRigWeights& Weights)
{
	FRigWeights Out;
	for (size_t Row = 0; Row < Weights.PointCount(); ++Row)
	{
		const size_t First = Out.Weights.size();
		size_t Heaviest = First;
		double Sum = 0.0;
		for (uint32_t Entry = Weights.Offsets[Row]; Entry < Weights.Offsets[Row + 1]; ++Entry)
		{
			const double Weight = static_cast<double>(static_cast<float>(Weights.Weights[Entry]));
			if (Weight > 0.0)
			{
				Out.Bones.push_back(Weights.Bones[Entry]);
				Out.Weights.push_back(Weight);
				Sum += Weight;
				Heaviest = Weight > Out.Weights[Heaviest] ? Out.Weights.size() - 1 : Heaviest;
			}
		}
		if (First < Out.Weights.size())
		{
			double& Largest = Out.Weights[Heaviest];
			Largest = static_cast<double>(static_cast<float>(Largest + (1.0 - Sum)));
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Weights.size()));
	}
	return Out;
}

} // namespace Exemplar
