// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/AutomationTest.h"

namespace Host
{

/** What was logged goes to the test that runs, if one does. Answers whether it had announced that. */
HOST_API bool TakeLog(bool bError, const FString& Line);

struct FRunResult
{
	int Passed = 0;
	int Failed = 0;
	int Skipped = 0;
};
/** Runs every test whose name begins so and prints a line each. Flush waits for what a test has left to be done. */
HOST_API FRunResult RunAutomationTests(const std::string& Prefix, bool bHasDevice, void (*Flush)());

HOST_API void StartModules();
HOST_API void StopModules();
HOST_API std::vector<std::string> StartedModules();
/** The plug-in that is looked at: the repository, or an unpacked package. */
HOST_API const char* PluginFolder();
HOST_API const char* TestShaderFolder();

} // namespace Host
