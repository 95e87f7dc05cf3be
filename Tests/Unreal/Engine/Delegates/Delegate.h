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
