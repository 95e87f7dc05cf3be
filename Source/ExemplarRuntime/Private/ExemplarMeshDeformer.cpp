// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshDeformer.h"

#include "Character/AxisChange.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarCharacter.h"
#include "ExemplarCharacterData.h"
#include "ExemplarConversions.h"
#include "ExemplarDeformerVersion.h"
#include "ExemplarLog.h"
#include "ExemplarMeshDeformerInstance.h"
#include "ExemplarMeshDeformerSettings.h"
#include "ExemplarRenderMesh.h"
#include "Posing/BonePose.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Render/ExemplarDeforming.h"
#include "Render/ExemplarRelease.h"
#include "Rendering/SkeletalMeshModel.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "Serialization/CustomVersion.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarMeshDeformer)

const FGuid FExemplarDeformerVersion::GUID(0x2b7d90f1, 0x6c3e4a85, 0xb1907ce4, 0x3fa852d6);

static FCustomVersionRegistration GExemplarDeformerVersion(
	FExemplarDeformerVersion::GUID, FExemplarDeformerVersion::LatestVersion, TEXT("ExemplarMeshDeformer"));

namespace
{

constexpr int32 ExemplarMostLODs = 64; // more than any mesh has

/** False where what was read is no map. */
bool ExemplarSerializeMap(FArchive& Ar, FExemplarDeformerLOD& LOD)
{
	uint32 VertexCount = LOD.Stamp.VertexCount;
	uint64 Layout = LOD.Stamp.Layout, Positions = LOD.Stamp.Positions;
	Ar << LOD.Level << VertexCount << Layout << Positions << LOD.Vertices;
	if (Ar.IsLoading())
	{
		LOD.Stamp = {VertexCount, Layout, Positions};
	}
	return static_cast<uint32>(LOD.Vertices.Num()) == VertexCount || LOD.Level == INDEX_NONE;
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
	bHasBasis = false;
	SetLODs({});
}

void UExemplarMeshDeformer::SetBasis(const Exemplar::FBasis& NewBasis)
{
	bHasBasis = true;
	Basis = NewBasis;
	ReleaseData();
}

TSharedPtr<FExemplarCharacterData> UExemplarMeshDeformer::GetCharacterData() const
{
	const TSharedPtr<FExemplarCharacterData> Own = Character ? Character->GetData() : nullptr;
	return Own.IsValid() && bHasBasis && !(Own->Model->Basis == Basis) ? Own->InBasis(Basis) : Own;
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
	// The axes under which rest joints agree; a skeleton on one line does not say, so that all others are tried.
	TArray<Exemplar::FBasis> Candidates;
	Candidates.Add(ExemplarBasisOf(Mesh, *Character->GetData()->Model));
	for (const Exemplar::FBasis& Turn : Exemplar::GetAxisTurns())
	{
		Candidates.Add(Candidates[0].Then(Turn));
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
		TConstArrayView<int32> ImportVertices;
		if (Imported && Imported->LODModels.IsValidIndex(LOD))
		{
			ImportVertices = Imported->LODModels[LOD].MeshToImportVertexMap;
		}
		const Exemplar::FMeshLevelView& Level = Model->View().Levels[static_cast<size_t>(LOD)];
		Exemplar::TResult<Exemplar::FRenderVertexMap> Found =
			ExemplarMapVertices(Mesh, LOD, Level, Candidates[0], ImportVertices);
		for (int32 Next = 1; !Found && !bHasBasis && Next < Candidates.Num(); ++Next)
		{
			Exemplar::TResult<Exemplar::FRenderVertexMap> Other =
				ExemplarMapVertices(Mesh, LOD, Level, Candidates[Next], ImportVertices);
			if (Other)
			{
				Found = MoveTemp(Other);
				Candidates[0] = Candidates[Next];
			}
		}
		if (!Found)
		{
			UE_LOG(LogExemplar, Error, TEXT("%s, LOD %d of %s: %s"), *GetPathName(), LOD, *Mesh.GetPathName(),
				*Exemplar::ToUnrealText(Found.GetError().Message));
			bAll = false;
			continue;
		}
		SetBasis(Candidates[0]); // one for all LODs
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
	const TSharedPtr<FExemplarCharacterData> CharacterData = GetCharacterData();
	if (!CharacterData.IsValid())
	{
		return nullptr;
	}
	if (CharacterData->GetFirstLevel() > 0)
	{
		Character->RequestLevel(0); // LODs of the mesh are levels; until all are there, the engine skins it
		return nullptr;
	}
	const Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Levels = CharacterData->GetSkinData(Operator);
	if (!Levels)
	{
		Character->Report(Levels.GetError().Message);
		return nullptr;
	}
	TSharedPtr<FExemplarSkinData> SkinData = *Levels;
	const std::lock_guard Lock(DataMutex); // components ask from several threads
	TSharedPtr<FExemplarDeformerData>& Made = Data[static_cast<int32>(Exemplar::PackedKindOf(Operator))];
	if (!Made.IsValid() || !(Made->SkinData == SkinData))
	{
		ExemplarReleaseOnRenderThread(MoveTemp(Made));
		Exemplar::TResult<TSharedPtr<FExemplarDeformerData>> New = FExemplarDeformerData::Make(SkinData, LODs);
		if (!New)
		{
			UE_LOG(LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(New.GetError().Message));
			ExemplarReleaseOnRenderThread(MoveTemp(SkinData));
			return nullptr;
		}
		Made = *New;
	}
	ExemplarReleaseOnRenderThread(MoveTemp(SkinData));
	return Made;
}

void UExemplarMeshDeformer::ReleaseData()
{
	const std::lock_guard Lock(DataMutex);
	++Revision;
	for (TSharedPtr<FExemplarDeformerData>& Made : Data)
	{
		ExemplarReleaseOnRenderThread(MoveTemp(Made));
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

void UExemplarMeshDeformer::SerializeBasis(FArchive& Ar)
{
	Ar << bHasBasis << Basis.Scale;
	for (int32 Axis = 0; Axis < 3; ++Axis)
	{
		Ar << Basis.Axes[Axis] << Basis.Signs[Axis];
	}
	if (Ar.IsLoading() && !Exemplar::IsSound(Basis))
	{
		bHasBasis = false; // damaged; the maps behind it say so
		Basis = Exemplar::FBasis();
	}
}

void UExemplarMeshDeformer::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(FExemplarDeformerVersion::GUID);
	if (!Ar.IsLoading() && !Ar.IsSaving())
	{
		return; // counting memory or collecting references, which maps do not have
	}
	// One array, which is read whole whatever is in it: a loader expects that every byte of an object is read.
	TArray<uint8> Bytes;
	if (Ar.IsSaving())
	{
		FMemoryWriter Writer(Bytes, true);
		SerializeMaps(Writer);
	}
	Ar << Bytes;
	if (!Ar.IsLoading())
	{
		return;
	}
	SetLODs({});
	const int32 Version = Ar.CustomVer(FExemplarDeformerVersion::GUID);
	if (Version < FExemplarDeformerVersion::MapsInOneArray || Version > FExemplarDeformerVersion::LatestVersion)
	{
		UE_LOG(LogExemplar, Error,
			TEXT("%s: The deformer has version %d, but this plug-in reads versions %d to %d. Use the plug-in that "
				 "wrote it, or convert the mesh again."),
			*GetPathName(), Version, static_cast<int32>(FExemplarDeformerVersion::MapsInOneArray),
			static_cast<int32>(FExemplarDeformerVersion::LatestVersion));
		return;
	}
	FMemoryReader Reader(Bytes, true);
	SerializeMaps(Reader);
}

void UExemplarMeshDeformer::SerializeMaps(FArchive& Ar)
{
	SerializeBasis(Ar);
	int32 Count = LODs.Num();
	Ar << Count;
	if (Ar.IsLoading())
	{
		LODs.SetNum(Count >= 0 && Count <= ExemplarMostLODs ? Count : 0);
	}
	bool bSound = LODs.Num() == Count;
	for (int32 Index = 0; Index < LODs.Num() && !Ar.IsError(); ++Index)
	{
		bSound = ExemplarSerializeMap(Ar, LODs[Index]) && bSound;
	}
	if (Ar.IsLoading() && (Ar.IsError() || !bSound))
	{
		UE_LOG(LogExemplar, Error, TEXT("%s: The vertex maps are damaged. Convert the mesh again."), *GetPathName());
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
