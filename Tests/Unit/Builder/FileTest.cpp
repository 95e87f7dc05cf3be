// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/File.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>

namespace Exemplar
{
namespace FileTest
{

using testing::HasSubstr;

size_t CountFiles(const std::filesystem::path& Folder)
{
	const std::filesystem::directory_iterator Files(Folder);
	return static_cast<size_t>(std::distance(begin(Files), end(Files)));
}

TEST(File, WhatIsWrittenIsReadBackUnchanged)
{
	const FTemporaryFolder Folder;
	const std::string Text("line\r\nline\n\0end\x1a more", 21);
	ASSERT_TRUE(WriteFileAtomically(Folder / "text", Text));
	const TResult<std::string> Read = ReadWholeTextFile(Folder / "text");
	ASSERT_TRUE(Read);
	EXPECT_EQ(*Read, Text);
}

TEST(File, BytesStandOnACacheLine)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "bytes", "abc"));
	const TResult<TAlignedArray<std::byte>> Read = ReadWholeFile(Folder / "bytes");
	ASSERT_TRUE(Read);
	ASSERT_EQ(Read->size(), 3u);
	EXPECT_EQ((*Read)[2], std::byte{'c'});
	EXPECT_EQ(reinterpret_cast<uintptr_t>(Read->data()) % 64, 0u);
}

TEST(File, EmptyFilesAreFiles)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "empty", std::string_view()));
	const TResult<TAlignedArray<std::byte>> Read = ReadWholeFile(Folder / "empty");
	ASSERT_TRUE(Read);
	EXPECT_TRUE(Read->empty());
}

TEST(File, WritingReplacesWhatWasThereAndLeavesNoTemporary)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "file", "a longer old text"));
	ASSERT_TRUE(WriteFileAtomically(Folder / "file", "new"));
	EXPECT_EQ(*ReadWholeTextFile(Folder / "file"), "new");
	EXPECT_EQ(CountFiles(Folder.Path()), 1u);
}

TEST(File, NamesInEveryScriptWork)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path Name(u8"Gestalt \u00e4\u00f6\u00fc \u4eba\u7269 \U0001f9cd.exemplar");
	ASSERT_TRUE(WriteFileAtomically(Folder / Name, "x"));
	EXPECT_EQ(*ReadWholeTextFile(Folder / Name), "x");
	const std::u8string Expected = Name.u8string();
	EXPECT_EQ(PathToText(Name), std::string(Expected.begin(), Expected.end()));
}

TEST(File, AFailedWriteLeavesTheFolderAsItWas)
{
	const FTemporaryFolder Folder;
	std::filesystem::create_directories(Folder / "taken" / "inside");
	const FStatus Status = WriteFileAtomically(Folder / "taken", "x");
	ASSERT_FALSE(Status);
	EXPECT_EQ(Status.GetError().Code, EErrorCode::Unwritable);
	EXPECT_THAT(Status.GetError().Message, HasSubstr("taken"));
	EXPECT_TRUE(std::filesystem::is_directory(Folder / "taken" / "inside"));
	EXPECT_EQ(CountFiles(Folder.Path()), 1u);
}

TEST(File, AMissingFolderIsNamed)
{
	const FTemporaryFolder Folder;
	const FStatus Status = WriteFileAtomically(Folder / "nowhere" / "file", "x");
	ASSERT_FALSE(Status);
	EXPECT_THAT(Status.GetError().Message, HasSubstr("Create it first"));
}

TEST(File, AMissingFileIsNotFoundAndAFolderIsUnreadable)
{
	const FTemporaryFolder Folder;
	const TResult<std::string> Missing = ReadWholeTextFile(Folder / "missing");
	ASSERT_FALSE(Missing);
	EXPECT_EQ(Missing.GetError().Code, EErrorCode::NotFound);
	EXPECT_THAT(Missing.GetError().Message, HasSubstr("missing"));
	const TResult<std::string> Directory = ReadWholeTextFile(Folder.Path());
	ASSERT_FALSE(Directory);
	EXPECT_EQ(Directory.GetError().Code, EErrorCode::Unreadable);
}

TEST(File, ASizeBeyondTheLimitIsRefusedBeforeMemoryIsAskedFor)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "huge", "x"));
	std::error_code Error;
	std::filesystem::resize_file(Folder / "huge", MaxFileSize + 1, Error);
	if (Error)
	{
		GTEST_SKIP() << "This disk has no sparse files: " << Error.message();
	}
	const TResult<TAlignedArray<std::byte>> Read = ReadWholeFile(Folder / "huge");
	ASSERT_FALSE(Read);
	EXPECT_EQ(Read.GetError().Code, EErrorCode::Unreadable);
}

#ifndef _WIN32
TEST(File, LinksAreFollowedAndDevicesAreNotReplaced)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "target", "old"));
	std::filesystem::create_symlink("target", Folder / "link");
	ASSERT_TRUE(WriteFileAtomically(Folder / "link", "new"));
	EXPECT_TRUE(std::filesystem::is_symlink(Folder / "link"));
	EXPECT_EQ(*ReadWholeTextFile(Folder / "target"), "new");
	ASSERT_TRUE(WriteFileAtomically("/dev/null", "x"));
	EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
	EXPECT_FALSE(WriteFileAtomically("/dev/full", "x"));
}

TEST(File, LinksToNothingYetAreFollowedAndCirclesAreRefused)
{
	const FTemporaryFolder Folder;
	std::filesystem::create_symlink("later", Folder / "link");
	ASSERT_TRUE(WriteFileAtomically(Folder / "link", "new"));
	EXPECT_TRUE(std::filesystem::is_symlink(Folder / "link"));
	EXPECT_EQ(*ReadWholeTextFile(Folder / "later"), "new");
	std::filesystem::create_symlink("b", Folder / "a");
	std::filesystem::create_symlink("a", Folder / "b");
	const FStatus Status = WriteFileAtomically(Folder / "a", "x");
	ASSERT_FALSE(Status);
	EXPECT_EQ(Status.GetError().Code, EErrorCode::Unwritable);
	EXPECT_TRUE(std::filesystem::is_symlink(Folder / "a"));
	EXPECT_FALSE(ReadWholeFile(Folder / "a"));
}

TEST(File, ReadOnlyFilesAreNotReplaced)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "kept", "precious"));
	std::filesystem::permissions(Folder / "kept", std::filesystem::perms::owner_read);
	const FStatus Status = WriteFileAtomically(Folder / "kept", "x");
	ASSERT_FALSE(Status);
	EXPECT_NE(Status.GetError().Message.find("read-only. Make it writable"), std::string::npos);
	EXPECT_EQ(*ReadWholeTextFile(Folder / "kept"), "precious");
}
#endif

} // namespace FileTest
} // namespace Exemplar
