// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever text it is given, the reader of landmarks answers with finite places that have names, or with a sentence.

#include "Files/LandmarkFile.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	using namespace Exemplar;
	const std::string Text(reinterpret_cast<const char*>(Data), Size);
	const TResult<std::vector<FFileLandmark>> Read = ParseLandmarkJson(Text, "fuzz.json");
	const TResult<FFileLandmark> One = ParseLandmarkText(Text);
	std::vector<FFileLandmark> All = Read ? *Read : std::vector<FFileLandmark>();
	if (One)
	{
		All.push_back(*One);
	}
	if ((!Read && Read.GetError().Message.empty()) || (!One && One.GetError().Message.empty()))
	{
		std::abort();
	}
	for (const FFileLandmark& Each : All)
	{
		const FDouble3& P = Each.Landmark.Position;
		if (Each.Landmark.Name.empty() || !std::isfinite(P.X + P.Y + P.Z))
		{
			std::abort();
		}
	}
	return 0;
}
