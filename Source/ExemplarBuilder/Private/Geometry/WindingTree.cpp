// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/WindingTree.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace Exemplar
{
namespace WindingTreeDetail
{

constexpr uint32_t LeafSize = 8;
constexpr double FarRadii = 2.0; // beyond so many radii a node is a dipole

} // namespace WindingTreeDetail

FWindingTree::FWindingTree(std::span<const FDouble3> InPositions, std::span<const FTriangle> InTriangles)
	: Positions(InPositions)
	, Triangles(InTriangles)
	, Order(InTriangles.size())
{
	std::iota(Order.begin(), Order.end(), 0u);
	for (const FTriangle& T : Triangles)
	{
		Centers.push_back(
			(AsVector(Positions[static_cast<size_t>(T[0])]) + AsVector(Positions[static_cast<size_t>(T[1])]) +
				AsVector(Positions[static_cast<size_t>(T[2])])) /
			3.0);
	}
	Nodes.emplace_back();
	if (!Triangles.empty())
	{
		Split(0, 0, static_cast<uint32_t>(Triangles.size()));
	}
}

void FWindingTree::Split(uint32_t Node, uint32_t First, uint32_t Count)
{
	Eigen::Vector3d Low = Eigen::Vector3d::Constant(1e300), High = -Low;
	double Area = 0.0;
	FNode Own;
	for (uint32_t Index = First; Index < First + Count; ++Index)
	{
		const FTriangle& T = Triangles[Order[Index]];
		const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]);
		const Eigen::Vector3d Cross = 0.5 *
			(AsVector(Positions[static_cast<size_t>(T[1])]) - A)
				.cross(AsVector(Positions[static_cast<size_t>(T[2])]) - A);
		Own.Normal += Cross;
		Own.Center += Cross.norm() * Centers[Order[Index]];
		Area += Cross.norm();
		Low = Low.cwiseMin(Centers[Order[Index]]);
		High = High.cwiseMax(Centers[Order[Index]]);
	}
	Own.Center = Area > 0.0 ? Eigen::Vector3d(Own.Center / Area) : Centers[Order[First]];
	for (uint32_t Index = First; Index < First + Count; ++Index)
	{
		for (const int32_t Vertex : Triangles[Order[Index]])
		{
			Own.Radius = (std::max)(Own.Radius, (AsVector(Positions[static_cast<size_t>(Vertex)]) - Own.Center).norm());
		}
	}
	if (Count <= WindingTreeDetail::LeafSize)
	{
		Own.First = First;
		Own.Count = Count;
		Nodes[Node] = Own;
		return;
	}
	Eigen::Index Axis = 0;
	(High - Low).maxCoeff(&Axis);
	const uint32_t Half = Count / 2;
	std::nth_element(Order.begin() + First, Order.begin() + First + Half, Order.begin() + First + Count,
		[&](uint32_t A, uint32_t B)
		{ return Centers[A][Axis] != Centers[B][Axis] ? Centers[A][Axis] < Centers[B][Axis] : A < B; });
	Own.First = static_cast<uint32_t>(Nodes.size());
	Nodes[Node] = Own;
	Nodes.emplace_back();
	Nodes.emplace_back();
	Split(Own.First, First, Half);
	Split(Own.First + 1, First + Half, Count - Half);
}

double FWindingTree::SolidAngle(uint32_t Triangle, const Eigen::Vector3d& Place) const
{
	const FTriangle& T = Triangles[Triangle];
	const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]) - Place;
	const Eigen::Vector3d B = AsVector(Positions[static_cast<size_t>(T[1])]) - Place;
	const Eigen::Vector3d C = AsVector(Positions[static_cast<size_t>(T[2])]) - Place;
	const double LA = A.norm(), LB = B.norm(), LC = C.norm();
	return 2.0 * std::atan2(A.dot(B.cross(C)), LA * LB * LC + A.dot(B) * LC + B.dot(C) * LA + C.dot(A) * LB);
}

double FWindingTree::At(const Eigen::Vector3d& Place) const
{
	if (Triangles.empty())
	{
		return 0.0;
	}
	double Sum = 0.0;
	uint32_t Stack[64];
	size_t Depth = 0;
	Stack[Depth++] = 0;
	while (Depth > 0)
	{
		const FNode& Node = Nodes[Stack[--Depth]];
		const Eigen::Vector3d Way = Node.Center - Place;
		const double Distance = Way.norm();
		if (Distance > WindingTreeDetail::FarRadii * Node.Radius)
		{
			Sum += Node.Normal.dot(Way) / (Distance * Distance * Distance);
		}
		else if (Node.Count > 0)
		{
			for (uint32_t Index = Node.First; Index < Node.First + Node.Count; ++Index)
			{
				Sum += SolidAngle(Order[Index], Place);
			}
		}
		else
		{
			Stack[Depth++] = Node.First;
			Stack[Depth++] = Node.First + 1;
		}
	}
	return Sum / (4.0 * std::numbers::pi);
}

} // namespace Exemplar
