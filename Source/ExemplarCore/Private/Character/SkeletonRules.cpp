// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/RuleParts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Exemplar::CharacterRules
{

namespace
{

std::string NameJoint(const FSkeletonView& Skeleton, size_t Joint)
{
	return Sentence(
		"Joint ", Joint, " (", Joint < Skeleton.Names.size() ? Quoted(Skeleton.Names[Joint]) : "nameless", ")");
}

std::string CheckJointCount(const FCharacterView& Character)
{
	constexpr size_t MaxJoints = 65535;
	const size_t Count = Character.Skeleton.JointCount();
	return Count <= MaxJoints
		? std::string()
		: Sentence("The skeleton has ", Count, " joints; at most ", MaxJoints, " can be numbered.");
}

std::string CheckJointArrays(const FCharacterView& Character)
{
	const FSkeletonView& Skeleton = Character.Skeleton;
	const size_t Count = Skeleton.JointCount();
	if (Skeleton.Names.size() == Count && Skeleton.RestLocal.size() == Count && IsOptional(Skeleton.Limits, Count))
	{
		return {};
	}
	return Sentence("The skeleton has ", Count, " parents, but ", Skeleton.Names.size(), " names, ",
		Skeleton.RestLocal.size(), " rest transforms and ", Skeleton.Limits.size(),
		" limits. Give every joint one of each (limits may be left out).");
}

std::string CheckJointNames(const FCharacterView& Character)
{
	const size_t Joint = FindBad(Character.Skeleton.Names, [](std::string_view Name) { return Name.empty(); });
	return Joint == NotFound ? std::string() : Sentence("Joint ", Joint, " has no name. Name every joint.");
}

std::string CheckJointNamesUnique(const FCharacterView& Character)
{
	std::vector<std::string_view> Names(Character.Skeleton.Names.begin(), Character.Skeleton.Names.end());
	std::erase_if(Names, [](std::string_view Name) { return Name.empty(); });
	std::sort(Names.begin(), Names.end());
	const auto Twin = std::adjacent_find(Names.begin(), Names.end());
	return Twin == Names.end() ? std::string()
							   : Sentence("Two joints are named ", Quoted(*Twin), ". Rename one of them.");
}

/** Parents before children: this also excludes cycles and numbers out of range. */
std::string CheckParents(const FCharacterView& Character)
{
	const std::span<const int32_t> Parents = Character.Skeleton.Parents;
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		const int64_t Parent = Parents[Joint];
		if (Parent != NoParent && (Parent < 0 || Parent >= static_cast<int64_t>(Joint)))
		{
			return Sentence(NameJoint(Character.Skeleton, Joint), " has the parent ", Parent,
				", which is not an earlier joint. Order joints so that parents come first, without cycles.");
		}
	}
	return {};
}

std::string CheckRestFinite(const FCharacterView& Character)
{
	const size_t Joint = FindNotFinite(Character.Skeleton.RestLocal);
	return Joint == NotFound
		? std::string()
		: Sentence(NameJoint(Character.Skeleton, Joint),
			  " has a rest transform with a value that is not a finite number. Repair the rest pose.");
}

std::string CheckRestRotations(const FCharacterView& Character)
{
	const size_t Joint = FindBad(Character.Skeleton.RestLocal,
		[](const FBoneTransform& Rest)
		{
			const float Squared = Dot(Rest.Rotation, Rest.Rotation);
			return std::isfinite(Squared) && !IsUnit(Squared);
		});
	return Joint == NotFound ? std::string()
							 : Sentence(NameJoint(Character.Skeleton, Joint),
								   " has a rest rotation that is not of unit length. Normalize the quaternion.");
}

std::string CheckRestScales(const FCharacterView& Character)
{
	constexpr float MinScale = 1e-6f;
	const size_t Joint = FindBad(Character.Skeleton.RestLocal,
		[](const FBoneTransform& Rest)
		{
			return std::abs(Rest.Scale.X) < MinScale || std::abs(Rest.Scale.Y) < MinScale ||
				std::abs(Rest.Scale.Z) < MinScale;
		});
	return Joint == NotFound ? std::string()
							 : Sentence(NameJoint(Character.Skeleton, Joint),
								   " has a rest scale of zero, which cannot be undone. Give it a scale.");
}

std::string CheckLimitAxes(const FCharacterView& Character)
{
	const size_t Joint = FindBad(Character.Skeleton.Limits,
		[](const FJointLimit& Limit) { return !IsUnit(Dot(Limit.TwistAxis, Limit.TwistAxis)); });
	return Joint == NotFound ? std::string()
							 : Sentence(NameJoint(Character.Skeleton, Joint),
								   " has a limit whose twist axis is not of unit length. Normalize it.");
}

std::string CheckLimitRanges(const FCharacterView& Character)
{
	const size_t Joint = FindBad(Character.Skeleton.Limits,
		[](const FJointLimit& Limit)
		{
			const bool bFinite = std::isfinite(Limit.MinTwist) && std::isfinite(Limit.MaxTwist);
			return !(bFinite && Limit.MinTwist <= Limit.MaxTwist && Limit.MaxSwing >= 0.0f && Limit.MaxSwing <= 4.0f);
		});
	return Joint == NotFound
		? std::string()
		: Sentence(NameJoint(Character.Skeleton, Joint),
			  " has limits that allow no rotation. Keep the lower twist below the upper and the swing in [0, pi].");
}

constexpr FCharacterRule SkeletonRules[] = {
	{"JointsCanBeNumbered", CheckJointCount},
	{"JointArraysAgree", CheckJointArrays},
	{"JointsHaveNames", CheckJointNames},
	{"JointNamesAreUnique", CheckJointNamesUnique},
	{"ParentsComeFirst", CheckParents},
	{"RestTransformsAreFinite", CheckRestFinite},
	{"RestRotationsAreUnit", CheckRestRotations},
	{"RestScalesAreNotZero", CheckRestScales},
	{"LimitAxesAreUnit", CheckLimitAxes},
	{"LimitRangesAreOrdered", CheckLimitRanges},
};

} // namespace

std::span<const FCharacterRule> GetSkeletonRules()
{
	return SkeletonRules;
}

} // namespace Exemplar::CharacterRules
