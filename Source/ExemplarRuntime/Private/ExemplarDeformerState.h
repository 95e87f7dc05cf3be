// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Posing/BonePose.h"
#include "Posing/CorrectiveScales.h"
#include "Render/ExemplarDeforming.h"
#include "Render/ExemplarFramePool.h"
#include "Render/ExemplarRelease.h"
#include "UObject/WeakObjectPtr.h"

#include <optional>

class USkinnedAsset;
class USkinnedMeshComponent;

/** The game-thread state of a deformer instance. */
struct FExemplarDeformerState
{
	// What the members below were made for. When any of it changes, they are made again.
	struct FKey
	{
		TWeakObjectPtr<USkinnedAsset> Mesh;
		const void* RenderData = nullptr;
		int32 FirstLOD = 0; // the finest that is in memory
		TWeakObjectPtr<USkinnedMeshComponent> PoseSource;
		std::shared_ptr<const Exemplar::FCharacterPoser> Poser;
		uint32 Revision = 0;
		uint8 Operator = 0;
		bool operator==(const FKey&) const = default;
	};
	std::optional<FKey> Key;

	Exemplar::ESkinOperator Operator = Exemplar::ESkinOperator::LinearBlend;
	TSharedPtr<FExemplarDeformerData> Data;
	TArray<uint8> UsableLODs;
	Exemplar::FBonePose Leader;
	TArray<FName> MissingBones;
	std::vector<Exemplar::FAffine> Bones; // scratch
	std::vector<float> LastTwists;        // of the last frame; empty before the first
	TExemplarFramePool<FExemplarDeformerFrame> Frames;

	Exemplar::FCorrectiveScales CorrectiveScales;
	TArray<FString> Reported; // every reason once
	TSharedPtr<FExemplarDeformerTarget> Target = MakeShared<FExemplarDeformerTarget>();

	~FExemplarDeformerState() { SetData(nullptr); }
	void SetData(const TSharedPtr<FExemplarDeformerData>& New)
	{
		ExemplarReleaseOnRenderThread(MoveTemp(Data));
		Data = New;
	}
};
