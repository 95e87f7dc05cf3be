// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace Exemplar
{

/**
 * Allocates with 64-byte alignment: a cache line, and enough for every SIMD width in use. Raw bytes are not
 * initialized, because callers fill them after a resize (usually from a file) and memory is not touched twice.
 */
template <typename T, size_t Alignment = 64>
struct TAlignedAllocator
{
	using value_type = T;

	template <typename U>
	struct rebind
	{
		using other = TAlignedAllocator<U, Alignment>;
	};

	TAlignedAllocator() = default;
	template <typename U>
	TAlignedAllocator(const TAlignedAllocator<U, Alignment>&)
	{
	}

	T* allocate(size_t Count)
	{
		return static_cast<T*>(::operator new(Count * sizeof(T), std::align_val_t(Alignment)));
	}
	void deallocate(T* Pointer, size_t) { ::operator delete(Pointer, std::align_val_t(Alignment)); }

	template <typename U>
	void construct(U* Place)
	{
		if constexpr (std::is_same_v<U, std::byte>)
		{
			::new (static_cast<void*>(Place)) U;
		}
		else
		{
			::new (static_cast<void*>(Place)) U();
		}
	}

	template <typename U>
	bool operator==(const TAlignedAllocator<U, Alignment>&) const
	{
		return true;
	}
};

template <typename T>
using TAlignedArray = std::vector<T, TAlignedAllocator<T>>;

} // namespace Exemplar
