// Copyright (c) 2026 Exemplar contributors. MIT license.
// Limbs are searched one by one, so that two may end on the same part of a scan: who stands where.

#include "Registration/PartCost.h"

namespace Exemplar
{
namespace LimbClaimsDetail
{

constexpr double ClaimReach = 0.03; // of a sample, in diagonals

} // namespace LimbClaimsDetail

std::vector<int32_t> FindLimbs(const FArticulation& Articulation, std::span<const uint8_t> bTrunk)
{
	std::vector<int32_t> Out;
	for (size_t Part = 0; Part < Articulation.Parts.size(); ++Part)
	{
		if (!bTrunk[Part] && bTrunk[static_cast<size_t>(Articulation.Parts[Part].Parent)])
		{
			Out.push_back(static_cast<int32_t>(Part));
		}
	}
	return Out;
}

FLimbClaims::FLimbClaims(const FArticulation& Articulation, std::span<const int32_t> Limbs, const FCleanScan& Scan,
	std::span<const FRigidMotion> Motions)
	: Claims(Scan.Positions.size())
{
	const size_t Count = Articulation.Parts.size();
	std::vector<int32_t> LimbOf(Count, -1);
	for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
	{
		LimbOf[static_cast<size_t>(Limbs[Limb])] = static_cast<int32_t>(Limb);
	}
	for (size_t Part = 1; Part < Count; ++Part) // parents first
	{
		const int32_t Inherited = LimbOf[static_cast<size_t>(Articulation.Parts[Part].Parent)];
		LimbOf[Part] = LimbOf[Part] >= 0 ? LimbOf[Part] : Inherited;
	}
	struct FSample
	{
		Eigen::Vector3d Place, Normal;
		int32_t Limb;
	};
	std::vector<FSample> Samples;
	for (size_t Part = 0; Part < Count; ++Part)
	{
		const FBodyPart& Each = Articulation.Parts[Part];
		for (size_t Sample = 0; LimbOf[Part] >= 0 && Sample < Each.Samples.size(); ++Sample)
		{
			Samples.push_back(
				{Motions[Part](Each.Samples[Sample]), Motions[Part].Rotation * Each.Normals[Sample], LimbOf[Part]});
		}
	}
	constexpr double Reach = LimbClaimsDetail::ClaimReach * LimbClaimsDetail::ClaimReach;
	for (size_t Vertex = 0; Vertex < Claims.size(); ++Vertex)
	{
		FClaim& Claim = Claims[Vertex];
		const Eigen::Vector3d Place = AsVector(Scan.Positions[Vertex]), Normal = AsVector(Scan.VertexNormals[Vertex]);
		for (const FSample& Sample : Samples)
		{
			const double Distance = (Sample.Place - Place).squaredNorm();
			if (Distance > Reach || Sample.Normal.dot(Normal) < 0.0)
			{
				continue;
			}
			if (Distance < Claim.Distance)
			{
				if (Claim.Limb != Sample.Limb)
				{
					Claim.Other = Claim.Limb;
					Claim.OtherDistance = Claim.Distance;
				}
				Claim.Limb = Sample.Limb;
				Claim.Distance = Distance;
			}
			else if (Sample.Limb != Claim.Limb && Distance < Claim.OtherDistance)
			{
				Claim.Other = Sample.Limb;
				Claim.OtherDistance = Distance;
			}
		}
	}
}

FTakenVertices FLimbClaims::TakenFrom(size_t Limb) const
{
	FTakenVertices Out;
	for (const FClaim& Claim : Claims)
	{
		const bool bOwn = Claim.Limb == static_cast<int32_t>(Limb);
		Out.push_back((bOwn ? Claim.Other : Claim.Limb) >= 0);
	}
	return Out;
}

} // namespace Exemplar
