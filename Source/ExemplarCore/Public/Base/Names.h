// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace Exemplar
{

/** Engines compare names of bones, clips and slots without case, as far as letters are ASCII. */
constexpr char FoldCase(char Letter)
{
	return Letter >= 'A' && Letter <= 'Z' ? static_cast<char>(Letter - 'A' + 'a') : Letter;
}
constexpr bool IsSameName(std::string_view A, std::string_view B)
{
	return A.size() == B.size() &&
		std::equal(A.begin(), A.end(), B.begin(), [](char X, char Y) { return FoldCase(X) == FoldCase(Y); });
}

/** The number of the first item whose Name is this one. */
template <typename RangeType>
constexpr std::optional<size_t> FindNamed(const RangeType& Items, std::string_view Name)
{
	const auto Found =
		std::find_if(Items.begin(), Items.end(), [&](const auto& Item) { return IsSameName(Item.Name, Name); });
	return Found == Items.end() ? std::nullopt : std::optional(static_cast<size_t>(Found - Items.begin()));
}

} // namespace Exemplar
