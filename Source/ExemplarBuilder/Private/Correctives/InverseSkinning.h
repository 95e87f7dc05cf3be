// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Correctives/Deformation.h"

namespace Exemplar
{

enum class EInverseMethod : uint8_t
{
	Automatic, // the maps of an affine operator; a black box by probes, then by Newton, then by Powell
	Probe,     // four calls tell the affine map of every point, a fifth checks it
	Newton,    // Jacobians by differences, four calls per step
	Powell     // values only: the slowest and the most robust
};

struct FInverseOptions
{
	EInverseMethod Method = EInverseMethod::Automatic;
	/**
	 * A sculpt's offset is amplified at most this often. Where the operator would need more (linear blending near a
	 * half turn), the offset is damped by Ridge = 1 / (4 MaxGain^2), and what is missing is added after skinning.
	 */
	double MaxGain = 10.0;
	double Ridge = 0.0;           // damps every point by this instead; 0: only those that need it
	double SmallestSculpt = 1e-6; // points moved by less are not corrected, share of the diagonal
	double Precision = 1e-10;     // how near a black box must come, share of the diagonal; 1e-6 if it computes in float
};

/** What takes the rest pose to a sculpt through an operator: operator(rest + Before) + After = sculpt. */
struct FInverse
{
	std::vector<FDouble3> Before;
	std::vector<FDouble3> After;    // empty: the operator reaches every sculpted point by itself
	std::vector<uint32_t> Singular; // points with a part in After, ascending
	double LargestGain = 0.0;       // |before| / |sculpted offset|
	size_t CallCount = 0;           // of the operator, each for all points
};

/**
 * The rest-space offsets that reproduce a sculpt, so that the operator carries a correction along when joints move
 * (Xiao et al. 2006, with a sign and the damping of singular poses set right). Points are independent; an operator that
 * couples them is refused. Sculpt has one position per point.
 */
TResult<FInverse> InvertDeformation(const IDeformation& Deformation, std::span<const FDouble3> Rest,
	std::span<const FDouble3> Sculpt, const FInverseOptions& Options = {});

} // namespace Exemplar
