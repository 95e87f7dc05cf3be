// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarStockMesh.h"

#include "Animation/AnimSequence.h"
#include "Animation/Skeleton.h"
#include "BoneWeights.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/SkinnedAssetCommon.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarMessages.h"
#include "Internationalization/Text.h"
#include "MeshDescription.h"
#include "Misc/FrameNumber.h"
#include "Misc/FrameRate.h"
#include "ReferenceSkeleton.h"
#include "SkeletalMeshAttributes.h"
#include "StaticToSkeletalMeshConverter.h"

namespace Exemplar
{

namespace ExemplarStockMeshDetail
{

FVector3f ToVector(const FFloat3& V)
{
	return FVector3f(V.X, V.Y, V.Z);
}

void FillInstances(const FMeshLevelView& Level, const FBasis& Basis, FMeshDescription& Out)
{
	FSkeletalMeshAttributes Attributes(Out);
	auto Positions = Out.GetVertexPositions();
	auto Normals = Attributes.GetVertexInstanceNormals();
	auto Tangents = Attributes.GetVertexInstanceTangents();
	auto Signs = Attributes.GetVertexInstanceBinormalSigns();
	auto UVs = Attributes.GetVertexInstanceUVs();
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const FVertexID ID = Out.CreateVertex();
		Positions[ID] = ToVector(Basis.Position(Level.Positions[Vertex]));
		// The level's vertices are split where normals or UVs differ, so each is one instance.
		const FVertexInstanceID Instance = Out.CreateVertexInstance(ID);
		if (!Level.Normals.empty())
		{
			Normals.Set(Instance, ToVector(Basis.Direction(Level.Normals[Vertex])));
		}
		if (!Level.Tangents.empty())
		{
			const FFloat4& T = Level.Tangents[Vertex];
			Tangents.Set(Instance, ToVector(Basis.Direction({T.X, T.Y, T.Z})));
			Signs.Set(Instance, T.W * Basis.Determinant());
		}
		if (!Level.UVs.empty())
		{
			UVs.Set(Instance, 0, FVector2f(Level.UVs[Vertex].X, Level.UVs[Vertex].Y));
		}
	}
}

void FillWeights(const FStockAssets& Assets, const FStockLevel& Level, FMeshDescription& Out)
{
	FSkeletalMeshAttributes Attributes(Out);
	FSkinWeightsVertexAttributesRef Weights = Attributes.GetVertexSkinWeights();
	for (size_t Vertex = 0; Vertex + 1 < Level.Offsets.size(); ++Vertex)
	{
		TArray<UE::AnimationCore::FBoneWeight> Row;
		for (uint32_t At = Level.Offsets[Vertex]; At < Level.Offsets[Vertex + 1]; ++At)
		{
			UE::AnimationCore::FBoneWeight Weight;
			Weight.SetBoneIndex(Level.Bones[At]);
			Weight.SetWeight(static_cast<float>(Level.Codes[At]) / static_cast<float>(Assets.WeightOne));
			Row.Add(Weight);
		}
		Weights.Set(FVertexID(static_cast<int32>(Vertex)), Row);
	}
}

void FillMorphs(const FStockLevel& Level, const FBasis& Basis, FMeshDescription& Out)
{
	FSkeletalMeshAttributes Attributes(Out);
	for (const FStockMorph& Morph : Level.Morphs)
	{
		const FName Name = ToUnrealName(Morph.Name);
		const bool bNormals = !Morph.Normals.empty();
		if (!Attributes.RegisterMorphTargetAttribute(Name, bNormals))
		{
			continue; // of two with one name, the first
		}
		auto Positions = Attributes.GetVertexMorphPositionDelta(Name);
		for (size_t Item = 0; Item < Morph.Vertices.size(); ++Item)
		{
			const int32 Vertex = static_cast<int32>(Morph.Vertices[Item]);
			Positions.Set(FVertexID(Vertex), ToVector(Basis.Position(Morph.Positions[Item])));
			if (bNormals)
			{
				Attributes.GetVertexInstanceMorphNormalDelta(Name).Set(
					FVertexInstanceID(Vertex), ToVector(Basis.Direction(Morph.Normals[Item])));
			}
		}
	}
}

bool HasTheBones(const USkeletalMesh& Mesh, const FReferenceSkeleton& Skeleton)
{
	const FReferenceSkeleton& Old = Mesh.GetRefSkeleton();
	bool bSame = Old.GetNum() == Skeleton.GetNum();
	for (int32 Bone = 0; bSame && Bone < Old.GetNum(); ++Bone)
	{
		bSame = Old.GetBoneName(Bone) == Skeleton.GetBoneName(Bone) &&
			Old.GetParentIndex(Bone) == Skeleton.GetParentIndex(Bone);
	}
	return bSame;
}

TArray<FSkeletalMaterial> MakeMaterials(const UExemplarCharacter& Character)
{
	TArray<FSkeletalMaterial> Out;
	for (const FExemplarMaterialSlot& Slot : Character.Materials)
	{
		Out.Add(FSkeletalMaterial(Slot.Material, Slot.SlotName, Slot.SlotName));
	}
	return Out;
}

} // namespace ExemplarStockMeshDetail

const FBasis& StockBasis(const UExemplarCharacter& Character)
{
	return Character.Forward == EExemplarForward::X ? UnrealXForward : UnrealYForward;
}

void FillReferenceSkeleton(const FCharacterView& Character, const FBasis& Basis, FReferenceSkeleton& Out)
{
	FReferenceSkeletonModifier Modifier(Out, nullptr);
	for (size_t Joint = 0; Joint < Character.Skeleton.JointCount(); ++Joint)
	{
		const FString Name = ToUnrealText(Character.Skeleton.Names[Joint]);
		Modifier.Add(FMeshBoneInfo(FName(*Name), Name, Character.Skeleton.Parents[Joint]),
			ToUnrealTransform(Character.Skeleton.RestLocal[Joint], Basis));
	}
}

void FillMeshDescription(const FStockAssets& Assets, size_t Level, const FCharacterView& Character, const FBasis& Basis,
	FMeshDescription& Out)
{
	using namespace ExemplarStockMeshDetail;
	const FMeshLevelView& Mesh = Character.Levels[Level];
	FSkeletalMeshAttributes Attributes(Out);
	Attributes.Register();
	FillInstances(Mesh, Basis, Out);
	auto Slots = Attributes.GetPolygonGroupMaterialSlotNames();
	for (const FMeshSection& Section : Mesh.Sections)
	{
		const FPolygonGroupID Group = Out.CreatePolygonGroup();
		Slots.Set(Group, ToUnrealName(Character.Materials[Section.MaterialSlot].Name));
		for (uint32_t At = Section.FirstIndex; At < Section.FirstIndex + Section.IndexCount; At += 3)
		{
			TArray<FVertexInstanceID> Corners;
			for (uint32_t Corner = 0; Corner < 3; ++Corner)
			{
				Corners.Add(FVertexInstanceID(static_cast<int32>(Mesh.Indices[At + Corner])));
			}
			Out.CreatePolygon(Group, Corners);
		}
	}
	FillWeights(Assets, Assets.Levels[Level], Out);
	FillMorphs(Assets.Levels[Level], Basis, Out);
}

bool FillSkeletalMesh(const FStockAssets& Assets, const UExemplarCharacter& Character, USkeletalMesh& Mesh)
{
	using namespace ExemplarStockMeshDetail;
	const FCharacterView& View = Character.GetCharacter()->View();
	const FBasis& Basis = StockBasis(Character);
	FReferenceSkeleton Skeleton;
	FillReferenceSkeleton(View, Basis, Skeleton);
	const bool bNew = Mesh.GetLODNum() == 0;
	if (!bNew && (Mesh.GetLODNum() != static_cast<int32>(Assets.Levels.size()) || !HasTheBones(Mesh, Skeleton)))
	{
		SayError(std::string(TCHAR_TO_UTF8(*Mesh.GetPathName())) +
			": the mesh has other bones or another number of LODs than the character has now. Rename or delete the "
			"mesh, "
			"and convert again.");
		return false;
	}
	std::vector<FMeshDescription> Levels(Assets.Levels.size());
	for (size_t Level = 0; Level < Levels.size(); ++Level)
	{
		FillMeshDescription(Assets, Level, View, Basis, Levels[Level]);
	}
	if (bNew)
	{
		TArray<const FMeshDescription*> All;
		for (const FMeshDescription& Level : Levels)
		{
			All.Add(&Level);
		}
		const TArray<FSkeletalMaterial> Materials = MakeMaterials(Character);
		if (!FStaticToSkeletalMeshConverter::InitializeSkeletalMeshFromMeshDescriptions(
				&Mesh, All, Materials, Skeleton, false, false))
		{
			SayError(std::string(TCHAR_TO_UTF8(*Mesh.GetPathName())) + ": the engine could not make the mesh.");
			return false;
		}
	}
	else
	{
		Mesh.Modify();
		{
			FReferenceSkeletonModifier Modifier(Mesh.GetRefSkeleton(), nullptr);
			for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
			{
				Modifier.UpdateRefPoseTransform(Bone, Skeleton.GetRefBonePose()[Bone]);
			}
		}
		Mesh.CalculateInvRefMatrices();
		for (size_t Level = 0; Level < Levels.size(); ++Level)
		{
			const int32 LOD = static_cast<int32>(Level);
			Mesh.CreateMeshDescription(LOD, MoveTemp(Levels[Level]));
			Mesh.CommitMeshDescription(LOD, USkeletalMesh::FCommitMeshDescriptionParams());
		}
		Mesh.Build();
	}
	for (size_t Level = 0; Level < Assets.Levels.size(); ++Level)
	{
		if (FSkeletalMeshLODInfo* Info = Mesh.GetLODInfo(static_cast<int32>(Level)))
		{
			Info->ScreenSize.Default = Assets.Levels[Level].ScreenSize;
		}
	}
	Mesh.MarkPackageDirty();
	return true;
}

void FillSequence(const FStockClip& Clip, const FCharacterView& Character, const FBasis& Basis, USkeleton& Skeleton,
	UAnimSequence& Out)
{
	Out.Modify();
	Out.SetSkeleton(&Skeleton);
	IAnimationDataController& Controller = Out.GetController();
	Controller.InitializeModel();
	Controller.OpenBracket(FText::FromString(TEXT("Keys of an Exemplar clip")), false);
	Controller.RemoveAllBoneTracks(false);
	Controller.SetFrameRate(
		FFrameRate(static_cast<uint32>(std::lround(1000.0 * static_cast<double>(Clip.FramesPerSecond))), 1000), false);
	Controller.SetNumberOfFrames(FFrameNumber(static_cast<int32>(Clip.FrameCount) - 1), false);
	const size_t Joints = Character.Skeleton.JointCount();
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		TArray<FVector> Positions, Scales;
		TArray<FQuat> Rotations;
		for (size_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			const FTransform Key = ToUnrealTransform(Clip.Keys[Frame * Joints + Joint], Basis);
			Positions.Add(Key.GetTranslation());
			Rotations.Add(Key.GetRotation());
			Scales.Add(Key.GetScale3D());
		}
		const FName Bone = ToUnrealName(Character.Skeleton.Names[Joint]);
		Controller.AddBoneCurve(Bone, false);
		Controller.SetBoneTrackKeys(Bone, Positions, Rotations, Scales, false);
	}
	Controller.NotifyPopulated();
	Controller.CloseBracket(false);
	Out.MarkPackageDirty();
}

} // namespace Exemplar
