// Copyright (c) 2026 Exemplar contributors. MIT license.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Runs a fuzz target without libFuzzer, over the files of the folders that are named: what was once found stays mended,
// with every compiler. --edits=N runs N edited copies of every file besides, the same ones each time. It fails when
// there is nothing to replay, because then it would test nothing.

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size);

namespace
{

/** Up to four edits: a byte changed, a number made small or huge, a part lost or repeated, the end cut off. */
void EditCopy(std::mt19937_64& Random, std::vector<char>& Bytes)
{
	for (uint64_t Left = 1 + Random() % 4; Left > 0 && !Bytes.empty(); --Left)
	{
		const auto At = Bytes.begin() + static_cast<std::ptrdiff_t>(Random() % Bytes.size());
		const auto End = At + (std::min)(static_cast<std::ptrdiff_t>(1 + Random() % 16), Bytes.end() - At);
		switch (Random() % 5)
		{
		case 0:
			*At = static_cast<char>(Random());
			break;
		case 1:
			std::fill(At, End, Random() % 2 == 0 ? char(0) : char(-1));
			break;
		case 2:
			Bytes.erase(At, End);
			break;
		case 3:
		{
			const std::vector<char> Part(At, End);
			Bytes.insert(At, Part.begin(), Part.end());
			break;
		}
		default:
			Bytes.erase(At, Bytes.end());
		}
	}
}

} // namespace

int main(int argc, char** argv)
{
	std::vector<std::filesystem::path> Files;
	int EditCount = 0;
	for (int Index = 1; Index < argc; ++Index)
	{
		const std::string_view Argument = argv[Index];
		if (Argument.starts_with("--edits="))
		{
			EditCount = std::stoi(std::string(Argument.substr(8)));
			continue;
		}
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
		for (int Edit = 0; Edit < EditCount; ++Edit)
		{
			std::mt19937_64 Random(static_cast<uint64_t>(Edit));
			std::vector<char> Copy = Bytes;
			EditCopy(Random, Copy);
			LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(Copy.data()), Copy.size());
		}
	}
	std::cout << Files.size() << " files replayed\n";
	return 0;
}
