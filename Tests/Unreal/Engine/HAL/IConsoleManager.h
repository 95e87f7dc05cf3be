// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Containers/UnrealString.h"

enum EConsoleVariableFlags
{
	ECVF_Default = 0,
	ECVF_Scalability = 0x40,
	ECVF_RenderThreadSafe = 0x20
};

/** A console variable: set by the game's thread, read by any. */
template <typename T>
class TAutoConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR*, T Default, const TCHAR*, uint32 = ECVF_Default)
		: Value(Default)
	{
	}
	TAutoConsoleVariable* operator->() { return this; }
	void Set(T New) { Value = New; }
	T GetValueOnGameThread() const { return Value; }
	T GetValueOnRenderThread() const { return Value; }
	T GetValueOnAnyThread() const { return Value; }

private:
	std::atomic<T> Value;
};
