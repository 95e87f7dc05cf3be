// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/InfluenceRemoval.h"

#include "AnimationSpace/ConstrainedMinimum.h"
#include "AnimationSpace/MetricBlocks.h"

#include <bit>
#include <cmath>
#include <unordered_map>

namespace Exemplar
{

/** The answer for one set of bones and one choice of removed ones: s = Response p_removed, |s|^2 = p_r^T Form p_r. */
struct FInfluenceRemover::FRemoval
{
	Eigen::MatrixXd Response; // 4 |I| x 4 |removed|
	Eigen::MatrixXd Form;
};

namespace InfluenceRemovalDetail
{

struct FRemovalKey
{
	std::vector<uint16_t> Bones;
	uint64_t Removed = 0;
	bool operator==(const FRemovalKey&) const = default;
};

struct FRemovalHash
{
	size_t operator()(const FRemovalKey& Key) const
	{
		uint64_t Hash = Key.Removed * 0x9e3779b97f4a7c15ull;
		for (const uint16_t Bone : Key.Bones)
		{
			Hash = (Hash ^ Bone) * 0x100000001b3ull;
			Hash ^= Hash >> 29;
		}
		return static_cast<size_t>(Hash);
	}
};

Eigen::VectorXd GatherRemoved(const FAnimationVector& Point, uint64_t Removed)
{
	Eigen::VectorXd Out(4 * std::popcount(Removed));
	Eigen::Index Row = 0;
	for (size_t Slot = 0; Slot < Point.Bones.size(); ++Slot)
	{
		if (Removed >> Slot & 1)
		{
			Out.segment<4>(Row) = AsVector(Point.Blocks[Slot]);
			Row += 4;
		}
	}
	return Out;
}

/** The next larger number with as many bits set (Gosper). */
uint64_t NextSubset(uint64_t Bits)
{
	const uint64_t Lowest = Bits & (~Bits + 1);
	const uint64_t Ripple = Bits + Lowest;
	return Ripple | (((Ripple ^ Bits) >> 2) / Lowest);
}

double CountSubsets(size_t Size, size_t Chosen)
{
	double Count = 1.0;
	for (size_t Index = 0; Index < Chosen; ++Index)
	{
		Count = Count * static_cast<double>(Size - Index) / static_cast<double>(Index + 1);
	}
	return Count;
}

} // namespace InfluenceRemovalDetail

/**
 * Looked up, never iterated: the order of a hash table cannot leak into results. It is cleared when it is full: with
 * eight influences per vertex, nearly every vertex has its own set of bones, and all sets would take gigabytes.
 */
struct FInfluenceRemover::FCache
{
	static constexpr Eigen::Index MaxNumbers = 8'000'000;
	std::unordered_map<InfluenceRemovalDetail::FRemovalKey, FRemoval, InfluenceRemovalDetail::FRemovalHash> Removals;
	Eigen::Index Numbers = 0; // doubles in them
	InfluenceRemovalDetail::FRemovalKey Key;
};

FInfluenceRemover::FInfluenceRemover(const FPoseMetric& InMetric)
	: Metric(InMetric)
	, Cache(std::make_unique<FCache>())
{
}

FInfluenceRemover::~FInfluenceRemover() = default;

const FInfluenceRemover::FRemoval& FInfluenceRemover::Find(const FAnimationVector& Point, uint64_t Removed)
{
	using namespace InfluenceRemovalDetail;
	FRemovalKey& Key = Cache->Key;
	Key.Bones = Point.Bones;
	Key.Removed = Removed;
	if (const auto Found = Cache->Removals.find(Key); Found != Cache->Removals.end())
	{
		return Found->second;
	}
	const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Point.Bones.size());
	const Eigen::Index RemovedSize = 4 * std::popcount(Removed);
	Eigen::MatrixXd Constraints = Eigen::MatrixXd::Zero(RemovedSize + 1, Size);
	Eigen::Index Row = 0;
	for (size_t Slot = 0; Slot < Point.Bones.size(); ++Slot)
	{
		if (Removed >> Slot & 1)
		{
			Constraints.block<4, 4>(Row, 4 * static_cast<Eigen::Index>(Slot)).setIdentity();
			Row += 4;
		}
		Constraints(RemovedSize, 4 * static_cast<Eigen::Index>(Slot) + 3) = 1.0;
	}
	Eigen::MatrixXd Targets = Eigen::MatrixXd::Zero(RemovedSize + 1, RemovedSize);
	Targets.topRows(RemovedSize) = -Eigen::MatrixXd::Identity(RemovedSize, RemovedSize);
	const Eigen::MatrixXd Local = LocalMetric(Metric, Point.Bones);
	FRemoval Removal;
	Removal.Response = SolveConstrainedMinimum(Local, Constraints, Targets);
	Removal.Form = Removal.Response.transpose() * Local * Removal.Response;
	Cache->Numbers += Removal.Response.size() + Removal.Form.size();
	if (Cache->Numbers > FCache::MaxNumbers)
	{
		Cache->Removals.clear();
		Cache->Numbers = Removal.Response.size() + Removal.Form.size();
	}
	return Cache->Removals.emplace(Key, std::move(Removal)).first->second;
}

double FInfluenceRemover::Cost(const FAnimationVector& Point, uint64_t Removed)
{
	using namespace InfluenceRemovalDetail;
	const Eigen::VectorXd Gone = GatherRemoved(Point, Removed);
	return std::sqrt(std::fmax(0.0, Gone.dot(Find(Point, Removed).Form * Gone)));
}

std::span<const double> FInfluenceRemover::Costs(const FAnimationVector& Point)
{
	CostBuffer.clear();
	for (size_t Slot = 0; Point.Bones.size() > 1 && Slot < Point.Bones.size(); ++Slot)
	{
		const Eigen::Vector4d Gone = AsVector(Point.Blocks[Slot]);
		const FRemoval& Removal = Find(Point, uint64_t{1} << Slot);
		CostBuffer.push_back(std::sqrt(std::fmax(0.0, Gone.dot(Removal.Form.topLeftCorner<4, 4>() * Gone))));
	}
	return CostBuffer;
}

FAnimationVector FInfluenceRemover::Remove(const FAnimationVector& Point, uint64_t Removed)
{
	using namespace InfluenceRemovalDetail;
	const Eigen::VectorXd Shift = Find(Point, Removed).Response * GatherRemoved(Point, Removed);
	FAnimationVector Out;
	size_t Heaviest = 0;
	for (size_t Slot = 0; Slot < Point.Bones.size(); ++Slot)
	{
		if (Removed >> Slot & 1)
		{
			continue;
		}
		Out.Bones.push_back(Point.Bones[Slot]);
		Out.Blocks.push_back(
			ToDouble4(AsVector(Point.Blocks[Slot]) + Shift.segment<4>(4 * static_cast<Eigen::Index>(Slot))));
		if (std::abs(Out.Blocks.back().W) > std::abs(Out.Blocks[Heaviest].W))
		{
			Heaviest = Out.Blocks.size() - 1;
		}
	}
	if (!Out.Blocks.empty())
	{
		Out.Blocks[Heaviest].W += Point.Weight() - Out.Weight();
	}
	return Out;
}

FAnimationVector FInfluenceRemover::RemoveToCap(const FAnimationVector& Point, size_t Cap, size_t ExactLimit)
{
	using namespace InfluenceRemovalDetail;
	const size_t Size = Point.Bones.size();
	const size_t Keep = Cap < 1 ? 1 : Cap;
	if (Size <= Keep)
	{
		return Point;
	}
	if (Size < 64 && CountSubsets(Size, Size - Keep) <= static_cast<double>(ExactLimit))
	{
		uint64_t Best = 0;
		double BestCost = INFINITY;
		for (uint64_t Removed = (uint64_t{1} << (Size - Keep)) - 1; Removed < uint64_t{1} << Size;
			 Removed = NextSubset(Removed))
		{
			if (const double Candidate = Cost(Point, Removed); Candidate < BestCost)
			{
				Best = Removed;
				BestCost = Candidate;
			}
		}
		return Remove(Point, Best);
	}
	FAnimationVector Out = Point;
	while (Out.Bones.size() > Keep)
	{
		const std::span<const double> All = Costs(Out);
		size_t Cheapest = 0;
		for (size_t Slot = 1; Slot < All.size(); ++Slot)
		{
			Cheapest = All[Slot] < All[Cheapest] ? Slot : Cheapest;
		}
		Out = Remove(Out, uint64_t{1} << Cheapest);
	}
	return Out;
}

FAnimationVector FInfluenceRemover::RemoveToBudget(const FAnimationVector& Point, double Budget, size_t ExactLimit)
{
	for (size_t Cap = 1; Cap < Point.Bones.size(); ++Cap)
	{
		FAnimationVector Fewer = RemoveToCap(Point, Cap, ExactLimit);
		if (MeanLength(Metric, AddScaled(Fewer, Point, -1.0)) <= Budget)
		{
			return Fewer;
		}
	}
	return Point;
}

} // namespace Exemplar
