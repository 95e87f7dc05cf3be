// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

struct FGuid
{
	uint32 A = 0, B = 0, C = 0, D = 0;
	FGuid() = default;
	constexpr FGuid(uint32 InA, uint32 InB, uint32 InC, uint32 InD)
		: A(InA)
		, B(InB)
		, C(InC)
		, D(InD)
	{
	}
	bool IsValid() const { return (A | B | C | D) != 0; }
	auto operator<=>(const FGuid&) const = default;
};
