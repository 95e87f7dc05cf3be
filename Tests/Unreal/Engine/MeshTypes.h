// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** The number of an element of a mesh description. */
struct FElementID
{
	FElementID() = default;
	explicit FElementID(int32 InIDValue)
		: HostValue(InIDValue)
	{
	}
	int32 GetValue() const { return HostValue; }

private:
	int32 HostValue = INDEX_NONE;
};
struct FVertexID : public FElementID
{
	FVertexID() = default;
	explicit FVertexID(int32 InIDValue)
		: FElementID(InIDValue)
	{
	}
};
struct FVertexInstanceID : public FElementID
{
	FVertexInstanceID() = default;
	explicit FVertexInstanceID(int32 InIDValue)
		: FElementID(InIDValue)
	{
	}
};
struct FPolygonID : public FElementID
{
	FPolygonID() = default;
	explicit FPolygonID(int32 InIDValue)
		: FElementID(InIDValue)
	{
	}
};
struct FPolygonGroupID : public FElementID
{
	FPolygonGroupID() = default;
	explicit FPolygonGroupID(int32 InIDValue)
		: FElementID(InIDValue)
	{
	}
};
