// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

/** The names that a compiled shader uses, from its reflection. */
class FShaderParameterMap
{
public:
	bool ContainsParameterAllocation(const TCHAR* Name) const { return HostNames.count(HostToUtf8(Name)) != 0; }
	std::map<std::string, uint16> HostNames;
};

/** A value by its place among the shader's names; unbound where the shader does not use it. */
class FShaderParameter
{
public:
	void Bind(const FShaderParameterMap& Map, const TCHAR* Name)
	{
		const auto At = Map.HostNames.find(HostToUtf8(Name));
		HostPlace = At == Map.HostNames.end() ? -1 : At->second;
	}
	bool IsBound() const { return HostPlace >= 0; }
	int32 HostPlace = -1;
};
class FShaderResourceParameter
{
public:
	void Bind(const FShaderParameterMap& Map, const TCHAR* Name)
	{
		const auto At = Map.HostNames.find(HostToUtf8(Name));
		HostPlace = At == Map.HostNames.end() ? -1 : At->second;
	}
	bool IsBound() const { return HostPlace >= 0; }
	int32 HostPlace = -1;
};
