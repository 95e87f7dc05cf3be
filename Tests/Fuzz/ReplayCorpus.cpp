// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

// Runs a fuzz target without libFuzzer, over the files of the folders that are named: what was once found stays mended,
// with every compiler. It fails when there is nothing to replay, because then it would test nothing.

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size);

int main(int argc, char** argv)
{
	std::vector<std::filesystem::path> Files;
	for (int Index = 1; Index < argc; ++Index)
	{
		std::error_code Error;
		for (const auto& Entry : std::filesystem::recursive_directory_iterator(argv[Index], Error))
		{
			if (Entry.is_regular_file(Error))
			{
				Files.push_back(Entry.path());
			}
		}
	}
	std::sort(Files.begin(), Files.end());
	if (Files.empty())
	{
		std::cerr << "No files to replay: name the folder of the corpus.\n";
		return 1;
	}
	for (const std::filesystem::path& File : Files)
	{
		// The name goes out first: after a crash it is the last line.
		std::cout << File.string() << std::endl;
		std::ifstream Stream(File, std::ios::binary);
		const std::vector<char> Bytes{std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
		LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(Bytes.data()), Bytes.size());
	}
	std::cout << Files.size() << " files replayed\n";
	return 0;
}
