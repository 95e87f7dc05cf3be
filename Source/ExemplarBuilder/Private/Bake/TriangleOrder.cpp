// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeLevel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{

namespace TriangleOrderDetail
{

constexpr size_t CacheSize = 16;  // of the modeled cache; larger ones profit too
constexpr size_t MaxValence = 32; // beyond it, the bonus for few triangles hardly changes

/** How much drawing a vertex's triangle now is worth: it is in the cache, or few triangles still need it. */
struct FScores
{
	std::array<float, CacheSize> Cache;
	std::array<float, MaxValence + 1> Valence;

	FScores()
	{
		for (size_t Place = 0; Place < CacheSize; ++Place)
		{
			// The last triangle's vertices count alike, so that strips do not win over fans.
			const float Rest = 1.0f - (static_cast<float>(Place) - 3.0f) / static_cast<float>(CacheSize - 3);
			Cache[Place] = Place < 3 ? 0.75f : Rest * std::sqrt(Rest);
		}
		Valence[0] = 0.0f;
		for (size_t Count = 1; Count <= MaxValence; ++Count)
		{
			Valence[Count] = 2.0f / std::sqrt(static_cast<float>(Count));
		}
	}
	float Of(size_t Place, size_t Count) const
	{
		return Count == 0 ? -1.0f : (Place < CacheSize ? Cache[Place] : 0.0f) + Valence[(std::min)(Count, MaxValence)];
	}
};

} // namespace TriangleOrderDetail

std::vector<uint32_t> OrderForVertexCache(std::span<const uint32_t> Indices, size_t VertexCount)
{
	using namespace TriangleOrderDetail;
	static const FScores Scores;
	const size_t TriangleCount = Indices.size() / 3;
	std::vector<uint32_t> Offsets(VertexCount + 1, 0), Left(VertexCount, 0);
	for (const uint32_t Vertex : Indices)
	{
		++Offsets[Vertex + 1];
		++Left[Vertex];
	}
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		Offsets[Vertex + 1] += Offsets[Vertex];
	}
	std::vector<uint32_t> Around(Indices.size()), Fill(Offsets.begin(), Offsets.end() - 1);
	for (uint32_t Index = 0; Index < Indices.size(); ++Index)
	{
		Around[Fill[Indices[Index]]++] = Index / 3;
	}
	std::vector<float> VertexScores(VertexCount);
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		VertexScores[Vertex] = Scores.Of(CacheSize, Left[Vertex]);
	}
	std::vector<uint8_t> Drawn(TriangleCount, 0);
	std::vector<uint32_t> Cache, Next, Out;
	Out.reserve(Indices.size());
	uint32_t Best = NoIndex, FirstLeft = 0;
	while (Out.size() < TriangleCount * 3)
	{
		if (Best == NoIndex) // nothing in the cache has triangles left: go on with the first that is
		{
			while (Drawn[FirstLeft] != 0)
			{
				++FirstLeft;
			}
			Best = FirstLeft;
		}
		const std::span<const uint32_t> Corners = Indices.subspan(size_t{Best} * 3, 3);
		Out.insert(Out.end(), Corners.begin(), Corners.end());
		Drawn[Best] = 1;
		Next.assign(Corners.begin(), Corners.end());
		for (const uint32_t Vertex : Corners)
		{
			// The triangle leaves the list of its vertices, whose order does not matter.
			uint32_t* const Begin = Around.data() + Offsets[Vertex];
			*std::find(Begin, Begin + Left[Vertex], Best) = Begin[Left[Vertex] - 1];
			--Left[Vertex];
		}
		for (const uint32_t Vertex : Cache)
		{
			if (std::find(Corners.begin(), Corners.end(), Vertex) == Corners.end())
			{
				Next.push_back(Vertex);
			}
		}
		Best = NoIndex;
		float BestScore = 0.0f;
		for (size_t Place = 0; Place < Next.size(); ++Place)
		{
			VertexScores[Next[Place]] = Scores.Of(Place, Left[Next[Place]]);
		}
		Next.resize((std::min)(Next.size(), CacheSize));
		for (const uint32_t Vertex : Next)
		{
			for (uint32_t Slot = Offsets[Vertex]; Slot < Offsets[Vertex] + Left[Vertex]; ++Slot)
			{
				const uint32_t Triangle = Around[Slot];
				const float Score = VertexScores[Indices[size_t{Triangle} * 3]] +
					VertexScores[Indices[size_t{Triangle} * 3 + 1]] + VertexScores[Indices[size_t{Triangle} * 3 + 2]];
				if (Score > BestScore || (Score == BestScore && Triangle < Best))
				{
					BestScore = Score;
					Best = Triangle;
				}
			}
		}
		std::swap(Cache, Next);
	}
	return Out;
}

void OrderTriangles(FMeshLevelData& Level)
{
	for (const FMeshSection& Section : Level.Sections)
	{
		const std::span<uint32_t> Indices = std::span(Level.Indices).subspan(Section.FirstIndex, Section.IndexCount);
		const std::vector<uint32_t> Ordered = OrderForVertexCache(Indices, Level.VertexCount());
		std::copy(Ordered.begin(), Ordered.end(), Indices.begin());
	}
}

} // namespace Exemplar
