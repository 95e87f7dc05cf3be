// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** Factors of correctives, by name. They stay when the character comes in another version, which may number others. */
class EXEMPLARCORE_API FCorrectiveScales
{
public:
	/** False if the character (which may be null) has no such corrective, or the number is not finite. */
	bool Set(const FCharacterView* Character, std::string_view Name, float Scale);
	/** The numbers of this character's correctives. Null for none. */
	void Match(const FCharacterView* Character);
	void Reset();

	/** By the number of the corrective, for FPoseOptions; those beyond its end keep their strength. */
	std::span<const float> Get() const { return ByNumber; }

private:
	struct FNamed
	{
		std::string Name;
		float Scale;
	};
	std::vector<FNamed> ByName;
	std::vector<float> ByNumber;
};

} // namespace Exemplar
