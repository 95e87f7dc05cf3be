// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"

#include <cstdint>

namespace Exemplar
{

/** A direction on the octahedron (Meyer et al. 2010), offset so that zero is exact. */
struct FOctahedralCode
{
	uint32_t X = 0, Y = 0;
};

/**
 * Encodes a direction with Bits bits per coordinate, 2 to 16. Of the neighboring codes the one that decodes nearest is
 * taken. With bReserveBit, the lowest bit of Y does not encode the direction but holds bBit.
 */
EXEMPLARCORE_API FOctahedralCode EncodeOctahedral(
	const FFloat3& Direction, int Bits, bool bReserveBit = false, bool bBit = false);

/** A vector along the direction, not of unit length. */
EXEMPLARCORE_API FFloat3 DecodeOctahedral(const FOctahedralCode& Code, int Bits);

} // namespace Exemplar
