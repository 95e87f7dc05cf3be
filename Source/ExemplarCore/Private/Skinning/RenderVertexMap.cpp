// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/RenderVertexMap.h"

#include "Base/Checksum.h"
#include "Base/Names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace Exemplar
{
namespace RenderVertexMapping
{

/** Vertices by key: those of key k are Items[Offsets[k]] to Items[Offsets[k + 1] - 1]. */
struct FRows
{
	std::vector<uint32_t> Offsets;
	std::vector<uint32_t> Items;

	std::span<const uint32_t> Of(size_t Key) const
	{
		return Key + 1 < Offsets.size()
			? std::span<const uint32_t>(Items).subspan(Offsets[Key], Offsets[Key + 1] - Offsets[Key])
			: std::span<const uint32_t>();
	}
};

/** Vertices sorted along one axis: those within a distance of a place are neighbors in the list. */
struct FSorted
{
	std::vector<uint32_t> Vertices;
	std::vector<float> Keys;
};

float Along(const FFloat3& P)
{
	return 0.79f * P.X + 0.53f * P.Y + 0.31f * P.Z; // of length one, nearly, and along no axis of any modeler
}

FSorted SortVertices(std::span<const FFloat3> Positions)
{
	FSorted Out;
	Out.Vertices.resize(Positions.size());
	std::iota(Out.Vertices.begin(), Out.Vertices.end(), 0u);
	std::stable_sort(Out.Vertices.begin(), Out.Vertices.end(),
		[&](uint32_t A, uint32_t B) { return Along(Positions[A]) < Along(Positions[B]); });
	for (const uint32_t Vertex : Out.Vertices)
	{
		Out.Keys.push_back(Along(Positions[Vertex]));
	}
	return Out;
}

FRows RowsBySource(std::span<const uint32_t> SourceOfCorner)
{
	uint32_t Count = 0;
	for (const uint32_t Source : SourceOfCorner)
	{
		// Sources are vertices of a mesh that was built: not many more of them than corners are worth a row.
		if (Source != NoIndex && Source < 64 * SourceOfCorner.size())
		{
			Count = (std::max)(Count, Source + 1);
		}
	}
	FRows Out;
	Out.Offsets.assign(size_t{Count} + 1, 0);
	for (const uint32_t Source : SourceOfCorner)
	{
		if (Source < Count)
		{
			++Out.Offsets[size_t{Source} + 1];
		}
	}
	std::partial_sum(Out.Offsets.begin(), Out.Offsets.end(), Out.Offsets.begin());
	Out.Items.resize(Out.Offsets.back());
	std::vector<uint32_t> Next(Out.Offsets.begin(), Out.Offsets.end() - 1);
	for (uint32_t Corner = 0; Corner < SourceOfCorner.size(); ++Corner)
	{
		if (SourceOfCorner[Corner] < Count)
		{
			Out.Items[Next[SourceOfCorner[Corner]]++] = Corner;
		}
	}
	return Out;
}

/** Chooses among vertices that lie where a render vertex does. */
class FChoice
{
public:
	FChoice(const FMeshLevelView& InLevel, const FRenderVertices& InRender, size_t InVertex, float InTolerance)
		: Level(InLevel)
		, Render(InRender)
		, Vertex(InVertex)
		, Nearest(InTolerance)
	{
	}
	void Offer(uint32_t Candidate)
	{
		const float Apart = Length(Level.Positions[Candidate] - Render.Positions[Vertex]);
		if (!(Apart <= Nearest))
		{
			return;
		}
		float UV = 0.0f, Normal = 0.0f;
		if (!Render.UVs.empty() && !Level.UVs.empty())
		{
			const FFloat2 &A = Level.UVs[Candidate], &B = Render.UVs[Vertex];
			// Coarser than what is lost in half floats, in which engines keep UVs.
			UV = std::round(512.0f * (std::abs(A.X - B.X) + std::abs(A.Y - B.Y)));
		}
		if (!Render.Normals.empty() && !Level.Normals.empty())
		{
			Normal = std::round(32.0f * Length(Level.Normals[Candidate] - Render.Normals[Vertex]));
		}
		if (Best == NoIndex || UV < BestUV || (UV == BestUV && Normal < BestNormal) ||
			(UV == BestUV && Normal == BestNormal && Candidate < Best))
		{
			Best = Candidate;
			BestUV = UV;
			BestNormal = Normal;
			Distance = Apart;
		}
	}
	uint32_t Best = NoIndex;
	float Distance = 0.0f;

private:
	const FMeshLevelView& Level;
	const FRenderVertices& Render;
	size_t Vertex;
	float Nearest;
	float BestUV = 0.0f, BestNormal = 0.0f;
};

} // namespace RenderVertexMapping

TResult<FRenderVertexMap> MapRenderVertices(
	const FMeshLevelView& Level, const FRenderVertices& Render, const FRenderVertexMapOptions& Options)
{
	using namespace RenderVertexMapping;
	const size_t Count = Render.Positions.size();
	const auto Fits = [&](size_t Size) { return Size == 0 || Size == Count; };
	if (!Fits(Render.Normals.size()) || !Fits(Render.UVs.size()) || !Fits(Render.ImportVertices.size()))
	{
		return FError{EErrorCode::InvalidArgument,
			"Normals, UVs and imported vertices of a render mesh are one a vertex, or none: there are " +
				std::to_string(Count) + " positions."};
	}
	FBox Box;
	for (const FFloat3& P : Level.Positions)
	{
		Box.Add(P);
	}
	const float Tolerance = Options.Tolerance * Box.Diagonal();
	const float Reach = 1.01f * Tolerance; // along a direction that is not quite of length one
	const FSorted Sorted = SortVertices(Level.Positions);
	const FRows BySource = RowsBySource(Level.SourceOfCorner);
	FError Error;
	for (const ERenderVertexSource Source :
		{ERenderVertexSource::Corners, ERenderVertexSource::Sources, ERenderVertexSource::Positions})
	{
		if (Source != ERenderVertexSource::Positions && Render.ImportVertices.empty())
		{
			continue;
		}
		FRenderVertexMap Out;
		Out.Source = Source;
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			FChoice Choice(Level, Render, Vertex, Tolerance);
			if (Source == ERenderVertexSource::Positions)
			{
				const float Key = Along(Render.Positions[Vertex]);
				for (auto At = std::lower_bound(Sorted.Keys.begin(), Sorted.Keys.end(), Key - Reach);
					 At != Sorted.Keys.end() && *At <= Key + Reach; ++At)
				{
					Choice.Offer(Sorted.Vertices[static_cast<size_t>(At - Sorted.Keys.begin())]);
				}
			}
			else if (Render.ImportVertices[Vertex] >= 0)
			{
				const uint32_t Import = static_cast<uint32_t>(Render.ImportVertices[Vertex]);
				if (Source == ERenderVertexSource::Corners && Import < Level.VertexCount())
				{
					Choice.Offer(Import);
				}
				else if (Source == ERenderVertexSource::Sources)
				{
					for (const uint32_t Corner : BySource.Of(Import))
					{
						Choice.Offer(Corner);
					}
				}
			}
			if (Choice.Best == NoIndex)
			{
				Error = {EErrorCode::Mismatch,
					"Vertex " + std::to_string(Vertex) +
						" of the mesh is not a vertex of the character's level, which has " +
						std::to_string(Level.VertexCount()) +
						": convert the mesh from this character, or build the character from this mesh."};
				break;
			}
			Out.Vertices.push_back(Choice.Best);
			Out.LargestDistance = (std::max)(Out.LargestDistance, Choice.Distance);
		}
		if (Out.Vertices.size() == Count)
		{
			return Out;
		}
	}
	return Error;
}

FStatus CheckRenderVertexMap(std::span<const uint32_t> Map, size_t LevelVertexCount)
{
	for (size_t Vertex = 0; Vertex < Map.size(); ++Vertex)
	{
		if (Map[Vertex] >= LevelVertexCount)
		{
			return FError{EErrorCode::Malformed,
				"Vertex " + std::to_string(Vertex) + " of the mesh is mapped to vertex " + std::to_string(Map[Vertex]) +
					" of a level that has " + std::to_string(LevelVertexCount) + ": build the map again."};
		}
	}
	return FOk{};
}

FRenderMeshStamp MakeRenderMeshStamp(uint32_t VertexCount, std::span<const FRenderSection> Sections,
	std::span<const std::string_view> Bones, std::span<const FFloat3> Positions)
{
	FRenderMeshStamp Out;
	Out.VertexCount = VertexCount;
	static_assert(sizeof(FRenderSection) == 5 * sizeof(uint32_t));
	Out.Layout = Checksum64(std::as_bytes(Sections), Sections.size());
	for (const std::string_view Bone : Bones)
	{
		// Names are the same in any case, and come back from a package in whichever was there first.
		std::string Folded(Bone);
		std::transform(Folded.begin(), Folded.end(), Folded.begin(), FoldCase);
		// Seeded with what came before: the order counts, and where a name ends.
		Out.Layout = Checksum64(std::as_bytes(std::span<const char>(Folded)), Out.Layout);
	}
	if (!Positions.empty())
	{
		const uint64_t Sum = Checksum64(std::as_bytes(Positions));
		Out.Positions = Sum == 0 ? 1 : Sum;
	}
	return Out;
}

FStatus CompareRenderMeshStamps(const FRenderMeshStamp& Made, const FRenderMeshStamp& Found)
{
	const std::string Remedy = ": the mesh was changed after its map was made; build the map again.";
	if (Made.VertexCount != Found.VertexCount)
	{
		return FError{EErrorCode::Mismatch,
			"The map is that of " + std::to_string(Made.VertexCount) + " vertices, the mesh has " +
				std::to_string(Found.VertexCount) + Remedy};
	}
	if (Made.Layout != Found.Layout)
	{
		return FError{EErrorCode::Mismatch, "The mesh has other sections or bones than its map" + Remedy};
	}
	if (Made.Positions != 0 && Found.Positions != 0 && Made.Positions != Found.Positions)
	{
		return FError{EErrorCode::Mismatch, "The mesh's vertices are not where they were for its map" + Remedy};
	}
	return FOk{};
}

} // namespace Exemplar
