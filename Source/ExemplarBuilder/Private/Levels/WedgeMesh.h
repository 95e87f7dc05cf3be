// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Levels/LodStream.h"
#include "Model/Surface.h"
#include "Skin/Skin.h"

namespace Exemplar
{

/** A skinned surface as a stream sees it: corners that are one point are joined; wedges are corners of one section. */
struct FWedgeMesh
{
	FSkinnedMesh Mesh;
	std::vector<uint32_t> PointOfVertex;
	std::vector<uint32_t> CornerOfWedge;
	std::vector<int32_t> WedgeOfCorner; // the first; -1: no triangle has it
	std::vector<int32_t> VertexOfWedge;
	std::vector<uint32_t> SectionOfTriangle;
	std::vector<int32_t> Charts; // of triangles: those that hang together by wedges
};

/** Vertices are points in the order in which the corners name them. */
TResult<FWedgeMesh> MakeWedgeMesh(const FSurface& Surface, const FSkin& Skin);

} // namespace Exemplar
