// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Clips/Animation.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** What becomes of the rotations of source joints that the target does not have. */
enum class ERetargetFold
{
	Compose, // they add up: the target turns as the source does
	Blend    // each counts by the length of its bone (Ramirez Flores 2014): turns weaken
};

struct FRetargetOptions
{
	ERetargetFold Fold = ERetargetFold::Compose;

	/** Pair joints of the same name, if at least half of the target's joints have a namesake. Otherwise, and without
	 * namesakes, segments are paired by where they point. */
	bool bNames = true;

	/** Hold feet where the source's feet stand, by bending hip and knee. */
	bool bGround = true;
};

/** A source joint and its share of a target joint's rotation. */
struct FRetargetShare
{
	uint16_t Joint = 0;
	double Factor = 1.0;
};

/** A limb that stands on the ground. */
struct FRetargetFoot
{
	uint16_t Source = 0, Target = 0;       // what touches the ground: the last joints of the limb
	uint16_t Hip = 0, Knee = 0, Ankle = 0; // of the target
	uint16_t SourceHip = 0, SourceAnkle = 0;
};

/** Which joint of the source leads which joint of the target. */
struct FRetargetMap
{
	uint16_t SourceRoot = 0, TargetRoot = 0; // the joints that carry the body
	std::vector<int32_t> SourceOf;           // per target joint; NoParent for one without a partner
	std::vector<int32_t> NextOf; // per target joint: the next joint of its segment with a partner, or NoParent
	std::vector<std::vector<FRetargetShare>> Shares; // per target joint, the partner last; factors sum to one
	std::vector<FRetargetFoot> Feet;

	EXEMPLARBUILDER_API size_t PairCount() const;
};

/**
 * Pairs the joints of two skeletons that look to the same side with the same axis up. Segments run from one branch to
 * the next; those that hang from paired joints are paired by direction (an optimal assignment), and joints inside them
 * by their share of the segment's length. Names help where they say more: heads, necks, hands and feet are paired
 * first, and a left joint is never paired with a right one. Fails if the skeletons look to opposite sides.
 */
EXEMPLARBUILDER_API TResult<FRetargetMap> MatchSkeletons(
	const FSkeletonData& Source, const FSkeletonData& Target, const FRetargetOptions& Options = {});

/** How well feet stand, in leg lengths: of the source and of the target, in the frames in which the source's feet
 * stand. */
struct FGroundFigures
{
	size_t Contacts = 0;                         // frames of feet that stand
	double SourceSlide = 0.0, TargetSlide = 0.0; // leg lengths per second, mean over the contacts
	double SourceSink = 0.0, TargetSink = 0.0;   // leg lengths below the ground, at most
};

struct FRetargeted
{
	FClipData Clip;
	double Scale = 1.0; // of translations
	FGroundFigures Ground;
};

/**
 * A clip of the source as a clip of the target. Every joint with a partner turns in space as its partner does, from a
 * rest in which the target's bones point where the source's do; joints without one keep their place against their
 * parent. The body moves by the source's translations times the ratio of leg lengths.
 */
EXEMPLARBUILDER_API TResult<FRetargeted> RetargetClip(const FAnimation& Source, size_t Clip,
	const FSkeletonData& Target, const FRetargetMap& Map, const FRetargetOptions& Options = {});

/** The skeleton and its clips turned about the up axis (Y), in degrees, and from Z up to Y up before. */
EXEMPLARBUILDER_API FAnimation TurnAnimation(FAnimation Animation, bool bZUp, double Degrees);

} // namespace Exemplar
