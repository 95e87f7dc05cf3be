// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIResources.h"
#include "ShaderParameters.h"

/** What a draw binds to one shader. A parameter that is not bound takes nothing; one that is takes no null. */
class FMeshDrawSingleShaderBindings
{
public:
	void Add(FShaderResourceParameter Parameter, FRHIShaderResourceView* Value)
	{
		if (Parameter.IsBound())
		{
			check(Value);
			HostViews[Parameter.HostPlace] = Value;
		}
	}
	template <class ParameterType>
	void Add(FShaderParameter Parameter, const ParameterType& Value)
	{
		static_assert(std::is_trivially_copyable_v<ParameterType> && !std::is_pointer_v<ParameterType>);
		if (Parameter.IsBound())
		{
			const std::byte* First = reinterpret_cast<const std::byte*>(&Value);
			HostValues[Parameter.HostPlace].assign(First, First + sizeof(Value));
		}
	}
	std::map<int32, TRefCountPtr<FRHIShaderResourceView>> HostViews;
	std::map<int32, std::vector<std::byte>> HostValues;
};
