// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterStorage.h"

namespace Exemplar
{

/** What the texels of a map mean. Rows are from the top, as UVs count. */
enum class EBakedMap : uint32_t
{
	/** X and Y of the finest level's normal in the tangent frame of the map's level, (v + 1) / 2. Z is positive. X is
	 * along the tangent, Y along the bitangent: up in the texture, as in glTF. */
	Normal,
	Occlusion, // the share of the sky that a place sees, mean over poses
	Curvature, // mean curvature times Scale (meters), (v + 1) / 2: ridges are bright
	Wrinkle,   // where a corrective bends the surface, 1 where it does most; named wrinkle_ and as the corrective
	Color      // of the examples: display colors, alpha last
};
constexpr uint32_t BakedMapCount = 5;

/** What of a map is numbers alone. */
struct FBakedMapFields
{
	uint32_t Kind = 0;        // EBakedMap
	uint32_t Level = NoIndex; // of detail; NoIndex: all levels
	uint32_t Width = 0;       // texels, a power of two
	uint32_t Height = 0;
	uint32_t Channels = 1; // 1 to 4
	uint32_t Bits = 8;     // of a channel: 8 or 16
	uint32_t First = 0;    // where its texels begin, in blocks of 16 bytes
	float Scale = 1.0f;    // of curvature
	bool operator==(const FBakedMapFields&) const = default;

	uint64_t ByteCount() const { return uint64_t{Width} * Height * Channels * (Bits / 8); }
};

template <typename S>
struct TBakedMap : FBakedMapFields
{
	typename S::FLabel Name; // unique, not empty
	bool operator==(const TBakedMap&) const = default;
};

/** Maps over the first UV set of all levels. Texels of a map follow each other, row by row, channels inside. */
template <typename S>
struct TBakedMaps
{
	typename S::template TItems<TBakedMap<S>> Maps;
	typename S::template TItems<uint8_t> Texels; // of all maps in order, each from a multiple of 16; little endian

	/** The texels of a map. */
	std::span<const uint8_t> TexelsOf(size_t Map) const
	{
		return std::span<const uint8_t>(Texels).subspan(
			size_t{Maps[Map].First} * 16, static_cast<size_t>(Maps[Map].ByteCount()));
	}
	bool operator==(const TBakedMaps&) const requires std::same_as<S, FOwned>
	= default;
};

} // namespace Exemplar
