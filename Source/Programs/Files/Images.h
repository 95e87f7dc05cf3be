// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace Exemplar
{

/** Writes 8-bit pixels, rows from the top, Channels (1 gray, 3 RGB, 4 RGBA) bytes each. Never leaves a partial file. */
FStatus WritePng(const std::filesystem::path& File, uint32_t Width, uint32_t Height, uint32_t Channels,
	std::span<const uint8_t> Pixels);

/** The bytes of a JPEG file of 8-bit RGB pixels, rows from the top; Quality from 1 to 100. */
TResult<std::string> PackJpeg(uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels);

/** Writes 8-bit RGB pixels, rows from the top; Quality from 1 to 100. Never leaves a partial file. */
FStatus WriteJpeg(
	const std::filesystem::path& File, uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels);

} // namespace Exemplar
