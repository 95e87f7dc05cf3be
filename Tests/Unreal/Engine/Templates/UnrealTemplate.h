// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

template <typename T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value)
{
	static_assert(std::is_lvalue_reference_v<T>, "MoveTemp of a temporary");
	static_assert(!std::is_const_v<std::remove_reference_t<T>>, "MoveTemp of a constant");
	return static_cast<std::remove_reference_t<T>&&>(Value);
}
template <typename T>
constexpr T&& Forward(std::remove_reference_t<T>& Value)
{
	return static_cast<T&&>(Value);
}
template <typename T>
void Swap(T& A, T& B)
{
	std::swap(A, B);
}

template <typename KeyType, typename ValueType>
struct TPair
{
	KeyType Key;
	ValueType Value;
};
