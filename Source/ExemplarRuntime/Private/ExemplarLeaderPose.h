// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Posing/BonePose.h"
#include "Posing/CharacterPoser.h"

class UObject;
class USkinnedAsset;
class USkinnedMeshComponent;

/** The component whose bones a component follows: its leader's, as far as that follows others. Null for null. */
USkinnedMeshComponent* ExemplarPoseSourceOf(USkinnedMeshComponent* Leader);

/**
 * Matches a character's joints to the bones of the component that has the pose, by name, and returns joints without a
 * bone. Mesh has the bones' rest pose; without one, bones are taken for the joints themselves.
 */
TArray<FName> ExemplarMatchBones(const Exemplar::FPosableCharacter& Character, const USkinnedAsset* Mesh,
	const USkinnedMeshComponent& PoseSource, Exemplar::FBonePose& Out);

/** Logs the joints that keep their rest pose, if there are any. */
void ExemplarReportMissingBones(const UObject& Owner, const UObject& Bones, const TArray<FName>& Missing);

/** Where bones are now, as the core reads them. */
void ExemplarReadBones(const TArray<FTransform>& ComponentSpace, std::vector<Exemplar::FAffine>& Out);
