// Copyright (c) 2026 Exemplar contributors. MIT license.
// Whatever bytes it is given, the Alembic reader answers with examples that hold together or with a sentence. Alembic's
// library runs in a child process and may crash there; this program may not.

#include "Files/AlembicImport.h"
#include "ParsedScene.h"

#include <filesystem>
#include <fstream>
#include <string>

#if !defined(_WIN32)
#include <unistd.h>
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	static const std::filesystem::path File =
		std::filesystem::temp_directory_path() / ("exemplar-fuzz-" + std::to_string(getpid()) + ".abc");
	std::ofstream(File, std::ios::binary)
		.write(reinterpret_cast<const char*>(Data), static_cast<std::streamsize>(Size));
	Exemplar::FSceneOptions Options;
	Options.MaxVertices = 200000;
	Exemplar::CheckParsedScene(Exemplar::ImportAlembic(File, Options, {}));
	std::error_code Ignored;
	std::filesystem::remove(File, Ignored);
	return 0;
}
