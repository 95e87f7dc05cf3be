// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Geometry/Mesh.h"

#include <memory>
#include <span>

namespace Exemplar
{

struct FGeodesicOptions
{
	/** The time that heat flows, in squared mean side lengths of the component. More is smoother and less exact. Above
	 * zero. */
	double TimeScale = 1.0;
};

/**
 * Distances along a surface by the heat method (Crane, Weischedel & Wardetzky 2013, "Geodesics in heat"): two sparse
 * factorizations when it is made, two or three back-substitutions per query. For many queries on one mesh.
 */
class FGeodesicSolver
{
public:
	/** Fails if an index is out of range, a number is not finite or no triangle has an area. */
	static TResult<FGeodesicSolver> Make(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
		const FGeodesicOptions& Options = {});
	~FGeodesicSolver();
	FGeodesicSolver(FGeodesicSolver&&) noexcept;
	FGeodesicSolver& operator=(FGeodesicSolver&&) noexcept;

	/**
	 * The distance of every vertex to the nearest of the sources; zero at the sources, infinite on components without
	 * one. Fails if there is no source or one is out of range.
	 */
	TResult<std::vector<double>> Distance(std::span<const int32_t> Sources) const;

private:
	struct FFactors;
	explicit FGeodesicSolver(std::unique_ptr<FFactors> InFactors);
	std::unique_ptr<FFactors> Factors;
};

/** The same for one query. */
TResult<std::vector<double>> GeodesicDistance(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	std::span<const int32_t> Sources, const FGeodesicOptions& Options = {});

} // namespace Exemplar
