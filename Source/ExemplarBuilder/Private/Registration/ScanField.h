// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/ScanCleaning.h"

namespace Exemplar
{

/** The vertex of a scan that is nearest to any place, by a look-up in a grid: for searches that ask millions of times.
 */
class FScanField
{
public:
	explicit FScanField(const FCleanScan& InScan);

	/** Far outside the grid the nearest vertex of its edge is returned. */
	uint32_t Nearest(const Eigen::Vector3d& Place) const;

	const Eigen::Vector3d& PositionOf(uint32_t Vertex) const { return Positions[Vertex]; }
	const Eigen::Vector3d& NormalOf(uint32_t Vertex) const { return Normals[Vertex]; }

	static constexpr double Cell = 0.014; // of the template's diagonal

private:
	std::vector<Eigen::Vector3d> Positions, Normals;
	Eigen::Vector3d Low{0.0, 0.0, 0.0};
	std::array<int, 3> Sizes{};
	std::vector<uint32_t> Cells;
};

} // namespace Exemplar
