// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Geometry/Mesh.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace Exemplar
{

/**
 * Positions that do not change and are shared by their copies. They may be part of a larger block of memory: a reader
 * of long caches takes one block for many poses, because memory in small parts is slow to get from the system.
 */
class FSharedPositions
{
public:
	FSharedPositions() = default;

	/** An array of its own. */
	FSharedPositions(std::vector<FDouble3> Positions)
	{
		const auto Own = std::make_shared<const std::vector<FDouble3>>(std::move(Positions));
		Values = *Own;
		Owner = Own;
	}

	/** A part of memory that lives as long as its owner. */
	FSharedPositions(std::shared_ptr<const void> InOwner, std::span<const FDouble3> InValues)
		: Owner(std::move(InOwner))
		, Values(InValues)
	{
	}

	// Named as in the standard library, so that it is a range.
	const FDouble3* data() const { return Values.data(); }
	const FDouble3* begin() const { return Values.data(); }
	const FDouble3* end() const { return Values.data() + Values.size(); }
	size_t size() const { return Values.size(); }
	bool empty() const { return Values.empty(); }
	const FDouble3& operator[](size_t Index) const { return Values[Index]; }

	std::vector<FDouble3> ToVector() const { return {begin(), end()}; }

	friend bool operator==(const FSharedPositions& A, const FSharedPositions& B)
	{
		return std::equal(A.begin(), A.end(), B.begin(), B.end());
	}

private:
	std::shared_ptr<const void> Owner;
	std::span<const FDouble3> Values;
};

} // namespace Exemplar
