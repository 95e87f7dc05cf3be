// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <CLI/CLI.hpp>

#include <sstream>
#include <type_traits>

namespace Exemplar
{

/** Refuses what is no number between two, both allowed. Unlike CLI::Range it does not let NaN pass. */
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
			const char* const Kind = std::is_integral_v<NumberType> ? "whole number" : "number";
			return bInside ? std::string() : "'" + Text + "' is no " + Kind + " from " + Range;
		},
		Range.str());
}

} // namespace Exemplar
