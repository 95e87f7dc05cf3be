// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "Character/Character.h"
#include "CoreMinimal.h"
#include "Tools/StockAssets.h"

struct FMeshDescription;
struct FReferenceSkeleton;
class UAnimSequence;
class UExemplarCharacter;
class USkeletalMesh;
class USkeleton;

namespace Exemplar
{

/** The axes of what is made of a character: its own. */
const FBasis& StockBasis(const UExemplarCharacter& Character);

/** The joints as bones, in their order. */
void FillReferenceSkeleton(const FCharacterView& Character, const FBasis& Basis, FReferenceSkeleton& Out);

/** A level with its stock weights and morph targets. Vertex i is the level's vertex i. */
void FillMeshDescription(const FStockAssets& Assets, size_t Level, const FCharacterView& Character, const FBasis& Basis,
	FMeshDescription& Out);

/** Puts all levels into a mesh. One that was made before has to have as many LODs and the same bones. Says what is
 * wrong. */
bool FillSkeletalMesh(const FStockAssets& Assets, const UExemplarCharacter& Character, USkeletalMesh& Mesh);

/** The keys of a clip, for all joints. */
void FillSequence(const FStockClip& Clip, const FCharacterView& Character, const FBasis& Basis, USkeleton& Skeleton,
	UAnimSequence& Out);

} // namespace Exemplar
