// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"

#include <vector>

namespace Exemplar
{

/** A field's value and gradient; negative inside. */
struct FFieldSample
{
	double Value = 0.0;
	Eigen::Vector3d Gradient{0.0, 0.0, 0.0};
};

/**
 * The sample's body as an implicit surface: a smooth union of rounded cones and ellipsoids, mirrored in the plane x =
 * 0, 1.8 m tall, Y up, facing +Z, arms stretched out, soles cut flat on the ground. The field is twice differentiable
 * near the surface, exactly symmetric, and nearly a distance: no surface lies within half of |Value|.
 */
class FImplicitBody
{
public:
	FImplicitBody();

	FFieldSample Sample(const Eigen::Vector3d& Point) const;

	/** The nearest point on the surface by Newton steps along the gradient, for points that are already close. */
	Eigen::Vector3d Project(const Eigen::Vector3d& Point, int Steps) const;

	/** How long a triangle's side should be here, relative to the trunk: finer where the shape is finer. */
	static double EdgeScale(const Eigen::Vector3d& Point);

private:
	/** A rounded cone in a space that is stretched about A, or the ellipsoid that stretching turns into a unit sphere.
	 */
	struct FShape
	{
		Eigen::Vector3d A, B;
		double RadiusA, RadiusB;
		Eigen::Vector3d Stretch;
		double Blend; // the width over which it blends with the shapes before it
		bool bEllipsoid;
		Eigen::Vector3d BoundCenter;
		double BoundRadius;
		double Slowness; // the value is at least the distance to the bounding sphere divided by this
	};

	/** Shapes that are blended with each other first, and then with their mirror image and the groups before. */
	struct FGroup
	{
		std::vector<FShape> Shapes;
		bool bMirrored;
		double MirrorBlend;
		double Blend;
		Eigen::Vector3d BoundCenter{0.0, 0.0, 0.0}; // of a sphere around the shapes
		double BoundRadius = 0.0;
		double Slowness = 1.0;

		/** A value that no shape falls below. */
		double DistanceBound(const Eigen::Vector3d& Point) const
		{
			return ((Point - BoundCenter).norm() - BoundRadius) / Slowness;
		}
	};

	static FFieldSample SampleShape(const FShape& Shape, const Eigen::Vector3d& Point);
	static FFieldSample SampleGroup(const FGroup& Group, const Eigen::Vector3d& Point);

	FGroup& AddGroup(bool bMirrored, double MirrorBlend, double Blend);

	std::vector<FGroup> Groups;
};

} // namespace Exemplar
