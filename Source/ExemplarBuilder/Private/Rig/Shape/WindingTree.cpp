// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/WindingTree.h"

#include "Geometry/VectorMath.h"

#include <algorithm>
#include <numbers>
#include <numeric>

namespace Exemplar
{

namespace WindingTreeDetail
{

using namespace VectorMath;

constexpr uint32_t LeafSize = 8;
constexpr double FarEnough = 2.3; // radii of a cluster from which on it is a dipole

/** The signed solid angle of a triangle, as seen from the origin (Van Oosterom and Strackee 1983). */
double SolidAngle(const FDouble3& A, const FDouble3& B, const FDouble3& C)
{
	const double La = Length(A), Lb = Length(B), Lc = Length(C);
	return 2.0 * std::atan2(Dot(A, Cross(B, C)), La * Lb * Lc + Dot(A, B) * Lc + Dot(B, C) * La + Dot(C, A) * Lb);
}

} // namespace WindingTreeDetail

FWindingTree::FWindingTree(const FTriangleMesh& InMesh)
	: Mesh(InMesh)
	, Order(InMesh.Triangles.size())
{
	using namespace VectorMath;
	std::iota(Order.begin(), Order.end(), 0u);
	std::vector<FDouble3> Centers;
	for (const FTriangle& T : Mesh.Triangles)
	{
		Centers.push_back((Mesh.Positions[static_cast<size_t>(T[0])] + Mesh.Positions[static_cast<size_t>(T[1])] +
							  Mesh.Positions[static_cast<size_t>(T[2])]) *
			(1.0 / 3.0));
	}
	Nodes.emplace_back();
	Split(0, 0, static_cast<uint32_t>(Order.size()), Centers);
}

void FWindingTree::Split(uint32_t Node, uint32_t First, uint32_t Count, std::vector<FDouble3>& Centers)
{
	using namespace VectorMath;
	FDouble3 Low{1e300, 1e300, 1e300}, High{-1e300, -1e300, -1e300}, Sum, Normal;
	double Area = 0.0;
	for (uint32_t Index = First; Index < First + Count; ++Index)
	{
		const FTriangle& T = Mesh.Triangles[Order[Index]];
		const FDouble3 &A = Mesh.Positions[static_cast<size_t>(T[0])], &B = Mesh.Positions[static_cast<size_t>(T[1])],
					   &C = Mesh.Positions[static_cast<size_t>(T[2])];
		const FDouble3 Vector = Cross(B - A, C - A) * 0.5;
		const double Own = Length(Vector);
		Normal = Normal + Vector;
		Sum = Sum + Centers[Order[Index]] * Own;
		Area += Own;
		Low = Least(Low, Centers[Order[Index]]);
		High = Greatest(High, Centers[Order[Index]]);
	}
	FNode Out;
	Out.AreaNormal = Normal;
	Out.Center = Area > 0.0 ? Sum * (1.0 / Area) : (Low + High) * 0.5;
	for (uint32_t Index = First; Index < First + Count; ++Index)
	{
		for (const int32_t Corner : Mesh.Triangles[Order[Index]])
		{
			Out.Radius = (std::max)(Out.Radius, Length(Mesh.Positions[static_cast<size_t>(Corner)] - Out.Center));
		}
	}
	if (Count <= WindingTreeDetail::LeafSize)
	{
		Out.First = First;
		Out.Count = Count;
		Nodes[Node] = Out;
		return;
	}
	const FDouble3 Extent = High - Low;
	const int Axis = Extent.X >= Extent.Y && Extent.X >= Extent.Z ? 0 : (Extent.Y >= Extent.Z ? 1 : 2);
	const uint32_t Half = Count / 2;
	std::nth_element(Order.begin() + First, Order.begin() + First + Half, Order.begin() + First + Count,
		[&](uint32_t A, uint32_t B)
		{
			const double Ca = Component(Centers[A], Axis), Cb = Component(Centers[B], Axis);
			return Ca != Cb ? Ca < Cb : A < B;
		});
	Out.First = static_cast<uint32_t>(Nodes.size());
	Nodes[Node] = Out;
	Nodes.resize(Nodes.size() + 2);
	Split(Out.First, First, Half, Centers);
	Split(Out.First + 1, First + Half, Count - Half, Centers);
}

double FWindingTree::At(const FDouble3& Point) const
{
	using namespace WindingTreeDetail;
	double Angle = 0.0;
	uint32_t Stack[64];
	size_t Depth = 0;
	Stack[Depth++] = 0;
	while (Depth > 0)
	{
		const FNode& Node = Nodes[Stack[--Depth]];
		const FDouble3 Away = Node.Center - Point;
		const double Distance = Length(Away);
		if (Distance > FarEnough * Node.Radius)
		{
			Angle += Dot(Away, Node.AreaNormal) / (Distance * Distance * Distance);
			continue;
		}
		if (Node.Count == 0)
		{
			Stack[Depth++] = Node.First + 1;
			Stack[Depth++] = Node.First;
			continue;
		}
		for (uint32_t Index = Node.First; Index < Node.First + Node.Count; ++Index)
		{
			const FTriangle& T = Mesh.Triangles[Order[Index]];
			Angle += SolidAngle(Mesh.Positions[static_cast<size_t>(T[0])] - Point,
				Mesh.Positions[static_cast<size_t>(T[1])] - Point, Mesh.Positions[static_cast<size_t>(T[2])] - Point);
		}
	}
	return Angle / (4.0 * std::numbers::pi);
}

} // namespace Exemplar
