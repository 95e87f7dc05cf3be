// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** Says where the files of a virtual folder are. A folder can be mapped once. */
HOST_API void AddShaderSourceDirectoryMapping(const FString& VirtualDirectory, const FString& RealDirectory);
