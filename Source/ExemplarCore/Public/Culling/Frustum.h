// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"

namespace Exemplar
{

/** Six planes (n, d) with unit normals that point inward: a point is inside if n . p + d >= 0 for all. */
struct FFrustum
{
	FFloat4 Planes[6];
};

/** A camera as in glTF: right-handed, looking along -Z, Y up. World maps camera space to world space. */
struct FCamera
{
	FAffine World;
	float TanHalfWidth = 1.0f;
	float TanHalfHeight = 0.5625f;
	float Near = 0.1f;
	float Far = 1000.0f;
};

/** The camera's World must be rigid. */
EXEMPLARCORE_API FFrustum MakeFrustum(const FCamera& Camera);

/** The depth of a point in front of the camera. */
EXEMPLARCORE_API float DepthOf(const FCamera& Camera, const FFloat3& Point);

/** Whether a sphere is entirely outside one of the planes. Near corners, some outside spheres are not detected. */
EXEMPLARCORE_API bool IsOutside(const FFrustum& Frustum, const FSphere& Sphere);

/** A sphere that contains the image of a sphere: the radius grows by the largest singular value. */
EXEMPLARCORE_API FSphere TransformSphere(const FAffine& Transform, const FSphere& Sphere);

/** The largest factor by which a matrix stretches any vector. */
EXEMPLARCORE_API float LargestStretch(const FAffine& Transform);

} // namespace Exemplar
