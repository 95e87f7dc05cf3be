// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/LimbNames.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace Exemplar
{

std::vector<int> FindTipSides(const std::vector<int32_t>& Partners, std::span<const FDouble3> TipPositions)
{
	// The normal of the plane between partners; each pair counts with its distance, in the direction of the widest.
	Eigen::Vector3d Normal = Eigen::Vector3d::Zero(), Widest = Eigen::Vector3d::Zero();
	for (const bool bWidest : {true, false})
	{
		for (size_t Tip = 0; Tip < Partners.size(); ++Tip)
		{
			const auto Partner = static_cast<size_t>(Partners[Tip]);
			const Eigen::Vector3d Across = AsVector(TipPositions[Tip]) - AsVector(TipPositions[Partner]);
			if (Partner <= Tip)
			{
				continue;
			}
			if (bWidest)
			{
				Widest = Across.norm() > Widest.norm() ? Across : Widest;
			}
			else
			{
				Normal += Across.dot(Widest) < 0.0 ? Eigen::Vector3d(-Across) : Across;
			}
		}
	}
	Eigen::Index Axis = 0;
	Normal.cwiseAbs().maxCoeff(&Axis);
	Normal *= Normal[Axis] < 0.0 ? -1.0 : 1.0;
	std::vector<int> Out;
	for (size_t Tip = 0; Tip < Partners.size(); ++Tip)
	{
		const auto Partner = static_cast<size_t>(Partners[Tip]);
		const double Side = (AsVector(TipPositions[Tip]) - AsVector(TipPositions[Partner])).dot(Normal);
		Out.push_back(Partner == Tip ? 0 : (Side > 0.0 ? 1 : -1));
	}
	return Out;
}

std::vector<std::string> NameLimbBones(const FLimbs& Limbs, const FLimbSkeleton& Skeleton, const FRig& Rig,
	const std::vector<int32_t>& Partners, std::span<const FDouble3> TipPositions)
{
	const std::vector<int> Sides = FindTipSides(Partners, TipPositions);
	const size_t LimbCount = Limbs.Limbs.size();
	// Pairs of limbs with one tip each, by how early they leave the trunk: arms, then legs.
	std::vector<std::pair<double, size_t>> Pairs;
	std::vector<std::string> LimbNames(LimbCount);
	const auto LimbOfTip = [&](size_t Tip)
	{
		for (size_t Limb = 0; Limb < LimbCount; ++Limb)
		{
			if (Limbs.Limbs[Limb].Tips == uint64_t{1} << Tip)
			{
				return Limb;
			}
		}
		return LimbCount;
	};
	for (size_t Tip = 1; Tip < Partners.size(); ++Tip)
	{
		const size_t A = LimbOfTip(Tip), B = LimbOfTip(static_cast<size_t>(Partners[Tip]));
		if (Sides[Tip] > 0 && A < LimbCount && B < LimbCount && !Limbs.Limbs[A].Rings[0].empty())
		{
			Pairs.emplace_back(Limbs.Limbs[A].Rings[0].front().Value, Tip);
		}
	}
	std::sort(Pairs.begin(), Pairs.end());
	const bool bBody = Pairs.size() == 2 && Partners[0] == 0;
	for (size_t Pair = 0; Pair < Pairs.size(); ++Pair)
	{
		const std::string Base = bBody ? (Pair == 0 ? "arm" : "leg") : "limb" + std::to_string(Pair + 1);
		const size_t Left = Pairs[Pair].second;
		LimbNames[LimbOfTip(Left)] = Base + "_l";
		LimbNames[LimbOfTip(static_cast<size_t>(Partners[Left]))] = Base + "_r";
	}
	size_t Numbered = Pairs.size(), Trunks = 0;
	for (size_t Limb = 0; Limb < LimbCount; ++Limb)
	{
		if (Limbs.Limbs[Limb].Parent < 0)
		{
			LimbNames[Limb] = "head";
		}
		else if (LimbNames[Limb].empty() && std::popcount(Limbs.Limbs[Limb].Tips) > 1)
		{
			LimbNames[Limb] = Trunks++ == 0 ? "spine" : "spine" + std::to_string(Trunks);
		}
		else if (LimbNames[Limb].empty())
		{
			LimbNames[Limb] = "limb" + std::to_string(++Numbered);
		}
	}
	std::map<int32_t, int> Counts;
	std::vector<std::string> Out;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const int32_t Limb = Skeleton.LimbOfBone[Bone];
		const std::string& Name = LimbNames[static_cast<size_t>(Limb)];
		if (Skeleton.TipOfBone[Bone] >= 0)
		{
			Out.push_back(Name + "_end");
			continue;
		}
		Out.push_back(Rig.Parents[Bone] < 0 ? "root" : Name + "_" + std::to_string(++Counts[Limb]));
	}
	return Out;
}

} // namespace Exemplar
