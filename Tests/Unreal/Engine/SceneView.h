// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Math/Matrix.h"

struct FIntPoint
{
	int32 X = 0, Y = 0;
};
struct FIntRect
{
	FIntPoint Min, Max;
	int32 Width() const { return Max.X - Min.X; }
	int32 Height() const { return Max.Y - Min.Y; }
};

/** Clip space has its near plane at z = w and the far one, which is infinitely far, at z = 0. */
struct FViewMatrices
{
	const FMatrix& GetProjectionMatrix() const { return HostProjection; }
	const FMatrix& GetViewProjectionMatrix() const { return HostViewProjection; }
	const FVector& GetViewOrigin() const { return HostOrigin; }
	FMatrix HostProjection, HostViewProjection;
	FVector HostOrigin;
};
class FSceneView
{
public:
	FViewMatrices ViewMatrices;
	FIntRect UnscaledViewRect;
	FVector GetViewDirection() const { return HostDirection; }
	FVector HostDirection;
};
class FSceneViewFamily
{
public:
	uint32 FrameNumber = 0;
};
