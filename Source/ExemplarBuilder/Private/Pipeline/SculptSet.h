// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Correctives/Correctives.h"

#include <span>

namespace Exemplar
{

/** The value of a curve that drives a sculpt. */
struct FSculptCurve
{
	uint32_t Curve = 0;
	float Value = 0.0f;
	float Scale = 1.0f;
	bool operator==(const FSculptCurve&) const = default;
};

/** Displacements of some points, ascending. */
struct FPointOffsets
{
	std::vector<uint32_t> Points;
	std::vector<FDouble3> Offsets;
	std::vector<uint32_t> AfterPoints;
	std::vector<uint32_t> AfterJoints; // joints of the skeleton
	std::vector<FDouble3> AfterOffsets;

	bool operator==(const FPointOffsets&) const = default;
};

/** A sculpt as it is edited: its pose, what drives it, and what it does. */
struct FSculptEntry
{
	TCorrective<FOwned> Row;      // name, source, flags and strength; indices are set when the set is put together
	std::string Partner;          // the mirror image's name; empty: none
	std::vector<FRotation> Turns; // the pose: every joint's rotation, relative to rest and in its own rest frame
	std::vector<uint32_t> Joints; // that drive it, ascending
	std::vector<FSculptCurve> Curves;
	float Width = 1.0f;
	FPointOffsets Finest; // coarser levels follow from it (FitSculptLevels)
};

/**
 * The sculpts of a character apart from its other correctives. Sculpts with the same drivers and width share kernels:
 * each has weight one in its own pose and zero in the others' and at rest. Between sculpts with other drivers, weights
 * are what they are, and SolveSculpts takes them into account.
 */
struct FSculptSet
{
	FCorrectives Fixed;                // what is not a sculpt, as it was
	std::vector<std::string> Partners; // of the fixed rows: names of mirror images
	std::vector<FSculptEntry> Sculpts;

	/** NoIndex where no sculpt has that name. */
	uint32_t Find(std::string_view Name) const;
};

FSculptSet TakeSculpts(const FCharacterParts& Parts);

/** What one shape does to the points of a level. */
FPointOffsets TakeOffsets(const FShapeDeltas& From, const TCorrectives<FOwned>& Model, uint32_t Shape);

/** The correctives of a character again. Fails by name where two sculpts with the same drivers are of one pose, or one
 * is of the rest pose. */
TResult<FCorrectives> PutSculpts(const FSculptSet& Set, const FCharacterParts& Parts);

/**
 * What sculpts do to the coarser levels: the displacements with which the posed levels follow the sculpted finest one
 * in the sculpts' poses. Out has the sculpts as its last rows, one shape each, with displacements carried from nearest
 * points; they stay where nothing better is found. The part after skinning is carried. Sculpts that Parts has already
 * and that did not change keep what they do.
 */
FStatus FitSculptLevels(const FSculptSet& Set, const FCharacterParts& Parts, FCorrectives& Out);

/** Weights of all sculpts (columns) in the poses of all (rows), row by row; fails as PutSculpts does. */
TResult<std::vector<double>> SculptWeights(const FSculptSet& Set);

/** Weights of all sculpts in any pose, given as Turns. */
TResult<std::vector<double>> SculptWeights(const FSculptSet& Set, std::span<const FRotation> Turns);

/** What sculpts do together in each sculpt's pose, at the points that the sculpt moves. */
std::vector<std::vector<FDouble3>> SculptTargets(const FSculptSet& Set, std::span<const double> Weights);

/**
 * Finds offsets with which every sculpt has its target in its own pose, whatever sculpts with other drivers add there.
 * Targets are as SculptTargets returns them. Fails by name where two sculpts contradict each other.
 */
FStatus SolveSculpts(FSculptSet& Set, const std::vector<std::vector<FDouble3>>& Targets, double Diagonal);

/** SolveSculpts and PutSculpts into the parts. */
FStatus FinishSculpts(FSculptSet& Set, const std::vector<std::vector<FDouble3>>& Targets, FCharacterParts& Parts);

/** Joints by name, ascending. */
TResult<std::vector<uint32_t>> FindDriverJoints(const FSkeletonData& Skeleton, std::span<const std::string> Names);

/** Names the correctives that there are. */
FError NoSuchCorrective(const FCharacterParts& Parts, const std::string& Name);

/** The correctives of some rows alone, with what they refer to. */
FCorrectives KeepCorrectives(const FCorrectives& Correctives, std::span<const uint32_t> Rows);

/** The correctives of both, A's first; a name that both have gets a number. Drivers are shared. */
FCorrectives JoinCorrectives(FCorrectives A, const FCorrectives& B);

/** Local transforms as turns from rest. */
std::vector<FRotation> JointTurns(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local);

/** The angle of a turn, radians. */
double TurnAngle(const FRotation& Turn);

} // namespace Exemplar
