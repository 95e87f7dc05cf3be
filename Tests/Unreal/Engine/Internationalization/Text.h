// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** What people read. The host has one language. */
class HOST_API FText
{
public:
	static FText FromString(const FString& String)
	{
		FText Out;
		Out.HostText = String;
		return Out;
	}
	const FString& ToString() const { return HostText; }
	bool IsEmpty() const { return HostText.IsEmpty(); }

private:
	FString HostText;
};
