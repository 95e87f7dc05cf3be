// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"
#include "Skinning/SkinOperator.h"

#include <optional>
#include <span>

namespace Exemplar
{

/** Where the points of a character shall be in a pose, and what is to drive the correction. */
struct FSculpt
{
	std::string Name;                 // unique among the correctives
	std::string Source;               // the file it came from, for lists
	std::vector<FBoneTransform> Pose; // local transforms of all joints
	std::vector<FDouble3> Positions;  // of all points

	/** The operator that the sculpted mesh was posed with; none: the character's own. */
	std::optional<ESkinOperator> Operator;

	/** Joints that drive it, by name; empty: those that the pose turns and that bend what was sculpted. */
	std::vector<std::string> Joints;

	/** How far around its pose it acts, radians; 0: 1, or 0.4 on top of what was learned from examples. */
	double Width = 0.0;

	bool bReplace = false;      // a sculpt of this name is replaced, and keeps its strength
	bool bIgnoreLimits = false; // allow a pose outside of the joint limits
};

/** What became of a sculpt. Errors are distances from the sculpt over all points in its pose, meters. */
struct FSculptFigures
{
	size_t MovedPoints = 0;
	size_t SingularPoints = 0; // moved after skinning, because the operator does not reach them
	double LargestOffset = 0.0;
	double LargestGain = 0.0; // offset at rest over offset in the pose
	double RmsBefore = 0.0, MaxBefore = 0.0;
	double Rms = 0.0, Max = 0.0;
	bool bOverBase = false; // the sculpt starts from the skin without correctives, not from what the character shows
	std::vector<std::string> Joints;
};

struct FSculptedCharacter
{
	FCharacterParts Parts;
	FSculptFigures Figures;
};

/**
 * Adds a sculpt: the offsets in rest space with which the operator shows it in its pose, on top of everything that was
 * learned from examples. Other sculpts stay exact in their poses. Fails where the mesh or the pose is another
 * character's, the pose is outside the joint limits, or a sculpt of this pose exists.
 */
EXEMPLARBUILDER_API TResult<FSculptedCharacter> AddSculpt(FCharacterParts Parts, const FSculpt& Sculpt);

/** A row of the list of correctives. */
struct FCorrectiveInfo
{
	std::string Name, Source, Mirror;
	bool bEnabled = true, bLearned = false;
	float Strength = 1.0f;
	float Width = 0.0f;              // of a sculpt's kernel
	std::vector<std::string> Joints; // that drive it
	std::vector<std::string> Curves;
	size_t ShapeCount = 0;
	size_t Points = 0;                // that it moves on the finest level
	double LargestOffset = 0.0;       // of one shape, meters
	std::vector<FBoneTransform> Pose; // of a sculpt
};

EXEMPLARBUILDER_API std::vector<FCorrectiveInfo> ListCorrectives(const FCharacterParts& Parts);

/** All fail, with the names there are, where no corrective has the name. */
EXEMPLARBUILDER_API FStatus RemoveCorrective(FCharacterParts& Parts, const std::string& Name);
EXEMPLARBUILDER_API FStatus RenameCorrective(
	FCharacterParts& Parts, const std::string& Name, const std::string& NewName);
EXEMPLARBUILDER_API FStatus EnableCorrective(FCharacterParts& Parts, const std::string& Name, bool bEnabled);

/** From 0 to 2. */
EXEMPLARBUILDER_API FStatus SetCorrectiveStrength(FCharacterParts& Parts, const std::string& Name, float Strength);

struct FDriverChange
{
	std::vector<std::string> Joints; // empty: as they are
	double Width = 0.0;              // 0: as it is
	std::string Curve;               // a curve to add to the drivers; empty: none
	float CurveValue = 1.0f;         // in the sculpt's pose; 0 at rest for a new curve
};

/** Changes what drives a sculpt. It stays exact in its pose, and so do all others. */
EXEMPLARBUILDER_API FStatus ChangeDrivers(FCharacterParts& Parts, const std::string& Name, const FDriverChange& Change);

struct FMirrorFigures
{
	std::string Name;                // of the mirror image
	double MeshAsymmetry = 0.0;      // RMS distance of mirrored points from the surface, % of the diagonal
	double WorstAsymmetry = 0.0;     // of a point that the sculpt moves, % of the diagonal
	std::vector<std::string> Joints; // that drive the mirror image
	size_t MovedPoints = 0;
};

/**
 * Adds the mirror image of a sculpt: the pose, the drivers and the offsets of the other side. NewName may be empty: the
 * name with left and right exchanged. An image that was made from the same sculpt before is replaced. Fails where the
 * mesh is not symmetric within Tolerance, % of the diagonal.
 */
EXEMPLARBUILDER_API TResult<FMirrorFigures> MirrorCorrective(FCharacterParts& Parts, const std::string& Name,
	const std::string& NewName, double Tolerance, const FBuildContext& Context);

/** The name with left and right exchanged (_l, .L, Left, l_, ForearmL), or with "_mirrored" where it has no side. */
EXEMPLARBUILDER_API std::string MirrorName(const std::string& Name);

/** A pose that is worth sculpting. */
struct FSculptSuggestion
{
	size_t Candidate = 0;
	double Uncertainty = 0.0; // 1: nothing is known about such poses, 0: it was sculpted; the skin that bends counts
	double Error = 0.0;       // the candidate's, as it was given
	double Expected = 0.0;    // error expected by validation, RMS over all points, meters; 0 where no sculpt can tell
};

/**
 * The candidates in the order in which sculpting them would help most: by predictive variance given the rest pose, the
 * sculpts there are and the rotations that a learned layer has seen, scaled by validation (what the other sculpts miss
 * of one that is left out, by the joints that drive it), times the error that was measured in them. A candidate near
 * one that is listed before it counts as known. Candidates are local transforms of all joints; Errors may be empty: all
 * the same.
 */
EXEMPLARBUILDER_API TResult<std::vector<FSculptSuggestion>> SuggestSculpts(const FCharacterParts& Parts,
	std::span<const std::vector<FBoneTransform>> Candidates, std::span<const double> Errors, size_t Count);

} // namespace Exemplar
