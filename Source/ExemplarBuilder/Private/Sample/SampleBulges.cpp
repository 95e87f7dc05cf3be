// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SamplePoses.h"

#include "Sample/Smooth.h"

#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace SampleBulgesDetail
{

/** A muscle: an ellipsoid of the rest surface that swells as Driver turns; written for the left side. */
struct FMuscle
{
	FDouble3 Center, Radii;
	double Height; // meters, when the driver is turned by FullAngle degrees or more
	uint16_t Driver;
	bool bTwist;
	double FullAngle;
};

constexpr FMuscle Muscles[] = {
	{{0.318, 1.440, 0.030}, {0.085, 0.055, 0.050}, 0.016, SampleForearmL, false, 120},  // biceps
	{{0.535, 1.436, 0.020}, {0.075, 0.060, 0.050}, 0.008, SampleForearmL, false, 120},  // forearm, bent
	{{0.560, 1.436, -0.020}, {0.095, 0.110, 0.110}, 0.010, SampleForearmL, true, 150},  // forearm, twisted
	{{0.195, 1.490, -0.014}, {0.075, 0.055, 0.065}, 0.011, SampleUpperArmL, false, 80}, // deltoid
	{{0.095, 1.345, 0.100}, {0.080, 0.070, 0.060}, 0.009, SampleUpperArmL, false, 80},  // chest
	{{0.104, 0.380, -0.062}, {0.055, 0.095, 0.055}, 0.013, SampleShinL, false, 120},    // calf
	{{0.098, 0.700, -0.070}, {0.065, 0.125, 0.060}, 0.013, SampleShinL, false, 120},    // back of the thigh
	{{0.108, 0.740, 0.080}, {0.065, 0.150, 0.060}, 0.011, SampleThighL, false, 100},    // front of the thigh
	{{0.085, 0.930, -0.125}, {0.080, 0.095, 0.075}, 0.014, SampleThighL, false, 100},   // seat
	{{0.000, 1.080, 0.100}, {0.100, 0.085, 0.070}, 0.008, SampleSpine, false, 40},      // belly
};

} // namespace SampleBulgesDetail

FJointAngles MeasureJoint(const FBoneTransform& Rest, const FBoneTransform& Posed)
{
	const FRotation Q = Compose(Inverse(Rest.Rotation), Posed.Rotation);
	// Q = Swing * Twist about Y: the twist keeps y and w, the swing has what is left.
	const double AlongBone = std::hypot(static_cast<double>(Q.Y), static_cast<double>(Q.W));
	const double Aside = std::hypot(static_cast<double>(Q.X), static_cast<double>(Q.Z));
	double Twist = 2.0 * std::atan2(static_cast<double>(Q.Y), static_cast<double>(Q.W));
	if (Twist > std::numbers::pi)
	{
		Twist -= 2.0 * std::numbers::pi;
	}
	else if (Twist < -std::numbers::pi)
	{
		Twist += 2.0 * std::numbers::pi;
	}
	return {2.0 * std::atan2(Aside, AlongBone), Twist};
}

std::vector<FDouble3> MakeSampleBulges(std::span<const FDouble3> Positions, std::span<const FDouble3> Normals,
	const FSkeletonData& Skeleton, const FSamplePose& Pose)
{
	using namespace SampleBulgesDetail;
	std::vector<FDouble3> Bulges(Positions.size());
	for (const FMuscle& Muscle : Muscles)
	{
		const bool bPaired = MirrorJoint(Muscle.Driver) != Muscle.Driver;
		for (int Side = 0; Side < (bPaired ? 2 : 1); ++Side)
		{
			const uint16_t Joint = Side == 0 ? Muscle.Driver : MirrorJoint(Muscle.Driver);
			const FJointAngles Angles = MeasureJoint(Skeleton.RestLocal[Joint], Pose.Local[Joint]);
			const double Angle = std::abs(Muscle.bTwist ? Angles.Twist : Angles.Swing) * 180.0 / std::numbers::pi;
			const double Height = Muscle.Height * SmoothStep(0.0, Muscle.FullAngle, Angle);
			if (Height == 0.0)
			{
				continue;
			}
			const double CenterX = Side == 0 ? Muscle.Center.X : -Muscle.Center.X;
			for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
			{
				const FDouble3& P = Positions[Vertex];
				const double X = (P.X - CenterX) / Muscle.Radii.X, Y = (P.Y - Muscle.Center.Y) / Muscle.Radii.Y;
				const double Z = (P.Z - Muscle.Center.Z) / Muscle.Radii.Z;
				const double Inside = 1.0 - (X * X + Y * Y + Z * Z);
				if (Inside > 0.0)
				{
					const double Swell = Height * Inside * Inside * Inside;
					Bulges[Vertex].X += Swell * Normals[Vertex].X;
					Bulges[Vertex].Y += Swell * Normals[Vertex].Y;
					Bulges[Vertex].Z += Swell * Normals[Vertex].Z;
				}
			}
		}
	}
	return Bulges;
}

} // namespace Exemplar
