// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: closest points on a triangle mesh.

#pragma once

#include "Base/Executor.h"
#include "BuilderApi.h"
#include "Geometry/Mesh.h"

#include <memory>
#include <span>

namespace Exemplar
{

/** A place on a mesh: weights of the corners of a triangle, not negative, summing to one. */
struct FSurfaceCoordinate
{
	int32_t Triangle = -1;
	std::array<double, 3> Weights{1.0, 0.0, 0.0};
	bool operator==(const FSurfaceCoordinate&) const = default;
};

/** The position of a surface coordinate. */
EXEMPLARBUILDER_API FDouble3 PointAt(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, const FSurfaceCoordinate& Where);

struct FClosestPoint
{
	FSurfaceCoordinate Where; // Triangle is -1 on a mesh without triangles
	FDouble3 Position;
	double Distance = 0.0;
};

/** Finds closest points by a tree of boxes that is built once. Queries are safe from several threads. */
class EXEMPLARBUILDER_API FClosestPointFinder
{
public:
	/** Copies what it needs. Indices must be in range. */
	FClosestPointFinder(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);
	~FClosestPointFinder();
	FClosestPointFinder(FClosestPointFinder&&) noexcept;
	FClosestPointFinder& operator=(FClosestPointFinder&&) noexcept;

	FClosestPoint Find(const FDouble3& Query) const;
	std::vector<FClosestPoint> Find(std::span<const FDouble3> Queries, IExecutor& Executor = GetSerialExecutor()) const;

private:
	struct FTree;
	std::unique_ptr<FTree> Tree;
};

} // namespace Exemplar
