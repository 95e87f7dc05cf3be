// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever bytes it is given, the BVH reader answers with a skeleton and a clip that fit, or with a sentence.

#include "Examples/BvhFile.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	using namespace Exemplar;
	const TResult<FBvhFile> File = ParseBvh({reinterpret_cast<const std::byte*>(Data), Size}, "fuzz");
	if (!File)
	{
		if (File.GetError().Message.empty())
		{
			std::abort();
		}
		return 0;
	}
	const size_t Joints = File->Skeleton.JointCount();
	bool bSound = Joints > 0 && File->Skeleton.Names.size() == Joints && File->Skeleton.RestLocal.size() == Joints;
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		bSound = bSound && File->Skeleton.Parents[Joint] < static_cast<int32_t>(Joint);
	}
	if (File->Clip.FrameCount > 0)
	{
		bSound = bSound && File->Clip.Rotations.Offsets.size() == Joints + 1 &&
			File->Clip.Rotations.Offsets.back() == File->Clip.Rotations.Values.size();
	}
	for (const FRotation& Turn : File->Clip.Rotations.Values)
	{
		bSound = bSound && std::abs(Dot(Turn, Turn) - 1.0f) < 0.01f;
	}
	// Each value takes at least a digit and a blank.
	if (!bSound || File->Clip.Rotations.Values.size() > 6 * (Size + Joints))
	{
		std::abort();
	}
	return 0;
}
