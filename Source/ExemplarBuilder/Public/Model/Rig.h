// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: the rig that the rig stage returns and later stages read.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/Affine3d.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** One number that a stage reports about its result: "vertex RMS", 0.27, "%". */
struct FFigure
{
	std::string Name;
	double Value = 0.0;
	std::string Unit;
};

/** What a stage reports about its result; reports are made of these. */
struct FStageFigures
{
	std::string Stage;
	double Seconds = 0.0;
	std::vector<FFigure> Figures;
};

/** Linear blend weights per point, in double. Row i is [Offsets[i], Offsets[i + 1]); it sums to one, and its bones
 * ascend. */
struct FRigWeights
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Bones;
	std::vector<double> Weights;

	size_t PointCount() const { return Offsets.size() - 1; }
	bool operator==(const FRigWeights&) const = default;
};

/**
 * A rig over the points of an FExampleSet: bones that move from rest to each example, the weights of the points, and
 * the tree that joins the bones. Steps fill it from top to bottom; fields that no step has reached are empty.
 */
struct FRig
{
	size_t BoneCount = 0;
	size_t PoseCount = 0;

	/** The motion of bone b from rest to pose k at [b * PoseCount + k]: rigid unless affine bones were requested. */
	std::vector<FAffine3d> Transforms;

	/** Per rest triangle, the bone to whose cluster it belongs (Schaefer & Yuksel 2007, section 3). */
	std::vector<uint16_t> FaceLabels;

	FRigWeights Weights;

	/** What people and options (rig.forcedEdges, rig.root) call each bone; empty: its index. Sorting bones keeps it. */
	std::vector<uint16_t> Numbers;

	/** The tree: NoParent for the root. Bones are in any order; the character's joints are sorted parents first. */
	std::vector<int32_t> Parents;
	int32_t Root = NoParent;

	/** Rest position of the joint between a bone and its parent; for the root the centroid of its cluster. */
	std::vector<FDouble3> Joints;

	/** Joint names; empty: after their numbers. */
	std::vector<std::string> Names;

	/** The rotation of every joint's frame at rest, from the frame to the character; empty: unrotated. */
	std::vector<FAffine3d> Frames;

	/** Rest positions if refinement moved them. Empty: the rest positions of the examples. */
	std::vector<FDouble3> RestPositions;

	/** Points that no blend of the bones explains (cloth, hair), ascending. */
	std::vector<uint32_t> Unexplained;

	std::vector<FStageFigures> Figures;

	size_t NumberOf(size_t Bone) const { return Numbers.empty() ? Bone : Numbers[Bone]; }
	const FAffine3d& Transform(size_t Bone, size_t Pose) const { return Transforms[Bone * PoseCount + Pose]; }
	FAffine3d& Transform(size_t Bone, size_t Pose) { return Transforms[Bone * PoseCount + Pose]; }
};

} // namespace Exemplar
