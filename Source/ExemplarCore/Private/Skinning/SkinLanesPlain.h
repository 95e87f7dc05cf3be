// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"

#include <bit>
#include <cmath>
#include <cstdint>

// Four vertices at once in portable code: what SkinKernels.inl is written in where there is no other instruction set.
#define EXEMPLAR_LANES EXEMPLAR_INLINE

namespace Exemplar::SkinPlain
{

constexpr int LaneCount = 4;

struct FLanes
{
	float V[4];
};
struct FIntLanes
{
	int32_t V[4];
};

EXEMPLAR_LANES FLanes Set(float X)
{
	return {{X, X, X, X}};
}
EXEMPLAR_LANES FLanes SetFrom(const float* P)
{
	return Set(*P);
}
EXEMPLAR_LANES FLanes Load(const float* P)
{
	return {{P[0], P[1], P[2], P[3]}};
}
EXEMPLAR_LANES void Store(float* P, FLanes A)
{
	for (int I = 0; I < 4; ++I)
	{
		P[I] = A.V[I];
	}
}
EXEMPLAR_LANES FLanes LoadUint16(const uint16_t* P)
{
	return {{static_cast<float>(P[0]), static_cast<float>(P[1]), static_cast<float>(P[2]), static_cast<float>(P[3])}};
}
EXEMPLAR_LANES FLanes LoadInt16(const int16_t* P)
{
	return {{static_cast<float>(P[0]), static_cast<float>(P[1]), static_cast<float>(P[2]), static_cast<float>(P[3])}};
}
EXEMPLAR_LANES FIntLanes WidenUint8(const uint8_t* P)
{
	return {{P[0], P[1], P[2], P[3]}};
}
EXEMPLAR_LANES FIntLanes WidenUint16(const uint16_t* P)
{
	return {{P[0], P[1], P[2], P[3]}};
}
EXEMPLAR_LANES FIntLanes Multiply(FIntLanes A, uint32_t B)
{
	FIntLanes Out;
	for (int I = 0; I < 4; ++I)
	{
		Out.V[I] = static_cast<int32_t>(static_cast<uint32_t>(A.V[I]) * B);
	}
	return Out;
}
EXEMPLAR_LANES void StoreUint32(uint32_t* P, FIntLanes A)
{
	for (int I = 0; I < 4; ++I)
	{
		P[I] = static_cast<uint32_t>(A.V[I]);
	}
}
EXEMPLAR_LANES FIntLanes LoadUint32(const uint32_t* P)
{
	return {{static_cast<int32_t>(P[0]), static_cast<int32_t>(P[1]), static_cast<int32_t>(P[2]),
		static_cast<int32_t>(P[3])}};
}

#define EXEMPLAR_EACH(Type, Expression) \
	Type Out; \
	for (int I = 0; I < 4; ++I) \
	{ \
		Out.V[I] = Expression; \
	} \
	return Out

EXEMPLAR_LANES FLanes operator+(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] + B.V[I]);
}
EXEMPLAR_LANES FLanes operator-(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] - B.V[I]);
}
EXEMPLAR_LANES FLanes operator*(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] * B.V[I]);
}
EXEMPLAR_LANES FLanes operator/(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] / B.V[I]);
}
EXEMPLAR_LANES FLanes MulAdd(FLanes A, FLanes B, FLanes C)
{
	EXEMPLAR_EACH(FLanes, A.V[I] * B.V[I] + C.V[I]);
}
EXEMPLAR_LANES FLanes NegMulAdd(FLanes A, FLanes B, FLanes C)
{
	EXEMPLAR_EACH(FLanes, C.V[I] - A.V[I] * B.V[I]);
}
EXEMPLAR_LANES FLanes Max(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] > B.V[I] ? A.V[I] : B.V[I]);
}
EXEMPLAR_LANES FLanes Min(FLanes A, FLanes B)
{
	EXEMPLAR_EACH(FLanes, A.V[I] < B.V[I] ? A.V[I] : B.V[I]);
}
EXEMPLAR_LANES FLanes Abs(FLanes A)
{
	EXEMPLAR_EACH(FLanes, std::abs(A.V[I]));
}
EXEMPLAR_LANES FLanes FlipSign(FLanes A, FLanes Sign)
{
	EXEMPLAR_EACH(FLanes, std::signbit(Sign.V[I]) ? -A.V[I] : A.V[I]);
}
EXEMPLAR_LANES FLanes InverseSqrt(FLanes A)
{
	EXEMPLAR_EACH(FLanes, 1.0f / std::sqrt(A.V[I]));
}
EXEMPLAR_LANES FIntLanes RoundToInt(FLanes A)
{
	EXEMPLAR_EACH(FIntLanes, static_cast<int32_t>(std::nearbyint(A.V[I])));
}
EXEMPLAR_LANES FLanes ToFloat(FIntLanes A)
{
	EXEMPLAR_EACH(FLanes, static_cast<float>(A.V[I]));
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftLeft(FIntLanes A)
{
	EXEMPLAR_EACH(FIntLanes, static_cast<int32_t>(static_cast<uint32_t>(A.V[I]) << Bits));
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftRight(FIntLanes A)
{
	EXEMPLAR_EACH(FIntLanes, static_cast<int32_t>(static_cast<uint32_t>(A.V[I]) >> Bits));
}
EXEMPLAR_LANES FIntLanes And(FIntLanes A, uint32_t Mask)
{
	EXEMPLAR_EACH(FIntLanes, static_cast<int32_t>(static_cast<uint32_t>(A.V[I]) & Mask));
}
EXEMPLAR_LANES FIntLanes Add(FIntLanes A, int32_t B)
{
	EXEMPLAR_EACH(FIntLanes, A.V[I] + B);
}
EXEMPLAR_LANES FLanes Xor(FLanes A, FIntLanes B)
{
	EXEMPLAR_EACH(FLanes, std::bit_cast<float>(std::bit_cast<int32_t>(A.V[I]) ^ B.V[I]));
}
EXEMPLAR_LANES FLanes SelectByBit(FLanes A, FLanes B, FIntLanes Bit)
{
	EXEMPLAR_EACH(FLanes, (Bit.V[I] & 1) != 0 ? B.V[I] : A.V[I]);
}
#undef EXEMPLAR_EACH

EXEMPLAR_LANES void FinishStreaming() {}
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved3(float* P, FLanes X, FLanes Y, FLanes Z)
{
	for (int I = 0; I < 4; ++I)
	{
		P[3 * I] = X.V[I];
		P[3 * I + 1] = Y.V[I];
		P[3 * I + 2] = Z.V[I];
	}
}
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved4(float* P, FLanes X, FLanes Y, FLanes Z, FLanes W)
{
	for (int I = 0; I < 4; ++I)
	{
		P[4 * I] = X.V[I];
		P[4 * I + 1] = Y.V[I];
		P[4 * I + 2] = Z.V[I];
		P[4 * I + 3] = W.V[I];
	}
}

template <int Rows, int WeightStride>
EXEMPLAR_LANES void Blend(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	for (int Vertex = 0; Vertex < 4; ++Vertex)
	{
		float Sum[4 * Rows] = {};
		for (int Index = 0; Index < Count; ++Index)
		{
			const float* Entry = reinterpret_cast<const float*>(Palette + Offsets[Vertex * Count + Index]);
			const float Weight = Weights[(Vertex * Count + Index) * WeightStride];
			for (int Item = 0; Item < 4 * Rows; ++Item)
			{
				Sum[Item] += Weight * Entry[Item];
			}
		}
		for (int Item = 0; Item < 4 * Rows; ++Item)
		{
			Out[Item].V[Vertex] = Sum[Item];
		}
	}
}

template <int Rows>
EXEMPLAR_LANES void BlendShared(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	for (int Item = 0; Item < 4 * Rows; ++Item)
	{
		Out[Item] = Set(0.0f);
		for (int Index = 0; Index < Count; ++Index)
		{
			const float* Entry = reinterpret_cast<const float*>(Palette + Offsets[Index]);
			Out[Item] = MulAdd(SetFrom(Entry + Item), Load(Weights + 8 * Index), Out[Item]);
		}
	}
}

EXEMPLAR_LANES void Project(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Points, int Count, FLanes (&Out)[3])
{
	for (int Vertex = 0; Vertex < 4; ++Vertex)
	{
		float Sum[12] = {};
		for (int Index = 0; Index < Count; ++Index)
		{
			const float* Entry = reinterpret_cast<const float*>(Palette + Offsets[Vertex * Count + Index]);
			const float* Point = Points + 4 * (Vertex * Count + Index);
			for (int Item = 0; Item < 12; ++Item)
			{
				Sum[Item] += Point[Item % 4] * Entry[Item];
			}
		}
		for (int Row = 0; Row < 3; ++Row)
		{
			Out[Row].V[Vertex] = (Sum[4 * Row] + Sum[4 * Row + 1]) + (Sum[4 * Row + 2] + Sum[4 * Row + 3]);
		}
	}
}

EXEMPLAR_LANES void DecodePoints(
	const int16_t* Points, int Count, const float (&Scale)[4], const float (&Center)[4], float* Out)
{
	for (int Index = 0; Index < 4 * Count; Index += 4)
	{
		const float W = static_cast<float>(Points[Index + 3]) * Scale[3];
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			Out[Index + Axis] = static_cast<float>(Points[Index + Axis]) * Scale[Axis] + W * Center[Axis];
		}
		Out[Index + 3] = W;
	}
}

} // namespace Exemplar::SkinPlain
