// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Gpu/CookedCharacter.h"
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
	FExemplarCharacterData(const Exemplar::FCharacter& Character, const Exemplar::FBasis& Basis);
	/** The same character, which will get finer levels beside those that it has. */
	explicit FExemplarCharacterData(const FExemplarCharacterData& Coarser);
	~FExemplarCharacterData();

	/** Of a cooked character, before anything else: the operators that were found when there were meshes, and the
	 * levels that were packed then. */
	void SetOperators(Exemplar::ESkinOperator InPreferred, Exemplar::ESkinOperator InCrowd);
	/** Before those of that kind that are there already. Finer ones may follow: First is the finest that is there. */
	void TakeLevels(Exemplar::EPackedKind Kind, std::vector<Exemplar::FGpuLevel>&& Levels, int32 First = 0);

	/** Fails with the core's message if the character has no such skin, or it was not cooked. */
	Exemplar::TResult<TSharedPtr<FExemplarSkinData>> GetSkinData(Exemplar::ESkinOperator Operator);
	/** Fails with the core's message if crowds cannot draw the character. With factors of correctives it is the
	 * caller's alone. */
	Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> GetCrowdData(std::span<const float> CorrectiveWeights = {});
	uint64 GetGpuBytes() const;

	const Exemplar::FCharacterView& View() const { return Model->View(); }
	Exemplar::ESkinOperator GetPreferredOperator() const { return Preferred; }
	int32 GetNumLevels() const { return NumLevels; }
	/** The finest level that is in memory. */
	int32 GetFirstLevel() const { return FirstLevel; }
	/** Whether the meshes of the levels are there: not in a packaged game, unless the asset keeps them. */
	bool HasMeshes() const { return NumLevels == static_cast<int32>(View().Levels.size()); }

	/** The same character in other axes, as a mesh that was imported otherwise has them. Any thread. */
	TSharedPtr<FExemplarCharacterData> InBasis(const Exemplar::FBasis& Other);

	const std::shared_ptr<const Exemplar::FPosableCharacter> Model; // in Unreal's axes

private:
	Exemplar::TResult<TSharedPtr<FExemplarSkinData>> MakeSkinData(Exemplar::ESkinOperator Operator);

	Exemplar::ESkinOperator Preferred, CrowdOperator;
	int32 NumLevels;
	int32 FirstLevel = 0;
	mutable std::mutex Mutex;                                      // for what is below
	TSharedPtr<FExemplarSkinData> Skin[Exemplar::PackedKindCount]; // one per EPackedKind
	TSharedPtr<FExemplarCrowdData> Crowd;
	TArray<TSharedPtr<FExemplarCharacterData>> Others; // by basis
};
