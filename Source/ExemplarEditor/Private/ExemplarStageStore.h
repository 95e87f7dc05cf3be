// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/BuildCharacter.h"

/** Results of stages in the engine's derived data, which a team shares: a stage whose input and options are the same is
 * not computed again. Any thread. */
class FExemplarStageStore final : public Exemplar::IStageStore
{
public:
	virtual Exemplar::TAlignedArray<std::byte> Load(std::string_view Stage, const Exemplar::FStageKey& Key) override;
	virtual void Save(
		std::string_view Stage, const Exemplar::FStageKey& Key, std::span<const std::byte> Bytes) override;
};
