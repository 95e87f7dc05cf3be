// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/LargeMemory.h"

#include <cstdint>
#include <new>

#if !defined(_WIN32)
#include <sys/mman.h>
#endif

namespace Exemplar
{

#if defined(MADV_HUGEPAGE)

std::shared_ptr<std::byte> AllocateLarge(size_t Size)
{
	constexpr size_t LargePage = size_t{1} << 21;
	const size_t Mapped = (Size + LargePage - 1) / LargePage * LargePage + LargePage;
	void* const Memory = mmap(nullptr, Mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (Memory == MAP_FAILED || Size > Mapped)
	{
		throw std::bad_alloc();
	}
	const auto Begin = reinterpret_cast<uintptr_t>(Memory);
	auto* const Aligned = static_cast<std::byte*>(Memory) + ((LargePage - Begin % LargePage) % LargePage);
	madvise(Aligned, Mapped - LargePage, MADV_HUGEPAGE); // a wish: without it, pages are small
	return std::shared_ptr<std::byte>(Aligned, [=](std::byte*) { munmap(Memory, Mapped); });
}

#else

std::shared_ptr<std::byte> AllocateLarge(size_t Size)
{
	return std::shared_ptr<std::byte>(
		static_cast<std::byte*>(::operator new(Size)), [](std::byte* Memory) { ::operator delete(Memory); });
}

#endif

} // namespace Exemplar
