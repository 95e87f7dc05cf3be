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

/** Per vertex of a scan, whether another limb stands there already. Empty: none does. */
using FTakenVertices = std::vector<uint8_t>;

/** How badly samples under a motion match the scan: distances up to a limit, normals, and what is taken. From 0
 * to 1.35.
 */
double PartCost(
	const FPartSamples& Samples, const FScanField& Field, const FRigidMotion& Motion, const FTakenVertices& Taken = {});

/** A step toward the scan. With a joint (at rest), the place that Motion takes it to is held. */
void AlignStep(
	const FPartSamples& Samples, const FScanField& Field, const Eigen::Vector3d* Joint, FRigidMotion& Motion);

/** The parts that are searched together: the root, and large parts near it. */
std::vector<uint8_t> FindTrunk(const FArticulation& Articulation);

/** Searches the parts outside of the trunk, whose motion is given; sets their motions and returns the cost of all. */
double SearchLimbs(const FArticulation& Articulation, std::span<const uint8_t> bTrunk, const FScanField& Field,
	const FRigidMotion& Trunk, std::vector<FRigidMotion>& Motions);

/** Searches one limb, from its first part on, away from what others have taken; sets the motions of its parts. */
void SearchLimb(const FArticulation& Articulation, const FScanField& Field, int32_t First, const FRigidMotion& Parent,
	const FTakenVertices& Taken, std::vector<FRigidMotion>& Motions);

/** The first parts of the limbs: those whose parent is of the trunk and that are not. */
std::vector<int32_t> FindLimbs(const FArticulation& Articulation, std::span<const uint8_t> bTrunk);

/** Per vertex of the scan, whether a limb other than this one is there and it is nearer than any other. */
class FLimbClaims
{
public:
	FLimbClaims(const FArticulation& Articulation, std::span<const int32_t> Limbs, const FCleanScan& Scan,
		std::span<const FRigidMotion> Motions);

	/** What is taken for a limb, by its place in the list. */
	FTakenVertices TakenFrom(size_t Limb) const;

private:
	struct FClaim
	{
		int32_t Limb = -1, Other = -1; // the nearest, and the nearest that is not the same
		double Distance = 1e300, OtherDistance = 1e300;
	};
	std::vector<FClaim> Claims;
};

} // namespace Exemplar
