// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

namespace Exemplar
{

/** Reads a number of either byte order at any alignment. */
template <typename T>
T LoadBytes(const std::byte* From, bool bBigEndian)
{
	std::byte Buffer[sizeof(T)];
	std::memcpy(Buffer, From, sizeof(T));
	if (bBigEndian != (std::endian::native == std::endian::big))
	{
		std::reverse(Buffer, Buffer + sizeof(T));
	}
	T Value;
	std::memcpy(&Value, Buffer, sizeof(T));
	return Value;
}

template <typename T>
void AppendBytes(std::string& Out, T Value, bool bBigEndian)
{
	char Buffer[sizeof(T)];
	std::memcpy(Buffer, &Value, sizeof(T));
	if (bBigEndian != (std::endian::native == std::endian::big))
	{
		std::reverse(Buffer, Buffer + sizeof(T));
	}
	Out.append(Buffer, sizeof(T));
}

} // namespace Exemplar
