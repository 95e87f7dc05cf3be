// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Something to call, or nothing. */
class FSimpleDelegate
{
public:
	template <typename LambdaType>
	static FSimpleDelegate CreateLambda(LambdaType&& Lambda)
	{
		FSimpleDelegate Out;
		Out.HostCall = std::forward<LambdaType>(Lambda);
		return Out;
	}
	bool IsBound() const { return HostCall != nullptr; }
	bool ExecuteIfBound() const
	{
		if (!IsBound())
		{
			return false;
		}
		HostCall();
		return true;
	}
	std::function<void()> HostCall;
};

/** What Blueprints can be bound to, and C++ for this host. */
template <typename ArgumentType>
class THostDynamicDelegate
{
public:
	void Broadcast(ArgumentType Argument) const
	{
		for (const auto& Call : HostCalls)
		{
			Call(Argument);
		}
	}
	std::vector<std::function<void(ArgumentType)>> HostCalls;
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(DelegateName, Param1Type, Param1Name) \
	using DelegateName = THostDynamicDelegate<Param1Type>

/** Something to call for everyone who asked. */
class FSimpleMulticastDelegate
{
public:
	template <typename T>
	void AddUObject(T* Object, void (T::*Function)())
	{
		HostCalls.push_back({Object, [Object, Function] { (Object->*Function)(); }});
	}
	void RemoveAll(const void* Object)
	{
		std::erase_if(HostCalls, [&](const auto& Call) { return Call.first == Object; });
	}
	void Broadcast() const
	{
		for (const auto& Call : std::vector(HostCalls))
		{
			Call.second();
		}
	}
	std::vector<std::pair<const void*, std::function<void()>>> HostCalls;
};
