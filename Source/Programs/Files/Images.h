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

/** The bytes of a PNG file with 8 or 16 bits per channel, rows from the top, Channels 1 (gray), 3 (RGB) or 4 (RGBA).
 * Texels are little endian, as in a character file. */
TResult<std::string> PackPng(
	uint32_t Width, uint32_t Height, uint32_t Channels, uint32_t Bits, std::span<const uint8_t> Texels);

/** The bytes of an OpenEXR file of 32-bit floats, not compressed: Channels 1 (Y), 3 (RGB) or 4 (RGBA). */
TResult<std::string> PackExr(uint32_t Width, uint32_t Height, uint32_t Channels, std::span<const float> Values);

/** The bytes of a JPEG file of 8-bit RGB pixels, rows from the top; Quality from 1 to 100. */
TResult<std::string> PackJpeg(uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels);

/** Writes 8-bit RGB pixels, rows from the top; Quality from 1 to 100. Never leaves a partial file. */
FStatus WriteJpeg(
	const std::filesystem::path& File, uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels);

} // namespace Exemplar
