// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Transform.h"
#include "RenderGraphResources.h"
#include "Rendering/SkeletalMeshRenderData.h"

class USkinnedMeshComponent;

/** A skinned mesh on the render thread: what is drawn of each level of detail, this frame's and the last one's. */
class HOST_API FSkeletalMeshObject
{
public:
	explicit FSkeletalMeshObject(FSkeletalMeshRenderData& InRenderData);
	~FSkeletalMeshObject();
	int32 GetLOD() const;
	bool IsCPUSkinned() const { return bHostCPUSkinned; }
	bool IsGPUSkinMesh() const { return !bHostCPUSkinned && !bHostNanite; }
	bool IsNaniteMesh() const { return bHostNanite; }
	bool HaveValidDynamicData() const { return bHostDynamic; }
	FSkeletalMeshRenderData& GetSkeletalMeshRenderData() const { return RenderData; }

	// The host's own: what a deformer has been given, and what is drawn.
	struct FHostGeometry
	{
		TRefCountPtr<FRDGPooledBuffer> Positions, PreviousPositions, Tangents;
		uint64 Frame = 0;
		bool bDrawn = false; // by what a deformer has made
		TRefCountPtr<FRDGPooledBuffer> DrawnPositions, DrawnPreviousPositions, DrawnTangents;
		TRefCountPtr<FRDGPooledBuffer> Morphs; // six floats a vertex
	};
	std::vector<FHostGeometry> HostGeometry;
	/** Render thread: bones' matrices from rest, and which level of detail is drawn. */
	void HostUpdate(std::vector<FMatrix> Bones, int32 LOD);
	/** Render thread: what morph targets add to the vertices of a level of detail; none where it is empty. */
	void HostMorph(int32 LOD, const std::vector<float>& SixPerVertex);
	/** Render thread: plain linear blending of what the bones are now. */
	void HostSkin();
	bool bHostCPUSkinned = false;
	bool bHostNanite = false;
	bool bHostNoSection = false; // none of its sections has a vertex factory yet
	bool bHostDynamic = false;
	std::atomic<int> HostFallbacks{0};
	std::function<void()> HostPending; // of this frame, not applied yet

private:
	FSkeletalMeshRenderData& RenderData;
	std::vector<FMatrix> HostBones;
	int32 HostLOD = 0;
};
