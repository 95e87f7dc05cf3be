// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * Numbers of a row that sum to Total, as integers that sum to Steps exactly (Total corresponds to Steps): each is
 * rounded, and the largest takes what is missing, so that a translation of the whole character stays a translation.
 */
void QuantizeRow(std::span<const float> Row, float Total, int32_t Steps, std::span<int32_t> Out);

/**
 * A direction on the octahedron (Meyer et al. 2010), each coordinate as Bits bits, snorm with an offset so that zero is
 * exact. Of the neighboring codes the one that decodes nearest is taken. Where bReserveBit says so, the lowest bit of
 * y is given away and comes out as bBit.
 */
struct FOctahedralCode
{
	uint32_t X = 0, Y = 0;
};
FOctahedralCode EncodeOctahedral(const FFloat3& Direction, int Bits, bool bReserveBit, bool bBit);

/** Along the direction, not of unit length: skinning normalizes at its end anyway. */
FFloat3 DecodeOctahedral(const FOctahedralCode& Code, int Bits);

} // namespace Exemplar
