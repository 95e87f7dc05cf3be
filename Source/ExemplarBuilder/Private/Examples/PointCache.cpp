// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include "Examples/ByteOrder.h"
#include "Examples/TextScanner.h"

#include <cstring>

namespace Exemplar
{
namespace
{

constexpr std::string_view Pc2Signature("POINTCACHE2\0", 12);
constexpr size_t Pc2HeaderSize = 32;

FError CutOffCache(std::string_view Name, size_t ByteCount, uint64_t VertexCount, uint64_t FrameCount, uint64_t Whole)
{
	return MalformedByte(Name, ByteCount,
		"the file ends here, but " + std::to_string(FrameCount) + " frames of " + std::to_string(VertexCount) +
			" vertices are declared and only " + std::to_string(Whole) +
			" are complete. The file is truncated; export the cache again");
}

/** Both formats end with frames of packed float32 triples. */
void ReadCachePoints(std::span<const std::byte> Bytes, bool bBigEndian, std::vector<FFloat3>& Points)
{
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const std::byte* At = Bytes.data() + Index * 12;
		Points[Index] = {LoadBytes<float>(At, bBigEndian), LoadBytes<float>(At + 4, bBigEndian),
			LoadBytes<float>(At + 8, bBigEndian)};
	}
}

void AppendCachePoints(std::string& Out, const FPointCache& Cache, bool bBigEndian)
{
	for (const FFloat3& Point : Cache.Points)
	{
		AppendBytes(Out, Point.X, bBigEndian);
		AppendBytes(Out, Point.Y, bBigEndian);
		AppendBytes(Out, Point.Z, bBigEndian);
	}
}

} // namespace

TResult<FPointCache> ParsePc2(std::span<const std::byte> Bytes, std::string_view Name)
{
	if (Bytes.size() < Pc2Signature.size() || std::memcmp(Bytes.data(), Pc2Signature.data(), Pc2Signature.size()) != 0)
	{
		return MalformedByte(Name, 0, "the file does not start with POINTCACHE2. Is this a PC2 point cache?");
	}
	if (Bytes.size() < Pc2HeaderSize)
	{
		return MalformedByte(Name, Bytes.size(),
			"the file ends within its 32-byte header. The file is truncated; export the cache again");
	}
	const int32_t Version = LoadBytes<int32_t>(Bytes.data() + 12, false);
	const int32_t VertexCount = LoadBytes<int32_t>(Bytes.data() + 16, false);
	const int32_t FrameCount = LoadBytes<int32_t>(Bytes.data() + 28, false);
	if (Version != 1)
	{
		return FileError(EErrorCode::Unsupported, Name,
			"this is version " + std::to_string(Version) + " of PC2. Export version 1, the only one supported");
	}
	if (VertexCount <= 0 || FrameCount <= 0)
	{
		return MalformedByte(Name, VertexCount <= 0 ? 16 : 28,
			"the cache has " + std::to_string(FrameCount) + " frames of " + std::to_string(VertexCount) +
				" vertices. Export at least one frame of a mesh");
	}
	const uint64_t FrameSize = uint64_t(VertexCount) * 12;
	const uint64_t Whole = (Bytes.size() - Pc2HeaderSize) / FrameSize;
	if (Whole < uint64_t(FrameCount))
	{
		return CutOffCache(Name, Bytes.size(), uint64_t(VertexCount), uint64_t(FrameCount), Whole);
	}
	FPointCache Cache;
	Cache.VertexCount = static_cast<uint32_t>(VertexCount);
	Cache.StartFrame = LoadBytes<float>(Bytes.data() + 20, false);
	Cache.FrameStep = LoadBytes<float>(Bytes.data() + 24, false);
	Cache.Points.resize(size_t(VertexCount) * size_t(FrameCount));
	ReadCachePoints(Bytes.subspan(Pc2HeaderSize), false, Cache.Points);
	return Cache;
}

TResult<FPointCache> ParseMdd(std::span<const std::byte> Bytes, std::string_view Name)
{
	if (Bytes.size() < 8)
	{
		return MalformedByte(Name, Bytes.size(),
			"the file ends within its 8-byte header. The file is truncated; export the cache again");
	}
	const int32_t FrameCount = LoadBytes<int32_t>(Bytes.data(), true);
	const int32_t VertexCount = LoadBytes<int32_t>(Bytes.data() + 4, true);
	if (VertexCount <= 0 || FrameCount <= 0)
	{
		return MalformedByte(Name, FrameCount <= 0 ? 0 : 4,
			"the cache has " + std::to_string(FrameCount) + " frames of " + std::to_string(VertexCount) +
				" vertices. Export at least one frame of a mesh, or check that this is an MDD point cache");
	}
	const uint64_t HeaderSize = 8 + uint64_t(FrameCount) * 4;
	const uint64_t FrameSize = uint64_t(VertexCount) * 12;
	const uint64_t Whole = Bytes.size() < HeaderSize ? 0 : (Bytes.size() - HeaderSize) / FrameSize;
	if (Whole < uint64_t(FrameCount))
	{
		return CutOffCache(Name, Bytes.size(), uint64_t(VertexCount), uint64_t(FrameCount), Whole);
	}
	FPointCache Cache;
	Cache.VertexCount = static_cast<uint32_t>(VertexCount);
	Cache.Times.resize(static_cast<size_t>(FrameCount));
	for (size_t Frame = 0; Frame < Cache.Times.size(); ++Frame)
	{
		Cache.Times[Frame] = LoadBytes<float>(Bytes.data() + 8 + Frame * 4, true);
	}
	Cache.Points.resize(size_t(VertexCount) * size_t(FrameCount));
	ReadCachePoints(Bytes.subspan(static_cast<size_t>(HeaderSize)), true, Cache.Points);
	return Cache;
}

std::string FormatPc2(const FPointCache& Cache)
{
	std::string Out(Pc2Signature);
	Out.reserve(Pc2HeaderSize + Cache.Points.size() * 12);
	AppendBytes(Out, int32_t(1), false);
	AppendBytes(Out, static_cast<int32_t>(Cache.VertexCount), false);
	AppendBytes(Out, Cache.StartFrame, false);
	AppendBytes(Out, Cache.FrameStep, false);
	AppendBytes(Out, static_cast<int32_t>(Cache.FrameCount()), false);
	AppendCachePoints(Out, Cache, false);
	return Out;
}

std::string FormatMdd(const FPointCache& Cache)
{
	std::string Out;
	Out.reserve(8 + Cache.FrameCount() * 4 + Cache.Points.size() * 12);
	AppendBytes(Out, static_cast<int32_t>(Cache.FrameCount()), true);
	AppendBytes(Out, static_cast<int32_t>(Cache.VertexCount), true);
	for (size_t Frame = 0; Frame < Cache.FrameCount(); ++Frame)
	{
		AppendBytes(Out, Frame < Cache.Times.size() ? Cache.Times[Frame] : static_cast<float>(Frame) / 30.0f, true);
	}
	AppendCachePoints(Out, Cache, true);
	return Out;
}

} // namespace Exemplar
