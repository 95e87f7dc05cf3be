// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

namespace ENamedThreads
{
enum Type : int
{
	GameThread
};
}

class HOST_API FTaskGraphInterface
{
public:
	static FTaskGraphInterface& Get();
	int32 GetNumWorkerThreads() const { return 3; }
};
