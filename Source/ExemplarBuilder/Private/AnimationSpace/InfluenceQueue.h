// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/InfluenceRemoval.h"

#include <optional>

namespace Exemplar
{

/** The removal of a bone from a vertex, and the L2,2 length by which it moves the vertex. */
struct FInfluenceCandidate
{
	uint32_t Vertex = 0;
	uint16_t Bone = 0;
	double Cost = 0.0;
	bool operator==(const FInfluenceCandidate&) const = default;
};

/** A removal that was performed: Point is the vertex now, Total its L2,2 distance from the original point. */
struct FInfluenceOperation
{
	FInfluenceCandidate Candidate;
	FAnimationVector Point;
	double Total = 0.0;
};

/**
 * The removals of influences of a whole mesh in the order of their costs (Merry 2007, chapter 6): one of the two
 * queues that a stream of level-of-detail operations draws from, the cheaper head first. A vertex waits with its
 * cheapest removal; one that has a single influence left does not wait any more. Ties go by vertex.
 */
class FInfluenceQueue
{
public:
	FInfluenceQueue(FInfluenceRemover& InRemover, std::vector<FAnimationVector> InPoints);

	/** The cheapest removal of all; none when every vertex has one influence. */
	std::optional<FInfluenceCandidate> Front();

	/** Performs the removal at the front. */
	std::optional<FInfluenceOperation> Pop();

	/** Moves a vertex, as after a collapse: its removals are priced again and Total restarts at zero. */
	void SetPoint(uint32_t Vertex, FAnimationVector Point);

	/** Removes a vertex. */
	void Erase(uint32_t Vertex);

	const FAnimationVector& Point(uint32_t Vertex) const { return Points[Vertex]; }

private:
	struct FEntry
	{
		FInfluenceCandidate Candidate;
		uint32_t Stamp = 0;
	};
	static bool IsLater(const FEntry& A, const FEntry& B);
	void Price(uint32_t Vertex);

	FInfluenceRemover& Remover;
	std::vector<FAnimationVector> Points;
	std::vector<double> SquaredTotals; // squares of successive removals add up (theorem 1)
	std::vector<uint32_t> Stamps;      // entries of an older stamp are stale
	std::vector<FEntry> Heap;
};

} // namespace Exemplar
