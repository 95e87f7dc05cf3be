// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarRenderMesh.h"

#include "Engine/SkinnedAsset.h"
#include "ExemplarConversions.h"
#include "Posing/BonePose.h"
#include "ReferenceSkeleton.h"
#include "Rendering/PositionVertexBuffer.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "Rendering/StaticMeshVertexBuffer.h"

namespace
{

const FSkeletalMeshLODRenderData* ExemplarLODOf(const USkinnedAsset& Mesh, int32 LODIndex)
{
	const FSkeletalMeshRenderData* Data = Mesh.GetResourceForRendering();
	return Data && Data->LODRenderData.IsValidIndex(LODIndex) ? &Data->LODRenderData[LODIndex] : nullptr;
}

Exemplar::FFloat3 ExemplarFloat3(const FVector3f& V)
{
	return {V.X, V.Y, V.Z};
}

} // namespace

Exemplar::FRenderMeshStamp ExemplarStampOf(const USkinnedAsset& Mesh, int32 LODIndex)
{
	const FSkeletalMeshLODRenderData* LOD = ExemplarLODOf(Mesh, LODIndex);
	if (!LOD)
	{
		return {};
	}
	std::vector<Exemplar::FRenderSection> Sections;
	for (const FSkelMeshRenderSection& Section : LOD->RenderSections)
	{
		Sections.push_back({Section.MaterialIndex, Section.BaseIndex, Section.NumTriangles, Section.BaseVertexIndex,
			Section.NumVertices});
	}
	const FReferenceSkeleton& Skeleton = Mesh.GetRefSkeleton();
	std::vector<std::string> Names;
	for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
	{
		Names.push_back(Exemplar::ToCoreName(Skeleton.GetBoneName(Bone)));
	}
	std::vector<Exemplar::FFloat3> Positions;
	const FPositionVertexBuffer& Buffer = LOD->StaticVertexBuffers.PositionVertexBuffer;
	if (Buffer.GetAllowCPUAccess())
	{
		for (uint32 Vertex = 0; Vertex < Buffer.GetNumVertices(); ++Vertex)
		{
			Positions.push_back(ExemplarFloat3(Buffer.VertexPosition(Vertex)));
		}
	}
	return Exemplar::MakeRenderMeshStamp(
		LOD->GetNumVertices(), Sections, std::vector<std::string_view>(Names.begin(), Names.end()), Positions);
}

TArray<FTransform> ExemplarRestOf(const USkinnedAsset& Mesh)
{
	const FReferenceSkeleton& Skeleton = Mesh.GetRefSkeleton();
	const TArray<FTransform>& Local = Skeleton.GetRefBonePose();
	TArray<FTransform> Out;
	for (int32 Bone = 0; Bone < Local.Num(); ++Bone)
	{
		const int32 Parent = Skeleton.GetParentIndex(Bone);
		Out.Add(Out.IsValidIndex(Parent) ? Local[Bone] * Out[Parent] : Local[Bone]);
	}
	return Out;
}

Exemplar::FBasis ExemplarBasisOf(const USkinnedAsset& Mesh, const Exemplar::FPosableCharacter& Character)
{
	const TArray<FTransform> BoneRest = ExemplarRestOf(Mesh);
	const Exemplar::FSkeletonView& Skeleton = Character.View().Skeleton;
	std::vector<Exemplar::FFloat3> Joints, Bones;
	for (size_t Joint = 0; Joint < Skeleton.JointCount() && Character.Poser; ++Joint)
	{
		const int32 Bone = Mesh.GetRefSkeleton().FindBoneIndex(Exemplar::ToUnrealName(Skeleton.Names[Joint]));
		if (BoneRest.IsValidIndex(Bone))
		{
			Joints.push_back(Character.Poser->GetRest().Centers[Joint]);
			Bones.push_back(Exemplar::ToCoreTransform(BoneRest[Bone]).Translation);
		}
	}
	return Character.Basis.Then(Exemplar::FindBoneBasis(Joints, Bones));
}

#if WITH_EDITOR
Exemplar::TResult<Exemplar::FRenderVertexMap> ExemplarMapVertices(const USkinnedAsset& Mesh, int32 LODIndex,
	const Exemplar::FMeshLevelView& Level, const Exemplar::FBasis& Basis, TConstArrayView<int32> ImportVertices)
{
	std::vector<Exemplar::FFloat3> Positions, Normals;
	std::vector<Exemplar::FFloat2> UVs;
	const FSkeletalMeshLODRenderData* LOD = ExemplarLODOf(Mesh, LODIndex);
	const uint32 Count = LOD ? LOD->GetNumVertices() : 0;
	const Exemplar::FBasis ToCharacter = Basis.Inverse();
	for (uint32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		const FPositionVertexBuffer& Places = LOD->StaticVertexBuffers.PositionVertexBuffer;
		const FStaticMeshVertexBuffer& Others = LOD->StaticVertexBuffers.StaticMeshVertexBuffer;
		Positions.push_back(ToCharacter.Position(ExemplarFloat3(Places.VertexPosition(Vertex))));
		if (Others.GetNumVertices() == Count)
		{
			const FVector4f N = Others.VertexTangentZ(Vertex);
			Normals.push_back(ToCharacter.Direction({N.X, N.Y, N.Z}));
			if (Others.GetNumTexCoords() > 0)
			{
				const FVector2f UV = Others.GetVertexUV(Vertex, 0);
				UVs.push_back({UV.X, UV.Y});
			}
		}
	}
	Exemplar::FRenderVertices Render{Positions, Normals, UVs, {}};
	if (ImportVertices.Num() == static_cast<int32>(Count))
	{
		Render.ImportVertices = {ImportVertices.GetData(), static_cast<size_t>(Count)};
	}
	return Exemplar::MapRenderVertices(Level, Render);
}
#endif
