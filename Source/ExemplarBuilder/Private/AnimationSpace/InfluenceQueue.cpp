// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/InfluenceQueue.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Exemplar
{

FInfluenceQueue::FInfluenceQueue(FInfluenceRemover& InRemover, std::vector<FAnimationVector> InPoints)
	: Remover(InRemover)
	, Points(std::move(InPoints))
	, SquaredTotals(Points.size(), 0.0)
	, Stamps(Points.size(), 0)
{
	for (uint32_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		Price(Vertex);
	}
}

bool FInfluenceQueue::IsLater(const FEntry& A, const FEntry& B)
{
	return A.Candidate.Cost != B.Candidate.Cost ? A.Candidate.Cost > B.Candidate.Cost
												: A.Candidate.Vertex > B.Candidate.Vertex;
}

void FInfluenceQueue::Price(uint32_t Vertex)
{
	const std::span<const double> Costs = Remover.Costs(Points[Vertex]);
	if (Costs.empty())
	{
		return;
	}
	const auto Cheapest = std::min_element(Costs.begin(), Costs.end());
	const uint16_t Bone = Points[Vertex].Bones[static_cast<size_t>(Cheapest - Costs.begin())];
	Heap.push_back({{Vertex, Bone, *Cheapest}, Stamps[Vertex]});
	std::push_heap(Heap.begin(), Heap.end(), IsLater);
}

std::optional<FInfluenceCandidate> FInfluenceQueue::Front()
{
	while (!Heap.empty() && Heap.front().Stamp != Stamps[Heap.front().Candidate.Vertex])
	{
		std::pop_heap(Heap.begin(), Heap.end(), IsLater);
		Heap.pop_back();
	}
	return Heap.empty() ? std::nullopt : std::optional(Heap.front().Candidate);
}

std::optional<FInfluenceOperation> FInfluenceQueue::Pop()
{
	const std::optional<FInfluenceCandidate> Next = Front();
	if (!Next)
	{
		return std::nullopt;
	}
	std::pop_heap(Heap.begin(), Heap.end(), IsLater);
	Heap.pop_back();
	FAnimationVector& Point = Points[Next->Vertex];
	const auto Slot = std::lower_bound(Point.Bones.begin(), Point.Bones.end(), Next->Bone) - Point.Bones.begin();
	Point = Remover.Remove(Point, uint64_t{1} << Slot);
	double& Squared = SquaredTotals[Next->Vertex];
	Squared += Next->Cost * Next->Cost;
	Price(Next->Vertex);
	return FInfluenceOperation{*Next, Point, std::sqrt(Squared)};
}

void FInfluenceQueue::SetPoint(uint32_t Vertex, FAnimationVector Point)
{
	Points[Vertex] = std::move(Point);
	SquaredTotals[Vertex] = 0.0;
	++Stamps[Vertex];
	Price(Vertex);
}

void FInfluenceQueue::Erase(uint32_t Vertex)
{
	Points[Vertex] = {};
	++Stamps[Vertex];
}

} // namespace Exemplar
