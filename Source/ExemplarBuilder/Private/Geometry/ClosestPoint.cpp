// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/ClosestPoint.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/IglLibrary.h"

#include <algorithm>

namespace Exemplar
{
namespace ClosestPointDetail
{

/** Barycentric coordinates of a point of a triangle (or of its plane), clamped to the triangle. */
std::array<double, 3> Coordinates(
	const Eigen::Vector3d& A, const Eigen::Vector3d& B, const Eigen::Vector3d& C, const Eigen::Vector3d& P)
{
	const Eigen::Vector3d U = B - A, V = C - A, W = P - A;
	const double UU = U.dot(U), UV = U.dot(V), VV = V.dot(V), WU = W.dot(U), WV = W.dot(V);
	const double Denominator = UU * VV - UV * UV;
	std::array<double, 3> Out{1.0, 0.0, 0.0};
	if (Denominator > 1e-18 * UU * VV)
	{
		Out[1] = (VV * WU - UV * WV) / Denominator;
		Out[2] = (UU * WV - UV * WU) / Denominator;
	}
	else if (UU >= VV)
	{
		Out[1] = UU > 0.0 ? WU / UU : 0.0; // a triangle without area: along its longer side
	}
	else
	{
		Out[2] = WV / VV;
	}
	Out[1] = std::clamp(Out[1], 0.0, 1.0);
	Out[2] = std::clamp(Out[2], 0.0, 1.0 - Out[1]);
	Out[0] = 1.0 - Out[1] - Out[2];
	return Out;
}

} // namespace ClosestPointDetail

FDouble3 PointAt(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, const FSurfaceCoordinate& Where)
{
	const FTriangle& Triangle = Triangles[static_cast<size_t>(Where.Triangle)];
	Eigen::Vector3d Sum(0.0, 0.0, 0.0);
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		Sum += Where.Weights[Corner] * AsVector(Positions[static_cast<size_t>(Triangle[Corner])]);
	}
	return ToDouble3(Sum);
}

struct FClosestPointFinder::FTree
{
	std::vector<FDouble3> Positions;
	std::vector<FTriangle> Triangles;
	FPositionMatrix V;
	FTriangleMatrix F;
	igl::AABB<FPositionMatrix, 3> Boxes;
};

FClosestPointFinder::FClosestPointFinder(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
	: Tree(std::make_unique<FTree>())
{
	Tree->Positions.assign(Positions.begin(), Positions.end());
	Tree->Triangles.assign(Triangles.begin(), Triangles.end());
	Tree->V = AsMatrix(Positions);
	Tree->F = AsMatrix(Triangles);
	if (!Triangles.empty())
	{
		Tree->Boxes.init(Tree->V, Tree->F);
	}
}

FClosestPointFinder::~FClosestPointFinder() = default;
FClosestPointFinder::FClosestPointFinder(FClosestPointFinder&&) noexcept = default;
FClosestPointFinder& FClosestPointFinder::operator=(FClosestPointFinder&&) noexcept = default;

FClosestPoint FClosestPointFinder::Find(const FDouble3& Query) const
{
	FClosestPoint Out;
	if (Tree->Triangles.empty())
	{
		return Out;
	}
	const Eigen::RowVector3d P(Query.X, Query.Y, Query.Z);
	Eigen::RowVector3d Found(0.0, 0.0, 0.0);
	int Triangle = 0;
	Tree->Boxes.squared_distance(Tree->V, Tree->F, P, Triangle, Found);
	const FTriangle& Corners = Tree->Triangles[static_cast<size_t>(Triangle)];
	Out.Where.Triangle = Triangle;
	Out.Where.Weights = ClosestPointDetail::Coordinates(AsVector(Tree->Positions[static_cast<size_t>(Corners[0])]),
		AsVector(Tree->Positions[static_cast<size_t>(Corners[1])]),
		AsVector(Tree->Positions[static_cast<size_t>(Corners[2])]), Found.transpose());
	Out.Position = PointAt(Tree->Positions, Tree->Triangles, Out.Where);
	Out.Distance = (AsVector(Out.Position) - AsVector(Query)).norm();
	return Out;
}

std::vector<FClosestPoint> FClosestPointFinder::Find(std::span<const FDouble3> Queries, IExecutor& Executor) const
{
	std::vector<FClosestPoint> Out(Queries.size());
	ParallelFor(Executor, Queries.size(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Query = Begin; Query < End; ++Query)
			{
				Out[Query] = Find(Queries[Query]);
			}
		});
	return Out;
}

} // namespace Exemplar
