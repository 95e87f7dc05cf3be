// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever bytes it is given, the glTF reader answers with examples that hold together or with a sentence.

#include "Files/GltfImport.h"
#include "ParsedScene.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	Exemplar::FSceneOptions Options;
	Options.FramesPerSecond = 10.0;
	Options.MaxVertices = 200000;
	Exemplar::CheckParsedScene(
		Exemplar::ImportGltfBytes({reinterpret_cast<const std::byte*>(Data), Size}, "fuzz.gltf", {}, Options, {}));
	return 0;
}
