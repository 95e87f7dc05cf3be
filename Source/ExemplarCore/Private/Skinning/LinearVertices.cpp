// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/LinearVertices.h"

#include <algorithm>

namespace Exemplar
{

std::vector<FFloat3> RestOfPoints(const FMeshLevelView& Level)
{
	std::vector<FFloat3> Out(Level.VertexCount());
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		for (uint32_t Index = Level.Skin.Offsets[Vertex]; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
		{
			const FFloat4& P = Level.Skin.Points[Index];
			Out[Vertex] += FFloat3{P.X, P.Y, P.Z};
		}
	}
	return Out;
}

std::vector<uint8_t> FindLinearVertices(const FMeshLevelView& Level, const FPackOptions& Options, float& Largest)
{
	if (Level.Skin.Points.size() != Level.Skin.Bones.size())
	{
		return {}; // packing the points will say so
	}
	const std::vector<FFloat3> Rest = RestOfPoints(Level);
	FBox Box;
	for (const FFloat3& P : Level.Positions)
	{
		Box.Add(P);
	}
	const float Allowed = Options.LinearTolerance * (Level.Positions.empty() ? 0.0f : Length(Box.Max - Box.Min));
	const bool bSigned = Options.Weights == EWeightFormat::Float32;
	std::vector<uint8_t> Out(Rest.size(), 0);
	bool bAny = false;
	for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		float Deviation = 0.0f, Sum = 0.0f;
		bool bFits = true;
		for (uint32_t Index = Level.Skin.Offsets[Vertex]; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
		{
			const FFloat4& P = Level.Skin.Points[Index];
			Deviation += Length(FFloat3{P.X, P.Y, P.Z} - Rest[Vertex] * P.W);
			Sum += P.W;
			bFits = bFits && (bSigned || P.W >= 0.0f);
		}
		if (bFits && Deviation <= Allowed && std::abs(Sum - 1.0f) <= 1e-5f)
		{
			Out[Vertex] = 1;
			bAny = true;
			Largest = (std::max)(Largest, Deviation);
		}
	}
	return bAny ? Out : std::vector<uint8_t>{};
}

} // namespace Exemplar
