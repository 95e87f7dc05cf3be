// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "BenchRows.h"

#include "../Unit/RandomCharacter.h"
#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Character/Character.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

// What it costs to read and to write a character file, beside what cannot be avoided: copying its bytes in memory, and
// moving them from and to the disk (from and to the system's cache, where a file that was just written still is).

using namespace Exemplar;

namespace
{

constexpr int Repeats = 15;

FCharacterData MakeLargeCharacter()
{
	FRandomCharacterOptions Options;
	Options.VertexCount = 200000;
	Options.LevelCount = 4;
	Options.JointCount = 80;
	Options.ClipCount = 4;
	Options.FrameCount = 300;
	return MakeRandomCharacterData(Options);
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("character-file", argc, argv);
	const FCharacterData Data = MakeLargeCharacter();
	const TResult<FCharacter> Made = FCharacter::FromData(Data);
	if (!Made)
	{
		std::cerr << Made.GetError().Message << "\n";
		return 1;
	}
	const FCharacter& Character = *Made;
	const std::span<const std::byte> Bytes = Character.Bytes();
	const double Megabytes = 1e-6 * static_cast<double>(Bytes.size());
	Rows.Lower("size", Megabytes, "MB");

	// Into memory that has been used before, and, as whatever makes a character must, into memory fresh from the
	// system.
	TAlignedArray<std::byte> Target(Bytes.begin(), Bytes.end());
	const double Copy = Bench::BestSeconds(Repeats,
		[&]
		{
			std::memcpy(Target.data(), Bytes.data(), Bytes.size());
			Bench::Keep(Target);
		});

	const double FreshCopy = Bench::BestSeconds(Repeats,
		[&]
		{
			TAlignedArray<std::byte> Fresh(Bytes.size());
			std::memcpy(Fresh.data(), Bytes.data(), Bytes.size());
			Bench::Keep(Fresh);
		});

	const double Read = Bench::BestSeconds(Repeats, [&] { Bench::Keep(FCharacter::FromBorrowedBytes(Bytes).IsOk()); });
	Rows.Lower("read in place, every check", 1e3 * Read, "ms").Baseline("memcpy", 1e3 * Copy).ReachRatio(4.0);

	const double Write = Bench::BestSeconds(Repeats, [&] { Bench::Keep(FCharacter::FromData(Data).IsOk()); });
	Rows.Lower("make from data, every check", 1e3 * Write, "ms")
		.Baseline("memcpy, fresh", 1e3 * FreshCopy)
		.ReachRatio(4.0);

	const double CopyOut = Bench::BestSeconds(Repeats, [&] { Bench::Keep(Character.ToData().Levels.size()); });
	Rows.Lower("copy out to data", 1e3 * CopyOut, "ms").Baseline("memcpy, fresh", 1e3 * FreshCopy).ReachRatio(4.0);

	const std::filesystem::path Folder = std::filesystem::temp_directory_path() / "exemplar-bench-character-file";
	std::filesystem::create_directories(Folder);
	const std::filesystem::path Plain = Folder / "plain", File = Folder / "character.exemplar";
	bool bSound = true;
	const double PlainWrite = Bench::BestSeconds(Repeats,
		[&]
		{
			std::ofstream Stream(Plain, std::ios::binary | std::ios::trunc);
			Stream.write(reinterpret_cast<const char*>(Bytes.data()), static_cast<std::streamsize>(Bytes.size()));
			Stream.close();
			bSound = bSound && Stream.good();
		});
	const double Save = Bench::BestSeconds(Repeats, [&] { bSound = SaveCharacter(Character, File).IsOk() && bSound; });
	Rows.Lower("save, atomically", 1e3 * Save, "ms").Baseline("plain write", 1e3 * PlainWrite).ReachRatio(1.5);

	const double PlainRead = Bench::BestSeconds(Repeats,
		[&]
		{
			TAlignedArray<std::byte> Fresh(Bytes.size());
			std::ifstream Stream(Plain, std::ios::binary);
			Stream.read(reinterpret_cast<char*>(Fresh.data()), static_cast<std::streamsize>(Fresh.size()));
			bSound = bSound && Stream.good();
			Bench::Keep(Fresh);
		});
	const double Load = Bench::BestSeconds(Repeats, [&] { bSound = LoadCharacter(File).IsOk() && bSound; });
	Rows.Lower("load, every check", 1e3 * Load, "ms").Baseline("plain read", 1e3 * PlainRead).ReachRatio(2.0);
	Rows.Higher("load, throughput", 1e-3 * Megabytes / Load, "GB/s");

	std::error_code Ignored;
	std::filesystem::remove_all(Folder, Ignored);
	if (!bSound)
	{
		std::cerr << "A file could not be written or read in " << Folder << ": is there space?\n";
		return 1;
	}
	return Rows.Finish();
}
