// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Math/Vector.h"

/** What a mesh's positions are at rest. In a packaged game the CPU sees them only where it asked for that. */
class FPositionVertexBuffer
{
public:
	uint32 GetNumVertices() const { return static_cast<uint32>(HostPositions.Num()); }
	const FVector3f& VertexPosition(uint32 VertexIndex) const
	{
		check(bHostCPUAccess);
		return HostPositions[static_cast<int32>(VertexIndex)];
	}
	bool GetAllowCPUAccess() const { return bHostCPUAccess; }

	TArray<FVector3f> HostPositions;
	bool bHostCPUAccess = true;
};
