// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Skinning/SkinOperator.h"
#include "Skinning/SkinningJobs.h"

#include <cstddef>
#include <span>
#include <vector>

namespace Exemplar
{

/**
 * What skinning one packed level with one operator reads of a pose. FCharacterPoser::MakePalette fills it. The caller
 * owns it and keeps it from frame to frame: once it has the size of its skin, filling it allocates nothing. Of the
 * arrays, those have content that the operator needs.
 */
struct FSkinPalette
{
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	std::vector<FAffine> Bones;             // one per entry of FPackedSkin::PaletteBones
	std::vector<FDualQuaternion> Rigid;     // all but linear, animation space, twist: one per palette bone
	std::vector<FCenterEntry> Centered;     // center of rotation: one per palette bone
	std::vector<FAffine> Stretches;         // dual quaternion, blended: one per palette bone
	std::vector<FBlendedEntry> Blended;     // blended: one per palette bone
	std::vector<FSphericalEntry> Spherical; // spherical: one per entry
	std::vector<FAffine> Twisted;           // twist: one per entry
	std::vector<float> SegmentAngles;       // twist: one per segment
	bool bHasStretch = false;               // Stretches differ from the identity

	/**
	 * The entries as shaders read them (SkinPalette): rows of four floats, three per entry, two per dual quaternion and
	 * per entry of the center of rotation, five per entry of the blended operator.
	 */
	EXEMPLARCORE_API std::span<const std::byte> GetEntryBytes() const;

	/**
	 * The matrices that shaders read beside the entries (SkinStretches): of dual quaternions and the blended operator
	 * the stretches, where there are any; of the center of rotation the joints' matrices; otherwise none.
	 */
	EXEMPLARCORE_API std::span<const FAffine> GetStretches() const;
};

/**
 * Skins a level on the processor with the operator of the palette. Job provides the skin, output, offsets and
 * executor. Geomorph is used by animation space alone. False where the palette does not fit the skin.
 */
EXEMPLARCORE_API bool RunSkinning(const FSkinningJob& Job, const FSkinPalette& Palette, float Geomorph = 0.0f);

} // namespace Exemplar
