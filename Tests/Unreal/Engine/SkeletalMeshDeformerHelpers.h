// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderGraphUtils.h"

class FSkeletalMeshObject;

/**
 * Buffers of a mesh object's that are drawn instead of what skinning would make. New ones hold what is no number, so
 * that a vertex that nobody writes is seen.
 */
class HOST_API FSkeletalMeshDeformerHelpers
{
public:
	static FRDGBuffer* AllocateVertexFactoryPositionBuffer(FRDGBuilder& GraphBuilder,
		FRDGExternalAccessQueue& ExternalAccesQueue, FSkeletalMeshObject* InMeshObject, int32 InLodIndex,
		const TCHAR* InBufferName);
	static FRDGBuffer* AllocateVertexFactoryTangentBuffer(FRDGBuilder& GraphBuilder,
		FRDGExternalAccessQueue& ExternalAccesQueue, FSkeletalMeshObject* InMeshObject, int32 InLodIndex,
		const TCHAR* InBufferName);
	/** Null where no morph target has a weight. */
#if ENGINE_MINOR_VERSION >= 7
	static FRHIShaderResourceView* GetMorphTargetBufferForReading(
		const FSkeletalMeshObject* InMeshObject, int32 InLodIndex, bool bInPreviousFrame);
#else
	static FRHIShaderResourceView* GetMorphTargetBufferForReading(const FSkeletalMeshObject* InMeshObject,
		int32 InLodIndex, int32 InSectionIndex, uint32 InFrameNumber, bool bInPreviousFrame);
#endif
	/** INDEX_NONE where no section can be asked for a buffer. */
	static int32 GetIndexOfFirstAvailableSection(FSkeletalMeshObject* InMeshObject, int32 InLodIndex);
	/** What was drawn last is drawn as the last frame's, unless that is said not to be one. */
#if ENGINE_MINOR_VERSION >= 6
	static void UpdateVertexFactoryBufferOverrides(FRDGBuilder& GraphBuilder, FSkeletalMeshObject* InMeshObject,
		int32 InLodIndex, bool bInvalidatePreviousPosition);
#else
	static void UpdateVertexFactoryBufferOverrides(FRHICommandListBase& RHICmdList, FSkeletalMeshObject* InMeshObject,
		int32 InLodIndex, bool bInvalidatePreviousPosition);
#endif
	static void ResetVertexFactoryBufferOverrides(FSkeletalMeshObject* InMeshObject, int32 InLodIndex);
};
