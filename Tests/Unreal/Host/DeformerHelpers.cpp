// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SkeletalMeshDeformerHelpers.h"

#include "CoreGlobals.h"
#include "Device.h"
#include "RenderingThread.h"
#include "SkeletalRenderPublic.h"

namespace
{

FSkeletalMeshObject::FHostGeometry& DeformedGeometryOf(FSkeletalMeshObject* Object, int32 LOD)
{
	check(Object->IsGPUSkinMesh()); // the engine's helpers cast to it
	check(!Object->bHostNoSection); // and index its sections
	check(IsInRenderingThread() && Object && LOD >= 0 && static_cast<size_t>(LOD) < Object->HostGeometry.size());
	return Object->HostGeometry[static_cast<size_t>(LOD)];
}

TRefCountPtr<FRDGPooledBuffer> MakeDeformedBuffer(uint32 Stride, uint32 Count)
{
	check(Count > 0); // a graph has no empty buffers
	TRefCountPtr<FRDGPooledBuffer> Out(new FRDGPooledBuffer(new FRHIBuffer(Stride, Stride * Count)));
	std::ranges::fill(Out->GetRHI()->Memory->Memory->Bytes(), std::byte{0xff});
	return Out;
}

FRDGBuffer* RegisterDeformed(
	FRDGBuilder& GraphBuilder, FRDGExternalAccessQueue& Queue, const TRefCountPtr<FRDGPooledBuffer>& Buffer)
{
	FRDGBuffer* Out = GraphBuilder.RegisterExternalBuffer(Buffer);
	Out->bWritten = false;
	Queue.Add(Out);
	return Out;
}

/** The first asking of a frame makes what was this frame's the last one's. */
void BeginDeformedFrame(FSkeletalMeshObject::FHostGeometry& Geometry)
{
	if (Geometry.Frame != GFrameCounterRenderThread)
	{
		Geometry.Frame = GFrameCounterRenderThread;
		Geometry.PreviousPositions = Geometry.Positions;
		Geometry.Positions = nullptr;
		Geometry.Tangents = nullptr;
	}
}

void UpdateDeformed(FSkeletalMeshObject* Object, int32 LOD, bool bInvalidatePreviousPosition)
{
	FSkeletalMeshObject::FHostGeometry& Geometry = DeformedGeometryOf(Object, LOD);
	check(Geometry.Positions.IsValid());
	Geometry.bDrawn = true;
	Geometry.DrawnPositions = Geometry.Positions;
	Geometry.DrawnPreviousPositions = bInvalidatePreviousPosition || !Geometry.PreviousPositions.IsValid()
		? Geometry.Positions
		: Geometry.PreviousPositions;
	Geometry.DrawnTangents = Geometry.Tangents;
}

} // namespace

FRDGBuffer* FSkeletalMeshDeformerHelpers::AllocateVertexFactoryPositionBuffer(FRDGBuilder& GraphBuilder,
	FRDGExternalAccessQueue& Queue, FSkeletalMeshObject* InMeshObject, int32 InLodIndex, const TCHAR*)
{
	FSkeletalMeshObject::FHostGeometry& Geometry = DeformedGeometryOf(InMeshObject, InLodIndex);
	BeginDeformedFrame(Geometry);
	if (!Geometry.Positions.IsValid())
	{
		const uint32 Count = InMeshObject->GetSkeletalMeshRenderData().LODRenderData[InLodIndex].GetNumVertices();
		Geometry.Positions = MakeDeformedBuffer(4, 3 * Count);
	}
	return RegisterDeformed(GraphBuilder, Queue, Geometry.Positions);
}

FRDGBuffer* FSkeletalMeshDeformerHelpers::AllocateVertexFactoryTangentBuffer(FRDGBuilder& GraphBuilder,
	FRDGExternalAccessQueue& Queue, FSkeletalMeshObject* InMeshObject, int32 InLodIndex, const TCHAR*)
{
	FSkeletalMeshObject::FHostGeometry& Geometry = DeformedGeometryOf(InMeshObject, InLodIndex);
	BeginDeformedFrame(Geometry);
	if (!Geometry.Tangents.IsValid())
	{
		const uint32 Count = InMeshObject->GetSkeletalMeshRenderData().LODRenderData[InLodIndex].GetNumVertices();
		Geometry.Tangents = MakeDeformedBuffer(8, 2 * Count);
	}
	return RegisterDeformed(GraphBuilder, Queue, Geometry.Tangents);
}

#if ENGINE_MINOR_VERSION >= 6
void FSkeletalMeshDeformerHelpers::UpdateVertexFactoryBufferOverrides(
	FRDGBuilder& GraphBuilder, FSkeletalMeshObject* InMeshObject, int32 InLodIndex, bool bInvalidatePreviousPosition)
{
	check(!GraphBuilder.HostIsExecuted());
	UpdateDeformed(InMeshObject, InLodIndex, bInvalidatePreviousPosition);
}
#else
void FSkeletalMeshDeformerHelpers::UpdateVertexFactoryBufferOverrides(
	FRHICommandListBase&, FSkeletalMeshObject* InMeshObject, int32 InLodIndex, bool bInvalidatePreviousPosition)
{
	UpdateDeformed(InMeshObject, InLodIndex, bInvalidatePreviousPosition);
}
#endif

namespace
{
FRHIShaderResourceView* MorphsOf(const FSkeletalMeshObject* Object, int32 LOD)
{
	check(IsInRenderingThread() && Object->IsGPUSkinMesh() && !Object->bHostNoSection);
	const FSkeletalMeshObject::FHostGeometry& Geometry = Object->HostGeometry[static_cast<size_t>(LOD)];
	return Geometry.Morphs.IsValid() ? Geometry.Morphs->GetSRV() : nullptr;
}
} // namespace

#if ENGINE_MINOR_VERSION >= 7
FRHIShaderResourceView* FSkeletalMeshDeformerHelpers::GetMorphTargetBufferForReading(
	const FSkeletalMeshObject* InMeshObject, int32 InLodIndex, bool bInPreviousFrame)
{
	check(!bInPreviousFrame);
	return MorphsOf(InMeshObject, InLodIndex);
}
#else
FRHIShaderResourceView* FSkeletalMeshDeformerHelpers::GetMorphTargetBufferForReading(
	const FSkeletalMeshObject* InMeshObject, int32 InLodIndex, int32 InSectionIndex, uint32, bool bInPreviousFrame)
{
	check(!bInPreviousFrame && InSectionIndex >= 0);
	return MorphsOf(InMeshObject, InLodIndex);
}
#endif

int32 FSkeletalMeshDeformerHelpers::GetIndexOfFirstAvailableSection(FSkeletalMeshObject* InMeshObject, int32 InLodIndex)
{
	check(InMeshObject->IsGPUSkinMesh());
	const bool bSome = InMeshObject->GetSkeletalMeshRenderData().LODRenderData[InLodIndex].RenderSections.Num() > 0;
	return bSome && !InMeshObject->bHostNoSection ? 0 : static_cast<int32>(INDEX_NONE);
}

void FSkeletalMeshDeformerHelpers::ResetVertexFactoryBufferOverrides(
	FSkeletalMeshObject* InMeshObject, int32 InLodIndex)
{
	FSkeletalMeshObject::FHostGeometry& Geometry = DeformedGeometryOf(InMeshObject, InLodIndex);
	const TRefCountPtr<FRDGPooledBuffer> Morphs = Geometry.Morphs;
	Geometry = {};
	Geometry.Morphs = Morphs;
}
