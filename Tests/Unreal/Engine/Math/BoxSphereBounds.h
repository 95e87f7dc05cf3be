// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Transform.h"

struct FSphere
{
	FVector Center;
	double W;
	FSphere() = default;
	FSphere(FVector InCenter, double InRadius)
		: Center(InCenter)
		, W(InRadius)
	{
	}
};

struct FBoxSphereBounds
{
	FVector Origin;
	FVector BoxExtent;
	double SphereRadius;

	FBoxSphereBounds() = default;
	FBoxSphereBounds(const FVector& InOrigin, const FVector& InBoxExtent, double InSphereRadius)
		: Origin(InOrigin)
		, BoxExtent(InBoxExtent)
		, SphereRadius(InSphereRadius)
	{
	}
	explicit FBoxSphereBounds(const FSphere& Sphere)
		: Origin(Sphere.Center)
		, BoxExtent(FVector(Sphere.W))
		, SphereRadius(Sphere.W)
	{
	}
	FSphere GetSphere() const { return FSphere(Origin, SphereRadius); }
	FBoxSphereBounds TransformBy(const FTransform& M) const
	{
		const FVector Extent = M.TransformVector({BoxExtent.X, 0, 0}).GetAbs() +
			M.TransformVector({0, BoxExtent.Y, 0}).GetAbs() + M.TransformVector({0, 0, BoxExtent.Z}).GetAbs();
		return {M.TransformPosition(Origin), Extent, SphereRadius * M.GetMaximumAxisScale()};
	}
};
