// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** A text of which there is one copy, found without regard to case. */
class HOST_API FName
{
public:
	FName() = default;
	FName(const TCHAR* Text);
	bool IsNone() const { return Index == 0; }
	FString ToString() const;
	bool operator==(const FName& Other) const { return Index == Other.Index; }

private:
	uint32 Index = 0;
};
inline const FName NAME_None;
