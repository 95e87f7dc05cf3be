// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacterData.h"
#include "Posing/MeshPose.h"
#include "Posing/PosedSurface.h"
#include "Posing/SurfacePoints.h"
#include "Render/ExemplarFramePool.h"
#include "Render/ExemplarRelease.h"
#include "Render/ExemplarSceneProxy.h"
#include "UObject/WeakObjectPtr.h"

#include <optional>

class FExemplarSceneExtension;
class UExemplarCharacter;
class USkinnedAsset;
class USkinnedMeshComponent;

/** The game-thread state of a component: the core's pose, and what belongs to the engine. */
struct FExemplarMeshState
{
	TSharedPtr<FExemplarCharacterData> Data; // the character that everything below belongs to
	TWeakObjectPtr<UExemplarCharacter> Watched;
	Exemplar::FMeshPose Pose;

	TWeakObjectPtr<USkinnedMeshComponent> LeaderBones; // whose bones the pose follows
	TWeakObjectPtr<USkinnedAsset> LeaderMesh;          // who lists them
	TArray<FName> MissingBones;
	std::vector<Exemplar::FAffine> Bones; // scratch: where they are

	Exemplar::ESkinOperator Operator = Exemplar::ESkinOperator::LinearBlend;
	TSharedPtr<FExemplarSkinData> SkinData;
	TSharedPtr<FExemplarLevelRequest> Request;
	TSharedPtr<FExemplarSceneExtension> Extension;
	TExemplarFramePool<FExemplarDynamicData> Frames;

	std::optional<Exemplar::FSurfacePoints> Surface; // of the surface sockets
	std::vector<Exemplar::FAffine> SurfaceFrames;    // in the pose, in Unreal's axes

	std::optional<Exemplar::FPosedSurface> Whole; // for queries; made by the first

	~FExemplarMeshState() { SetSkinData(nullptr); }

	void SetSkinData(const TSharedPtr<FExemplarSkinData>& New)
	{
		ExemplarReleaseOnRenderThread(MoveTemp(SkinData));
		SkinData = New;
	}
};
