// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshDeformer.h"

#include "Engine/SkeletalMesh.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarDeformerVersion.h"
#include "ExemplarLog.h"
#include "ExemplarRenderMesh.h"
#include "Render/ExemplarDeforming.h"
#include "Rendering/SkeletalMeshModel.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "Serialization/CustomVersion.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarMeshDeformer)

const FGuid FExemplarDeformerVersion::GUID(0x2b7d90f1, 0x6c3e4a85, 0xb1907ce4, 0x3fa852d6);

static FCustomVersionRegistration GExemplarDeformerVersion(
	FExemplarDeformerVersion::GUID, FExemplarDeformerVersion::LatestVersion, TEXT("ExemplarMeshDeformer"));

namespace
{

constexpr int32 ExemplarMostLODs = 64; // more than any mesh has

void ExemplarSerializeMap(FArchive& Ar, FExemplarDeformerLOD& LOD)
{
	int32 Count = LOD.Vertices.Num();
	uint32 VertexCount = LOD.Stamp.VertexCount;
	uint64 Layout = LOD.Stamp.Layout, Positions = LOD.Stamp.Positions;
	Ar << LOD.Level << VertexCount << Layout << Positions << Count;
	if (Ar.IsLoading())
	{
		LOD.Stamp = {VertexCount, Layout, Positions};
		if (Count < 0 || static_cast<uint32>(Count) != VertexCount || 4 * int64(Count) > Ar.TotalSize() - Ar.Tell())
		{
			Ar.SetError();
			return;
		}
		LOD.Vertices.SetNumUninitialized(Count);
	}
	Ar.Serialize(LOD.Vertices.GetData(), 4 * int64(Count));
}

} // namespace

void UExemplarMeshDeformer::SetCharacter(UExemplarCharacter* NewCharacter)
{
	if (NewCharacter != Character)
	{
		Character = NewCharacter;
		ClearMaps();
	}
}

int32 UExemplarMeshDeformer::GetNumMappedLODs() const
{
	int32 Count = 0;
	for (const FExemplarDeformerLOD& LOD : LODs)
	{
		Count += LOD.Level != INDEX_NONE ? 1 : 0;
	}
	return Count;
}

bool UExemplarMeshDeformer::SetMap(
	const USkinnedAsset& Mesh, int32 LODIndex, int32 Level, TConstArrayView<uint32> Vertices)
{
	const Exemplar::FCharacter* Model = Character ? Character->GetCharacter() : nullptr;
	const Exemplar::FRenderMeshStamp Stamp = ExemplarStampOf(Mesh, LODIndex);
	const size_t Count = static_cast<size_t>(Vertices.Num());
	Exemplar::FStatus Status = Exemplar::FOk{};
	if (!Model || Level < 0 || Level >= Character->GetNumLevels())
	{
		Status = Exemplar::FError{Exemplar::EErrorCode::NotFound,
			"The character has no level " + std::to_string(Level) + ": set a character that has."};
	}
	else if (LODIndex < 0 || LODIndex >= ExemplarMostLODs || Stamp.VertexCount != Count)
	{
		Status = Exemplar::FError{Exemplar::EErrorCode::Mismatch,
			"The map has " + std::to_string(Count) + " vertices, the mesh's LOD " + std::to_string(LODIndex) + " has " +
				std::to_string(Stamp.VertexCount) + ": a map has one entry a vertex."};
	}
	else
	{
		Status = Exemplar::CheckRenderVertexMap(std::span<const uint32_t>(Vertices.GetData(), Count),
			Model->View().Levels[static_cast<size_t>(Level)].VertexCount());
	}
	if (!Status)
	{
		UE_LOG(LogExemplar, Error, TEXT("%s, for %s: %s"), *GetPathName(), *Mesh.GetPathName(),
			*Exemplar::ToUnrealText(Status.GetError().Message));
		return false;
	}
	if (LODs.Num() <= LODIndex)
	{
		LODs.SetNum(LODIndex + 1);
	}
	LODs[LODIndex].Level = Level;
	LODs[LODIndex].Stamp = Stamp;
	LODs[LODIndex].Vertices = TArray<uint32>(Vertices);
	ReleaseData();
	return true;
}

void UExemplarMeshDeformer::SetLODs(TArray<FExemplarDeformerLOD>&& NewLODs)
{
	LODs = MoveTemp(NewLODs);
	ReleaseData();
}

void UExemplarMeshDeformer::ClearMaps()
{
	SetLODs({});
}

#if WITH_EDITOR
bool UExemplarMeshDeformer::BuildMaps(const USkeletalMesh& Mesh)
{
	ClearMaps();
	const Exemplar::FCharacter* Model = Character ? Character->GetCharacter() : nullptr;
	const FSkeletalMeshRenderData* RenderData = Mesh.GetResourceForRendering();
	const FSkeletalMeshModel* Imported = Mesh.GetImportedModel();
	if (!Model || !RenderData)
	{
		UE_LOG(LogExemplar, Error, TEXT("%s: Maps require a character and a built mesh. Assign both."), *GetPathName());
		return false;
	}
	bool bAll = true;
	for (int32 LOD = 0; LOD < RenderData->LODRenderData.Num(); ++LOD)
	{
		if (LOD >= Character->GetNumLevels())
		{
			UE_LOG(LogExemplar, Error, TEXT("%s: Mesh %s has LOD %d, but the character has only %d levels."),
				*GetPathName(), *Mesh.GetPathName(), LOD, Character->GetNumLevels());
			return false;
		}
		const FExemplarRenderVertices Vertices(Mesh, LOD);
		Exemplar::FRenderVertices Render{Vertices.Positions, Vertices.Normals, Vertices.UVs, {}};
		if (Imported && Imported->LODModels.IsValidIndex(LOD))
		{
			const TArray<int32>& Map = Imported->LODModels[LOD].MeshToImportVertexMap;
			if (Map.Num() == static_cast<int32>(Vertices.Positions.size()))
			{
				Render.ImportVertices = {Map.GetData(), static_cast<size_t>(Map.Num())};
			}
		}
		const Exemplar::TResult<Exemplar::FRenderVertexMap> Found =
			Exemplar::MapRenderVertices(Model->View().Levels[static_cast<size_t>(LOD)], Render);
		if (!Found)
		{
			UE_LOG(LogExemplar, Error, TEXT("%s, LOD %d of %s: %s"), *GetPathName(), LOD, *Mesh.GetPathName(),
				*Exemplar::ToUnrealText(Found.GetError().Message));
			bAll = false;
			continue;
		}
		bAll = SetMap(Mesh, LOD, LOD,
				   TConstArrayView<uint32>(Found->Vertices.data(), static_cast<int32>(Found->Vertices.size()))) &&
			bAll;
	}
	MarkPackageDirty();
	return bAll;
}
#endif

TSharedPtr<FExemplarDeformerData> UExemplarMeshDeformer::GetData(Exemplar::ESkinOperator Operator)
{
	TSharedPtr<FExemplarSkinData> SkinData = Character ? Character->GetSkinData(Operator) : nullptr;
	if (!SkinData.IsValid())
	{
		return nullptr;
	}
	TSharedPtr<FExemplarDeformerData>& Made = Data[static_cast<int32>(Exemplar::PackedKindOf(Operator))];
	if (!Made.IsValid() || !(Made->SkinData == SkinData))
	{
		FExemplarDeformerData::ReleaseOnRenderThread(MoveTemp(Made));
		Exemplar::TResult<TSharedPtr<FExemplarDeformerData>> New = FExemplarDeformerData::Make(SkinData, LODs);
		if (!New)
		{
			UE_LOG(LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(New.GetError().Message));
			FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(SkinData));
			return nullptr;
		}
		Made = *New;
	}
	FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(SkinData));
	return Made;
}

void UExemplarMeshDeformer::ReleaseData()
{
	++Revision;
	for (TSharedPtr<FExemplarDeformerData>& Made : Data)
	{
		FExemplarDeformerData::ReleaseOnRenderThread(MoveTemp(Made));
	}
}

void UExemplarMeshDeformer::BeginDestroy()
{
	ReleaseData();
	Super::BeginDestroy();
}

UMeshDeformerInstanceSettings* UExemplarMeshDeformer::CreateSettingsInstance(UMeshComponent* InMeshComponent)
{
	return NewObject<UExemplarMeshDeformerSettings>(InMeshComponent);
}

UMeshDeformerInstance* UExemplarMeshDeformer::CreateInstance(
	UMeshComponent* InMeshComponent, UMeshDeformerInstanceSettings* InSettings)
{
	UExemplarMeshDeformerInstance* Instance = NewObject<UExemplarMeshDeformerInstance>(InMeshComponent);
	Instance->SetUp(this, InMeshComponent, Cast<UExemplarMeshDeformerSettings>(InSettings));
	return Instance;
}

void UExemplarMeshDeformer::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(FExemplarDeformerVersion::GUID);
	if (!Ar.IsLoading() && !Ar.IsSaving())
	{
		return; // counting memory or collecting references, which maps do not have
	}
	const int32 Version = Ar.CustomVer(FExemplarDeformerVersion::GUID);
	if (Version < FExemplarDeformerVersion::MapsWithStamps || Version > FExemplarDeformerVersion::LatestVersion)
	{
		UE_LOG(LogExemplar, Error,
			TEXT("%s: The deformer has version %d, but this plug-in reads versions %d to %d. Use the plug-in that "
				 "wrote it, or convert the mesh again."),
			*GetPathName(), Version, static_cast<int32>(FExemplarDeformerVersion::MapsWithStamps),
			static_cast<int32>(FExemplarDeformerVersion::LatestVersion));
		Ar.SetError();
		return;
	}
	int32 Count = LODs.Num();
	Ar << Count;
	if (Ar.IsLoading())
	{
		LODs.Empty();
		ReleaseData();
		LODs.SetNum(Count >= 0 && Count <= ExemplarMostLODs ? Count : 0);
	}
	for (int32 Index = 0; Index < LODs.Num() && !Ar.IsError(); ++Index)
	{
		ExemplarSerializeMap(Ar, LODs[Index]);
	}
	if (Ar.IsLoading() && (Ar.IsError() || LODs.Num() != Count))
	{
		UE_LOG(LogExemplar, Error, TEXT("%s: The vertex maps are damaged. Convert the mesh again."), *GetPathName());
		Ar.SetError();
		LODs.Empty();
	}
}

void UExemplarMeshDeformer::GetAssetRegistryTags(FAssetRegistryTagsContext Context) const
{
	Super::GetAssetRegistryTags(Context);
	Context.AddTag(
		FAssetRegistryTag(TEXT("MappedLODs"), FString::FromInt(GetNumMappedLODs()), FAssetRegistryTag::TT_Numerical));
}

void UExemplarMeshDeformer::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	for (const FExemplarDeformerLOD& LOD : LODs)
	{
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(LOD.Vertices.GetAllocatedSize());
	}
}
