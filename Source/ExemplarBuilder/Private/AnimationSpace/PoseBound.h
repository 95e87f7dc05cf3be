// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * Bounds of a joint over all legal poses: how much its linear part can stretch, and where its translation can be.
 * With limits on its rotation, also a fixed matrix that its linear part never leaves by more than Deviation (spectral
 * norm); the zero matrix with Stretch adds no information.
 */
struct FJointBound
{
	double Stretch = 1.0;
	FDouble3 Center;
	double Radius = 0.0;
	std::array<double, 9> Middle{}; // rows
	double Deviation = 1.0;

	/** The axis of a hinge, along which the linear part equals Middle; zero for any other joint. */
	FDouble3 HingeAxis;
};

/** L = Rest * R with R anywhere within the limit; the translation and the scale of the rest are fixed. */
FJointBound BoundJoint(const FAffine3d& Rest, const FJointLimit& Limit);

/** The bound after the whole model was scaled about the origin. */
FJointBound ScaleBound(const FJointBound& Bound, double Scale);

/** The bound of a root joint after the whole model was moved rigidly; other joints keep their bounds. */
FJointBound MoveBound(const FJointBound& Bound, const FAffine3d& Rigid);

/**
 * The L2,inf length (Merry 2007, section 3.4): no legal pose makes a displacement longer. Blocks are in bone frames,
 * total weight zero; parents precede children. The smaller of two valid bounds: with the joints' limits and
 * without.
 */
double BoundLength(std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S);

} // namespace Exemplar
