// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <CLI/CLI.hpp>

#include <sstream>
#include <type_traits>

namespace Exemplar
{

/** Accepts numbers from Low to High, both included. Unlike CLI::Range it rejects NaN. */
template <typename NumberType>
CLI::Validator NumberRange(NumberType Low, NumberType High)
{
	std::ostringstream Range;
	Range << Low << " to " << High;
	return CLI::Validator(
		[Low, High, Range = Range.str()](std::string& Text)
		{
			NumberType Value{};
			const bool bInside = CLI::detail::lexical_cast(Text, Value) && Value >= Low && Value <= High;
			const char* const Kind = std::is_integral_v<NumberType> ? "a whole number" : "a number";
			return bInside ? std::string() : "'" + Text + "' is not " + Kind + " from " + Range;
		},
		Range.str());
}

} // namespace Exemplar
