// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Examples/MeshFiles.h"
#include "Model/Surface.h"

#include <cstdlib>

namespace Exemplar
{

/**
 * What a reader lets through must be well-formed, no larger than its bytes justify, and fit for everything that is done
 * with a mesh: writing it, and making a set and a surface of it. Whatever is not shows as an abort or a report
 * of a sanitizer.
 */
inline void UseParsedMesh(FSourceMesh Mesh, size_t ByteCount)
{
	const auto Expect = [](bool bHolds)
	{
		if (!bHolds)
		{
			std::abort();
		}
	};
	Expect(Mesh.Positions.size() <= ByteCount && Mesh.CornerVertices.size() <= ByteCount);
	Expect(Mesh.PolygonOffsets.back() == Mesh.CornerVertices.size());
	for (uint32_t Vertex : Mesh.CornerVertices)
	{
		Expect(Vertex < Mesh.Positions.size());
	}
	const std::string Written = FormatObj(Mesh);
	const TResult<FObjFile> Again = ParseObj(std::as_bytes(std::span(Written)), "again");
	Expect(Again && Again->Mesh.CornerVertices == Mesh.CornerVertices && Again->Mesh.CornerUVs == Mesh.CornerUVs);

	FSourceExamples Source;
	Source.Rest = std::move(Mesh);
	const TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), {}, {});
	if (Set)
	{
		const FSurface Surface = BuildSurface(*Set);
		Expect(Surface.Indices.size() == Set->Rest.Triangles.size() * 3);
		for (uint32_t Index : Surface.Indices)
		{
			Expect(Index < Surface.CornerCount());
		}
	}
}

} // namespace Exemplar
