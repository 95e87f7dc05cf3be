// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "DeformerFixture.h"

#include "ExemplarConversions.h"
#include "ExemplarTube.h"
#include "Pose/ClipSampling.h"
#include "Rendering/SkeletalMeshModel.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "RenderingThread.h"
#include "SkeletalRenderPublic.h"
#include "UObject/UObjectGlobals.h"

namespace Host
{
namespace
{

using namespace Exemplar;

FVector3f ToVector(const FFloat3& V)
{
	return FVector3f(V.X, V.Y, V.Z);
}

/** Bones' axes relative to joints'. */
FTransform AxesOf(const FMeshOptions& Options)
{
	return FTransform(FQuat(FVector(0.6, 0.0, 0.8), Options.BoneTurn));
}

void AddLOD(USkeletalMesh& Mesh, const FMeshLevelView& Level, const TArray<int32>& BoneOfJoint,
	const FMeshOptions& Options, std::vector<uint32>& OutMap)
{
	auto* LOD = new FSkeletalMeshLODRenderData;
	FPositionVertexBuffer& Positions = LOD->StaticVertexBuffers.PositionVertexBuffer;
	FStaticMeshVertexBuffer& Others = LOD->StaticVertexBuffers.StaticMeshVertexBuffer;
	std::vector<std::vector<uint32>> Copies(Level.VertexCount());
	for (size_t Index = 0; Index < Level.VertexCount(); ++Index)
	{
		const size_t Vertex = Level.VertexCount() - 1 - Index;
		for (size_t Copy = 0; Copy < (Index % 3 == 0 ? 2u : 1u); ++Copy)
		{
			Copies[Vertex].push_back(static_cast<uint32>(OutMap.size()));
			OutMap.push_back(static_cast<uint32>(Vertex));
			Positions.HostPositions.Add(ToVector(Options.Basis.Position(Level.Positions[Vertex])));
			const FFloat3 N = Options.Basis.Direction(Level.Normals[Vertex]);
			const FFloat4& T = Level.Tangents[Vertex];
			Others.HostNormals.Add(FVector4f(N.X, N.Y, N.Z, -T.W));
			Others.HostUVs.Add(FVector2f(Level.UVs[Vertex].X, Level.UVs[Vertex].Y));
			LOD->HostTangents.Add(ToVector(Options.Basis.Direction({T.X, T.Y, T.Z})));
			std::vector<FSkeletalMeshLODRenderData::FHostInfluence> Influences;
			for (uint32 At = Level.Weights.Offsets[Vertex]; At < Level.Weights.Offsets[Vertex + 1]; ++At)
			{
				const int32 Bone = BoneOfJoint[Level.Weights.Bones[At]];
				Influences.push_back({FMath::Max(Bone, 0), Level.Weights.Weights[At]});
			}
			LOD->HostInfluences.push_back(std::move(Influences));
		}
	}
	for (size_t Corner = 0; Corner < Level.Indices.size(); ++Corner)
	{
		const std::vector<uint32>& Of = Copies[Level.Indices[Corner]];
		LOD->HostIndices.Add(Of[Corner % Of.size()]);
	}
	for (const FMeshSection& Section : Level.Sections)
	{
		FSkelMeshRenderSection& New = LOD->RenderSections.AddDefaulted_GetRef();
		New.MaterialIndex = static_cast<uint16>(Section.MaterialSlot);
		New.BaseIndex = Section.FirstIndex;
		New.NumTriangles = Section.IndexCount / 3;
		New.NumVertices = static_cast<uint32>(OutMap.size());
	}
	Positions.bHostCPUAccess = Options.bCPUAccess;
	Mesh.HostRenderData->LODRenderData.Add(LOD);
}

} // namespace

USkeletalMesh* MakeSkeletalMesh(
	const FCharacter& Character, const FMeshOptions& Options, std::vector<std::vector<uint32>>& OutMaps)
{
	USkeletalMesh* Mesh = NewObject<USkeletalMesh>();
	Mesh->HostRenderData = std::make_unique<FSkeletalMeshRenderData>();
	Mesh->HostModel = std::make_unique<FSkeletalMeshModel>();
	FReferenceSkeleton& Skeleton = Mesh->HostSkeleton;
	Skeleton.HostNames.Add(TEXT("spare"));
	Skeleton.HostParents.Add(INDEX_NONE);
	Skeleton.HostPose.Add(FTransform(FVector(0.0, 0.0, 10.0)));
	TArray<FTransform> Rest{Skeleton.HostPose[0]};
	TArray<FTransform> JointRest;
	TArray<int32> BoneOfJoint;
	for (size_t Joint = 0; Joint < Character->Skeleton.JointCount(); ++Joint)
	{
		const int32 Parent = Character->Skeleton.Parents[Joint];
		const FTransform Local = ToUnrealTransform(Character->Skeleton.RestLocal[Joint], Options.Basis);
		JointRest.Add(Parent < 0 ? Local : Local * JointRest[Parent]);
		const FName Name = ToUnrealName(Character->Skeleton.Names[Joint]);
		if (std::find(Options.Leave.begin(), Options.Leave.end(), Name) != Options.Leave.end())
		{
			BoneOfJoint.Add(INDEX_NONE);
			continue;
		}
		const int32 ParentBone = Parent < 0 || BoneOfJoint[Parent] < 0 ? 0 : BoneOfJoint[Parent];
		Rest.Add(AxesOf(Options) * JointRest.Last());
		BoneOfJoint.Add(Skeleton.HostNames.Add(Name));
		Skeleton.HostParents.Add(ParentBone);
		Skeleton.HostPose.Add(Rest.Last().GetRelativeTransform(Rest[ParentBone]));
	}
	OutMaps.clear();
	for (size_t LOD = 0; LOD < Options.LODs; ++LOD)
	{
		AddLOD(*Mesh, Character->Levels[LOD], BoneOfJoint, Options, OutMaps.emplace_back());
		auto* Model = new FSkeletalMeshLODModel;
		for (const uint32 Vertex : OutMaps.back())
		{
			if (Options.bImportedVertices)
			{
				Model->MeshToImportVertexMap.Add(static_cast<int32>(Vertex));
			}
		}
		Mesh->HostModel->LODModels.Add(Model);
	}
	if (Options.bEmptyLast)
	{
		Mesh->HostRenderData->LODRenderData.Add(new FSkeletalMeshLODRenderData);
		Mesh->HostModel->LODModels.Add(new FSkeletalMeshLODModel);
	}
	return Mesh;
}

static FCharacter MakeSidedTube()
{
	FCharacterData Data = MakeTubeData();
	Data.Skeleton.Names.push_back("side");
	Data.Skeleton.Parents.push_back(1);
	Data.Skeleton.RestLocal.push_back({{}, {0.4f, 0.1f, 0.2f}, {1.0f, 1.0f, 1.0f}});
	Data.Clips[0].Rotations.Offsets.push_back(Data.Clips[0].Rotations.Offsets.back());
	TResult<FCharacter> Made = FCharacter::FromData(Data);
	check(Made.IsOk());
	return *Made;
}

FDeformerFixture::FDeformerFixture(const FMeshOptions& InOptions)
	: Options(InOptions)
	, Character(Options.bSide ? MakeSidedTube() : MakeTube())
	, World(NewObject<UWorld>())
	, Asset(NewObject<UExemplarCharacter>())
	, Mesh(MakeSkeletalMesh(Character, Options, Maps))
	, Deformer(NewObject<UExemplarMeshDeformer>())
	, Settings(NewObject<UExemplarMeshDeformerSettings>())
	, Component(NewObject<USkeletalMeshComponent>())
{
	const std::span<const std::byte> Bytes = Character.Bytes();
	check(Asset->SetCharacterBytes(
		TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()))));
	Deformer->SetCharacter(Asset);
	Deformer->SetBasis(Options.Basis);
	for (size_t LOD = 0; LOD < Maps.size(); ++LOD)
	{
		check(Deformer->SetMap(*Mesh, static_cast<int32>(LOD), static_cast<int32>(LOD),
			TConstArrayView<uint32>(Maps[LOD].data(), static_cast<int32>(Maps[LOD].size()))));
	}
	Component->SetSkeletalMesh(Mesh);
	Component->HostSettings = Settings;
	Component->SetMeshDeformer(Deformer);
	Component->RegisterComponentWithWorld(World);
	Camera.Location = FVector(-60.0, 330.0, 130.0);
	Camera.Target = FVector(-10.0, 0.0, 90.0);
}

FDeformerFixture::~FDeformerFixture()
{
	UMeshDeformerInstance* Last = Component->GetMeshDeformerInstanceForLOD(0);
	UObject::HostDestroy(Component);
	if (Last)
	{
		UObject::HostDestroy(Last);
	}
	UObject::HostDestroy(Settings);
	UObject::HostDestroy(Deformer);
	UObject::HostDestroy(Asset);
	UObject::HostDestroy(World);
	UObject::HostDestroy(Mesh);
}

std::vector<FBoneTransform> FDeformerFixture::ClipPose(float Seconds) const
{
	std::vector<FBoneTransform> Local(Character->Skeleton.JointCount());
	FSampleClipJob{&Character->Clips[0], Seconds, Character->Skeleton.RestLocal, Local}.Run();
	return Local;
}

TArray<FTransform> FDeformerFixture::BonesOf(std::span<const FBoneTransform> Local) const
{
	TArray<FTransform> Out{Mesh->HostSkeleton.HostPose[0]}, Joints;
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const int32 Parent = Character->Skeleton.Parents[Joint];
		const FTransform One = ToUnrealTransform(Local[Joint], Options.Basis);
		Joints.Add(Parent < 0 ? One : One * Joints[Parent]);
		if (Mesh->HostSkeleton.FindBoneIndex(ToUnrealName(Character->Skeleton.Names[Joint])) != INDEX_NONE)
		{
			Out.Add(AxesOf(Options) * Joints.Last());
		}
	}
	return Out;
}

FPicture FDeformerFixture::Show(const FReferenceState& State)
{
	Component->SetWorldTransform(State.Place);
	Component->HostBones = BonesOf(State.Local);
	World->HostTick(1.0f / 60.0f);
	return DrawWorld(*World, Camera);
}

FDeformedVertices FDeformerFixture::Read() const
{
	FDeformedVertices Out;
	ENQUEUE_RENDER_COMMAND(ReadDeformed)
	(
		[&](FRHICommandListImmediate&)
		{
			const FSkeletalMeshObject& Object = *Component->MeshObject;
			const FSkeletalMeshObject::FHostGeometry& Drawn = Object.HostGeometry[static_cast<size_t>(Object.GetLOD())];
			Out.bDeformed = Drawn.bDrawn;
			const auto Floats = [](const TRefCountPtr<FRDGPooledBuffer>& Buffer)
			{
				const std::span<std::byte> Bytes = Buffer->GetRHI()->Memory->Memory->Bytes();
				const auto* First = reinterpret_cast<const FVector3f*>(Bytes.data());
				return std::vector<FVector3f>(First, First + Buffer->GetRHI()->GetSize() / sizeof(FVector3f));
			};
			Out.Positions = Floats(Drawn.DrawnPositions);
			Out.PreviousPositions = Floats(Drawn.DrawnPreviousPositions);
			const auto* Codes =
				reinterpret_cast<const int16*>(Drawn.DrawnTangents->GetRHI()->Memory->Memory->Bytes().data());
			const auto Item = [&](size_t At) { return static_cast<float>(Codes[At]) / 32767.0f; };
			for (size_t Vertex = 0; Vertex < Out.Positions.size(); ++Vertex)
			{
				const size_t At = 8 * Vertex;
				Out.Tangents.push_back(FVector3f(Item(At), Item(At + 1), Item(At + 2)));
				Out.Normals.push_back(FVector3f(Item(At + 4), Item(At + 5), Item(At + 6)));
				Out.Signs.push_back(Item(At + 7));
			}
		});
	FlushRenderingCommands();
	return Out;
}

int FDeformerFixture::Fallbacks() const
{
	FlushRenderingCommands();
	return Component->MeshObject->HostFallbacks;
}

UExemplarMeshDeformerInstance* FDeformerFixture::Instance() const
{
	return Cast<UExemplarMeshDeformerInstance>(Component->GetMeshDeformerInstanceForLOD(0));
}

double FDeformerFixture::Compare(const FDeformedVertices& Deformed, const FReferenceState& Now,
	const FReferenceState& Before, EExemplarOperator Operator, int32 Level, bool bCorrectives) const
{
	const FMeshLevelView& View = Character->Levels[static_cast<size_t>(Level)];
	const FSkinnedVertices A = SkinByCore(Character, View, Now.Local, Operator, bCorrectives);
	const FSkinnedVertices B = SkinByCore(Character, View, Before.Local, Operator, bCorrectives);
	const std::vector<uint32>& Map = Maps[static_cast<size_t>(Level)];
	if (Deformed.Positions.size() != Map.size())
	{
		return 1e9;
	}
	double Worst = 0.0;
	const auto Differ = [&](const FVector3f& Ours, const FFloat3& Theirs)
	{
		const double Apart = static_cast<double>((Ours - ToVector(Theirs)).Size());
		Worst = Apart <= Worst ? Worst : Apart; // what is no number is worse than any
	};
	for (size_t Vertex = 0; Vertex < Map.size(); ++Vertex)
	{
		const uint32 Ours = Map[Vertex];
		const FFloat4& T = A.Tangents[Ours];
		Differ(Deformed.Positions[Vertex], Options.Basis.Position(A.Positions[Ours]));
		Differ(Deformed.PreviousPositions[Vertex], Options.Basis.Position(B.Positions[Ours]));
		Differ(Deformed.Normals[Vertex], Options.Basis.Direction(A.Normals[Ours]));
		Differ(Deformed.Tangents[Vertex], Options.Basis.Direction({T.X, T.Y, T.Z}));
		Differ(FVector3f(Deformed.Signs[Vertex], 0.0f, 0.0f), {-T.W, 0.0f, 0.0f});
		if (Worst != Worst)
		{
			return 1e9;
		}
	}
	return Worst;
}

FPictureDifference FDeformerFixture::Judge(const FPicture& Picture, const FReferenceState& Now,
	const FReferenceState& Before, EExemplarOperator Operator, int32 Level, bool bCorrectives) const
{
	return JudgePicture(Character, Camera, Picture, Now, Before, Operator, Level, bCorrectives);
}

FDeformedFrames::FDeformedFrames(const FDeformerFixture& Fixture)
{
	const FQuat Turn(FVector(0.0, 0.0, 1.0), 0.3);
	Before = {Fixture.ClipPose(0.7f), FTransform(Turn, FVector(-5.0, 4.0, 2.0))};
	Now = {Fixture.ClipPose(1.0f), FTransform(Turn, FVector(0.0, 6.0, 0.0))};
}

} // namespace Host
