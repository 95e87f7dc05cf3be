// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Geometry/SurfaceTree.h"

#include "Geometry/EigenMap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <igl/AABB.h>

namespace Exemplar
{

struct FSurfaceTree::FTree
{
	Eigen::MatrixXd Positions;
	Eigen::MatrixXi Triangles;
	igl::AABB<Eigen::MatrixXd, 3> Boxes;
};

FSurfaceTree::FSurfaceTree(const FTriangleMesh& Mesh)
{
	auto Built = std::make_unique<FTree>();
	Built->Positions = AsMatrix(Mesh.Positions);
	Built->Triangles = AsMatrix(Mesh.Triangles);
	Built->Boxes.init(Built->Positions, Built->Triangles);
	Tree = std::move(Built);
}

FSurfaceTree::~FSurfaceTree() = default;

FSurfaceHit FSurfaceTree::FindNearest(const FDouble3& Point) const
{
	int Triangle = 0;
	Eigen::RowVector3d Nearest;
	FSurfaceHit Hit;
	Hit.SquaredDistance = Tree->Boxes.squared_distance(
		Tree->Positions, Tree->Triangles, AsVector(Point).transpose().eval(), Triangle, Nearest);
	Hit.Triangle = static_cast<size_t>(Triangle);
	// Barycentric by areas against the triangle's own normal; a triangle without area gives all to its nearest corner.
	Eigen::Vector3d Corners[3];
	for (int Corner = 0; Corner < 3; ++Corner)
	{
		Corners[Corner] = Tree->Positions.row(Tree->Triangles(Triangle, Corner)).transpose() - Nearest.transpose();
	}
	const Eigen::Vector3d Normal = (Corners[1] - Corners[0]).cross(Corners[2] - Corners[0]);
	double Sum = 0.0;
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		Hit.Shares[Corner] = (std::max)(0.0, Corners[(Corner + 1) % 3].cross(Corners[(Corner + 2) % 3]).dot(Normal));
		Sum += Hit.Shares[Corner];
	}
	if (Sum > 0.0)
	{
		for (double& Share : Hit.Shares)
		{
			Share /= Sum;
		}
	}
	else
	{
		const auto Closer = [](const Eigen::Vector3d& A, const Eigen::Vector3d& B)
		{ return A.squaredNorm() < B.squaredNorm(); };
		Hit.Shares = {0.0, 0.0, 0.0};
		Hit.Shares[static_cast<size_t>(std::min_element(Corners, Corners + 3, Closer) - Corners)] = 1.0;
	}
	return Hit;
}

} // namespace Exemplar
