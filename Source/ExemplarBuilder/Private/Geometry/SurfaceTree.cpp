// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/SurfaceTree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace Exemplar
{
namespace SurfaceTreeDetail
{

float RoundDown(double Value)
{
	const float Rounded = static_cast<float>(Value);
	return static_cast<double>(Rounded) > Value ? std::nextafter(Rounded, -INFINITY) : Rounded;
}

float RoundUp(double Value)
{
	return -RoundDown(-Value);
}

double SquaredDistance(
	const std::array<double, 3>& P, const std::array<float, 3>& Low, const std::array<float, 3>& High)
{
	double Sum = 0.0;
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const double Outside =
			(std::max)({static_cast<double>(Low[Axis]) - P[Axis], P[Axis] - static_cast<double>(High[Axis]), 0.0});
		Sum += Outside * Outside;
	}
	return Sum;
}

} // namespace SurfaceTreeDetail

double ClosestOnTriangle(const Eigen::Vector3d& P, const Eigen::Vector3d& A, const Eigen::Vector3d& B,
	const Eigen::Vector3d& C, std::array<double, 3>& Weights)
{
	const Eigen::Vector3d AB = B - A, AC = C - A, AP = P - A;
	const auto Finish = [&](double V, double W)
	{
		Weights = {1.0 - V - W, V, W};
		return (AP - V * AB - W * AC).squaredNorm();
	};
	const double D1 = AB.dot(AP), D2 = AC.dot(AP);
	if (D1 <= 0.0 && D2 <= 0.0)
	{
		return Finish(0.0, 0.0);
	}
	const Eigen::Vector3d BP = P - B;
	const double D3 = AB.dot(BP), D4 = AC.dot(BP);
	if (D3 >= 0.0 && D4 <= D3)
	{
		return Finish(1.0, 0.0);
	}
	const double VC = D1 * D4 - D3 * D2;
	if (VC <= 0.0 && D1 >= 0.0 && D3 <= 0.0)
	{
		return Finish(D1 - D3 > 0.0 ? D1 / (D1 - D3) : 0.0, 0.0);
	}
	const Eigen::Vector3d CP = P - C;
	const double D5 = AB.dot(CP), D6 = AC.dot(CP);
	if (D6 >= 0.0 && D5 <= D6)
	{
		return Finish(0.0, 1.0);
	}
	const double VB = D5 * D2 - D1 * D6;
	if (VB <= 0.0 && D2 >= 0.0 && D6 <= 0.0)
	{
		return Finish(0.0, D2 - D6 > 0.0 ? D2 / (D2 - D6) : 0.0);
	}
	const double VA = D3 * D6 - D5 * D4;
	if (VA <= 0.0 && D4 - D3 >= 0.0 && D5 - D6 >= 0.0)
	{
		const double Sum = (D4 - D3) + (D5 - D6);
		const double W = Sum > 0.0 ? (D4 - D3) / Sum : 0.0;
		return Finish(1.0 - W, W);
	}
	const double Scale = 1.0 / (VA + VB + VC);
	return Finish(VB * Scale, VC * Scale);
}

FSurfaceTree::FSurfaceTree(std::span<const FDouble3> InPositions, std::span<const FTriangle> InTriangles)
	: Positions(InPositions)
	, Triangles(InTriangles)
	, Order(InTriangles.size())
{
	std::iota(Order.begin(), Order.end(), 0u);
	std::vector<Eigen::Vector3f> Centers;
	Centers.reserve(Triangles.size());
	for (const FTriangle& T : Triangles)
	{
		Eigen::Vector3d Sum(0.0, 0.0, 0.0);
		for (const int32_t Vertex : T)
		{
			Sum += AsVector(Positions[static_cast<size_t>(Vertex)]);
		}
		Centers.push_back(Sum.cast<float>());
	}
	if (!Triangles.empty())
	{
		Nodes.emplace_back();
		Split(0, 0, static_cast<uint32_t>(Order.size()), Centers);
		FitBoxes();
	}
}

void FSurfaceTree::Split(uint32_t Node, uint32_t First, uint32_t Count, std::span<const Eigen::Vector3f> Centers)
{
	constexpr uint32_t LeafSize = 4;
	Nodes[Node].First = First;
	Nodes[Node].Count = Count;
	if (Count <= LeafSize)
	{
		return;
	}
	Eigen::AlignedBox3f Box;
	for (uint32_t Index = First; Index < First + Count; ++Index)
	{
		Box.extend(Centers[Order[Index]]);
	}
	Eigen::Index Axis = 0;
	Box.sizes().maxCoeff(&Axis);
	const auto Begin = Order.begin() + First;
	std::nth_element(Begin, Begin + Count / 2, Begin + Count,
		[&](uint32_t A, uint32_t B)
		{ return Centers[A][Axis] != Centers[B][Axis] ? Centers[A][Axis] < Centers[B][Axis] : A < B; });
	const uint32_t Child = static_cast<uint32_t>(Nodes.size());
	Nodes[Node].First = Child;
	Nodes[Node].Count = 0;
	Nodes.resize(Nodes.size() + 2);
	Split(Child, First, Count / 2, Centers);
	Split(Child + 1, First + Count / 2, Count - Count / 2, Centers);
}

void FSurfaceTree::Refit(std::span<const FDouble3> InPositions)
{
	Positions = InPositions;
	FitBoxes();
}

void FSurfaceTree::FitBoxes()
{
	using namespace SurfaceTreeDetail;
	for (size_t Index = Nodes.size(); Index-- > 0;)
	{
		FNode& Node = Nodes[Index];
		if (Node.Count == 0)
		{
			const FNode &A = Nodes[Node.First], &B = Nodes[Node.First + 1];
			for (size_t Axis = 0; Axis < 3; ++Axis)
			{
				Node.Low[Axis] = (std::min)(A.Low[Axis], B.Low[Axis]);
				Node.High[Axis] = (std::max)(A.High[Axis], B.High[Axis]);
			}
			continue;
		}
		Eigen::AlignedBox3d Box;
		for (uint32_t At = Node.First; At < Node.First + Node.Count; ++At)
		{
			for (const int32_t Vertex : Triangles[Order[At]])
			{
				Box.extend(Eigen::Vector3d(AsVector(Positions[static_cast<size_t>(Vertex)])));
			}
		}
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			Node.Low[Axis] = RoundDown(Box.min()[static_cast<Eigen::Index>(Axis)]);
			Node.High[Axis] = RoundUp(Box.max()[static_cast<Eigen::Index>(Axis)]);
		}
	}
}

double FSurfaceTree::Find(const FDouble3& Point, FSurfaceCoordinate& Where) const
{
	using namespace SurfaceTreeDetail;
	const Eigen::Vector3d P = AsVector(Point);
	const std::array<double, 3> Query{Point.X, Point.Y, Point.Z};
	double Best = std::numeric_limits<double>::infinity();
	const auto Visit = [&](uint32_t Triangle)
	{
		const FTriangle& T = Triangles[Triangle];
		std::array<double, 3> Weights;
		const double Distance = ClosestOnTriangle(P, AsVector(Positions[static_cast<size_t>(T[0])]),
			AsVector(Positions[static_cast<size_t>(T[1])]), AsVector(Positions[static_cast<size_t>(T[2])]), Weights);
		if (Distance < Best)
		{
			Best = Distance;
			Where = {static_cast<int32_t>(Triangle), Weights};
		}
	};
	if (Where.Triangle >= 0)
	{
		Visit(static_cast<uint32_t>(Where.Triangle));
	}
	struct FPending
	{
		uint32_t Node;
		double Distance;
	};
	std::array<FPending, 64> Pending; // halves of at most 2^32 triangles
	size_t Count = 0;
	if (!Nodes.empty())
	{
		Pending[Count++] = {0, 0.0};
	}
	while (Count > 0)
	{
		const FPending Top = Pending[--Count];
		if (!(Top.Distance < Best))
		{
			continue;
		}
		const FNode& Node = Nodes[Top.Node];
		for (uint32_t Index = Node.First; Index < Node.First + Node.Count; ++Index)
		{
			Visit(Order[Index]);
		}
		if (Node.Count == 0)
		{
			FPending A{Node.First, 0.0}, B{Node.First + 1, 0.0};
			A.Distance = SquaredDistance(Query, Nodes[A.Node].Low, Nodes[A.Node].High);
			B.Distance = SquaredDistance(Query, Nodes[B.Node].Low, Nodes[B.Node].High);
			if (A.Distance < B.Distance)
			{
				std::swap(A, B);
			}
			Pending[Count++] = A;
			Pending[Count++] = B; // the nearer one first
		}
	}
	return Best;
}

} // namespace Exemplar
