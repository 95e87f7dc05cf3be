// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Posing/CharacterPoser.h"
#include "Render/ExemplarSkinning.h"

class FRDGBuilder;
class FSkeletalMeshObject;
struct FExemplarDeformerLOD;

/**
 * A character's levels for one kind of skin and, for each LOD of a mesh, the slot of every render vertex. Shared by all
 * components of a deformer; made on the game thread, released on the render thread.
 */
class FExemplarDeformerData
{
public:
	struct FLOD
	{
		int32 Level = INDEX_NONE;
		uint32 VertexCount = 0;
		TArray<uint32> Slots; // until they are uploaded
		TRefCountPtr<FRDGPooledBuffer> SlotBuffer;
	};

	/** Fails with the core's message if a map refers to a vertex that the level does not have. */
	static Exemplar::TResult<TSharedPtr<FExemplarDeformerData>> Make(
		const TSharedPtr<FExemplarSkinData>& InSkinData, const TArray<FExemplarDeformerLOD>& Maps);

	TSharedPtr<FExemplarSkinData> SkinData;
	TArray<FLOD> LODs;
};

/** What the render thread keeps of a deformed component. */
struct FExemplarDeformerTarget
{
	int32 LastLOD = INDEX_NONE;
	uint64 LastFrame = 0; // of the engine
	TArray<int32> LODs;   // with buffers of ours
	Exemplar::FSkinPalette Palette;
	FExemplarDynamicData Rows;
};

/** What the game thread sends of a component once per frame. */
struct FExemplarDeformerFrame
{
	std::shared_ptr<const Exemplar::FCharacterPoser> Poser;
	Exemplar::FCharacterPose Pose;
	Exemplar::ESkinOperator Operator = Exemplar::ESkinOperator::LinearBlend;
	TSharedPtr<FExemplarDeformerData> Data;
	TSharedPtr<FExemplarDeformerTarget> Target;
	TArray<uint8> UsableLODs; // whether the mesh is that of the map
};

/** Render thread: deforms the LOD that is drawn. False where it has no map, is not in memory, or is skinned elsewhere.
 */
bool DeformExemplarMesh_RenderThread(
	FRDGBuilder& GraphBuilder, FSkeletalMeshObject& MeshObject, const FExemplarDeformerFrame& Frame);
