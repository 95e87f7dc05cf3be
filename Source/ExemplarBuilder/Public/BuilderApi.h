// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

// Unreal's build tool defines the export macros of its modules; outside Unreal everything is linked statically.
#ifndef EXEMPLARBUILDER_API
#define EXEMPLARBUILDER_API
#endif
