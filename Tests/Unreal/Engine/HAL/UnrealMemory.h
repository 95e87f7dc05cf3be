// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Memory on 16-byte borders, as the engine's default is for sixteen bytes or more. */
struct HOST_API FMemory
{
	static void* Malloc(SIZE_T Count, uint32 Alignment = 0); // of zero: the default
	static void Free(void* Pointer);
	static bool bHostMisaligned; // as a loader's memory may be
	static void* Memcpy(void* To, const void* From, SIZE_T Count) { return Count ? std::memcpy(To, From, Count) : To; }
	static void Memzero(void* To, SIZE_T Count) { std::memset(To, 0, Count); }
};
