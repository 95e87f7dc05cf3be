// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

struct HOST_API FParse
{
	/** What follows Match, as in Manifest="a b" or Manifest=a; false if it is not there. */
	static bool Value(const TCHAR* Stream, const TCHAR* Match, FString& Value);
	/** Whether the word -Param is there. */
	static bool Param(const TCHAR* Stream, const TCHAR* Param);
};
