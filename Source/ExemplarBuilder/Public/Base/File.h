// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Result.h"
#include "BuilderApi.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar
{

/**
 * Reads and writes whole files. Paths are std::filesystem's, so that every name works that the system allows. Errors
 * name the file and how to fix the problem.
 */

/** The largest file that is read. A larger one is rejected before memory is allocated. */
constexpr uint64_t MaxFileSize = uint64_t{1} << 34;

/** The path as UTF-8, for messages. */
EXEMPLARBUILDER_API std::string PathToText(const std::filesystem::path& Path);

/** The bytes of a regular file, 64-byte aligned. */
EXEMPLARBUILDER_API TResult<TAlignedArray<std::byte>> ReadWholeFile(const std::filesystem::path& File);

/** The same bytes as text. Line endings and encoding are not converted. */
EXEMPLARBUILDER_API TResult<std::string> ReadWholeTextFile(const std::filesystem::path& File);

/**
 * The file that writing to File would create: File itself, or the target of its links. Fails if it clearly cannot be
 * written: it is a folder or read-only, its folder does not exist, or its name is too long.
 */
EXEMPLARBUILDER_API TResult<std::filesystem::path> FindWriteTarget(const std::filesystem::path& File);

/**
 * Writes to a temporary file next to File, flushes, and renames it over File: a reader sees the old or the new file,
 * never a partial one, and a failure keeps the old file. Links are followed. Devices and pipes are written directly.
 */
EXEMPLARBUILDER_API FStatus WriteFileAtomically(const std::filesystem::path& File, std::span<const std::byte> Bytes);
EXEMPLARBUILDER_API FStatus WriteFileAtomically(const std::filesystem::path& File, std::string_view Text);

} // namespace Exemplar
