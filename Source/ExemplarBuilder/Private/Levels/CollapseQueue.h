// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

namespace Exemplar
{

/**
 * Every owner (a vertex) has at most one offer at a time, its best; the smallest comes out first, equal ones by owner
 * and then by partner, so that the order is the same everywhere. A new offer takes the old one's place, which is
 * skipped when it surfaces. An offer whose surroundings have changed can be marked as stale: costs seldom fall, so it
 * is enough to make it anew when its turn comes.
 */
class FCollapseQueue
{
public:
	struct FOffer
	{
		double Key = 0.0;
		int32_t Owner = -1;
		int32_t Partner = -1;
		uint32_t Version = 0;
		bool operator<(const FOffer& Other) const // std::priority_queue wants the largest on top
		{
			return Key != Other.Key ? Key > Other.Key
									: (Owner != Other.Owner ? Owner > Other.Owner : Partner > Other.Partner);
		}
	};

	explicit FCollapseQueue(size_t OwnerCount)
		: Versions(OwnerCount, 0)
		, States(OwnerCount, EState::None)
	{
	}

	/** bMayImprove: something cheaper was refused, which a change around the owner may allow. */
	void Offer(int32_t Owner, int32_t Partner, double Key, bool bMayImprove)
	{
		Heap.push({Key, Owner, Partner, ++Versions[static_cast<size_t>(Owner)]});
		States[static_cast<size_t>(Owner)] = bMayImprove ? EState::MayImprove : EState::Offered;
	}
	void Withdraw(int32_t Owner)
	{
		++Versions[static_cast<size_t>(Owner)];
		States[static_cast<size_t>(Owner)] = EState::None;
	}

	/** False where that is not enough: the owner offers nothing, or may have something better to offer now. */
	bool MarkStale(int32_t Owner)
	{
		EState& State = States[static_cast<size_t>(Owner)];
		State = State == EState::Offered ? EState::Stale : State;
		return State == EState::Stale;
	}
	bool IsStale(int32_t Owner) const { return States[static_cast<size_t>(Owner)] == EState::Stale; }

	/** The best offer that is still meant; null where there is none. */
	const FOffer* Best()
	{
		while (!Heap.empty() && Heap.top().Version != Versions[static_cast<size_t>(Heap.top().Owner)])
		{
			Heap.pop();
		}
		return Heap.empty() ? nullptr : &Heap.top();
	}

private:
	enum class EState : uint8_t
	{
		None,
		Offered,
		MayImprove,
		Stale
	};

	std::priority_queue<FOffer> Heap;
	std::vector<uint32_t> Versions;
	std::vector<EState> States;
};

} // namespace Exemplar
