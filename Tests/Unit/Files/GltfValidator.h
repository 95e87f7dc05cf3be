// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/File.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <span>
#include <string>

namespace Exemplar
{

/** Whether Khronos' validator can run. Where it must (CI=true) its absence is a failure, elsewhere a reason to skip. */
inline bool HasGltfValidator()
{
	const std::filesystem::path Package =
		std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Tests/EndToEnd/node_modules/gltf-validator";
	return std::filesystem::exists(Package) && std::system("node --version > /dev/null 2>&1") == 0;
}

inline bool MustValidate()
{
	const char* Ci = std::getenv("CI");
	return Ci && std::string(Ci) == "true";
}

/** Writes the bytes to File and lets Khronos' validator judge them: no errors, no warnings. */
inline void ExpectValidGltf(const std::filesystem::path& File, std::span<const std::byte> Bytes)
{
	const FStatus Written = WriteFileAtomically(File, Bytes);
	ASSERT_TRUE(Written) << Written.GetError().Message;
	if (!HasGltfValidator())
	{
		ASSERT_FALSE(MustValidate()) << "node or gltf-validator is missing; run Scripts/setup.sh";
		GTEST_SKIP() << "node or gltf-validator is missing; run Scripts/setup.sh";
	}
	const std::string Script =
		(std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Tests/EndToEnd/validate-gltf.js").string();
	const std::string Command = "node '" + Script + "' '" + File.string() + "'";
	EXPECT_EQ(std::system(Command.c_str()), 0);
}

} // namespace Exemplar
