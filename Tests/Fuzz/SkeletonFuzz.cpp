// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever text it is given, the reader of skeletons in JSON answers with a tree of finite joints or with a sentence.

#include "Files/SkeletonFiles.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	using namespace Exemplar;
	const TResult<FSkeletonData> Skeleton = ParseSkeletonJson({reinterpret_cast<const char*>(Data), Size}, "fuzz.json");
	if (!Skeleton)
	{
		if (Skeleton.GetError().Message.empty())
		{
			std::abort();
		}
		return 0;
	}
	for (size_t Joint = 0; Joint < Skeleton->JointCount(); ++Joint)
	{
		const FBoneTransform& Rest = Skeleton->RestLocal[Joint];
		if (Skeleton->Parents[Joint] >= static_cast<int32_t>(Joint) || Skeleton->Names[Joint].empty() ||
			!std::isfinite(Rest.Translation.X + Rest.Translation.Y + Rest.Translation.Z) ||
			std::abs(Dot(Rest.Rotation, Rest.Rotation) - 1.0f) > 0.01f)
		{
			std::abort();
		}
	}
	return 0;
}
