// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"
#include "Registration/ConfidenceFile.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const Exemplar::TResult<Exemplar::FConfidence> Read =
		Exemplar::ParseConfidence({reinterpret_cast<const std::byte*>(Data), Size}, "fuzz");
	if (Read)
	{
		// What was accepted is written as it was.
		const std::string Written = Exemplar::FormatConfidence(*Read);
		if (Written.size() != Size || std::memcmp(Written.data(), Data, Size) != 0)
		{
			std::abort();
		}
	}
	return 0;
}
