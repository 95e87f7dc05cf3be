// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

/** A run of the editor without its windows: UnrealEditor-Cmd Project -run=Name. */
class HOST_API UCommandlet : public UObject
{
public:
	static UClass* StaticClass();
	bool IsClient = true;
	bool IsEditor = true;
	bool IsServer = true;
	bool LogToConsole = true;
	/** The program's exit code. */
	virtual int32 Main(const FString& Params) { return 0; }
};
