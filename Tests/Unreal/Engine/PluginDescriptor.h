// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** What the .uplugin file says. */
struct FPluginDescriptor
{
	FString VersionName;
};
