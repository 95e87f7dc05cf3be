// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace Exemplar
{

/** A folder of a test's own under the system's temporary one; gone with everything in it when the test ends. */
class FTemporaryFolder
{
public:
	FTemporaryFolder()
	{
		const testing::TestInfo* Test = testing::UnitTest::GetInstance()->current_test_info();
		const auto Ticks = std::chrono::steady_clock::now().time_since_epoch().count();
		Folder = std::filesystem::temp_directory_path() /
			("exemplar-" + std::string(Test->test_suite_name()) + "-" + Test->name() + "-" + std::to_string(Ticks));
		std::filesystem::create_directories(Folder);
	}
	~FTemporaryFolder()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Folder, Ignored);
	}
	FTemporaryFolder(const FTemporaryFolder&) = delete;
	FTemporaryFolder& operator=(const FTemporaryFolder&) = delete;

	const std::filesystem::path& Path() const { return Folder; }
	std::filesystem::path operator/(const std::filesystem::path& Name) const { return Folder / Name; }

private:
	std::filesystem::path Folder;
};

} // namespace Exemplar
