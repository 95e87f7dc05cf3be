// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** Somebody else's text. */
class FStringView
{
public:
	FStringView(const TCHAR* InText)
		: HostText(InText)
	{
	}
	std::u16string_view HostText;
};
