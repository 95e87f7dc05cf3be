// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/Chart.h"

namespace Exemplar
{

/**
 * Least-squares conformal map of a disc (Lévy et al. 2002) in the metric of its sides: angles are those that the sides
 * have on average over poses. Two vertices of the border, half the border apart, are held. Has the area of the surface.
 * Triangles may be turned over where the disc is far from flat.
 */
std::vector<FDouble2> FlattenConformally(
	const FChart& Chart, std::span<const FSideProducts> Sides, std::span<const int32_t> Border);

/**
 * The border on a circle, spaced by its lengths, and every other vertex in the middle of its neighbors (Tutte 1963): no
 * triangle is turned over, whatever the disc. Has the area of the surface.
 */
std::vector<FDouble2> FlattenToCircle(
	const FChart& Chart, std::span<const FSideProducts> Sides, std::span<const int32_t> Border);

/** What a relaxed chart is near to. Both are 2 per unit of area where nothing is stretched. */
enum class EFlatEnergy
{
	SymmetricDirichlet, // (|J|^2 + |J^-1|^2) / 2: stretch and shrinkage count alike
	Stretch             // |J^-1|^2 / 2 + det J: its least value over all charts is that of the L2 stretch of the atlas
};

struct FRelaxOptions
{
	EFlatEnergy Energy = EFlatEnergy::SymmetricDirichlet;
	size_t MaxSteps = 40;

	/** Ends when a step gains less than this part of the energy. */
	double Gain = 1e-5;
};

/**
 * Moves the UVs of a chart to a minimum of the energy, by Newton steps with the Hessian of each triangle projected to
 * what it curves upward (Smith et al. 2019) and steps that turn no triangle over. The chart must start without turned
 * triangles; returns whether it did.
 */
bool RelaxChart(const FRelaxOptions& Options, std::span<const FSideProducts> Sides, FChart& Chart);

/** Whether all triangles keep their orientation. */
bool KeepsOrientation(const FChart& Chart);

} // namespace Exemplar
