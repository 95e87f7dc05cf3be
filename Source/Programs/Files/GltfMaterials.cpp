// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfMaterials.h"

#include "Files/Failure.h"
#include "Files/Json.h"
#include "Files/MapFiles.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

/** The texture of the map of a kind for a level, written where it is found; nothing if there is none. */
std::optional<size_t> WriteTexture(const TBakedMaps<FViewed>& Maps, EBakedMap Kind, uint32_t Level, FGltfWriter& Writer)
{
	for (size_t Map = 0; Map < Maps.Maps.size(); ++Map)
	{
		if (Maps.Maps[Map].Kind == static_cast<uint32_t>(Kind) && Maps.Maps[Map].Level == Level)
		{
			const TResult<std::string> Png = PackMapPng(Maps, Map, 8); // viewers read no more
			if (!Png)
			{
				throw FFailure{Png.GetError()};
			}
			return Writer.AddTexture(Maps.Maps[Map].Name, std::as_bytes(std::span(*Png)));
		}
	}
	return std::nullopt;
}

FJson DescribeMaterial(const TMaterialSlot<FViewed>& Material)
{
	const auto Clamp = [](float Value) { return (std::min)((std::max)(Value, 0.0f), 1.0f); };
	const FFloat4& C = Material.BaseColor;
	FJson Item = {{"name", Material.Name},
		{"pbrMetallicRoughness",
			{{"baseColorFactor", FJson::array({Clamp(C.X), Clamp(C.Y), Clamp(C.Z), Clamp(C.W)})},
				{"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}}};
	if (C.W < 1.0f)
	{
		Item["alphaMode"] = "BLEND";
	}
	return Item;
}

} // namespace

FGltfMaterials::FGltfMaterials(const FCharacterView& Character, size_t LevelCount, FGltfWriter& Writer)
{
	const std::optional<size_t> Color = WriteTexture(Character.Maps, EBakedMap::Color, NoIndex, Writer);
	const std::optional<size_t> Occlusion = WriteTexture(Character.Maps, EBakedMap::Occlusion, NoIndex, Writer);
	std::vector<FJson> Items;
	for (const TMaterialSlot<FViewed>& Material : Character.Materials)
	{
		Items.push_back(DescribeMaterial(Material));
	}
	bDefault = Items.empty() && !Character.Maps.Maps.empty();
	if (bDefault)
	{
		Items.push_back(DescribeMaterial({}));
	}
	for (FJson& Item : Items)
	{
		if (Color)
		{
			Item["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", *Color}};
		}
		if (Occlusion)
		{
			Item["occlusionTexture"] = {{"index", *Occlusion}};
		}
	}
	SlotCount = Items.size();
	bColors = Color.has_value();
	std::optional<size_t> Plain;
	for (size_t Level = 0; Level < (std::max)(LevelCount, size_t{1}); ++Level)
	{
		const std::optional<size_t> Normal =
			WriteTexture(Character.Maps, EBakedMap::Normal, static_cast<uint32_t>(Level), Writer);
		if (!Normal && Plain)
		{
			FirstOfLevel.push_back(*Plain);
			continue;
		}
		FirstOfLevel.push_back(Writer.Json.contains("materials") ? Writer.Json["materials"].size() : 0);
		Plain = Normal ? Plain : std::optional<size_t>(FirstOfLevel.back());
		for (FJson Item : Items)
		{
			if (Normal)
			{
				Item["name"] = Item["name"].get<std::string>() + "_LOD" + std::to_string(Level);
				Item["normalTexture"] = {{"index", *Normal}};
			}
			Writer.Append("materials", std::move(Item));
		}
	}
}

std::optional<size_t> FGltfMaterials::Find(size_t Level, uint32_t Slot) const
{
	const size_t Row = bDefault ? 0 : Slot;
	return Row < SlotCount && Level < FirstOfLevel.size() ? std::optional(FirstOfLevel[Level] + Row) : std::nullopt;
}

} // namespace Exemplar
