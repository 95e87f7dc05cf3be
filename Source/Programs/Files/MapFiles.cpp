// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/MapFiles.h"

#include "Bake/BakeMaps.h"
#include "Base/File.h"
#include "Files/Images.h"

#include <algorithm>
#include <cmath>
#include <system_error>

namespace Exemplar
{
namespace
{

uint32_t Pack(std::span<const uint8_t> Texels, size_t Index, uint32_t Bits)
{
	return Bits == 8 ? Texels[Index] : static_cast<uint32_t>(Texels[2 * Index] | Texels[2 * Index + 1] << 8);
}

bool IsNormal(const FBakedMapFields& Map)
{
	return Map.Kind == static_cast<uint32_t>(EBakedMap::Normal) && Map.Channels == 2 && Map.Bits == 16;
}

/** The values of a map with 1, 3 or 4 channels, from 0 to 1. */
std::vector<float> ReadMap(const TBakedMaps<FViewed>& Maps, size_t Index, uint32_t& Channels)
{
	const FBakedMapFields& Map = Maps.Maps[Index];
	const std::span<const uint8_t> Texels = Maps.TexelsOf(Index);
	const size_t Count = size_t{Map.Width} * Map.Height;
	Channels = Map.Channels == 2 ? 3 : Map.Channels;
	std::vector<float> Out(Count * Channels, 0.0f);
	for (size_t Texel = 0; Texel < Count; ++Texel)
	{
		for (size_t Channel = 0; Channel < Map.Channels; ++Channel)
		{
			Out[Texel * Channels + Channel] =
				static_cast<float>(Pack(Texels, Texel * Map.Channels + Channel, Map.Bits)) /
				(Map.Bits == 8 ? 255.0f : 65535.0f);
		}
		if (IsNormal(Map))
		{
			const FFloat3 N = DecodeMapNormal(static_cast<uint16_t>(Pack(Texels, 2 * Texel, 16)),
				static_cast<uint16_t>(Pack(Texels, 2 * Texel + 1, 16)));
			Out[Texel * 3 + 2] = N.Z * 0.5f + 0.5f;
		}
	}
	return Out;
}

const char* NameKind(uint32_t Kind)
{
	const char* const Names[BakedMapCount] = {"normal", "occlusion", "curvature", "wrinkle", "color"};
	return Kind < BakedMapCount ? Names[Kind] : "unknown";
}

} // namespace

TResult<std::string> PackMapPng(const TBakedMaps<FViewed>& Maps, size_t Map, uint32_t Bits)
{
	const FBakedMapFields& Fields = Maps.Maps[Map];
	uint32_t Channels = 0;
	const std::vector<float> Values = ReadMap(Maps, Map, Channels);
	const uint32_t Depth = Bits == 0 ? Fields.Bits : Bits;
	std::vector<uint8_t> Texels;
	Texels.reserve(Values.size() * Depth / 8);
	for (const float Value : Values)
	{
		const long Code = std::lround(Value * (Depth == 8 ? 255.0f : 65535.0f));
		Texels.push_back(static_cast<uint8_t>(Code & 0xff));
		if (Depth == 16)
		{
			Texels.push_back(static_cast<uint8_t>(Code >> 8));
		}
	}
	return PackPng(Fields.Width, Fields.Height, Channels, Depth, Texels);
}

TResult<std::string> PackMapExr(const TBakedMaps<FViewed>& Maps, size_t Map)
{
	const FBakedMapFields& Fields = Maps.Maps[Map];
	uint32_t Channels = 0;
	std::vector<float> Values = ReadMap(Maps, Map, Channels);
	const bool bCurvature = Fields.Kind == static_cast<uint32_t>(EBakedMap::Curvature) && Fields.Scale > 0.0f;
	if (IsNormal(Fields) || bCurvature)
	{
		for (float& Value : Values)
		{
			Value = (Value * 2.0f - 1.0f) / (bCurvature ? Fields.Scale : 1.0f);
		}
	}
	return PackExr(Fields.Width, Fields.Height, Channels, Values);
}

TResult<std::vector<std::string>> WriteMaps(
	const std::filesystem::path& Folder, const TBakedMaps<FViewed>& Maps, bool bExr)
{
	std::error_code Error;
	std::filesystem::create_directories(Folder, Error);
	if (Error)
	{
		return FError{EErrorCode::Unwritable,
			PathToText(Folder) + ": the folder for the maps cannot be made. Choose another place."};
	}
	std::vector<std::string> Out;
	for (size_t Map = 0; Map < Maps.Maps.size(); ++Map)
	{
		std::string Name(Maps.Maps[Map].Name);
		for (char& Letter : Name)
		{
			const bool bPlain = (Letter >= 'a' && Letter <= 'z') || (Letter >= 'A' && Letter <= 'Z') ||
				(Letter >= '0' && Letter <= '9') || Letter == '-' || Letter == '_';
			Letter = bPlain ? Letter : '_';
		}
		Name += bExr ? ".exr" : ".png";
		if (std::find(Out.begin(), Out.end(), Name) != Out.end())
		{
			Name = std::to_string(Map) + "_" + Name;
		}
		const TResult<std::string> Bytes = bExr ? PackMapExr(Maps, Map) : PackMapPng(Maps, Map);
		if (!Bytes)
		{
			return Bytes.GetError();
		}
		if (FStatus Written = WriteFileAtomically(Folder / Name, *Bytes); !Written)
		{
			return Written.GetError();
		}
		Out.push_back(Name);
	}
	return Out;
}

FJson DescribeMaps(const TBakedMaps<FViewed>& Maps)
{
	FJson Out = FJson::array();
	for (const TBakedMap<FViewed>& Map : Maps.Maps)
	{
		FJson Row = {{"name", Map.Name}, {"kind", NameKind(Map.Kind)}, {"width", Map.Width}, {"height", Map.Height},
			{"channels", Map.Channels}, {"bits", Map.Bits}};
		if (Map.Level != NoIndex)
		{
			Row["level"] = Map.Level;
		}
		Out.push_back(std::move(Row));
	}
	return Out;
}

} // namespace Exemplar
