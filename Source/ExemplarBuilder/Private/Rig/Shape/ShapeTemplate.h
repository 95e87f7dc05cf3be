// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Character/CharacterModel.h"
#include "Geometry/Mesh.h"

#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

struct FTemplateJoint
{
	std::string Name;
	int32_t Parent = NoParent;
	FDouble3 Position;

	/** Where a limb ends: matched with an end of the body, and not a joint of the rig. */
	bool bEnd = false;

	/** Bodies without this limb fit as well: a tail. */
	bool bOptional = false;
};

/**
 * The joints of a kind of body in their hierarchy: parents first, y up, facing z, left at positive x, in any unit. Only
 * proportions count. Joints with names that differ in the side alone (left_hand, hand_l, LeftHand) are a pair.
 */
struct FShapeTemplate
{
	std::string Name;
	std::vector<FTemplateJoint> Joints;
	bool bFingers = false; // joints for the fingers that the hands have

	std::vector<std::vector<size_t>> Children() const;
	std::vector<size_t> Leaves() const; // ascending
	/** For each joint the one on the other side, or itself. */
	std::vector<size_t> Mirror() const;
};

/** The kinds of bodies that come with Exemplar: humanoid, quadruped, bird, insect, fish, snake. */
const std::vector<FShapeTemplate>& GetShapeTemplates();

/** The template of that name, or humanoid-fingers; none: an error that lists the names. */
TResult<FShapeTemplate> FindShapeTemplate(std::string_view Name);

/** A skeleton from a file as a template: ends are added beyond its last joints, half a bone away. */
TResult<FShapeTemplate> MakeShapeTemplate(const FSkeletonData& Skeleton, const std::string& Name);

} // namespace Exemplar
