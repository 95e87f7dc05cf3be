// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Device.h"
#include "Engine/World.h"
#include "Math/Transform.h"

namespace Host
{

/** Where a view stands, in the world; it looks along its x axis, z up. */
struct FCamera
{
	FVector Location = FVector::ZeroVector;
	FVector Target = FVector(100.0, 0.0, 0.0);
	double TanHalfWidth = 0.6;
	double HalfWidth = 0.0; // not zero: a parallel view, and this half its width
	float LODDistanceFactor = 1.0f;
	int Eyes = 1; // two: instanced stereo, whose second eye is where the first is
	/** Not negative: what clicks and selection outlines see of the scene's proxy with this number, by the default
	 * material. */
	int Pick = -1;
	int ShowUV = 0; // not zero: this texture coordinate instead of the color
	uint32 Width = 320;
	uint32 Height = 240;
	uint32 Key = 1; // of what its view remembers from frame to frame; zero remembers nothing
};

/** World to clip for row vectors, the engine's: near plane at depth one, the far one infinitely far. */
HOST_API FMatrix ViewProjectionOf(const FCamera& Camera);

/** Draws the world's scene, on the render thread, and waits. It is the end of a frame: transforms become last ones. */
HOST_API FPicture DrawWorld(UWorld& World, const FCamera& Camera);

/** The pictures of several views of one family. Where there is a light, the last is what casts its shadows, from there.
 */
HOST_API std::vector<FPicture> DrawFamily(
	UWorld& World, const std::vector<FCamera>& Cameras, const FCamera* Light = nullptr);

/** What the device has said since the last time. */
HOST_API std::vector<std::string> TakeDeviceMessages();

} // namespace Host
