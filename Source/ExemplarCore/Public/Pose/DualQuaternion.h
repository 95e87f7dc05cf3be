// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/** A rigid motion as a unit dual quaternion (Kavan et al. 2008): eight floats, the real part first. */
struct FDualQuaternion
{
	FRotation Real;
	FRotation Dual{0.0f, 0.0f, 0.0f, 0.0f};
	bool operator==(const FDualQuaternion&) const = default;
};

EXEMPLARCORE_API FDualQuaternion ToDualQuaternion(const FRotation& Rotation, const FFloat3& Translation);

/** The matrix of a dual quaternion of any length other than zero. */
EXEMPLARCORE_API FAffine ToAffine(const FDualQuaternion& Q);

/** A linear map as a rotation after a symmetric stretch, M = R S, by Higham's Newton iteration. det R is +1. */
struct FPolarParts
{
	FRotation Rotation;
	FAffine Stretch; // symmetric, no translation
};

/** Translations are ignored. A singular map has no unique rotation; the result is a rotation in any case. */
EXEMPLARCORE_API FPolarParts DecomposePolar(const FAffine& M);

/**
 * A palette as dual quaternions. The part of T_j that is not rigid becomes a stretch about the joint's rest center that
 * is applied first: T_j = Rigid_j Stretch_j (two-phase skinning, Kavan et al. 2008, section 4.2; about the center, so
 * that two bones that share a joint agree on its position). Signs: every quaternion is on the hemisphere of its
 * parent's, so that blends along a limb take the shorter arc, and siblings more than half a turn apart blend through
 * their parent.
 */
struct EXEMPLARCORE_API FDualQuaternionPaletteJob
{
	std::span<const FAffine> Palette;
	std::span<const int32_t> Parents; // of the palette's entries; NoParent or an earlier entry
	std::span<const FFloat3> Centers; // the joints in rest space
	std::span<FDualQuaternion> Rigid;
	std::span<FAffine> Stretches; // optional; not needed for a pose without scale

	/** Optional: set to whether any stretch differs from the identity by more than rounding. */
	bool* bOutHasStretch = nullptr;

	bool Validate() const;
	bool Run() const;
};

} // namespace Exemplar
