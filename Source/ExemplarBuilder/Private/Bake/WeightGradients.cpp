// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/SkinTangents.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <map>

namespace Exemplar
{

FAnimationVector CorrectedTangent(const FDouble3& Rest, const FDouble3& Direction, std::span<const uint16_t> Bones,
	std::span<const double> Weights, std::span<const FDouble3> Gradients)
{
	FAnimationVector Out;
	Out.Bones.assign(Bones.begin(), Bones.end());
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		const double W = Weights[Index];
		const double Change = AsVector(Gradients[Index]).dot(AsVector(Direction));
		Out.Blocks.push_back({W * Direction.X + Change * Rest.X, W * Direction.Y + Change * Rest.Y,
			W * Direction.Z + Change * Rest.Z, Change});
	}
	return Out;
}

FWeightGradients FindWeightGradients(const FTriangleMesh& Rest, const FRigWeights& Weights)
{
	struct FEntry
	{
		double Weight = 0.0;
		Eigen::Vector3d Gradient = Eigen::Vector3d::Zero();
	};
	std::vector<std::map<uint16_t, FEntry>> Points(Rest.Positions.size());
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		for (uint32_t Index = Weights.Offsets[Point]; Index < Weights.Offsets[Point + 1]; ++Index)
		{
			Points[Point][Weights.Bones[Index]].Weight = Weights.Weights[Index];
		}
	}
	std::vector<double> Areas(Points.size(), 0.0);
	for (const FTriangle& T : Rest.Triangles)
	{
		std::array<Eigen::Vector3d, 3> X;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			X[Corner] = AsVector(Rest.Positions[static_cast<size_t>(T[Corner])]);
		}
		const Eigen::Vector3d Normal = (X[1] - X[0]).cross(X[2] - X[0]); // twice the area
		const double Area = 0.5 * Normal.norm();
		if (!(Area > 0.0))
		{
			continue;
		}
		// The gradient of what is one at a corner and zero at the others, times the area.
		std::map<uint16_t, Eigen::Vector3d> Sums;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const Eigen::Vector3d Across = X[(Corner + 2) % 3] - X[(Corner + 1) % 3];
			const Eigen::Vector3d Slope = 0.5 * Normal.normalized().cross(Across);
			const size_t Point = static_cast<size_t>(T[Corner]);
			Areas[Point] += Area;
			for (uint32_t Index = Weights.Offsets[Point]; Index < Weights.Offsets[Point + 1]; ++Index)
			{
				Sums.try_emplace(Weights.Bones[Index], Eigen::Vector3d::Zero()).first->second +=
					Weights.Weights[Index] * Slope;
			}
		}
		for (const int32_t Point : T)
		{
			for (const auto& [Bone, Sum] : Sums)
			{
				Points[static_cast<size_t>(Point)][Bone].Gradient += Sum;
			}
		}
	}
	FWeightGradients Out;
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		for (const auto& [Bone, Entry] : Points[Point])
		{
			Out.Weights.Bones.push_back(Bone);
			Out.Weights.Weights.push_back(Entry.Weight);
			Out.Gradients.push_back(
				ToDouble3(Areas[Point] > 0.0 ? Eigen::Vector3d(Entry.Gradient / Areas[Point]) : Entry.Gradient));
		}
		Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar
