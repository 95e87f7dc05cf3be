// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Lod/LevelChoice.h"
#include "Render/ExemplarSceneProxy.h"
#include "UObject/WeakObjectPtr.h"

#include <optional>

class USkinnedAsset;

/** What a component knows of its pose, and what it has sent of it. */
struct FExemplarMeshPose
{
	int32 Clip = INDEX_NONE;
	float Seconds = 0.0f;
	std::vector<Exemplar::FBoneTransform> SetPose; // in the character's space; empty where none was set
	TArray<int32> LeaderBones;                     // of every joint, INDEX_NONE where the leader has none
	TArray<FName> MissingBones;
	TWeakObjectPtr<USkinnedAsset> LeaderMesh; // of which these are
	std::vector<float> ShapeScales;

	bool bPosedCorrectives = true;

	std::optional<Exemplar::FPose> Pose;     // what is to be seen
	std::optional<Exemplar::FPose> SentPose; // what was sent last: the next frame's previous pose
	Exemplar::FLevelChoice Choice;           // by the size on the screen
	int32 DrawnLevel = INDEX_NONE;           // with bias, or as forced
	float DrawnGeomorph = 0.0f;
	Exemplar::EOperator Operator = Exemplar::EOperator::LinearBlend;
	TSharedPtr<FExemplarSkinData> SkinData;
	TSharedPtr<FExemplarLevelRequest> Request;

	~FExemplarMeshPose() { SetSkinData(nullptr); }

	/** The last one is let go on the render thread, where it may be the last reference. */
	void SetSkinData(const TSharedPtr<FExemplarSkinData>& New)
	{
		FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(SkinData));
		SkinData = New;
	}

	/** Wanted counts as EExemplarOperator does. */
	static Exemplar::EOperator ChooseOperator(const Exemplar::FCharacter& Character, uint8 Wanted);

	/** Chooses the level and writes both frames' rows for it; the pose becomes the one that was sent. */
	FExemplarDynamicData MakeDynamicData(const Exemplar::FPoser& Poser, int32 ForcedLevel, int32 LevelBias);
};
