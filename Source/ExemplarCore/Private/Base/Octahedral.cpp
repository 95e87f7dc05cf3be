// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Octahedral.h"

namespace Exemplar
{

FFloat3 DecodeOctahedral(const FOctahedralCode& Code, int Bits)
{
	const float Middle = static_cast<float>((1u << (Bits - 1)) - 1);
	const float X = static_cast<float>(Code.X) - Middle, Y = static_cast<float>(Code.Y) - Middle;
	const float Z = Middle - std::abs(X) - std::abs(Y);
	const float Fold = Z < 0.0f ? Z : 0.0f;
	return {X + (X < 0.0f ? -Fold : Fold), Y + (Y < 0.0f ? -Fold : Fold), Z};
}

FOctahedralCode EncodeOctahedral(const FFloat3& Direction, int Bits, bool bReserveBit, bool bBit)
{
	const int32_t Middle = static_cast<int32_t>((1u << (Bits - 1)) - 1);
	const float Sum = std::abs(Direction.X) + std::abs(Direction.Y) + std::abs(Direction.Z);
	float X = Direction.X, Y = Direction.Y;
	if (!(Sum > 0.0f) || !std::isfinite(Sum))
	{
		X = Y = 0.0f;
	}
	else
	{
		X /= Sum;
		Y /= Sum;
		if (Direction.Z < 0.0f)
		{
			const float FoldedX = (1.0f - std::abs(Y)) * (X < 0.0f ? -1.0f : 1.0f);
			Y = (1.0f - std::abs(X)) * (Y < 0.0f ? -1.0f : 1.0f);
			X = FoldedX;
		}
	}
	const FFloat3 Unit = Normalize(Direction, {0.0f, 0.0f, 1.0f});
	const int32_t BaseX = static_cast<int32_t>(std::floor(X * static_cast<float>(Middle))) + Middle;
	const int32_t BaseY = static_cast<int32_t>(std::floor(Y * static_cast<float>(Middle))) + Middle;
	FOctahedralCode Best;
	float BestDistance = INFINITY; // cosines of nearly parallel directions are all one in float
	for (int32_t OffsetX = 0; OffsetX <= 1; ++OffsetX)
	{
		for (int32_t OffsetY = -1; OffsetY <= 2; ++OffsetY)
		{
			const int32_t CodeX = BaseX + OffsetX, CodeY = BaseY + OffsetY;
			const bool bFits = CodeX >= 0 && CodeY >= 0 && CodeX <= 2 * Middle && CodeY <= 2 * Middle;
			if (!bFits || (bReserveBit && ((CodeY & 1) != 0) != bBit))
			{
				continue;
			}
			const FOctahedralCode Code{static_cast<uint32_t>(CodeX), static_cast<uint32_t>(CodeY)};
			const float Distance = Length(Normalize(DecodeOctahedral(Code, Bits)) - Unit);
			if (Distance < BestDistance)
			{
				BestDistance = Distance;
				Best = Code;
			}
		}
	}
	return Best;
}

} // namespace Exemplar
