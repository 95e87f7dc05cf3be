// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Modules/ModuleInterface.h"

struct HOST_API FHostModuleEntry
{
	FHostModuleEntry(const char* Name, IModuleInterface* (*Make)());
};

#define IMPLEMENT_MODULE(ModuleClass, ModuleName) \
	static FHostModuleEntry ModuleName##Entry(#ModuleName, []() -> IModuleInterface* { return new ModuleClass; });
