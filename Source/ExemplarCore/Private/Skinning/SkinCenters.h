// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skinning/PackedSkin.h"

namespace Exemplar
{

/**
 * The stream of centers of rotation of a skin of that kind; nothing for other kinds. The centers stay floats: they are
 * few bytes, and may lie outside of the level's box.
 */
inline FStatus PackCenters(const FMeshLevelView& Level, FPackedSkin& Skin)
{
	if (Skin.Format.Kind != EPackedKind::CenterOfRotation)
	{
		return FOk{};
	}
	if (Level.RotationCenters.size() != Level.VertexCount())
	{
		return FError{EErrorCode::Mismatch,
			"The level has no centers of rotation for its vertices. Build the character again, or use another "
			"operator."};
	}
	Skin.Centers.assign(size_t{Skin.SlotCount} * 3, 0.0f);
	for (size_t Slot = 0; Slot < Skin.SlotCount; ++Slot)
	{
		const FFloat3& Center = Level.RotationCenters[Skin.VertexOfSlot[Slot]];
		float* At = Skin.Centers.data() + Slot / SkinBlockSize * SkinBlockSize * 3 + Slot % SkinBlockSize;
		At[0] = Center.X;
		At[SkinBlockSize] = Center.Y;
		At[2 * SkinBlockSize] = Center.Z;
	}
	return FOk{};
}

/** The stream of the blended kind; nothing for other kinds. */
inline FStatus PackBlendFactors(const FMeshLevelView& Level, FPackedSkin& Skin)
{
	if (Skin.Format.Kind != EPackedKind::Blended)
	{
		return FOk{};
	}
	if (Level.BlendFactors.size() != Level.VertexCount())
	{
		return FError{EErrorCode::Mismatch,
			"The level has no blend factors for its vertices. Build the character with this operator, or use another."};
	}
	Skin.BlendFactors.resize(Skin.SlotCount);
	for (size_t Slot = 0; Slot < Skin.SlotCount; ++Slot)
	{
		Skin.BlendFactors[Slot] = Level.BlendFactors[Skin.VertexOfSlot[Slot]];
	}
	return FOk{};
}

inline FStatus PackVertexNumbers(const FMeshLevelView& Level, FPackedSkin& Skin)
{
	const FStatus Status = PackCenters(Level, Skin);
	return Status ? PackBlendFactors(Level, Skin) : Status;
}

} // namespace Exemplar
