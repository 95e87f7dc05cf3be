// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/**
 * The data model of a character, declared once for two kinds of storage: FOwned (vectors and strings, which the builder
 * fills and the file is written from) and FViewed (spans into the bytes of a file, which a game reads in place).
 *
 * Character space is glTF's: right-handed, Y up, meters, counter-clockwise triangles. An optional array is either empty
 * or of the full length. Influences are rows of a sparse matrix: those of vertex i are in
 * [Offsets[i], Offsets[i + 1]).
 */
struct FOwned
{
	template <typename T>
	using TItems = std::vector<T>;
	using FLabel = std::string;
};

struct FViewed
{
	template <typename T>
	using TItems = std::span<const T>;
	using FLabel = std::string_view;
};

constexpr int32_t NoParent = -1;
constexpr uint32_t NoIndex = 0xffffffffu;

} // namespace Exemplar
