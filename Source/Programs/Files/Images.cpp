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

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace Exemplar
{
namespace
{

void AppendPacked(void* To, void* Data, int Size)
{
	static_cast<std::string*>(To)->append(static_cast<const char*>(Data), static_cast<size_t>(Size));
}

FStatus CheckImage(uint32_t Width, uint32_t Height, uint32_t Channels, size_t Expected, size_t Given)
{
	const bool bChannels = Channels == 1 || Channels == 3 || Channels == 4;
	if (!bChannels || Width == 0 || Height == 0 || Width > 32768 || Height > 32768 || Given != Expected)
	{
		return FError{EErrorCode::InvalidArgument,
			"an image of " + std::to_string(Width) + " x " + std::to_string(Height) + " with " +
				std::to_string(Channels) +
				" channels requires as many values, 1, 3 or 4 channels, and at most 32768 "
				"pixels per side."};
	}
	return FOk{};
}

/** A chunk of a PNG file: length, tag, data, checksum of the last two, big endian. */
void AppendPngChunk(std::string& Out, const char* Tag, std::string_view Data)
{
	const auto AppendNumber = [&Out](size_t Value)
	{
		for (int Shift = 24; Shift >= 0; Shift -= 8)
		{
			Out.push_back(static_cast<char>(Value >> Shift & 0xffu));
		}
	};
	AppendNumber(Data.size());
	std::string Body = std::string(Tag) + std::string(Data);
	Out += Body;
	AppendNumber(stbiw__crc32(reinterpret_cast<unsigned char*>(Body.data()), static_cast<int>(Body.size())));
}

/** Integers and floats of an OpenEXR file are little endian. */
template <typename T>
void AppendRaw(std::string& Out, const T& Value)
{
	Out.append(reinterpret_cast<const char*>(&Value), sizeof(T));
}

template <typename... T>
void AppendExrAttribute(std::string& Out, const char* Name, const char* Type, const T&... Values)
{
	Out.append(Name).push_back('\0');
	Out.append(Type).push_back('\0');
	std::string Data;
	(AppendRaw(Data, Values), ...);
	AppendRaw(Out, static_cast<int32_t>(Data.size()));
	Out += Data;
}

} // namespace

TResult<std::string> PackPng(
	uint32_t Width, uint32_t Height, uint32_t Channels, uint32_t Bits, std::span<const uint8_t> Texels)
{
	const size_t Pixel = size_t{Channels} * Bits / 8, Row = Width * Pixel;
	if (FStatus Sound = CheckImage(Width, Height, Channels, Row * Height, Bits == 8 || Bits == 16 ? Texels.size() : 0);
		!Sound)
	{
		return Sound.GetError();
	}
	if ((Row + 1) * Height > size_t{0x7fffffff})
	{
		return FError{EErrorCode::Unsupported, "the image has more than 2 GB. Write it as EXR, or make a smaller one."};
	}
	// Every row begins with its filter: 1, differences to the pixel on the left. Channels of 16 bits are big endian.
	std::vector<unsigned char> Rows;
	Rows.reserve((Row + 1) * Height);
	std::vector<unsigned char> Line(Row);
	for (size_t Y = 0; Y < Height; ++Y)
	{
		for (size_t Byte = 0; Byte < Row; ++Byte)
		{
			Line[Byte] = Texels[Y * Row + (Bits == 16 ? Byte ^ 1 : Byte)];
		}
		Rows.push_back(1);
		for (size_t Byte = 0; Byte < Row; ++Byte)
		{
			Rows.push_back(static_cast<unsigned char>(Line[Byte] - (Byte < Pixel ? 0 : Line[Byte - Pixel])));
		}
	}
	int Length = 0;
	unsigned char* const Packed = stbi_zlib_compress(Rows.data(), static_cast<int>(Rows.size()), &Length, 8);
	if (Packed == nullptr)
	{
		return FError{EErrorCode::Unwritable, "the image could not be encoded. Free some memory."};
	}
	const char Kinds[] = {0, 0, 0, 2, 6}; // gray, RGB, RGBA
	std::string Head;
	for (const uint32_t Side : {Width, Height})
	{
		for (int Shift = 24; Shift >= 0; Shift -= 8)
		{
			Head.push_back(static_cast<char>(Side >> Shift & 0xffu));
		}
	}
	Head += {static_cast<char>(Bits), Kinds[Channels], 0, 0, 0};
	std::string Out = "\x89PNG\r\n\x1a\n";
	AppendPngChunk(Out, "IHDR", Head);
	AppendPngChunk(Out, "IDAT", {reinterpret_cast<const char*>(Packed), static_cast<size_t>(Length)});
	AppendPngChunk(Out, "IEND", {});
	std::free(Packed);
	return Out;
}

TResult<std::string> PackExr(uint32_t Width, uint32_t Height, uint32_t Channels, std::span<const float> Values)
{
	if (FStatus Sound = CheckImage(Width, Height, Channels, size_t{Width} * Height * Channels, Values.size()); !Sound)
	{
		return Sound.GetError();
	}
	std::string Out;
	AppendRaw(Out, uint32_t{20000630}); // the magic number
	AppendRaw(Out, uint32_t{2});        // version 2, scan lines
	// Channels are in alphabetical order; Order says which of the picture's they are.
	const std::string Names = Channels == 1 ? "Y" : (Channels == 3 ? "BGR" : "ABGR");
	const std::array<size_t, 4> Order = Channels == 1
		? std::array<size_t, 4>{0}
		: (Channels == 3 ? std::array<size_t, 4>{2, 1, 0} : std::array<size_t, 4>{3, 2, 1, 0});
	Out.append("channels").push_back('\0');
	Out.append("chlist").push_back('\0');
	AppendRaw(Out, static_cast<int32_t>(18 * Names.size() + 1));
	for (const char Name : Names)
	{
		Out += {Name, '\0'};
		for (const int32_t Field : {2, 0, 1, 1}) // float; not linear; every pixel
		{
			AppendRaw(Out, Field);
		}
	}
	Out.push_back('\0');
	const int32_t Last[] = {static_cast<int32_t>(Width) - 1, static_cast<int32_t>(Height) - 1};
	AppendExrAttribute(Out, "compression", "compression", uint8_t{0});
	AppendExrAttribute(Out, "dataWindow", "box2i", int32_t{0}, int32_t{0}, Last[0], Last[1]);
	AppendExrAttribute(Out, "displayWindow", "box2i", int32_t{0}, int32_t{0}, Last[0], Last[1]);
	AppendExrAttribute(Out, "lineOrder", "lineOrder", uint8_t{0});
	AppendExrAttribute(Out, "pixelAspectRatio", "float", 1.0f);
	AppendExrAttribute(Out, "screenWindowCenter", "v2f", 0.0f, 0.0f);
	AppendExrAttribute(Out, "screenWindowWidth", "float", 1.0f);
	Out.push_back('\0');
	const uint64_t LineSize = uint64_t{Width} * Channels * sizeof(float), First = Out.size() + uint64_t{8} * Height;
	for (uint64_t Y = 0; Y < Height; ++Y)
	{
		AppendRaw(Out, First + Y * (LineSize + 8));
	}
	for (uint32_t Y = 0; Y < Height; ++Y)
	{
		AppendRaw(Out, static_cast<int32_t>(Y));
		AppendRaw(Out, static_cast<int32_t>(LineSize));
		for (size_t Channel = 0; Channel < Channels; ++Channel)
		{
			for (size_t X = 0; X < Width; ++X)
			{
				AppendRaw(Out, Values[(size_t{Y} * Width + X) * Channels + Order[Channel]]);
			}
		}
	}
	return Out;
}

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
