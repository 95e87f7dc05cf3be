// Copyright (c) 2026 Exemplar contributors. MIT license.

// A stock skeletal mesh with the character's skin: what its buffers hold and what is drawn of them, against plain code.
#include "DeformerStage.h"
#include "ExemplarTube.h"
#include "HAL/IConsoleManager.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "RenderingThread.h"
#include "UObject/UObjectGlobals.h"

namespace
{

using Host::FDeformerStage;
using Host::FReferenceState;

constexpr double DeformedTolerance = 0.01; // centimeters, and of units
constexpr EExemplarOperator DeformedOperator = EExemplarOperator::AnimationSpace;

/** Two frames of a stage that moves and turns while the character bends. */
struct FDeformedFrames
{
	FReferenceState Before, Now;
	explicit FDeformedFrames(const FDeformerStage& Stage)
	{
		const FQuat Turn(FVector(0.0, 0.0, 1.0), 0.3);
		Before = {Stage.ClipPose(0.7f), FTransform(Turn, FVector(-5.0, 4.0, 2.0))};
		Now = {Stage.ClipPose(1.0f), FTransform(Turn, FVector(0.0, 6.0, 0.0))};
	}
};

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsByEveryOperator,
	"Exemplar.Host.Deformer.EveryOperatorFillsTheMeshsBuffersAsTheCoreSays", Host::GpuTestFlags)
bool FDeformsByEveryOperator::RunTest(const FString&)
{
	for (const double BoneTurn : {0.0, 0.7})
	{
		for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
				 EExemplarOperator::DualQuaternion, EExemplarOperator::Spherical, EExemplarOperator::Twist})
		{
			Host::FMeshOptions Options;
			Options.BoneTurn = BoneTurn;
			FDeformerStage Stage(Options);
			Stage.Settings->Operator = Operator;
			const FDeformedFrames Frames(Stage);
			Stage.Show(Frames.Before);
			const Host::FPicture Picture = Stage.Show(Frames.Now);
			TestEqual(TEXT("from the core"), Stage.Compare(Stage.Read(), Frames.Now, Frames.Before, Operator, 0, true),
				0.0, DeformedTolerance);
			const Exemplar::FPictureDifference Difference =
				Stage.Judge(Picture, Frames.Now, Frames.Before, Operator, 0, true);
			TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
			TestTrue(TEXT("enough pixels"), Difference.ComparedPixels > 5000);
			TestEqual(TEXT("fallbacks"), Stage.Fallbacks(), 0);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsCorrectives, "Exemplar.Host.Deformer.CorrectivesFollowThePoseAndTheirWeights", Host::GpuTestFlags)
bool FDeformsCorrectives::RunTest(const FString&)
{
	FDeformerStage Stage;
	const FDeformedFrames Frames(Stage);
	Stage.Show(Frames.Now);
	Stage.Show(Frames.Now);
	const auto Differs = [&](bool bCorrectives)
	{ return Stage.Compare(Stage.Read(), Frames.Now, Frames.Now, DeformedOperator, 0, bCorrectives); };
	TestTrue(TEXT("on"), Differs(true) < DeformedTolerance);
	TestTrue(TEXT("they do something"), Differs(false) > 1.0);
	Stage.Instance()->SetCorrectiveWeight(0, 0.0f);
	Stage.Show(Frames.Now);
	Stage.Show(Frames.Now);
	TestTrue(TEXT("one switched off"), Differs(false) < DeformedTolerance);
	Stage.Instance()->SetCorrectiveWeight(0, 1.0f);
	Stage.Instance()->SetCorrectiveWeight(-1, 1.0f);
	Stage.Instance()->SetCorrectiveWeight(70000, 1.0f);
	Stage.Settings->bCorrectives = false;
	Stage.Show(Frames.Now);
	Stage.Show(Frames.Now);
	TestTrue(TEXT("all switched off"), Differs(false) < DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsLastFrame, "Exemplar.Host.Deformer.LastFramesPositionsAreLastFramesOrNone", Host::GpuTestFlags)
bool FDeformsLastFrame::RunTest(const FString&)
{
	FDeformerStage Stage;
	const FDeformedFrames Frames(Stage);
	const auto Is = [&](const FReferenceState& Now, const FReferenceState& Before, int32 Level)
	{ return Stage.Compare(Stage.Read(), Now, Before, DeformedOperator, Level, true) < DeformedTolerance; };
	const auto& Rest = Stage.Character->Skeleton.RestLocal;
	const FReferenceState AtRest{{Rest.begin(), Rest.end()}, FTransform()};
	TestTrue(TEXT("what was registered has not moved"), Is(AtRest, AtRest, 0));
	Stage.Show(Frames.Before);
	TestTrue(TEXT("from rest"), Is(Frames.Before, AtRest, 0));
	const Host::FPicture Moving = Stage.Show(Frames.Now);
	TestTrue(TEXT("moving"), Is(Frames.Now, Frames.Before, 0));
	TestFalse(TEXT("a stale position is seen in the buffers"), Is(Frames.Now, Frames.Now, 0));
	TestFalse(TEXT("and in the picture"), Stage.Judge(Moving, Frames.Now, Frames.Now, DeformedOperator, 0, true).bSame);
	Stage.Show(Frames.Now);
	TestTrue(TEXT("standing still"), Is(Frames.Now, Frames.Now, 0));

	// Frames in which nobody asked: what was written before them is nobody's last frame.
	Stage.Component->PrimaryComponentTick.bCanEverTick = false;
	Stage.World->HostTick(0.1f);
	Stage.World->HostTick(0.1f);
	Stage.Component->PrimaryComponentTick.bCanEverTick = true;
	Stage.Show(Frames.Before);
	TestTrue(TEXT("after a pause"), Is(Frames.Before, Frames.Before, 0));

	Stage.Component->HostLOD = 1;
	Stage.Show(Frames.Now);
	TestTrue(TEXT("the first frame of another LOD"), Is(Frames.Now, Frames.Now, 1));
	const Host::FPicture Coarse = Stage.Show(Frames.Before);
	TestTrue(TEXT("its second"), Is(Frames.Before, Frames.Now, 1));
	const Exemplar::FPictureDifference Difference =
		Stage.Judge(Coarse, Frames.Before, Frames.Now, DeformedOperator, 1, true);
	TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
	Stage.Component->HostLOD = 0;
	Stage.Show(Frames.Now);
	TestTrue(TEXT("back again"), Is(Frames.Now, Frames.Now, 0));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsOtherMesh,
	"Exemplar.Host.Deformer.AMeshThatIsNotTheMapsIsSkinnedByTheEngineAndNamedOnce", Host::GpuTestFlags)
bool FDeformsOtherMesh::RunTest(const FString&)
{
	for (const TCHAR* Reason :
		{TEXT("vertices are not where they were"), TEXT("other sections or bones"), TEXT("No LOD of")})
	{
		AddExpectedError(Reason, EAutomationExpectedErrorFlags::Contains, 0, false);
	}
	for (int32 Change = 0; Change < 4; ++Change)
	{
		FDeformerStage Stage;
		FSkeletalMeshLODRenderData& LOD = Stage.Mesh->HostRenderData->LODRenderData[0];
		const FDeformedFrames Frames(Stage);
		Stage.Component->UnregisterComponent();
		Stage.Component->SetMeshDeformer(nullptr);
		if (Change == 0)
		{
			LOD.StaticVertexBuffers.PositionVertexBuffer.HostPositions[3].X += 1e-3f;
		}
		else if (Change == 1)
		{
			std::swap(LOD.RenderSections[0], LOD.RenderSections[1]);
		}
		else if (Change == 2)
		{
			Stage.Mesh->HostSkeleton.HostNames[0] = TEXT("renamed");
		}
		else
		{
			Stage.Deformer->ClearMaps();
		}
		Stage.Component->SetMeshDeformer(Stage.Deformer);
		Stage.Component->RegisterComponentWithWorld(Stage.World);
		const int Before = Stage.Fallbacks();
		Stage.Show(Frames.Before);
		const Host::FPicture Picture = Stage.Show(Frames.Now);
		TestEqual(TEXT("fallbacks"), Stage.Fallbacks() - Before, 2);
		TestFalse(TEXT("deformed"), Stage.Read().bDeformed);
		if (Change != 1) // whose triangles are counted otherwise
		{
			const Exemplar::FPictureDifference Difference =
				Stage.Judge(Picture, Frames.Now, Frames.Before, EExemplarOperator::LinearBlend, 0, false);
			// The engine turns normals by the blended matrix, and not by its cofactors.
			TestTrue(*HostFromUtf8(Difference.Sentence.c_str()),
				Difference.EqualTriangles > 0.995 && Difference.Depth < 2e-5f && Difference.Motion < 2e-2f);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsSayingOnce, "Exemplar.Host.Deformer.ReasonsAreLoggedOnce", Host::TestFlags)
bool FDeformsSayingOnce::RunTest(const FString&)
{
	FDeformerStage Stage;
	AddExpectedError(TEXT("The map is that of"), EAutomationExpectedErrorFlags::Contains, 1, false);
	FSkeletalMeshLODRenderData& LOD = Stage.Mesh->HostRenderData->LODRenderData[1];
	Stage.Component->UnregisterComponent();
	LOD.StaticVertexBuffers.PositionVertexBuffer.HostPositions.Add(FVector3f(0.0f, 0.0f, 0.0f));
	// Told that the maps are new, it looks again.
	TArray<FExemplarDeformerLOD> LODs = Stage.Deformer->GetLODs();
	Stage.Deformer->SetLODs(MoveTemp(LODs));
	Stage.Component->RegisterComponentWithWorld(Stage.World);
	const FDeformedFrames Frames(Stage);
	for (int32 Frame = 0; Frame < 4; ++Frame)
	{
		Stage.Show(Frames.Now);
	}
	TestTrue(TEXT("the LOD that is as it was is deformed"), Stage.Read().bDeformed);
	TestEqual(TEXT("fallbacks"), Stage.Fallbacks(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsMissingBones, "Exemplar.Host.Deformer.BonesThatTheMeshLacksStayAtRest", Host::GpuTestFlags)
bool FDeformsMissingBones::RunTest(const FString&)
{
	Host::FMeshOptions Options;
	Options.Leave = {TEXT("joint3")};
	AddExpectedError(TEXT("lacks 1 of the character's bones, which stay at rest: joint3."),
		EAutomationExpectedErrorFlags::Contains, 1, false);
	FDeformerStage Stage(Options);
	const FDeformedFrames Frames(Stage);
	Stage.Show(Frames.Now);
	Stage.Show(Frames.Now);
	FReferenceState State = Frames.Now;
	State.Local[3] = Stage.Character->Skeleton.RestLocal[3];
	TestEqual(TEXT("from the core"), Stage.Compare(Stage.Read(), State, State, DeformedOperator, 0, true), 0.0,
		DeformedTolerance);
	TestEqual(TEXT("missing"), Stage.Instance()->GetMissingBones().Num(), 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsFollower, "Exemplar.Host.Deformer.AFollowerIsPosedByItsLeader", Host::GpuTestFlags)
bool FDeformsFollower::RunTest(const FString&)
{
	FDeformerStage Stage;
	const FDeformedFrames Frames(Stage);
	USkeletalMeshComponent* Leader = NewObject<USkeletalMeshComponent>();
	Leader->SetSkeletalMesh(Stage.Mesh);
	Leader->HostBones = Stage.BonesOf(Frames.Now.Local);
	Stage.Component->LeaderPoseComponent = Leader;
	Stage.Show(Frames.Before);
	Stage.Show(Frames.Before);
	TestEqual(TEXT("from the core"), Stage.Compare(Stage.Read(), Frames.Now, Frames.Now, DeformedOperator, 0, true),
		0.0, DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsPackaged, "Exemplar.Host.Deformer.APackagedMeshWhosePositionsCannotBeSeenIsDeformed", Host::GpuTestFlags)
bool FDeformsPackaged::RunTest(const FString&)
{
	FDeformerStage Stage;
	const FDeformedFrames Frames(Stage);
	Stage.Component->SetMeshDeformer(nullptr);
	for (int32 LOD = 0; LOD < 2; ++LOD)
	{
		Stage.Mesh->HostRenderData->LODRenderData[LOD].StaticVertexBuffers.PositionVertexBuffer.bHostCPUAccess = false;
	}
	Stage.Component->SetMeshDeformer(Stage.Deformer);
	Stage.Show(Frames.Before);
	Stage.Show(Frames.Now);
	TestEqual(TEXT("from the core"), Stage.Compare(Stage.Read(), Frames.Now, Frames.Before, DeformedOperator, 0, true),
		0.0, DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsNothing, "Exemplar.Host.Deformer.LODsWithoutVerticesAndLODsThatAreNotInMemoryFallBack", Host::TestFlags)
bool FDeformsNothing::RunTest(const FString&)
{
	Host::FMeshOptions Options;
	Options.bEmptyLast = true;
	FDeformerStage Stage(Options);
	const FDeformedFrames Frames(Stage);
	TestTrue(TEXT("a map of nothing"), Stage.Deformer->SetMap(*Stage.Mesh, 2, 1, TArray<uint32>()));
	Stage.Component->HostLOD = 2;
	Stage.Show(Frames.Now);
	TestEqual(TEXT("no vertices"), Stage.Fallbacks(), 1);
	Stage.Component->HostLOD = 0;
	Stage.Mesh->HostRenderData->CurrentFirstLODIdx = 1;
	Stage.Show(Frames.Now);
	TestEqual(TEXT("streamed out"), Stage.Fallbacks(), 2);
	Stage.Mesh->HostRenderData->CurrentFirstLODIdx = 0;
	Stage.Mesh->HostRenderData->HostPendingFirst = 1;
	Stage.Show(Frames.Now);
	TestEqual(TEXT("about to be streamed out"), Stage.Fallbacks(), 3);
	Stage.Mesh->HostRenderData->HostPendingFirst = 0;
	Stage.Show(Frames.Now);
	TestEqual(TEXT("here again"), Stage.Fallbacks(), 3);
	TestTrue(TEXT("deformed"), Stage.Read().bDeformed);
	// Other workloads are none of ours.
	Stage.Instance()->EnqueueWork(Stage.Component->HostWork(UMeshDeformerInstance::WorkLoad_Setup));
	Stage.Instance()->EnqueueWork(Stage.Component->HostWork(UMeshDeformerInstance::WorkLoad_Trigger));
	TestEqual(TEXT("nothing asked for"), Stage.Fallbacks(), 3);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsRefusedMaps, "Exemplar.Host.Deformer.MapsThatDoNotFitAreRefused", Host::TestFlags)
bool FDeformsRefusedMaps::RunTest(const FString&)
{
	FDeformerStage Stage;
	AddExpectedError(TEXT("The map has 3 vertices"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("too short"), Stage.Deformer->SetMap(*Stage.Mesh, 0, 0, TArray<uint32>{0, 1, 2}));
	AddExpectedError(TEXT("has no level 5"), EAutomationExpectedErrorFlags::Contains, 1, false);
	const TArray<uint32> Map(Stage.Maps[0].data(), static_cast<int32>(Stage.Maps[0].size()));
	TestFalse(TEXT("no such level"), Stage.Deformer->SetMap(*Stage.Mesh, 0, 5, Map));
	AddExpectedError(TEXT("of a level that has"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("of a finer level"), Stage.Deformer->SetMap(*Stage.Mesh, 0, 1, Map));
	AddExpectedError(TEXT("LOD 7 has 0"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("no such LOD"), Stage.Deformer->SetMap(*Stage.Mesh, 7, 0, Map));
	TestEqual(TEXT("the maps are as they were"), Stage.Deformer->GetNumMappedLODs(), 2);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsUntilDestroyed, "Exemplar.Host.Deformer.EverythingMayGoInTheMiddleOfAFrame", Host::TestFlags)
bool FDeformsUntilDestroyed::RunTest(const FString&)
{
	for (int32 Order = 0; Order < 6; ++Order)
	{
		FDeformerStage Stage;
		const FDeformedFrames Frames(Stage);
		Stage.Component->HostBones = Stage.BonesOf(Frames.Now.Local);
		Stage.World->HostTick(0.1f); // sent, and perhaps not done yet
		switch (Order)
		{
		case 0:
			Stage.Component->DestroyComponent();
			break;
		case 1:
			Stage.Component->SetSkeletalMesh(nullptr);
			break;
		case 2:
			Stage.Component->SetMeshDeformer(nullptr);
			break;
		case 3:
			Stage.Asset->SetCharacterBytes(
				TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Stage.Character.Bytes().data()),
					static_cast<int32>(Stage.Character.Bytes().size())));
			break;
		case 4:
			Stage.Deformer->ClearMaps();
			AddExpectedError(TEXT("No LOD of"), EAutomationExpectedErrorFlags::Contains, 1, false);
			break;
		default:
			Stage.Deformer->SetCharacter(nullptr);
			AddExpectedError(TEXT("The deformer has no character"), EAutomationExpectedErrorFlags::Contains, 1, false);
			break;
		}
		Stage.World->HostTick(0.1f);
		Host::DrawWorld(*Stage.World, Stage.Camera);
		Stage.World->HostTick(0.1f);
		FlushRenderingCommands();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsSwitchedOff, "Exemplar.Host.Deformer.TheConsoleSwitchesItOff", Host::TestFlags)
bool FDeformsSwitchedOff::RunTest(const FString&)
{
	FDeformerStage Stage;
	const FDeformedFrames Frames(Stage);
	Stage.Show(Frames.Now);
	TestEqual(TEXT("on"), Stage.Fallbacks(), 0);
	IConsoleVariable* Variable = IConsoleManager::Get().FindConsoleVariable(TEXT("r.Exemplar.Deformer"));
	if (!TestNotNull(TEXT("r.Exemplar.Deformer"), Variable))
	{
		return false;
	}
	Variable->Set(0, ECVF_SetByConsole);
	Stage.Show(Frames.Now);
	Variable->Set(1, ECVF_SetByConsole);
	TestEqual(TEXT("off"), Stage.Fallbacks(), 1);
	TestFalse(TEXT("deformed"), Stage.Read().bDeformed);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsManyFrames, "Exemplar.Host.Deformer.FramesAreSentWhileEarlierOnesAreDeformed", Host::TestFlags)
bool FDeformsManyFrames::RunTest(const FString&)
{
	FDeformerStage Stage;
	for (int32 Frame = 0; Frame < 30; ++Frame)
	{
		Stage.Settings->Operator = static_cast<EExemplarOperator>(Frame / 5);
		Stage.Component->HostLOD = Frame % 2;
		Stage.Component->HostBones = Stage.BonesOf(Stage.ClipPose(0.02f * static_cast<float>(Frame)));
		if (Frame % 7 == 3)
		{
			Stage.Component->MarkRenderStateDirty();
		}
		Stage.World->HostTick(1.0f / 60.0f);
		FResourceSizeEx Size;
		Stage.Deformer->GetResourceSizeEx(Size);
	}
	TestEqual(TEXT("fallbacks"), Stage.Fallbacks(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsConverted, "Exemplar.Host.Deformer.MapsAreBuiltFromImportedVerticesOrPlaces", Host::TestFlags)
bool FDeformsConverted::RunTest(const FString&)
{
#if WITH_EDITOR // which alone knows of imports
	for (const bool bImported : {true, false})
	{
		Host::FMeshOptions Options;
		Options.bImportedVertices = bImported;
		FDeformerStage Stage(Options);
		Stage.Deformer->ClearMaps();
		TestTrue(TEXT("built"), Stage.Deformer->BuildMaps(*Stage.Mesh));
		TestEqual(TEXT("LODs"), Stage.Deformer->GetNumMappedLODs(), 2);
		for (int32 LOD = 0; LOD < 2; ++LOD)
		{
			const TArray<uint32>& Map = Stage.Deformer->GetLODs()[LOD].Vertices;
			TestTrue(TEXT("the same map"), std::ranges::equal(Map, Stage.Maps[static_cast<size_t>(LOD)]));
		}
	}
	FDeformerStage Stage;
	Stage.Component->SetMeshDeformer(nullptr);
	FSkeletalMeshRenderData& Data = *Stage.Mesh->HostRenderData;
	Data.LODRenderData[0].StaticVertexBuffers.PositionVertexBuffer.HostPositions[40].Z += 5.0f;
	AddExpectedError(TEXT("Vertex 40 of the mesh is not a vertex of the character's level"),
		EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("another mesh"), Stage.Deformer->BuildMaps(*Stage.Mesh));
	TestEqual(TEXT("the LOD that is the character's"), Stage.Deformer->GetNumMappedLODs(), 1);
#endif
	return true;
}
