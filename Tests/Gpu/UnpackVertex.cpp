// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SkinScene.h"

#include "Base/Octahedral.h"

#include <cstring>

namespace Exemplar
{
namespace
{

template <typename T>
T Peek(const TAlignedArray<uint8_t>& Stream, size_t Index)
{
	T Out;
	std::memcpy(&Out, Stream.data() + Index * sizeof(T), sizeof(T));
	return Out;
}

float PeekWeight(const FPackedSkin& Skin, size_t Index)
{
	switch (Skin.Format.Weights)
	{
	case EWeightFormat::Unorm8:
		return static_cast<float>(Peek<uint8_t>(Skin.WeightStream, Index)) / 255.0f;
	case EWeightFormat::Unorm16:
		return static_cast<float>(Peek<uint16_t>(Skin.WeightStream, Index)) / 65535.0f;
	case EWeightFormat::Float32:
		break;
	}
	return Peek<float>(Skin.WeightStream, Index);
}

FFloat4 PeekPoint(const FPackedSkin& Skin, const TAlignedArray<uint8_t>& Stream, size_t First, size_t Step)
{
	if (Skin.Format.Points == EPointFormat::Float32)
	{
		return {Peek<float>(Stream, First), Peek<float>(Stream, First + Step), Peek<float>(Stream, First + 2 * Step),
			Peek<float>(Stream, First + 3 * Step)};
	}
	const float W = static_cast<float>(Peek<int16_t>(Stream, First + 3 * Step)) * Skin.WScale;
	return {static_cast<float>(Peek<int16_t>(Stream, First)) * Skin.PointScale.X + W * Skin.PointOffset.X,
		static_cast<float>(Peek<int16_t>(Stream, First + Step)) * Skin.PointScale.Y + W * Skin.PointOffset.Y,
		static_cast<float>(Peek<int16_t>(Stream, First + 2 * Step)) * Skin.PointScale.Z + W * Skin.PointOffset.Z, W};
}

FFloat3 PeekPosition(const FPackedSkin& Skin, uint32_t Slot)
{
	const size_t At = Slot / SkinBlockSize * 24 + Slot % SkinBlockSize;
	if (Skin.Format.Points == EPointFormat::Float32)
	{
		return {Peek<float>(Skin.PointStream, At), Peek<float>(Skin.PointStream, At + 8),
			Peek<float>(Skin.PointStream, At + 16)};
	}
	const FFloat3 Codes{static_cast<float>(Peek<uint16_t>(Skin.PointStream, At)),
		static_cast<float>(Peek<uint16_t>(Skin.PointStream, At + 8)),
		static_cast<float>(Peek<uint16_t>(Skin.PointStream, At + 16))};
	return Codes * Skin.PointScale + Skin.PointOffset;
}

void PeekFrame(const FPackedSkin& Skin, uint32_t Slot, FSurfacePoint& Out)
{
	const size_t Block = Slot / SkinBlockSize, Lane = Slot % SkinBlockSize;
	const auto Decode = [](uint32_t X, uint32_t Y, int Bits) { return Normalize(DecodeOctahedral({X, Y}, Bits)); };
	FFloat3 Tangent;
	float Sign = 1.0f;
	switch (Skin.Format.Frames)
	{
	case EFrameFormat::None:
		return;
	case EFrameFormat::Float32:
	{
		const size_t At = Block * (Skin.bHasTangents ? 56 : 24) + Lane;
		const auto Item = [&](size_t Word) { return Peek<float>(Skin.FrameStream, At + 8 * Word); };
		Out.Normal = {Item(0), Item(1), Item(2)};
		if (Skin.bHasTangents)
		{
			Tangent = {Item(3), Item(4), Item(5)};
			Sign = Item(6);
		}
		break;
	}
	case EFrameFormat::Octahedral16:
	{
		const size_t At = Block * (Skin.bHasTangents ? 16 : 8) + Lane;
		const uint32_t N = Peek<uint32_t>(Skin.FrameStream, At);
		Out.Normal = Decode(N & 0xffff, N >> 16, 16);
		if (Skin.bHasTangents)
		{
			const uint32_t T = Peek<uint32_t>(Skin.FrameStream, At + 8);
			Tangent = Decode(T & 0xffff, T >> 16, 16);
			Sign = (T >> 16 & 1) != 0 ? -1.0f : 1.0f;
		}
		break;
	}
	case EFrameFormat::Octahedral8:
	{
		const uint32_t Code = Peek<uint32_t>(Skin.FrameStream, 8 * Block + Lane);
		Out.Normal = Decode(Code & 0xff, Code >> 8 & 0xff, 8);
		if (Skin.bHasTangents)
		{
			Tangent = Decode(Code >> 16 & 0xff, Code >> 24, 8);
			Sign = (Code >> 24 & 1) != 0 ? -1.0f : 1.0f;
		}
		break;
	}
	}
	Out.Tangent = {Tangent.X, Tangent.Y, Tangent.Z, Sign};
}

} // namespace

uint32_t PeekIndex(const FPackedSkin& Skin, size_t Index)
{
	switch (Skin.Indices)
	{
	case EIndexFormat::Uint8:
		return Peek<uint8_t>(Skin.IndexStream, Index);
	case EIndexFormat::Uint16:
		return Peek<uint16_t>(Skin.IndexStream, Index);
	case EIndexFormat::Uint32:
		break;
	}
	return Peek<uint32_t>(Skin.IndexStream, Index);
}

FUnpackedVertex UnpackVertex(const FPackedSkin& Skin, uint32_t Slot)
{
	FUnpackedVertex Out;
	PeekFrame(Skin, Slot, Out.Rest);
	if (Skin.Format.Kind != EPackedKind::AnimationSpace)
	{
		Out.Rest.Position = PeekPosition(Skin, Slot);
	}
	for (const FSkinGroup& Group : Skin.Groups)
	{
		if (Slot < Group.FirstSlot || Slot >= Group.FirstSlot + Group.SlotCount)
		{
			continue;
		}
		const size_t K = Group.InfluenceCount, Block = (Slot - Group.FirstSlot) / SkinBlockSize,
					 Lane = Slot % SkinBlockSize;
		const bool bShared = Group.bShared != 0;
		for (size_t Index = 0; Index < K; ++Index)
		{
			const size_t FirstOfBlock = Group.FirstInfluence + Block * 8 * K;
			const size_t Place = FirstOfBlock + (bShared ? 8 * Index + Lane : K * Lane + Index);
			Out.Entries.push_back(static_cast<uint16_t>(
				PeekIndex(Skin, Group.FirstIndex + (bShared ? Block * K + Index : Block * 8 * K + K * Lane + Index))));
			if (Skin.Format.Kind != EPackedKind::AnimationSpace)
			{
				Out.Weights.push_back(PeekWeight(Skin, Place));
				continue;
			}
			const size_t First = bShared ? 4 * (FirstOfBlock + 8 * Index) + Lane : 4 * Place;
			const size_t Step = bShared ? 8 : 1;
			const auto Add = [&](const TAlignedArray<uint8_t>& Stream, std::vector<FFloat4>& Points)
			{
				if (!Stream.empty())
				{
					Points.push_back(PeekPoint(Skin, Stream, First, Step));
				}
			};
			Add(Skin.PointStream, Out.Points);
			Add(Skin.DeltaStream, Out.Deltas);
			Add(Skin.TangentStream, Out.Tangents);
			Add(Skin.BitangentStream, Out.Bitangents);
		}
	}
	return Out;
}

} // namespace Exemplar
