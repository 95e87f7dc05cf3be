// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/BuildCharacter.h"
#include "Session.h"

namespace Exemplar
{

/** A stage cache in a folder, one file per result. The folder is created with the first result and holds at most
 * MaxBytes; the least recently used results are deleted first. If it cannot be read or written, nothing is cached and a
 * note is printed once. Other files in it are left alone.
 */
class FStageFolder final : public IStageStore
{
public:
	FStageFolder(std::filesystem::path InFolder, uint64_t InMaxBytes, FSession& InSession);

	TAlignedArray<std::byte> Load(std::string_view Stage, const FStageKey& Key) override;
	void Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes) override;

private:
	std::filesystem::path FileOf(std::string_view Stage, const FStageKey& Key) const;
	void MakeRoom(uint64_t Wanted) const;

	std::filesystem::path Folder;
	uint64_t MaxBytes = 0;
	FSession& Session;
	bool bComplained = false;
};

/** A hash of this program, so that results of other versions are not used. */
std::string VersionOfCode();

} // namespace Exemplar
