// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/Articulation.h"
#include "Registration/ScanField.h"

namespace Exemplar
{

/** Samples of one or several parts that move together. */
struct FPartSamples
{
	std::vector<Eigen::Vector3d> Positions, Normals;

	void Add(const FBodyPart& Part)
	{
		Positions.insert(Positions.end(), Part.Samples.begin(), Part.Samples.end());
		Normals.insert(Normals.end(), Part.Normals.begin(), Part.Normals.end());
	}
};

Eigen::Vector3d CenterOf(const FPartSamples& Samples);

/** The angle of the rotation between two. */
double RotationAngle(const Eigen::Matrix3d& A, const Eigen::Matrix3d& B);

/** How badly samples under a motion match the scan: distances up to a limit, and normals. From 0 to 1.35. */
double PartCost(const FPartSamples& Samples, const FScanField& Field, const FRigidMotion& Motion);

/** A step toward the scan. With a joint (at rest), the place that Motion takes it to is held. */
void AlignStep(
	const FPartSamples& Samples, const FScanField& Field, const Eigen::Vector3d* Joint, FRigidMotion& Motion);

/** The parts that are searched together: the root, and large parts near it. */
std::vector<uint8_t> FindTrunk(const FArticulation& Articulation);

/** Searches the parts outside of the trunk, whose motion is given; sets their motions and returns the cost of all. */
double SearchLimbs(const FArticulation& Articulation, std::span<const uint8_t> bTrunk, const FScanField& Field,
	const FRigidMotion& Trunk, std::vector<FRigidMotion>& Motions);

} // namespace Exemplar
