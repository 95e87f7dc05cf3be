// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever bytes it is given, the glTF reader answers with examples that hold together or with a sentence.

#include "Files/GltfImport.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	Exemplar::FSceneOptions Options;
	Options.FramesPerSecond = 10.0;
	Options.MaxVertices = 200000;
	const auto Examples =
		Exemplar::ImportGltfBytes({reinterpret_cast<const std::byte*>(Data), Size}, "fuzz.gltf", {}, Options, {});
	if (!Examples)
	{
		if (Examples.GetError().Message.empty())
		{
			std::abort();
		}
		return 0;
	}
	const size_t VertexCount = Examples->Rest.Positions.size();
	for (const uint32_t Vertex : Examples->Rest.CornerVertices)
	{
		if (Vertex >= VertexCount)
		{
			std::abort();
		}
	}
	for (const Exemplar::FSourcePose& Pose : Examples->Poses)
	{
		if (Pose.Positions.size() != VertexCount)
		{
			std::abort();
		}
	}
	if (Examples->Rig && Examples->Rig->Weights.Offsets.size() != VertexCount + 1)
	{
		std::abort();
	}
	return 0;
}
