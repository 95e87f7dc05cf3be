// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CharacterValidation.h"

#include "Base/Utf8.h"
#include "Character/RuleParts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace Exemplar
{

namespace CharacterRules
{

namespace
{

std::string CheckTexts(const FCharacterView& Character)
{
	const auto CheckOne = [](std::string_view Text, const char* What, size_t Index)
	{
		return IsValidUtf8(Text)
			? std::string()
			: Sentence("The text of ", What, " ", Index, " is not UTF-8 or contains a zero. Convert it to UTF-8.");
	};
	std::string Fault = CheckOne(Character.Name, "the character's name", 0);
	for (size_t Index = 0; Index < Character.Skeleton.Names.size() && Fault.empty(); ++Index)
	{
		Fault = CheckOne(Character.Skeleton.Names[Index], "joint", Index);
	}
	for (size_t Index = 0; Index < Character.Materials.size() && Fault.empty(); ++Index)
	{
		Fault = CheckOne(Character.Materials[Index].Name, "material slot", Index);
	}
	for (size_t Index = 0; Index < Character.Clips.size() && Fault.empty(); ++Index)
	{
		Fault = CheckOne(Character.Clips[Index].Name, "clip", Index);
	}
	for (size_t Index = 0; Index < Character.Provenance.size() && Fault.empty(); ++Index)
	{
		Fault = CheckOne(Character.Provenance[Index].Key, "provenance key", Index);
		Fault = Fault.empty() ? CheckOne(Character.Provenance[Index].Value, "provenance value", Index) : Fault;
	}
	return Fault;
}

std::string CheckMaterialColors(const FCharacterView& Character)
{
	const auto IsFraction = [](float Value) { return Value >= 0.0f && Value <= 1.0f; };
	for (size_t Index = 0; Index < Character.Materials.size(); ++Index)
	{
		const FFloat4& Color = Character.Materials[Index].BaseColor;
		if (!(IsFraction(Color.X) && IsFraction(Color.Y) && IsFraction(Color.Z) && IsFraction(Color.W)))
		{
			return Sentence("Material slot ", Index, " has a base color outside [0, 1]. Bring it inside.");
		}
	}
	return {};
}

std::string CheckRestBox(const FCharacterView& Character)
{
	const FBox& Box = Character.RestBox;
	const bool bSound = Box == FBox() || (IsFinite(Box.Min) && IsFinite(Box.Max) && !Box.IsEmpty());
	return bSound ? std::string() : "The rest box is upside down or not finite. Compute it from the positions.";
}

std::string CheckSphere(const FCharacterView& Character)
{
	const FSphere& Sphere = Character.Sphere;
	const bool bSound = IsFinite(Sphere.Center) && std::isfinite(Sphere.Radius) && Sphere.Radius >= 0.0f;
	return bSound ? std::string()
				  : "The bounding sphere has a center or radius that is not a finite number. Compute it again.";
}

constexpr FCharacterRule WholeRules[] = {
	{"TextsAreUtf8", CheckTexts},
	{"BaseColorsAreInRange", CheckMaterialColors},
	{"RestBoxIsSound", CheckRestBox},
	{"SphereIsSound", CheckSphere},
};

} // namespace

} // namespace CharacterRules

std::span<const FCharacterRule> GetCharacterRules()
{
	using namespace CharacterRules;
	static const std::vector<FCharacterRule> Rules = []
	{
		std::vector<FCharacterRule> All(std::begin(WholeRules), std::end(WholeRules));
		for (const std::span<const FCharacterRule> Part : {GetSkeletonRules(), GetMeshRules(), GetSkinRules(),
				 GetClipRules(), GetCorrectiveRules(), GetBakedMapRules()})
		{
			All.insert(All.end(), Part.begin(), Part.end());
		}
		return All;
	}();
	return Rules;
}

std::string FindBrokenRule(const FCharacterView& Character)
{
	for (const FCharacterRule& Rule : GetCharacterRules())
	{
		std::string Fault = Rule.Check(Character);
		if (!Fault.empty())
		{
			return Fault;
		}
	}
	return {};
}

} // namespace Exemplar
