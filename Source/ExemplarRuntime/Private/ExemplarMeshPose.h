// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacterData.h"
#include "ExemplarCorrectiveWeights.h"
#include "ExemplarLeaderPose.h"
#include "Lod/LevelChoice.h"
#include "Posing/SurfacePoints.h"
#include "Render/ExemplarFramePool.h"
#include "Render/ExemplarSceneProxy.h"
#include "UObject/WeakObjectPtr.h"

#include <optional>

class FExemplarSceneExtension;
class UExemplarCharacter;
class USkinnedAsset;
class USkinnedMeshComponent;

/** The pose of a component, and what it has sent of it to the render thread. */
struct FExemplarMeshPose
{
	TSharedPtr<FExemplarCharacterData> Data; // the character that everything below belongs to
	TWeakObjectPtr<UExemplarCharacter> Watched;
	int32 Clip = INDEX_NONE;
	float Seconds = 0.0f;
	std::vector<Exemplar::FBoneTransform> SetPose; // in Unreal's axes; empty where none was set
	FExemplarLeaderBones Leader;
	TWeakObjectPtr<USkinnedAsset> LeaderMesh;          // whose bones Leader lists
	TWeakObjectPtr<USkinnedMeshComponent> LeaderBones; // who has them
	FExemplarCorrectiveWeights CorrectiveWeights;

	bool bPosedCorrectives = true;

	Exemplar::FCharacterPose Pose;     // the current pose, in Unreal's axes
	Exemplar::FCharacterPose SentPose; // the one sent last: the next frame's previous pose
	bool bPosed = false;
	bool bSent = false;
	Exemplar::FSkinPalette Palette;     // of the pose sent last
	Exemplar::FSkinPalette LastPalette; // of the pose before it
	TExemplarFramePool<FExemplarDynamicData> Frames;
	Exemplar::FLevelChoice Choice; // by the size on screen
	int32 DrawnLevel = INDEX_NONE; // with bias, or as forced
	float DrawnGeomorph = 0.0f;
	Exemplar::ESkinOperator Operator = Exemplar::ESkinOperator::LinearBlend;
	TSharedPtr<FExemplarSkinData> SkinData;
	TSharedPtr<FExemplarLevelRequest> Request;
	TSharedPtr<FExemplarSceneExtension> Extension;
	Exemplar::FAffine Root;                          // from its place at rest, in Unreal's axes
	std::optional<Exemplar::FSurfacePoints> Surface; // of the surface sockets
	std::vector<Exemplar::FAffine> SurfaceFrames;    // in the pose, in Unreal's axes

	~FExemplarMeshPose() { SetSkinData(nullptr); }

	/** Releases the old data on the render thread, because this may be the last reference. */
	void SetSkinData(const TSharedPtr<FExemplarSkinData>& New)
	{
		FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(SkinData));
		SkinData = New;
	}

	/** Requested is an EExemplarOperator. */
	static Exemplar::ESkinOperator ChooseOperator(const Exemplar::FCharacter& Character, uint8 Requested);

	/** Takes another character, or the same: what does not fit it is dropped. The clip is found by its name. */
	void SetCharacterData(const TSharedPtr<FExemplarCharacterData>& New, FName ClipName);

	/** Sets the pose: the leader's, the one that was set, the clip's, or rest. LeaderPose may be null. */
	void UpdatePose(const TArray<FTransform>* LeaderPose, bool bCorrectives);

	/** Sets Root alone, from the clip or the leader. */
	void UpdateRoot(const TArray<FTransform>* LeaderPose);

	/** Chooses the level and writes both frames' palettes for it. The pose becomes the one that was sent. */
	void WriteDynamicData(int32 ForcedLevel, int32 LevelBias, float Significance, FExemplarDynamicData& Out);
};
