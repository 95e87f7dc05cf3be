// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/BakedMapModel.h"
#include "Files/Json.h"

#include <filesystem>

namespace Exemplar
{

/** A map as a PNG file: normals become RGB, with Z; Bits 0 keeps those of the map. A map of two channels that are not
 * normals becomes RGB with an empty last channel. */
TResult<std::string> PackMapPng(const TBakedMaps<FViewed>& Maps, size_t Map, uint32_t Bits = 0);

/** The same as an OpenEXR file of floats. Normals are from -1 to 1, curvature is per meter. */
TResult<std::string> PackMapExr(const TBakedMaps<FViewed>& Maps, size_t Map);

/** Writes every map as NAME.png, or NAME.exr; characters that files cannot have become _. Returns the names. */
TResult<std::vector<std::string>> WriteMaps(
	const std::filesystem::path& Folder, const TBakedMaps<FViewed>& Maps, bool bExr);

/** Name, kind, level, size and bits of every map. */
FJson DescribeMaps(const TBakedMaps<FViewed>& Maps);

} // namespace Exemplar
