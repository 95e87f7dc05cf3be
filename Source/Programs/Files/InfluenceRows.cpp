// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/InfluenceRows.h"

#include "Pipeline/SimplifyCharacter.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

/** A row of influences reduced to the largest and summing to one; the remainder goes to the largest. */
std::vector<std::pair<uint16_t, float>> CutRow(std::vector<std::pair<uint16_t, double>> Row, size_t Limit)
{
	std::sort(Row.begin(), Row.end());
	std::vector<std::pair<uint16_t, double>> Merged;
	for (const auto& [Bone, Weight] : Row)
	{
		if (!(Weight > 0.0))
		{
			continue;
		}
		if (!Merged.empty() && Merged.back().first == Bone)
		{
			Merged.back().second += Weight;
		}
		else
		{
			Merged.emplace_back(Bone, Weight);
		}
	}
	std::stable_sort(Merged.begin(), Merged.end(), [](const auto& A, const auto& B) { return A.second > B.second; });
	Merged.resize((std::min)(Merged.size(), Limit));
	double Sum = 0.0;
	for (const auto& Entry : Merged)
	{
		Sum += Entry.second;
	}
	std::vector<std::pair<uint16_t, float>> Out;
	double Written = 0.0;
	for (const auto& [Bone, Weight] : Merged)
	{
		const auto Rounded = static_cast<float>(Weight / Sum);
		if (Rounded > 0.0f)
		{
			Out.emplace_back(Bone, Rounded);
			Written += static_cast<double>(Rounded);
		}
	}
	if (Out.empty())
	{
		return {{uint16_t{0}, 1.0f}};
	}
	Out.front().second += static_cast<float>(1.0 - Written);
	return Out;
}

} // namespace

// The hue advances by the golden ratio, so that neighbors in the skeleton differ.
std::array<uint8_t, 4> ColorOfBone(size_t Bone)
{
	const double Hue = std::fmod(0.61803398875 * static_cast<double>(Bone), 1.0) * 6.0;
	const auto Part = [&](double Shift)
	{
		const double Ramp = std::abs(std::fmod(Hue + Shift, 6.0) - 3.0) - 1.0;
		return static_cast<uint8_t>(55.0 + 200.0 * (std::min)((std::max)(Ramp, 0.0), 1.0));
	};
	return {Part(0.0), Part(4.0), Part(2.0), 255};
}

FInfluenceRows CollectInfluences(const FCharacterView& Character, size_t LevelIndex, size_t Limit)
{
	const FMeshLevelView& Level = Character.Levels[LevelIndex];
	FInfluenceRows Rows;
	const bool bBlend = !Level.Weights.Offsets.empty();
	if (Character.Skeleton.JointCount() == 0 || (!bBlend && Level.Skin.Offsets.empty()))
	{
		return Rows;
	}
	const TResult<FRigWeights> Limited = bBlend ? LimitBlendWeights(Character, LevelIndex, Limit, {})
												: TResult<FRigWeights>(FError{EErrorCode::NotFound, ""});
	const auto& Offsets = bBlend ? Level.Weights.Offsets : Level.Skin.Offsets;
	for (size_t V = 0; V < Level.VertexCount(); ++V)
	{
		std::vector<std::pair<uint16_t, double>> Row;
		for (size_t I = Limited ? Limited->Offsets[V] : 0; Limited && I < Limited->Offsets[V + 1]; ++I)
		{
			Row.emplace_back(Limited->Bones[I], Limited->Weights[I]);
		}
		for (size_t I = Offsets[V]; !Limited && I < Offsets[V + 1]; ++I)
		{
			Row.emplace_back(bBlend ? Level.Weights.Bones[I] : Level.Skin.Bones[I],
				static_cast<double>(bBlend ? Level.Weights.Weights[I] : Level.Skin.Points[I].W));
		}
		Rows.push_back(CutRow(std::move(Row), Limit));
	}
	return Rows;
}

} // namespace Exemplar
