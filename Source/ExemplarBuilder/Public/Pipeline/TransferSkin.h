// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

struct FTransferOptions
{
	/** A point is matched with the body if it is no farther from it than this, % of the body's diagonal. */
	double MaxDistance = 5.0;

	/** And if the normals of the two differ by no more than this, degrees. */
	double MaxAngle = 30.0;

	/** Compare normals without their sign, for linings, hair cards and sheets without an outside. */
	bool bTwoSided = false;

	/** Maximum influences per point; 0: as many as the body's points have. */
	size_t MaxInfluences = 0;
};

struct FTransferredSkin
{
	FCharacterParts Parts;          // the garment on the body's skeleton, with the body's clips and correctives
	std::vector<bool> Matched;      // per point of the garment: from the body; otherwise inpainted or rigid
	size_t MatchedCount = 0;        // points
	size_t InpaintedCount = 0;      // points
	size_t RigidPieces = 0;         // connected pieces without a match, which follow their nearest point of the body
	double MeanDistance = 0.0;      // of matched points from the body, meters
	double LimitMeanError = 0.0;    // what the limit on influences costs, RMS over points and clips, meters
	double LimitLargestError = 0.0; // the same, of the worst point
};

/**
 * Skin transfer by inpainting (Abdrashitov, Raichstat, Monsen and Hill 2023): weights and animation-space points of a
 * body onto clothes, armor or hair that stand on it at rest. Points whose closest point on the body is near and faces
 * the same way take its skin; the skins of all others are the smoothest continuation of these over the garment,
 *
 *     minimize  tr X' (C + C M^-1 C) X,
 *
 * C the cotangent Laplacian, M the mass matrix, with the matched rows of X fixed. Of animation-space points the
 * deviation from linear blending is transferred, so that a point that stands off the body turns with it. Offsets of
 * corrective shapes are transferred in the same way: the garment follows the body's bulges. Fails where the body has no
 * skin or no point is matched.
 */
EXEMPLARBUILDER_API TResult<FTransferredSkin> TransferSkin(const FCharacterParts& Body, const FExampleSet& Garment,
	const FTransferOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
