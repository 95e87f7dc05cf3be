// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

namespace Exemplar
{

template <typename T>
void AppendWord(std::string& Out, const T& Word)
{
	if constexpr (std::is_integral_v<T>)
	{
		Out += std::to_string(Word);
	}
	else if constexpr (std::is_floating_point_v<T>)
	{
		char Buffer[32];
		std::snprintf(Buffer, sizeof(Buffer), "%g", static_cast<double>(Word));
		Out += Buffer;
	}
	else
	{
		Out += std::string_view(Word);
	}
}

/** One message out of texts and numbers. */
template <typename... WordTypes>
std::string Sentence(const WordTypes&... Words)
{
	std::string Out;
	(AppendWord(Out, Words), ...);
	return Out;
}

/** A name from a file that may hold anything, short and printable, between quotation marks. */
inline std::string Quoted(std::string_view Name)
{
	constexpr size_t MaxShown = 48;
	std::string Out = "'";
	for (const char Letter : Name.substr(0, MaxShown))
	{
		Out += static_cast<unsigned char>(Letter) < ' ' ? '?' : Letter;
	}
	return Out + (Name.size() > MaxShown ? "...'" : "'");
}

} // namespace Exemplar
