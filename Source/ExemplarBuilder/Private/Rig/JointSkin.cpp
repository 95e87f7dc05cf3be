// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/JointSkin.h"

#include "Geometry/Adjacency.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>

namespace Exemplar
{

namespace JointSkinDetail
{

/** The two largest influences of a point. */
struct FTopInfluences
{
	int32_t First = NoParent;
	int32_t Second = NoParent;
	double FirstWeight = 0.0;
	double SecondWeight = 0.0;
};

FTopInfluences FindTopInfluences(const FRigWeights& Weights, size_t Point)
{
	FTopInfluences Top;
	for (uint32_t Slot = Weights.Offsets[Point]; Slot < Weights.Offsets[Point + 1]; ++Slot)
	{
		const double Weight = Weights.Weights[Slot];
		if (Weight > Top.FirstWeight)
		{
			Top = {Weights.Bones[Slot], Top.First, Weight, Top.FirstWeight};
		}
		else if (Weight > Top.SecondWeight)
		{
			Top.Second = Weights.Bones[Slot];
			Top.SecondWeight = Weight;
		}
	}
	return Top;
}

/** The largest connected part of a set of points; of two equally large parts, the one with the smallest index. */
std::vector<uint32_t> LargestRegion(const std::vector<uint32_t>& Points, const FIndexLists& Neighbors)
{
	std::vector<uint32_t> Best;
	std::vector<char> bOpen(Neighbors.Count(), 0);
	for (const uint32_t Point : Points)
	{
		bOpen[Point] = 1;
	}
	for (const uint32_t Seed : Points)
	{
		if (!bOpen[Seed])
		{
			continue;
		}
		std::vector<uint32_t> Region{Seed};
		bOpen[Seed] = 0;
		for (size_t Front = 0; Front < Region.size(); ++Front)
		{
			for (const int32_t Next : Neighbors[Region[Front]])
			{
				if (bOpen[Next])
				{
					bOpen[Next] = 0;
					Region.push_back(static_cast<uint32_t>(Next));
				}
			}
		}
		if (Region.size() > Best.size())
		{
			Best = std::move(Region);
		}
	}
	std::sort(Best.begin(), Best.end());
	return Best;
}

bool HasSpread(const std::vector<uint32_t>& Points, const FTriangleMesh& Mesh, double MinimumSpread)
{
	Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
	for (const uint32_t Point : Points)
	{
		Mean += AsVector(Mesh.Positions[Point]);
	}
	Mean /= static_cast<double>(Points.size());
	Eigen::Matrix3d Moments = Eigen::Matrix3d::Zero();
	for (const uint32_t Point : Points)
	{
		const Eigen::Vector3d D = AsVector(Mesh.Positions[Point]) - Mean;
		Moments += D * D.transpose();
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Axes(Moments, Eigen::EigenvaluesOnly);
	return Axes.eigenvalues()[0] > MinimumSpread * MinimumSpread * Axes.eigenvalues()[2];
}

} // namespace JointSkinDetail

FJointSkin SegmentJointSkin(const FTriangleMesh& Rest, const FRigWeights& Weights, std::span<const int32_t> Parents,
	const FJointSkinOptions& Options)
{
	using namespace JointSkinDetail;
	const FIndexLists Neighbors = BuildAdjacency(Rest.Positions.size(), Rest.Triangles).VertexVertices;
	std::vector<FTopInfluences> Tops(Weights.PointCount());
	std::vector<std::vector<uint32_t>> Between(Parents.size()); // points shared by a joint and its parent
	std::vector<std::vector<uint32_t>> Rigid(Parents.size());   // points that follow one bone and nothing else
	FJointSkin Out;
	Out.JointPoints.resize(Parents.size());
	Out.BonePoints.resize(Parents.size());
	for (uint32_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const FTopInfluences& Top = Tops[Point] = FindTopInfluences(Weights, Point);
		if (Top.First != NoParent && Top.FirstWeight > Options.Upper)
		{
			Out.BonePoints[Top.First].push_back(Point);
			if (Top.FirstWeight > Options.Rigid)
			{
				Rigid[Top.First].push_back(Point);
			}
		}
		if (Top.Second == NoParent)
		{
			continue;
		}
		if (Parents[Top.First] == Top.Second)
		{
			Between[Top.First].push_back(Point);
		}
		else if (Parents[Top.Second] == Top.First)
		{
			Between[Top.Second].push_back(Point);
		}
	}

	for (size_t Bone = 0; Bone < Parents.size(); ++Bone)
	{
		if (Rigid[Bone].size() >= Options.MinimumPoints && HasSpread(Rigid[Bone], Rest, Options.MinimumSpread))
		{
			Out.BonePoints[Bone] = std::move(Rigid[Bone]);
		}
	}

	constexpr double WidestLower = 0.05;
	constexpr int WideningSteps = 4;
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		for (int Step = 0; Step <= WideningSteps && Out.JointPoints[Joint].empty(); ++Step)
		{
			const double Widening = static_cast<double>(Step) / WideningSteps;
			const double Lower = Options.Lower + (WidestLower - Options.Lower) * Widening;
			const double Upper = Options.Upper + (1.0 - WidestLower - Options.Upper) * Widening;
			std::vector<uint32_t> Band;
			for (const uint32_t Point : Between[Joint])
			{
				const FTopInfluences& Top = Tops[Point];
				const double Weight = Top.First == static_cast<int32_t>(Joint) ? Top.FirstWeight : Top.SecondWeight;
				if (Weight >= Lower && Weight <= Upper)
				{
					Band.push_back(Point);
				}
			}
			Band = LargestRegion(Band, Neighbors);
			if (Band.size() >= Options.MinimumPoints && HasSpread(Band, Rest, Options.MinimumSpread))
			{
				Out.JointPoints[Joint] = std::move(Band);
			}
		}
	}
	return Out;
}

} // namespace Exemplar
