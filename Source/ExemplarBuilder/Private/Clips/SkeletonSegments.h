// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/EigenLibrary.h"

#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** A chain of joints below a branch: from the child of the branching joint to the next branch or to the last joint. */
struct FSkeletonSegment
{
	std::vector<size_t> Joints;
	std::vector<double> Places; // of the joints: the length from the branching joint, over the segment's length
	Eigen::Vector3d Direction;  // from the branching joint to the end, of unit length
	double Length = 0.0;
	bool bLeaf = false; // it ends a limb; digits hang from it or are its last joints
};

/** A skeleton as segments. */
class FSkeletonTree
{
public:
	explicit FSkeletonTree(const FSkeletonData& Skeleton);

	/** The segments that hang from a joint. Short ones between two branches are passed over: what hangs from their end
	 * hangs from the joint. */
	std::vector<FSkeletonSegment> SegmentsBelow(size_t Joint) const;

	/** Where the digits of a limb begin: the first joint behind which less than a third of the segment remains. */
	static size_t FindAnchor(const FSkeletonSegment& Segment);

	const FSkeletonData& Skeleton;
	std::vector<Eigen::Vector3d> Positions;
	std::vector<std::vector<size_t>> Children; // without helpers
	std::vector<double> Reach;                 // the longest way along bones to a joint below
	double Size = 0.0;                         // the diagonal of the box around all joints
	size_t Root = 0;                           // the joint that carries the body: the first that branches

private:
	void FindRoot();
	void DropHelpers();
	void Follow(size_t Branch, size_t First, std::vector<size_t> Path, std::vector<FSkeletonSegment>& Out) const;
};

/** 1 for a name that says left, -1 for right, 0 for neither. */
int SideOfName(const std::string& Name);

/** Parts of bodies that names tell apart reliably. */
enum class EBodyPart
{
	None,
	Neck,
	Head,
	UpperArm,
	Forearm,
	Hand,
	Thigh,
	Shin,
	Foot,
	Toe
};
EBodyPart PartOfName(const std::string& Name);

enum class EFinger
{
	None,
	Thumb,
	Index,
	Middle,
	Ring,
	Pinky
};
EFinger FingerOfName(const std::string& Name);

/** Lower case, without a prefix that ends in a colon, without anything but letters and digits. */
std::string PlainJointName(const std::string& Name);

} // namespace Exemplar
