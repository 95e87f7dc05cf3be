// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "Character/Character.h"
#include "CoreMinimal.h"
#include "Posing/CharacterPoser.h"

#include <memory>
#include <mutex>

class FExemplarCrowdData;
class FExemplarSkinData;

/**
 * A character as it was read once. Nothing of it changes: who uses it keeps it until he takes the asset's next one. GPU
 * data is created on first use, from any thread, and released on the render thread.
 */
class FExemplarCharacterData
{
public:
	FExemplarCharacterData(const Exemplar::FCharacter& InCharacter, const Exemplar::FBasis& InBasis);
	~FExemplarCharacterData();

	/** Fails with the core's message if the character has no such skin. */
	Exemplar::TResult<TSharedPtr<FExemplarSkinData>> GetSkinData(Exemplar::ESkinOperator Operator);
	/** Fails with the core's message if crowds cannot draw the character. With factors of correctives it is the
	 * caller's alone. */
	Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> GetCrowdData(std::span<const float> CorrectiveWeights = {});
	uint64 GetGpuBytes() const;

	const Exemplar::FCharacterView& View() const { return Character.View(); }

	/** The same character in other axes, as a mesh that was imported otherwise has them. Any thread. */
	TSharedPtr<FExemplarCharacterData> InBasis(const Exemplar::FBasis& Other);

	const Exemplar::FCharacter Character;
	const Exemplar::FBasis Basis;                                 // to Unreal's axes
	const std::shared_ptr<const Exemplar::FCharacterPoser> Poser; // in Unreal's axes; null without a skeleton

private:
	Exemplar::TResult<TSharedPtr<FExemplarSkinData>> MakeSkinData(Exemplar::ESkinOperator Operator);

	mutable std::mutex Mutex;                                      // for what is below
	TSharedPtr<FExemplarSkinData> Skin[Exemplar::PackedKindCount]; // one per EPackedKind
	TSharedPtr<FExemplarCrowdData> Crowd;
	TArray<TSharedPtr<FExemplarCharacterData>> Others; // by basis
};
