// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Images.h"

#include "Base/File.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

#include <string>

namespace Exemplar
{
namespace
{

void AppendPacked(void* To, void* Data, int Size)
{
	static_cast<std::string*>(To)->append(static_cast<const char*>(Data), static_cast<size_t>(Size));
}

} // namespace

FStatus WritePng(const std::filesystem::path& File, uint32_t Width, uint32_t Height, uint32_t Channels,
	std::span<const uint8_t> Pixels)
{
	const bool bChannels = Channels == 1 || Channels == 3 || Channels == 4;
	if (!bChannels || Width == 0 || Height == 0 || Width > 32768 || Height > 32768 ||
		Pixels.size() != size_t{Width} * Height * Channels)
	{
		return FError{EErrorCode::InvalidArgument,
			PathToText(File) + ": an image of " + std::to_string(Width) + " x " + std::to_string(Height) + " with " +
				std::to_string(Channels) + " channels requires as many bytes and at most 32768 pixels per side."};
	}
	std::string Bytes;
	if (!stbi_write_png_to_func(AppendPacked, &Bytes, static_cast<int>(Width), static_cast<int>(Height),
			static_cast<int>(Channels), Pixels.data(), static_cast<int>(Width * Channels)))
	{
		return FError{EErrorCode::Unwritable, PathToText(File) + ": the image could not be encoded. Free some memory."};
	}
	return WriteFileAtomically(File, Bytes);
}

TResult<std::string> PackJpeg(uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels)
{
	if (Width == 0 || Height == 0 || Width > 32768 || Height > 32768 || Pixels.size() != size_t{Width} * Height * 3 ||
		Quality < 1 || Quality > 100)
	{
		return FError{EErrorCode::InvalidArgument,
			"an image of " + std::to_string(Width) + " x " + std::to_string(Height) +
				" requires three bytes per pixel, at most 32768 pixels per side, and a quality from 1 to 100."};
	}
	std::string Bytes;
	if (!stbi_write_jpg_to_func(
			AppendPacked, &Bytes, static_cast<int>(Width), static_cast<int>(Height), 3, Pixels.data(), Quality))
	{
		return FError{EErrorCode::Unwritable, "the image could not be encoded. Free some memory."};
	}
	return Bytes;
}

FStatus WriteJpeg(
	const std::filesystem::path& File, uint32_t Width, uint32_t Height, int Quality, std::span<const uint8_t> Pixels)
{
	const TResult<std::string> Bytes = PackJpeg(Width, Height, Quality, Pixels);
	return Bytes ? WriteFileAtomically(File, *Bytes)
				 : FStatus(FError{Bytes.GetError().Code, PathToText(File) + ": " + Bytes.GetError().Message});
}

} // namespace Exemplar
