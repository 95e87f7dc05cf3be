// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Character/CharacterModel.h"
#include "Model/Rig.h"

#include <optional>

namespace Exemplar
{

/**
 * Linear blend skinning inside animation space, in rest space, where everything below is written: a vertex v with
 * weights w is p_j = w_j (v, 1) and moves the same in every pose (Merry 2007, eq. 3.1).
 */
FAnimationVector EmbedPoint(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights);

/** A tangent as linear blend skinning shades it, q_j = w_j (s, 0): exact where the weights do not vary (eq. 4.8). */
FAnimationVector EmbedVector(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights);

std::vector<FAnimationVector> EmbedLinearBlend(std::span<const FDouble3> Rest, const FRigWeights& Weights);

/** A vertex of linear blend skinning, and how far the blocks of a point are from being one: max |p_j - w_j v|. */
struct FLinearBlendPoint
{
	FDouble3 Rest;
	std::vector<uint16_t> Bones;
	std::vector<double> Weights;
	double Residual = 0.0;
};

/** The nearest vertex with the point's own weights; blocks of a linear blend have rank one, then Residual is zero. */
FLinearBlendPoint NearestLinearBlend(const FAnimationVector& Point);

/** The vertex of linear blend skinning that the point is, where all of its blocks agree within Tolerance (meters). */
std::optional<FLinearBlendPoint> FindLinearBlend(const FAnimationVector& Point, double Tolerance);

/** Points as a character stores them, in float; the weights of every row sum to one again. Deltas and tangents empty.
 */
TAnimationSpaceSkin<FOwned> StoreSkin(std::span<const FAnimationVector> Points);

/** Points as StoreSkin rounds them: storing them changes nothing more. */
std::vector<FAnimationVector> RoundPoints(std::span<const FAnimationVector> Points);

/** The points of a level: its skin, or where it has none its linear blend weights. Empty where it has neither. */
std::vector<FAnimationVector> ReadSkin(const FMeshLevelView& Level);
std::vector<FAnimationVector> ReadSkin(const FMeshLevelData& Level);

} // namespace Exemplar
