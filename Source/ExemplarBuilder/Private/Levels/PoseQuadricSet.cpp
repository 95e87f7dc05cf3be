// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/PoseQuadricSet.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>

namespace Exemplar
{

std::vector<double> RelativeAreas(
	const FCollapseMesh& Mesh, size_t PoseCount, std::span<const Eigen::Vector3d> Positions)
{
	std::vector<double> Out(Mesh.VertexCount(), 0.0);
	double Total = 0.0;
	for (const FTriangle& T : Mesh.AllTriangles())
	{
		const auto At = [&](size_t Corner) -> const Eigen::Vector3d&
		{ return Positions[static_cast<size_t>(T[Corner]) * PoseCount]; };
		const double Area = T[0] < 0 ? 0.0 : 0.5 * (At(1) - At(0)).cross(At(2) - At(0)).norm();
		Total += Area;
		for (size_t Corner = 0; Corner < 3 && T[0] >= 0; ++Corner)
		{
			Out[static_cast<size_t>(T[Corner])] += Area / 3.0;
		}
	}
	const double Scale = static_cast<double>(Out.size()) / Total;
	for (double& Area : Out)
	{
		Area = Total > 0.0 ? (std::max)(1e-3, Scale * Area) : 1.0;
	}
	return Out;
}

void MakePoseQuadrics(const FCollapseMesh& Mesh, size_t PoseCount, std::span<const Eigen::Vector3d> Positions,
	EPlaneWeight Weight, double BorderWeight, std::vector<FPoseQuadric>& Quadrics)
{
	const auto At = [PoseCount](int32_t Vertex, size_t Pose) { return static_cast<size_t>(Vertex) * PoseCount + Pose; };
	const auto Normal = [&](const FTriangle& T, size_t Pose)
	{
		const Eigen::Vector3d& A = Positions[At(T[0], Pose)];
		return Eigen::Vector3d((Positions[At(T[1], Pose)] - A).cross(Positions[At(T[2], Pose)] - A));
	};
	Quadrics.assign(Mesh.VertexCount() * PoseCount, FPoseQuadric{});
	std::vector<double> Around(Mesh.VertexCount(), 0.0);
	double Total = 0.0;
	for (size_t Triangle = 0; Triangle < Mesh.AllTriangles().size(); ++Triangle)
	{
		if (Mesh.IsTriangleAlive(Triangle))
		{
			const double Area = 0.5 * Normal(Mesh.AllTriangles()[Triangle], 0).norm();
			Total += Area;
			for (const int32_t Vertex : Mesh.AllTriangles()[Triangle])
			{
				Around[static_cast<size_t>(Vertex)] += Area;
			}
		}
	}
	const double Count = static_cast<double>(Mesh.VertexCount());
	for (size_t Triangle = 0; Triangle < Mesh.AllTriangles().size(); ++Triangle)
	{
		if (!Mesh.IsTriangleAlive(Triangle))
		{
			continue;
		}
		const FTriangle& T = Mesh.AllTriangles()[Triangle];
		const double Area = 0.5 * Normal(T, 0).norm();
		double Shares[3];
		bool bBorder[3];
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const double Sum = Around[static_cast<size_t>(T[Corner])];
			const double Unit =
				Weight == EPlaneWeight::Vertex ? Sum : 3.0 * (Weight == EPlaneWeight::Area ? 1.0 : Total / Count);
			Shares[Corner] = Unit > 0.0 ? Area / Unit : 0.0;
			bBorder[Corner] = Mesh.IsBorderEdge(T[Corner], T[(Corner + 1) % 3]);
		}
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const Eigen::Vector3d N = Normal(T, Pose).stableNormalized();
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const int32_t A = T[Corner], B = T[(Corner + 1) % 3];
				const Eigen::Vector3d& Here = Positions[At(A, Pose)];
				Quadrics[At(A, Pose)].AddPlane(N, Here, Shares[Corner]);
				if (bBorder[Corner])
				{
					const Eigen::Vector3d Across = N.cross(Positions[At(B, Pose)] - Here).stableNormalized();
					const double Share = 0.5 * BorderWeight * (Shares[Corner] + Shares[(Corner + 1) % 3]);
					Quadrics[At(A, Pose)].AddPlane(Across, Here, Share);
					Quadrics[At(B, Pose)].AddPlane(Across, Here, Share);
				}
			}
		}
	}
}

} // namespace Exemplar
