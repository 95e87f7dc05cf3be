// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIResources.h"

/** Commands run when they are given: the host's device waits for each. */
class HOST_API FRHICommandListBase
{
public:
	FRHICommandListBase() = default;
	FRHICommandListBase(const FRHICommandListBase&) = delete;
};
class FRHICommandList : public FRHICommandListBase
{
};
class FRHICommandListImmediate : public FRHICommandList
{
};
