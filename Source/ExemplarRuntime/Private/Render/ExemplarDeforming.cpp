// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarDeforming.h"

#include "CoreGlobals.h"
#include "ExemplarCompat.h"
#include "ExemplarMeshDeformer.h"
#include "RHIAccess.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "RenderingThread.h"
#include "SkeletalMeshDeformerHelpers.h"
#include "SkeletalRenderPublic.h"

Exemplar::TResult<TSharedPtr<FExemplarDeformerData>> FExemplarDeformerData::Make(
	const TSharedPtr<FExemplarSkinData>& InSkinData, const TArray<FExemplarDeformerLOD>& Maps)
{
	TSharedPtr<FExemplarDeformerData> Out = MakeShared<FExemplarDeformerData>();
	Out->SkinData = InSkinData;
	for (const FExemplarDeformerLOD& Map : Maps)
	{
		FLOD& LOD = Out->LODs.AddDefaulted_GetRef();
		if (!InSkinData->Levels.IsValidIndex(Map.Level))
		{
			continue; // of the mesh alone
		}
		const std::vector<uint32_t>& SlotOfVertex = InSkinData->Levels[Map.Level]->Packed.Skin.SlotOfVertex;
		const Exemplar::FStatus Status = Exemplar::CheckRenderVertexMap(
			std::span<const uint32_t>(Map.Vertices.GetData(), static_cast<size_t>(Map.Vertices.Num())),
			SlotOfVertex.size());
		if (!Status)
		{
			return Status.GetError();
		}
		LOD.Level = Map.Level;
		LOD.VertexCount = static_cast<uint32>(Map.Vertices.Num());
		LOD.Slots.Reserve(Map.Vertices.Num());
		for (const uint32 Vertex : Map.Vertices)
		{
			LOD.Slots.Add(SlotOfVertex[Vertex]);
		}
	}
	return Out;
}

namespace
{

/** Writes this frame's pose as the kernel reads it. */
const FExemplarDynamicData& ExemplarWriteRows(
	const FExemplarDeformerFrame& Frame, const FExemplarLevel& Level, int32 LevelIndex)
{
	FExemplarDeformerTarget& Target = *Frame.Target;
	FExemplarDynamicData& Rows = Target.Rows;
	Rows.Reset();
	Rows.Level = static_cast<uint32>(LevelIndex);
	Rows.Operator = Frame.Operator;
	Frame.Poser->MakePalette(Frame.Pose, Level.Packed.Skin, Frame.Operator, Target.Palette);
	Rows.Append(Target.Palette, Frame.Pose.bHasStretch);
	if (Frame.Pose.HasShapes())
	{
		Rows.AppendShapes(Frame.Pose.ShapeFrames, Frame.Pose.ShapeFrames.size());
	}
	return Rows;
}

} // namespace

bool DeformExemplarMesh_RenderThread(
	FRDGBuilder& GraphBuilder, FSkeletalMeshObject& MeshObject, const FExemplarDeformerFrame& Frame)
{
	check(IsInRenderingThread());
	FExemplarDeformerTarget& Target = *Frame.Target;
	const int32 LODIndex = MeshObject.GetLOD();
	const FSkeletalMeshRenderData& RenderData = MeshObject.GetSkeletalMeshRenderData();
	// The helpers below take a mesh that the GPU skins, and one of its sections that is there, for granted.
	if (!MeshObject.IsGPUSkinMesh() || MeshObject.IsNaniteMesh() || MeshObject.IsCPUSkinned() ||
		!MeshObject.HaveValidDynamicData() || !RenderData.IsInitialized() ||
		!RenderData.LODRenderData.IsValidIndex(LODIndex) ||
		LODIndex < FMath::Max<int32>(RenderData.CurrentFirstLODIdx, RenderData.GetPendingFirstLODIdx(0)) ||
		!Frame.UsableLODs.IsValidIndex(LODIndex) || !Frame.UsableLODs[LODIndex])
	{
		Target.LastLOD = INDEX_NONE;
		return false;
	}
	FExemplarDeformerData::FLOD& LOD = Frame.Data->LODs[LODIndex];
	const int32 Section = FSkeletalMeshDeformerHelpers::GetIndexOfFirstAvailableSection(&MeshObject, LODIndex);
	if (LOD.VertexCount == 0 || RenderData.LODRenderData[LODIndex].GetNumVertices() != LOD.VertexCount ||
		Section == INDEX_NONE)
	{
		Target.LastLOD = INDEX_NONE;
		return false;
	}
	FExemplarLevel& Level = *Frame.Data->SkinData->Levels[LOD.Level];
	if (!Level.IsUploaded())
	{
		Level.Upload(GraphBuilder);
	}
	if (!LOD.SlotBuffer.IsValid())
	{
		LOD.SlotBuffer = ConvertToExternalAccessBuffer(GraphBuilder,
			CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.DeformerSlots"), LOD.Slots), ERHIAccess::SRVMask);
		LOD.Slots.Empty();
	}
	FRDGExternalAccessQueue ExternalAccessQueue;
	FRDGBufferRef Positions = FSkeletalMeshDeformerHelpers::AllocateVertexFactoryPositionBuffer(
		GraphBuilder, ExternalAccessQueue, &MeshObject, LODIndex, TEXT("Exemplar.DeformedPositions"));
	// A character without normals leaves the mesh its own.
	FRDGBufferRef Tangents = Level.Packed.Parameters.SkinFrameFormat != 0
		? FSkeletalMeshDeformerHelpers::AllocateVertexFactoryTangentBuffer(
			  GraphBuilder, ExternalAccessQueue, &MeshObject, LODIndex, TEXT("Exemplar.DeformedTangents"))
		: GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateBufferDesc(8, 2), TEXT("Exemplar.NoTangents"));
	AddExemplarDeformPass(GraphBuilder, Level, ExemplarWriteRows(Frame, Level, LOD.Level), LOD.SlotBuffer,
		LOD.VertexCount, ExemplarCompat::GetMorphs(MeshObject, LODIndex, Section), Positions, Tangents);
	// What was written last is last frame's only where that was this LOD, and a frame ago.
	const bool bStale = Target.LastLOD != LODIndex || GFrameCounterRenderThread - Target.LastFrame > 1;
	ExemplarCompat::UpdateDeformedBuffers(GraphBuilder, MeshObject, LODIndex, bStale);
	ExternalAccessQueue.Submit(GraphBuilder);
	Target.LastLOD = LODIndex;
	Target.LastFrame = GFrameCounterRenderThread;
	if (!Target.LODs.Contains(LODIndex))
	{
		Target.LODs.Add(LODIndex);
	}
	return true;
}
