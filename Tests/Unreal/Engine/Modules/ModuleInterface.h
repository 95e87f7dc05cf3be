// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

class HOST_API IModuleInterface
{
public:
	virtual ~IModuleInterface();
	virtual void StartupModule() {}
	virtual void ShutdownModule() {}
};
class FDefaultModuleImpl : public IModuleInterface
{
};
