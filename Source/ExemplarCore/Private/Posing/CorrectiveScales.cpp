// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/CorrectiveScales.h"

#include "Base/Names.h"

#include <cmath>

namespace Exemplar
{

bool FCorrectiveScales::Set(const FCharacterView* Character, std::string_view Name, float Scale)
{
	if (!Character || !FindNamed(Character->Correctives.Correctives, Name) || !std::isfinite(Scale))
	{
		return false;
	}
	std::erase_if(ByName, [&](const FNamed& Named) { return IsSameName(Named.Name, Name); });
	ByName.push_back({std::string(Name), Scale});
	Match(Character);
	return true;
}

void FCorrectiveScales::Match(const FCharacterView* Character)
{
	ByNumber.clear();
	if (!Character || ByName.empty())
	{
		return;
	}
	for (const auto& Corrective : Character->Correctives.Correctives)
	{
		const std::optional<size_t> Named = FindNamed(ByName, Corrective.Name);
		ByNumber.push_back(Named ? ByName[*Named].Scale : 1.0f);
	}
}

void FCorrectiveScales::Reset()
{
	ByName.clear();
	ByNumber.clear();
}

} // namespace Exemplar
