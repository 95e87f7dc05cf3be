// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

#include <cstdint>
#include <cstdlib>

namespace Exemplar
{

/** Aborts unless a reader of scenes gave a sentence, or examples whose parts agree. */
inline void CheckParsedScene(const TResult<FSourceExamples>& Examples)
{
	const auto Require = [](bool bHolds)
	{
		if (!bHolds)
		{
			std::abort();
		}
	};
	if (!Examples)
	{
		Require(!Examples.GetError().Message.empty());
		return;
	}
	const size_t VertexCount = Examples->Rest.Positions.size();
	for (const uint32_t Vertex : Examples->Rest.CornerVertices)
	{
		Require(Vertex < VertexCount);
	}
	for (const uint32_t UV : Examples->Rest.CornerUVs)
	{
		Require(UV == NoIndex || UV < Examples->Rest.UVs.size());
	}
	for (const uint32_t Material : Examples->Rest.PolygonMaterials)
	{
		Require(Material < Examples->Rest.Materials.size());
	}
	for (const FSourcePose& Pose : Examples->Poses)
	{
		Require(Pose.Positions.size() == VertexCount);
	}
	Require(!Examples->Rig || Examples->Rig->Weights.Offsets.size() == VertexCount + 1);
}

} // namespace Exemplar
