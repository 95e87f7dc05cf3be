// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/BuildCorrectives.h"
#include "Correctives/LearnedLayer.h"
#include "Rig/Symmetry.h"

namespace Exemplar
{

/** The mirror symmetry of a character: of its surface, and which joint is whose mirror image. */
struct FCharacterMirror
{
	FMirror Surface;
	std::vector<uint16_t> Joints;
	/** Joints whose parents are not mirror images of each other, ascending: their examples cannot be mirrored. */
	std::vector<uint16_t> Broken;
};

/** Fails, naming the reason, where the rest surface or the skeleton is not symmetric. */
TResult<FCharacterMirror> FindCharacterMirror(const FCorrectiveInput& Input, const FBuildContext& Context);

/** The mirror image of a rotation in character space. */
Eigen::Vector4d MirrorRotation(const FMirror& Mirror, const Eigen::Vector4d& Rotation);

/** The poses with left and right exchanged. */
FDriverPoses MirrorPoses(const FCharacterMirror& Mirror, const FDriverPoses& Poses);

/** The examples, and after them their mirror images, which teach and are not counted (OriginalCount). */
FLearnedExamples AddMirroredExamples(const FCharacterMirror& Mirror, const FLearnedExamples& Examples);

/** A field of vectors over the points, mirrored. */
std::vector<FDouble3> MirrorVectors(const FMirror& Mirror, std::span<const FDouble3> Vectors);

} // namespace Exemplar
