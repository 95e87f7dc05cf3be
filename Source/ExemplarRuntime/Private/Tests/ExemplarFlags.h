// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS
constexpr EAutomationTestFlags ExemplarTestFlags =
	EAutomationTestFlags_ApplicationContextMask | EAutomationTestFlags::ProductFilter;
#endif
