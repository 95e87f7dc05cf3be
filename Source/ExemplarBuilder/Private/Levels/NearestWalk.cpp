// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/NearestWalk.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace NearestWalkDetail
{

/** The closest point of a triangle in a space of any dimension: weights of its corners and the squared distance. */
double ClosestInRows(
	const float* P, const float* A, const float* B, const float* C, size_t Size, std::array<double, 3>& Weights)
{
	double UU = 0.0, UV = 0.0, VV = 0.0, WU = 0.0, WV = 0.0, WW = 0.0;
	for (size_t Index = 0; Index < Size; ++Index)
	{
		const double U = B[Index] - A[Index], V = C[Index] - A[Index], W = P[Index] - A[Index];
		UU += U * U, UV += U * V, VV += V * V, WU += W * U, WV += W * V, WW += W * W;
	}
	const double Area = UU * VV - UV * UV;
	const double S = (VV * WU - UV * WV) / Area, T = (UU * WV - UV * WU) / Area;
	if (Area > 1e-12 * UU * VV && S >= 0.0 && T >= 0.0 && S + T <= 1.0)
	{
		Weights = {1.0 - S - T, S, T};
		return WW - S * WU - T * WV;
	}
	double Best = INFINITY;
	const auto Try = [&](double First, double Second) // weights of B and C on a side
	{
		const double Distance = WW - 2.0 * (First * WU + Second * WV) + First * First * UU + 2.0 * First * Second * UV +
			Second * Second * VV;
		if (Distance < Best)
		{
			Best = Distance;
			Weights = {1.0 - First - Second, First, Second};
		}
	};
	Try(UU > 0.0 ? std::clamp(WU / UU, 0.0, 1.0) : 0.0, 0.0);
	Try(0.0, VV > 0.0 ? std::clamp(WV / VV, 0.0, 1.0) : 0.0);
	const double Across = UU - 2.0 * UV + VV;
	const double Along = Across > 0.0 ? std::clamp((WV - WU - UV + UU) / Across, 0.0, 1.0) : 0.0;
	Try(1.0 - Along, Along);
	return Best;
}

} // namespace NearestWalkDetail

FNearestWalk::FNearestWalk(const FLodState& InLevel, const FPoseEmbedding& Embedding)
	: Level(InLevel)
	, Size(Embedding.Dimensions())
	, Rows(InLevel.Points.size() * Size)
	, Adjacency(BuildAdjacency(InLevel.Vertices.size(), InLevel.Triangles))
{
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		Embedding.Embed(Level.Points[Vertex], Rows.data() + Vertex * Size);
	}
}

FSurfaceCoordinate FNearestWalk::Find(const float* Row, size_t Start) const
{
	FSurfaceCoordinate Out;
	double Best = INFINITY;
	Visit(Row, Adjacency.VertexTriangles[Start], Best, Out);
	for (bool bMoved = Out.Triangle >= 0; bMoved;)
	{
		bMoved = false;
		for (const int32_t Corner : Level.Triangles[static_cast<size_t>(Out.Triangle)])
		{
			bMoved = Visit(Row, Adjacency.VertexTriangles[static_cast<size_t>(Corner)], Best, Out) || bMoved;
		}
	}
	return Out;
}

bool FNearestWalk::Visit(const float* Row, std::span<const int32_t> Fan, double& Best, FSurfaceCoordinate& Out) const
{
	const int32_t Before = Out.Triangle;
	for (const int32_t Triangle : Fan)
	{
		const FTriangle& T = Level.Triangles[static_cast<size_t>(Triangle)];
		std::array<double, 3> Weights{};
		const auto RowOf = [&](size_t Corner) { return Rows.data() + static_cast<size_t>(T[Corner]) * Size; };
		const double Distance = NearestWalkDetail::ClosestInRows(Row, RowOf(0), RowOf(1), RowOf(2), Size, Weights);
		if (Distance < Best)
		{
			Best = Distance;
			Out = {Triangle, Weights};
		}
	}
	return Out.Triangle != Before;
}

} // namespace Exemplar
