// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Math/Vector.h"

/** Frames and texture coordinates. */
class FStaticMeshVertexBuffer
{
public:
	uint32 GetNumVertices() const { return static_cast<uint32>(HostNormals.Num()); }
	uint32 GetNumTexCoords() const { return HostUVs.IsEmpty() ? 0 : 1; }
	FVector4f VertexTangentZ(uint32 VertexIndex) const { return HostNormals[static_cast<int32>(VertexIndex)]; }
	FVector2f GetVertexUV(uint32 VertexIndex, uint32 UVIndex) const
	{
		check(UVIndex < GetNumTexCoords());
		return HostUVs[static_cast<int32>(VertexIndex)];
	}

	TArray<FVector4f> HostNormals;
	TArray<FVector2f> HostUVs;
};
