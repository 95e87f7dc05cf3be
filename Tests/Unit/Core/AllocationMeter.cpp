// Copyright (c) 2026 Exemplar contributors. MIT license.

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
	int Pauses = 0;
	size_t Count = 0;
	size_t TotalBytes = 0;
	size_t LargestBytes = 0;
};
thread_local FCounts Counts;

void Record(size_t Size)
{
	if (Counts.Meters > 0 && Counts.Pauses == 0)
	{
		++Counts.Count;
		Counts.TotalBytes += Size;
		Counts.LargestBytes = (std::max)(Counts.LargestBytes, Size);
	}
}

} // namespace

#if defined(__has_feature)
#define EXEMPLAR_HAS_FEATURE(Name) __has_feature(Name)
#else
#define EXEMPLAR_HAS_FEATURE(Name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || EXEMPLAR_HAS_FEATURE(address_sanitizer) || \
	EXEMPLAR_HAS_FEATURE(thread_sanitizer)

// Sanitizers have their own operators, and report each allocation to a hook.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
	void (*Malloc)(const volatile void*, size_t), void (*Free)(const volatile void*));

static const int SanitizerHooks = __sanitizer_install_malloc_and_free_hooks(
	[](const volatile void*, size_t Size) { Record(Size); }, [](const volatile void*) {});

#else

namespace
{

/** Uses malloc alone, which every platform has. The address of the malloc block precedes the returned address. */
void* Allocate(size_t Size, size_t Alignment)
{
	Record(Size);
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

#endif

namespace Exemplar
{

FAllocationMeter::FAllocationMeter()
{
	Counts = {Counts.Meters + 1, Counts.Pauses, 0, 0, 0};
}
FAllocationMeter::~FAllocationMeter()
{
	--Counts.Meters;
}
void FAllocationMeter::Pause(bool bPause)
{
	Counts.Pauses += bPause ? 1 : -1;
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
