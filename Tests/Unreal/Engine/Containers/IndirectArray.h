// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** An array of pointers that it owns, used as one of elements. */
template <typename T>
class TIndirectArray
{
public:
	int32 Num() const { return static_cast<int32>(Items.size()); }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Num(); }
	T& operator[](int32 Index)
	{
		check(IsValidIndex(Index));
		return *Items[static_cast<size_t>(Index)];
	}
	const T& operator[](int32 Index) const
	{
		check(IsValidIndex(Index));
		return *Items[static_cast<size_t>(Index)];
	}
	int32 Add(T* Item)
	{
		Items.emplace_back(Item);
		return Num() - 1;
	}

private:
	std::vector<std::unique_ptr<T>> Items;
};
