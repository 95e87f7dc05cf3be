// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "AllocationMeter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace
{

struct FCounts
{
	int Meters = 0;
	size_t Count = 0;
	size_t TotalBytes = 0;
	size_t LargestBytes = 0;
};
thread_local FCounts Counts;

/** From malloc alone, which every platform has: the block's own beginning stands just before what is handed out. */
void* Allocate(size_t Size, size_t Alignment)
{
	if (Counts.Meters > 0)
	{
		++Counts.Count;
		Counts.TotalBytes += Size;
		Counts.LargestBytes = (std::max)(Counts.LargestBytes, Size);
	}
	void* Block = std::malloc(Size + Alignment + sizeof(void*));
	if (Block == nullptr)
	{
		std::abort();
	}
	const uintptr_t First = reinterpret_cast<uintptr_t>(Block) + sizeof(void*);
	void* Out = reinterpret_cast<void*>((First + Alignment - 1) / Alignment * Alignment);
	static_cast<void**>(Out)[-1] = Block;
	return Out;
}

void Free(void* Pointer)
{
	if (Pointer != nullptr)
	{
		std::free(static_cast<void**>(Pointer)[-1]);
	}
}

} // namespace

void* operator new(size_t Size)
{
	return Allocate(Size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t Size, std::align_val_t Alignment)
{
	return Allocate(Size, static_cast<size_t>(Alignment));
}
void* operator new[](size_t Size)
{
	return Allocate(Size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](size_t Size, std::align_val_t Alignment)
{
	return Allocate(Size, static_cast<size_t>(Alignment));
}
void* operator new(size_t Size, const std::nothrow_t&) noexcept
{
	return Allocate(Size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](size_t Size, const std::nothrow_t&) noexcept
{
	return Allocate(Size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void operator delete(void* Pointer) noexcept
{
	Free(Pointer);
}
void operator delete[](void* Pointer) noexcept
{
	Free(Pointer);
}
void operator delete(void* Pointer, size_t) noexcept
{
	Free(Pointer);
}
void operator delete[](void* Pointer, size_t) noexcept
{
	Free(Pointer);
}
void operator delete(void* Pointer, std::align_val_t) noexcept
{
	Free(Pointer);
}
void operator delete[](void* Pointer, std::align_val_t) noexcept
{
	Free(Pointer);
}
void operator delete(void* Pointer, size_t, std::align_val_t) noexcept
{
	Free(Pointer);
}
void operator delete[](void* Pointer, size_t, std::align_val_t) noexcept
{
	Free(Pointer);
}
void operator delete(void* Pointer, const std::nothrow_t&) noexcept
{
	Free(Pointer);
}
void operator delete[](void* Pointer, const std::nothrow_t&) noexcept
{
	Free(Pointer);
}

namespace Exemplar
{

FAllocationMeter::FAllocationMeter()
{
	Counts = {Counts.Meters + 1, 0, 0, 0};
}
FAllocationMeter::~FAllocationMeter()
{
	--Counts.Meters;
}
size_t FAllocationMeter::Count() const
{
	return Counts.Count;
}
size_t FAllocationMeter::TotalBytes() const
{
	return Counts.TotalBytes;
}
size_t FAllocationMeter::LargestBytes() const
{
	return Counts.LargestBytes;
}

} // namespace Exemplar
