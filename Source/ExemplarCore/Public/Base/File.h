// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Base/Result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar
{

/**
 * Whole files in and out. Paths are std::filesystem's, so that every name that the system allows works on every system.
 * Errors name the file and say what to do.
 */

/** No file that we read is larger: a size beyond this is a mistake, and is refused before memory is asked for. */
constexpr uint64_t MaxFileSize = uint64_t{1} << 34;

/** The path as UTF-8, for messages. */
EXEMPLARCORE_API std::string PathToText(const std::filesystem::path& Path);

/** The bytes of a regular file, on a 64-byte border. */
EXEMPLARCORE_API TResult<TAlignedArray<std::byte>> ReadWholeFile(const std::filesystem::path& File);

/** The same bytes for readers of text formats: no conversion of line ends or encodings. */
EXEMPLARCORE_API TResult<std::string> ReadWholeTextFile(const std::filesystem::path& File);

/**
 * The file that writing to File would make: File itself, or what its links lead to. An error where that cannot be
 * written for a reason that shows beforehand: a folder, a file that is read-only, no such folder, a name too long.
 */
EXEMPLARCORE_API TResult<std::filesystem::path> FindWriteTarget(const std::filesystem::path& File);

/**
 * Writes to a temporary beside File, flushes, and renames it over File: whoever looks sees the old file or the new one,
 * never half, and a failure leaves the old one alone. A link is followed. A device or a pipe is written to directly.
 */
EXEMPLARCORE_API FStatus WriteFileAtomically(const std::filesystem::path& File, std::span<const std::byte> Bytes);
EXEMPLARCORE_API FStatus WriteFileAtomically(const std::filesystem::path& File, std::string_view Text);

} // namespace Exemplar
