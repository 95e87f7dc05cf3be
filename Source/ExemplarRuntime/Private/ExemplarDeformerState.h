// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/ExemplarDeforming.h"
#include "UObject/WeakObjectPtr.h"

#include <optional>

class USkinnedAsset;
class USkinnedMeshComponent;

/** What an instance of the deformer knows of its component, on the game thread. */
struct FExemplarDeformerState
{
	// What the rest was found for: anything that changes here is looked at anew.
	struct FKey
	{
		TWeakObjectPtr<USkinnedAsset> Mesh;
		const void* RenderData = nullptr;
		TWeakObjectPtr<USkinnedMeshComponent> PoseSource;
		std::shared_ptr<const Exemplar::FPoser> Poser;
		uint32 Revision = 0;
		uint8 Operator = 0;
		bool operator==(const FKey&) const = default;
	};
	std::optional<FKey> Key;

	Exemplar::EOperator Operator = Exemplar::EOperator::LinearBlend;
	TSharedPtr<FExemplarDeformerData> Data;
	TArray<uint8> UsableLODs;
	TArray<int32> Bones;        // of every joint, INDEX_NONE where the mesh has none
	TArray<FTransform> Offsets; // from a joint at rest to its bone at rest: axes of bones may differ
	TArray<FName> MissingBones;
	std::optional<Exemplar::FPose> LastPose;

	std::vector<float> ShapeScales;
	TArray<FString> Said; // every reason once
	TSharedPtr<FExemplarDeformerTarget> Target = MakeShared<FExemplarDeformerTarget>();

	~FExemplarDeformerState() { SetData(nullptr); }
	void SetData(const TSharedPtr<FExemplarDeformerData>& New)
	{
		FExemplarDeformerData::ReleaseOnRenderThread(MoveTemp(Data));
		Data = New;
	}

	/** Which bone each joint is, by name: at rest as the mesh has it, posed as the bones' owner counts them. */
	void MatchBones(
		const Exemplar::FSkeletonView& Skeleton, const USkinnedAsset& Mesh, const USkinnedMeshComponent& PoseSource);

	/** The skeleton's joints where the bones are, each relative to its parent, in the character's space. */
	std::vector<Exemplar::FBoneTransform> LocalPose(
		const Exemplar::FSkeletonView& Skeleton, const TArray<FTransform>& ComponentSpace) const;
};
