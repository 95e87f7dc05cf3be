// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

/** A line of a message log. */
class FTokenizedMessage
{
public:
	FText HostText;
};
