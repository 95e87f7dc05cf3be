// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Model/Rig.h"

#include <algorithm>
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

} // namespace Exemplar
