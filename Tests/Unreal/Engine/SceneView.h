// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Math/Matrix.h"

struct FConvexVolume;
class FSceneInterface;

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
#if ENGINE_MINOR_VERSION >= 8
	const FMatrix& GetViewToClip() const
	{
		return HostProjection;
	}
	const FMatrix& GetWorldToClip() const
	{
		return HostViewProjection;
	}
#else
	const FMatrix& GetProjectionMatrix() const
	{
		return HostProjection;
	}
	const FMatrix& GetViewProjectionMatrix() const
	{
		return HostViewProjection;
	}
#endif
	const FVector& GetViewOrigin() const
	{
		return HostOrigin;
	}
	FMatrix HostProjection, HostViewProjection;
	FVector HostOrigin;
};
class FSceneView
{
public:
	FViewMatrices ViewMatrices;
	FIntRect UnscaledViewRect;
	float LODDistanceFactor = 1.0f;
	FVector GetViewDirection() const { return HostDirection; }
	/** Of the state that the view keeps from frame to frame; zero where it keeps none. */
	uint32 GetViewKey() const { return HostKey; }
	/** Not null while elements for a shadow are gathered. */
	const FConvexVolume* GetDynamicMeshElementsShadowCullFrustum() const { return HostShadowFrustum; }

	/** How many instances a draw has for one of a mesh: two where both eyes are drawn at once. */
	int32 GetStereoPassInstanceFactor() const { return HostEyes; }

	FVector HostDirection;
	uint32 HostKey = 0;
	int HostShowUV = 0;
	int HostPick = -1; // not negative: clicks and outlines, of this proxy alone
	int HostEyes = 1;
	const FConvexVolume* HostShadowFrustum = nullptr;
};
class FSceneViewFamily
{
public:
	TArray<const FSceneView*> Views;
	FSceneInterface* Scene = nullptr;
	uint32 FrameNumber = 0;  // counts families
	uint64 FrameCounter = 0; // counts the game's frames
};
