// Copyright (c) 2026 Exemplar contributors. MIT license.

// Mesh descriptions, and skeletal meshes and sequences that tools make. As the engine does, vertices are split at
// groups and sorted by triangles, so that nothing keeps its number.
#include "Animation/AnimSequence.h"
#include "Animation/Skeleton.h"
#include "Engine/SkeletalMesh.h"
#include "MeshDescription.h"
#include "Rendering/SkeletalMeshModel.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SkeletalMeshAttributes.h"
#include "StaticToSkeletalMeshConverter.h"
#include "UObject/UObjectGlobals.h"

UClass* USkeleton::StaticClass()
{
	static UClass Class(TEXT("Skeleton"), UObject::StaticClass(), []() -> UObject* { return new USkeleton; }, {});
	return &Class;
}
UClass* UAnimSequence::StaticClass()
{
	static UClass Class(
		TEXT("AnimSequence"), UObject::StaticClass(), []() -> UObject* { return new UAnimSequence; }, {});
	return &Class;
}

FVertexID FMeshDescription::CreateVertex()
{
	HostWeights.Add({});
	return FVertexID(HostPositions.Add(FVector3f(0.0f, 0.0f, 0.0f)));
}
FVertexInstanceID FMeshDescription::CreateVertexInstance(const FVertexID VertexID)
{
	check(bHostRegistered && HostPositions.IsValidIndex(VertexID.GetValue()));
	HostNormals.Add(FVector3f(0.0f, 0.0f, 0.0f));
	HostTangents.Add(FVector3f(0.0f, 0.0f, 0.0f));
	HostSigns.Add(0.0f);
	HostUVs.Add(FVector2f(0.0f, 0.0f));
	return FVertexInstanceID(HostVertices.Add(VertexID));
}
FPolygonGroupID FMeshDescription::CreatePolygonGroup()
{
	HostTriangles.Add({});
	return FPolygonGroupID(HostSlots.Add(NAME_None));
}
FPolygonID FMeshDescription::CreatePolygon(
	const FPolygonGroupID PolygonGroupID, TArrayView<const FVertexInstanceID> VertexInstanceIDs)
{
	check(VertexInstanceIDs.Num() == 3); // what tools of ours make
	TArray<FVertexInstanceID>& Triangles = HostTriangles[PolygonGroupID.GetValue()];
	for (const FVertexInstanceID& Instance : VertexInstanceIDs)
	{
		check(HostVertices.IsValidIndex(Instance.GetValue()));
		Triangles.Add(Instance);
	}
	return FPolygonID(Triangles.Num() / 3 - 1);
}
void FSkinWeightsVertexAttributesRef::Set(
	FVertexID InVertexID, TArrayView<const UE::AnimationCore::FBoneWeight> InBoneWeights)
{
	HostDescription.HostWeights[InVertexID.GetValue()] = TArray<UE::AnimationCore::FBoneWeight>(InBoneWeights);
}
bool FSkeletalMeshAttributes::RegisterMorphTargetAttribute(const FName InMorphTargetName, const bool bIncludeNormals)
{
	const auto Same = [&](const FHostMorph& Morph) { return Morph.Name == InMorphTargetName; };
	if (InMorphTargetName.IsNone() || std::ranges::any_of(HostDescription.HostMorphs, Same))
	{
		return false;
	}
	FHostMorph& Morph = HostDescription.HostMorphs.emplace_back();
	Morph.Name = InMorphTargetName;
	Morph.bNormals = bIncludeNormals;
	Morph.Positions.Init(FVector3f(0.0f, 0.0f, 0.0f), HostDescription.HostPositions.Num());
	Morph.Normals.Init(FVector3f(0.0f, 0.0f, 0.0f), HostDescription.HostVertices.Num());
	return true;
}
FHostMorph& FSkeletalMeshAttributes::HostMorph(FName Name)
{
	const auto At = std::ranges::find(HostDescription.HostMorphs, Name, &FHostMorph::Name);
	check(At != HostDescription.HostMorphs.end());
	return *At;
}

namespace
{

bool AreWeightsGood(const FMeshDescription& Mesh, int32 Bones)
{
	return std::ranges::all_of(Mesh.HostWeights,
		[&](const TArray<UE::AnimationCore::FBoneWeight>& Row)
		{
			return Row.Num() > 0 &&
				std::ranges::all_of(Row, [&](const auto& Weight) { return Weight.GetBoneIndex() < Bones; });
		});
}

/** What is drawn of a description: each section has its own vertices, in the order of its triangles. */
void BuildLOD(const FMeshDescription& Mesh, const TArray<FSkeletalMaterial>& Materials, FSkeletalMeshLODRenderData& LOD,
	FSkeletalMeshLODModel& Model)
{
	FStaticMeshVertexBuffer& Others = LOD.StaticVertexBuffers.StaticMeshVertexBuffer;
	for (int32 Group = 0; Group < Mesh.HostSlots.Num(); ++Group)
	{
		std::map<int32, uint32> Numbers; // of instances
		FSkelMeshRenderSection Section;
		for (int32 Slot = 0; Slot < Materials.Num(); ++Slot)
		{
			if (Materials[Slot].ImportedMaterialSlotName == Mesh.HostSlots[Group])
			{
				Section.MaterialIndex = static_cast<uint16>(Slot);
			}
		}
		Section.BaseIndex = static_cast<uint32>(LOD.HostIndices.Num());
		Section.BaseVertexIndex = LOD.GetNumVertices();
		for (int32 Corner = Mesh.HostTriangles[Group].Num() - 3; Corner >= 0; Corner -= 3)
		{
			for (int32 Of = 0; Of < 3; ++Of)
			{
				const int32 Instance = Mesh.HostTriangles[Group][Corner + Of].GetValue();
				const auto [At, bNew] = Numbers.try_emplace(Instance, LOD.GetNumVertices());
				LOD.HostIndices.Add(At->second);
				if (!bNew)
				{
					continue;
				}
				const int32 Vertex = Mesh.HostVertices[Instance].GetValue();
				const FVector3f& N = Mesh.HostNormals[Instance];
				LOD.StaticVertexBuffers.PositionVertexBuffer.HostPositions.Add(Mesh.HostPositions[Vertex]);
				Others.HostNormals.Add(FVector4f(N.X, N.Y, N.Z, Mesh.HostSigns[Instance]));
				Others.HostUVs.Add(Mesh.HostUVs[Instance]);
				LOD.HostTangents.Add(Mesh.HostTangents[Instance]);
				std::vector<FSkeletalMeshLODRenderData::FHostInfluence> Row;
				for (const UE::AnimationCore::FBoneWeight& Weight : Mesh.HostWeights[Vertex])
				{
					Row.push_back({Weight.GetBoneIndex(), Weight.GetWeight()});
				}
				LOD.HostInfluences.push_back(std::move(Row));
				Model.MeshToImportVertexMap.Add(Vertex);
			}
		}
		Section.NumTriangles = (static_cast<uint32>(LOD.HostIndices.Num()) - Section.BaseIndex) / 3;
		Section.NumVertices = LOD.GetNumVertices() - Section.BaseVertexIndex;
		LOD.RenderSections.Add(Section);
	}
}

} // namespace

bool FStaticToSkeletalMeshConverter::InitializeSkeletalMeshFromMeshDescriptions(USkeletalMesh* InSkeletalMesh,
	TArrayView<const FMeshDescription*> InMeshDescriptions, TConstArrayView<FSkeletalMaterial> InMaterials,
	const FReferenceSkeleton& InReferenceSkeleton, const bool bInRecomputeNormals, const bool bInRecomputeTangents)
{
	check(InSkeletalMesh->GetLODNum() == 0 && InSkeletalMesh->HostSkeleton.GetNum() == 0); // made just now
	check(!bInRecomputeNormals && !bInRecomputeTangents);
	for (const FMeshDescription* Mesh : InMeshDescriptions)
	{
		if (!AreWeightsGood(*Mesh, InReferenceSkeleton.GetNum()))
		{
			return false;
		}
	}
	InSkeletalMesh->HostSkeleton = InReferenceSkeleton;
	InSkeletalMesh->HostMaterials = TArray<FSkeletalMaterial>(InMaterials);
	for (const FMeshDescription* Mesh : InMeshDescriptions)
	{
		InSkeletalMesh->HostLODs.AddDefaulted_GetRef();
		InSkeletalMesh->HostCommitted.push_back(std::make_shared<FMeshDescription>(*Mesh));
	}
	InSkeletalMesh->HostDescriptions.resize(InSkeletalMesh->HostCommitted.size());
	InSkeletalMesh->Build();
	return true;
}

#if WITH_EDITOR
FMeshDescription* USkeletalMesh::CreateMeshDescription(const int32 InLODIndex, FMeshDescription&& InMeshDescription)
{
	if (!HostLODs.IsValidIndex(InLODIndex))
	{
		return nullptr;
	}
	HostDescriptions[static_cast<size_t>(InLODIndex)] =
		std::make_shared<FMeshDescription>(std::move(InMeshDescription));
	return HostDescriptions[static_cast<size_t>(InLODIndex)].get();
}
bool USkeletalMesh::CommitMeshDescription(const int32 InLODIndex, const FCommitMeshDescriptionParams&)
{
	std::shared_ptr<FMeshDescription>& Held = HostDescriptions[static_cast<size_t>(InLODIndex)];
	if (Held && !AreWeightsGood(*Held, HostSkeleton.GetNum()))
	{
		return false;
	}
	HostCommitted[static_cast<size_t>(InLODIndex)] = Held;
	return true;
}
void USkeletalMesh::Build()
{
	HostRenderData = std::make_unique<FSkeletalMeshRenderData>();
	HostModel = std::make_unique<FSkeletalMeshModel>();
	for (const std::shared_ptr<FMeshDescription>& Mesh : HostCommitted)
	{
		auto* LOD = new FSkeletalMeshLODRenderData;
		auto* Model = new FSkeletalMeshLODModel;
		HostRenderData->LODRenderData.Add(LOD);
		HostModel->LODModels.Add(Model);
		BuildLOD(*Mesh, HostMaterials, *LOD, *Model);
	}
}
#endif

bool USkeleton::MergeAllBonesToBoneTree(const USkinnedAsset* InSkinnedAsset, bool)
{
	const FReferenceSkeleton& Other = InSkinnedAsset->GetRefSkeleton();
	for (int32 Bone = 0; Bone < Other.GetNum(); ++Bone)
	{
		const int32 Parent = Other.GetParentIndex(Bone);
		const FName ParentName = Parent < 0 ? NAME_None : Other.GetBoneName(Parent);
		const int32 Known = HostSkeleton.FindBoneIndex(Other.GetBoneName(Bone));
		if (Known == INDEX_NONE)
		{
			FReferenceSkeletonModifier(HostSkeleton, this)
				.Add(FMeshBoneInfo(Other.GetBoneName(Bone), FString(), HostSkeleton.FindBoneIndex(ParentName)),
					Other.GetRefBonePose()[Bone], true);
			continue;
		}
		const int32 Here = HostSkeleton.GetParentIndex(Known);
		if (!((Here < 0 ? NAME_None : HostSkeleton.GetBoneName(Here)) == ParentName))
		{
			return false;
		}
	}
	return true;
}

void IAnimationDataController::InitializeModel()
{
	bHostInitialized = true;
}
void IAnimationDataController::CloseBracket(bool)
{
	check(HostBrackets > 0);
	--HostBrackets;
}
void IAnimationDataController::SetFrameRate(FFrameRate FrameRate, bool)
{
	check(bHostInitialized && FrameRate.Numerator > 0 && FrameRate.Denominator > 0);
	HostRate = FrameRate;
}
void IAnimationDataController::SetNumberOfFrames(const FFrameNumber Length, bool)
{
	check(bHostInitialized && Length.Value >= 0);
	HostFrames = Length.Value;
}
bool IAnimationDataController::AddBoneCurve(FName BoneName, bool)
{
	check(bHostInitialized && HostBrackets > 0);
	if (std::ranges::find(HostTracks, BoneName, &FHostTrack::Bone) != HostTracks.end())
	{
		return false;
	}
	HostTracks.emplace_back().Bone = BoneName;
	return true;
}
bool IAnimationDataController::SetBoneTrackKeys(FName BoneName, const TArray<FVector>& PositionalKeys,
	const TArray<FQuat>& RotationalKeys, const TArray<FVector>& ScalingKeys, bool)
{
	const auto At = std::ranges::find(HostTracks, BoneName, &FHostTrack::Bone);
	const int32 Keys = PositionalKeys.Num();
	if (At == HostTracks.end() || Keys != HostFrames + 1 || RotationalKeys.Num() != Keys || ScalingKeys.Num() != Keys)
	{
		return false;
	}
	At->Positions = PositionalKeys;
	At->Rotations = RotationalKeys;
	At->Scales = ScalingKeys;
	return true;
}
void IAnimationDataController::NotifyPopulated()
{
	check(HostBrackets <= 1);
	bHostPopulated = true;
}
