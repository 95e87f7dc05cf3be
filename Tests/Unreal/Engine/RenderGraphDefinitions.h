// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

class FRDGBuffer;
class FRDGBufferSRV;
class FRDGBufferUAV;
using FRDGBufferRef = FRDGBuffer*;
using FRDGBufferSRVRef = FRDGBufferSRV*;
using FRDGBufferUAVRef = FRDGBufferUAV*;

class FRDGEventName
{
public:
	explicit FRDGEventName(const TCHAR* In)
		: Text(In)
	{
	}
	const TCHAR* Text;
};
#define RDG_EVENT_NAME(Format) FRDGEventName(TEXT(Format))
