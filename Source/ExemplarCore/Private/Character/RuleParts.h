// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Sentence.h"
#include "Character/CharacterModel.h"
#include "Character/CharacterValidation.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar::CharacterRules
{

/** Building blocks of the rules. All return the index of a fault, or NotFound. */
constexpr size_t NotFound = SIZE_MAX;

/** The first element for which IsBad returns true. Blocks are tested without branches, so that compilers vectorize. */
template <typename T, typename IsBadType>
size_t FindBad(std::span<const T> Items, const IsBadType& IsBad)
{
	constexpr size_t BlockSize = 1024;
	for (size_t Begin = 0; Begin < Items.size(); Begin += BlockSize)
	{
		const std::span<const T> Block = Items.subspan(Begin, (std::min)(BlockSize, Items.size() - Begin));
		unsigned Bad = 0;
		for (const T& Item : Block)
		{
			Bad |= IsBad(Item) ? 1u : 0u;
		}
		if (Bad != 0)
		{
			size_t Index = Begin;
			while (!IsBad(Items[Index]))
			{
				++Index;
			}
			return Index;
		}
	}
	return NotFound;
}

/** The first element with a component that is not a number or is infinite; for plain structs of floats. */
template <typename T>
size_t FindNotFinite(std::span<const T> Items)
{
	static_assert(sizeof(T) % sizeof(float) == 0);
	constexpr size_t Width = sizeof(T) / sizeof(float);
	const std::span<const float> Floats(reinterpret_cast<const float*>(Items.data()), Items.size() * Width);
	const size_t Index =
		FindBad(Floats, [](float Value) { return (std::bit_cast<uint32_t>(Value) & 0x7f800000u) == 0x7f800000u; });
	return Index == NotFound ? NotFound : Index / Width;
}

inline bool IsFinite(const FFloat3& V)
{
	return std::isfinite(V.X) && std::isfinite(V.Y) && std::isfinite(V.Z);
}

/** False for what is not a number, too. */
inline bool IsUnit(float SquaredLength)
{
	return std::abs(SquaredLength - 1.0f) <= 2.0f * UnitTolerance;
}

/** Rows of a sparse matrix: one more offset than rows, from zero to ItemCount, never falling. */
inline size_t FindBadOffset(std::span<const uint32_t> Offsets, size_t ItemCount)
{
	if (Offsets.empty() || Offsets.front() != 0)
	{
		return 0;
	}
	unsigned Bad = 0;
	for (size_t Index = 1; Index < Offsets.size(); ++Index)
	{
		Bad |= Offsets[Index] < Offsets[Index - 1] ? 1u : 0u;
	}
	if (Bad == 0)
	{
		return Offsets.back() == ItemCount ? NotFound : Offsets.size() - 1;
	}
	size_t Index = 1;
	while (Offsets[Index] >= Offsets[Index - 1])
	{
		++Index;
	}
	return Index;
}

/** Calls Body(Row, Begin, End) for the rows that lie inside ItemCount items, until Body answers true; which row it was.
 */
template <typename BodyType>
size_t FindRow(std::span<const uint32_t> Offsets, size_t ItemCount, const BodyType& Body)
{
	for (size_t Row = 0; Row + 1 < Offsets.size(); ++Row)
	{
		const size_t Begin = Offsets[Row], End = Offsets[Row + 1];
		if (Begin <= End && End <= ItemCount && Body(Row, Begin, End))
		{
			return Row;
		}
	}
	return NotFound;
}

/** Empty, or as long as it must be. */
template <typename T>
bool IsOptional(std::span<const T> Items, size_t Count)
{
	return Items.empty() || Items.size() == Count;
}

/** Calls Body(Level, Index) until it returns a message. */
template <typename BodyType>
std::string ForEachLevel(const FCharacterView& Character, const BodyType& Body)
{
	for (size_t Index = 0; Index < Character.Levels.size(); ++Index)
	{
		std::string Fault = Body(Character.Levels[Index], Index);
		if (!Fault.empty())
		{
			return Sentence("Level ", Index, ": ", Fault);
		}
	}
	return {};
}

} // namespace Exemplar::CharacterRules
