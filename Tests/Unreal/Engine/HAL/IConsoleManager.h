// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"
#include "CoreGlobals.h"

enum EConsoleVariableFlags
{
	ECVF_Default = 0,
	ECVF_Scalability = 0x40,
	ECVF_RenderThreadSafe = 0x20,
	ECVF_SetByCode = 0x01000000,
	ECVF_SetByConsole = 0x02000000
};

/** A variable as the console sees it. */
class HOST_API IConsoleVariable
{
public:
	virtual ~IConsoleVariable();
	void Set(int32 New, EConsoleVariableFlags SetBy = ECVF_SetByCode) { HostSet(static_cast<double>(New)); }
	void Set(float New, EConsoleVariableFlags SetBy = ECVF_SetByCode) { HostSet(static_cast<double>(New)); }
	int32 GetInt() const { return static_cast<int32>(HostGet()); }
	virtual void HostSet(double New) = 0;
	virtual double HostGet() const = 0;

protected:
	explicit IConsoleVariable(const TCHAR* Name);
};

class HOST_API IConsoleManager
{
public:
	static IConsoleManager& Get();
	/** Null where no module has such a one. */
	IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const;
	std::map<std::u16string, IConsoleVariable*> HostVariables;
};

/** A console variable: set by the game's thread, read by any. */
template <typename T>
class TAutoConsoleVariable : public IConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, T Default, const TCHAR*, uint32 = ECVF_Default)
		: IConsoleVariable(Name)
		, Value(Default)
	{
	}
	IConsoleVariable* operator->() { return this; }
	void HostSet(double New) override { Value = static_cast<T>(New); }
	double HostGet() const override { return static_cast<double>(Value.load()); }
	T GetValueOnGameThread() const
	{
		check(IsInGameThread());
		return Value;
	}
	T GetValueOnRenderThread() const { return Value; }
	T GetValueOnAnyThread() const { return Value; }

private:
	std::atomic<T> Value;
};
