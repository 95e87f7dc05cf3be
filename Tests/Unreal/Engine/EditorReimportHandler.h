// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

class UObject;

namespace EReimportResult
{
enum Type
{
	Failed,
	Succeeded,
	Cancelled
};
} // namespace EReimportResult

/** Enters the editor's list of handlers by being made, and leaves it with its end. */
class HOST_API FReimportHandler
{
public:
	FReimportHandler();
	virtual ~FReimportHandler();
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) = 0;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) = 0;
	virtual EReimportResult::Type Reimport(UObject* Obj) = 0;
};

/** What the content browser's Reimport does. */
HOST_API EReimportResult::Type HostReimport(UObject* Object);
