// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include <cstdint>
#include <cstdlib>

namespace
{

void UseCache(const Exemplar::TResult<Exemplar::FPointCache>& Cache, size_t Size)
{
	if (Cache && (Cache->Points.size() * 12 > Size || Cache->FrameCount() * Cache->VertexCount != Cache->Points.size()))
	{
		std::abort();
	}
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::span<const std::byte> Bytes(reinterpret_cast<const std::byte*>(Data), Size);
	UseCache(Exemplar::ParsePc2(Bytes, "fuzz"), Size);
	UseCache(Exemplar::ParseMdd(Bytes, "fuzz"), Size);
	return 0;
}
