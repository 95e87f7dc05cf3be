// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Utf8.h"
#include "Character/RuleParts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace Exemplar::CharacterRules
{

namespace BakedMapRulesDetail
{

constexpr uint32_t MaxMapSide = 16384;
constexpr uint64_t TexelBlock = 16;

bool HasSoundSize(const FBakedMapFields& Map)
{
	const auto IsSide = [](uint32_t Side) { return std::has_single_bit(Side) && Side <= MaxMapSide; };
	return IsSide(Map.Width) && IsSide(Map.Height) && Map.Channels >= 1 && Map.Channels <= 4 &&
		(Map.Bits == 8 || Map.Bits == 16);
}

std::string CheckNames(const FCharacterView& Character)
{
	std::vector<std::string_view> Names;
	for (const TBakedMap<FViewed>& Map : Character.Maps.Maps)
	{
		Names.push_back(Map.Name);
		if (Map.Name.empty() || !IsValidUtf8(Map.Name))
		{
			return Sentence("The name of map ", Names.size() - 1, " is empty or not UTF-8. Name it.");
		}
	}
	std::sort(Names.begin(), Names.end());
	const auto Twin = std::adjacent_find(Names.begin(), Names.end());
	return Twin == Names.end() ? std::string()
							   : Sentence("Two maps are named ", Quoted(*Twin), ". Rename one of them.");
}

std::string CheckFields(const FCharacterView& Character)
{
	for (size_t Index = 0; Index < Character.Maps.Maps.size(); ++Index)
	{
		const FBakedMapFields& Map = Character.Maps.Maps[Index];
		const bool bLevel = Map.Level == NoIndex || Map.Level < Character.Levels.size();
		if (!HasSoundSize(Map) || Map.Kind >= BakedMapCount || !bLevel || !(std::isfinite(Map.Scale)))
		{
			return Sentence("Map ", Index, " is of kind ", Map.Kind, " for level ", Map.Level, ", with ", Map.Width,
				" x ", Map.Height, " texels of ", Map.Channels, " channels with ", Map.Bits,
				" bits. Use a known kind, a level that exists, powers of two up to ", MaxMapSide,
				", 1 to 4 channels of 8 or 16 bits, and a finite scale.");
		}
	}
	return {};
}

std::string CheckTexels(const FCharacterView& Character)
{
	uint64_t End = 0;
	for (size_t Index = 0; Index < Character.Maps.Maps.size(); ++Index)
	{
		const FBakedMapFields& Map = Character.Maps.Maps[Index];
		if (!HasSoundSize(Map))
		{
			return {}; // another rule's
		}
		const uint64_t First = (End + TexelBlock - 1) / TexelBlock * TexelBlock;
		if (Map.First * TexelBlock != First)
		{
			return Sentence("The texels of map ", Index, " begin at block ", Map.First, " instead of ",
				First / TexelBlock, ". Put the maps one after the other.");
		}
		End = First + Map.ByteCount();
	}
	return End == Character.Maps.Texels.size()
		? std::string()
		: Sentence("The maps need ", End, " bytes of texels, and there are ", Character.Maps.Texels.size(),
			  ". Give every map its texels, and no more.");
}

constexpr FCharacterRule BakedMapRules[] = {
	{"MapNamesAreUnique", CheckNames},
	{"MapFieldsAreSound", CheckFields},
	{"MapTexelsAreWhole", CheckTexels},
};

} // namespace BakedMapRulesDetail

std::span<const FCharacterRule> GetBakedMapRules()
{
	return BakedMapRulesDetail::BakedMapRules;
}

} // namespace Exemplar::CharacterRules
