// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Modules/ModuleManager.h"

// Factories, commandlets and validators are classes, which the editor finds by itself.
IMPLEMENT_MODULE(FDefaultModuleImpl, ExemplarEditor)
