// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/StageStore.h"
#include "Session.h"

namespace Exemplar
{

/**
 * Results of stages in a folder, a file each. The folder is made when the first is kept, and holds at most MaxBytes of
 * them: those that were not used for longest go first. A folder that cannot be read or written keeps nothing, which is
 * said once. Files of others in it are left alone.
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

/** The version of this program, down to its bytes: results of another are not taken. */
std::string VersionOfCode();

} // namespace Exemplar
