// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * Bounds of a joint over all legal poses: how much its linear part can stretch, and where its translation can be.
 * With limits on its rotation, also two ways to say what its linear part does to a vector: where it is at most, as a
 * fixed matrix and a radius around it.
 */
struct FJointBound
{
	double Stretch = 1.0;
	FDouble3 Scale{1.0, 1.0, 1.0}; // along the joint's own axes, before it turns; Stretch is the largest
	FDouble3 Center;
	double Radius = 0.0;

	/** A vector's image is within Deviation times its scaled length of Middle times the vector. The zero matrix with
	 * one adds no information. */
	std::array<double, 9> Middle{}; // rows
	double Deviation = 1.0;

	/** The same in two steps, for joints that turn about one axis more than about others: the scale and a twist, which
	 * keeps what is along its axis, then a swing. */
	std::array<double, 9> Twist{};  // rows
	std::array<double, 9> Across{}; // rows: what the twist moves, times how far
	std::array<double, 9> Swing{};  // rows
	double SwingDeviation = 1.0;
};

/** L = Turn R Scale with R anywhere within the limit, where the rest is Turn Scale; the translation is fixed. */
FJointBound BoundJoint(const FAffine3d& Rest, const FJointLimit& Limit);

/** The bound after the whole model was scaled about the origin. */
FJointBound ScaleBound(const FJointBound& Bound, double Scale);

/** The bound of a root joint after the whole model was moved rigidly; other joints keep their bounds. */
FJointBound MoveBound(const FJointBound& Bound, const FAffine3d& Rigid);

/**
 * The L2,inf length (Merry 2007, section 3.4): no legal pose makes a displacement longer. Blocks are in bone frames,
 * total weight zero; parents precede children. The smallest of several valid bounds: without the joints' limits,
 * and with them in either way or in the way that leaves less open at each joint.
 */
double BoundLength(std::span<const int32_t> Parents, std::span<const FJointBound> Joints, const FAnimationVector& S);

} // namespace Exemplar
