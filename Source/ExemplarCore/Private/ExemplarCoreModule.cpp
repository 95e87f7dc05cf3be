// Copyright (c) 2026 Exemplar contributors. MIT license.

// The one file of this module that sees Unreal; CMake leaves it out.
#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, ExemplarCore)
