// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** Frames in which a foot stands, from First to Last. */
struct FGroundContact
{
	size_t First = 0, Last = 0;
};

/** The height that a foot returns to: one in twenty of all heights is below. */
double FindGround(std::vector<double> Heights);

/**
 * When a foot stands: it is near the ground and slow for a twelfth of a second or longer. Leg is the length of the leg,
 * Rate are frames per second.
 */
std::vector<FGroundContact> FindContacts(
	std::span<const Eigen::Vector3d> Places, double Ground, double Leg, double Rate);

/** The mean speed along the ground during contacts, in units of Places per second. */
double MeasureSlide(std::span<const Eigen::Vector3d> Places, std::span<const FGroundContact> Contacts, double Rate);

/**
 * By how much to move a foot in every frame so that it moves as Wanted does during each contact, wherever on the ground
 * it stands on average, and at the wanted heights; between contacts the correction fades in and out over a seventh of a
 * second. Outside of contacts a foot is kept above Ground, unless it is wanted below.
 */
std::vector<Eigen::Vector3d> HoldFoot(std::span<const Eigen::Vector3d> Places, std::span<const Eigen::Vector3d> Wanted,
	std::span<const FGroundContact> Contacts, double Ground, double Rate);

/** By how much to lower a body whose frames need Drops: as much as any frame within an eighth of a second needs, and
 * smoothly. */
std::vector<double> SmoothDrops(std::span<const double> Drops, double Rate);

/** The turns of hip and knee, in space, that bring the ankle to Goal, or as near as the leg reaches. */
struct FLegTurns
{
	Eigen::Quaterniond Hip, Knee; // Knee includes what the hip turns
};
FLegTurns BendLeg(const Eigen::Vector3d& Hip, const Eigen::Vector3d& Knee, const Eigen::Vector3d& Ankle,
	const Eigen::Vector3d& Goal, const Eigen::Vector3d& Ahead);

} // namespace Exemplar
