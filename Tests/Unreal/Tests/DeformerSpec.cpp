// Copyright (c) 2026 Exemplar contributors. MIT license.

// A stock skeletal mesh with the character's skin: what its buffers hold and what is drawn of them, against plain code.
#include "DeformerFixture.h"
#include "ExemplarTube.h"
#include "HAL/IConsoleManager.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "RenderingThread.h"
#include "UObject/UObjectGlobals.h"

using Host::DeformedOperator;
using Host::DeformedTolerance;
using Host::FDeformedFrames;
using Host::FDeformerFixture;
using Host::FReferenceState;

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsByEveryOperator,
	"Exemplar.Host.Deformer.EveryOperatorFillsTheMeshsBuffersAsTheCoreSays", Host::GpuTestFlags)
bool FDeformsByEveryOperator::RunTest(const FString&)
{
	for (const double BoneTurn : {0.0, 0.7})
	{
		for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
				 EExemplarOperator::DualQuaternion, EExemplarOperator::Spherical, EExemplarOperator::Twist,
				 EExemplarOperator::CenterOfRotation, EExemplarOperator::Blended})
		{
			Host::FMeshOptions Options;
			Options.BoneTurn = BoneTurn;
			FDeformerFixture Fixture(Options);
			Fixture.Settings->Operator = Operator;
			const FDeformedFrames Frames(Fixture);
			Fixture.Show(Frames.Before);
			const Host::FPicture Picture = Fixture.Show(Frames.Now);
			TestEqual(TEXT("from the core"),
				Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Before, Operator, 0, true), 0.0, DeformedTolerance);
			const Exemplar::FPictureDifference Difference =
				Fixture.Judge(Picture, Frames.Now, Frames.Before, Operator, 0, true);
			TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
			TestTrue(TEXT("enough pixels"), Difference.ComparedPixels > 5000);
			TestEqual(TEXT("fallbacks"), Fixture.Fallbacks(), 0);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsCorrectives, "Exemplar.Host.Deformer.CorrectivesFollowThePoseAndTheirWeights", Host::GpuTestFlags)
bool FDeformsCorrectives::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	Fixture.Show(Frames.Now);
	Fixture.Show(Frames.Now);
	const auto Differs = [&](bool bCorrectives)
	{ return Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Now, DeformedOperator, 0, bCorrectives); };
	TestTrue(TEXT("on"), Differs(true) < DeformedTolerance);
	TestTrue(TEXT("they do something"), Differs(false) > 1.0);
	Fixture.Instance()->SetCorrectiveWeight(TEXT("pull"), 0.0f);
	Fixture.Show(Frames.Now);
	Fixture.Show(Frames.Now);
	TestTrue(TEXT("one switched off"), Differs(false) < DeformedTolerance);
	Fixture.Instance()->SetCorrectiveWeight(TEXT("pull"), 1.0f);
	AddExpectedError(TEXT("has no corrective named push"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("one that is not there"), Fixture.Instance()->SetCorrectiveWeight(TEXT("push"), 1.0f));
	Fixture.Settings->bCorrectives = false;
	Fixture.Show(Frames.Now);
	Fixture.Show(Frames.Now);
	TestTrue(TEXT("all switched off"), Differs(false) < DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsLastFrame, "Exemplar.Host.Deformer.LastFramesPositionsAreLastFramesOrNone", Host::GpuTestFlags)
bool FDeformsLastFrame::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	const auto Is = [&](const FReferenceState& Now, const FReferenceState& Before, int32 Level)
	{ return Fixture.Compare(Fixture.Read(), Now, Before, DeformedOperator, Level, true) < DeformedTolerance; };
	const auto& Rest = Fixture.Character->Skeleton.RestLocal;
	const FReferenceState AtRest{{Rest.begin(), Rest.end()}, FTransform()};
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	TestTrue(TEXT("what was registered has not moved"), Is(AtRest, AtRest, 0));
	Fixture.Show(Frames.Before);
	TestTrue(TEXT("from rest"), Is(Frames.Before, AtRest, 0));
	const Host::FPicture Moving = Fixture.Show(Frames.Now);
	TestTrue(TEXT("moving"), Is(Frames.Now, Frames.Before, 0));
	TestFalse(TEXT("a stale position is seen in the buffers"), Is(Frames.Now, Frames.Now, 0));
	TestFalse(
		TEXT("and in the picture"), Fixture.Judge(Moving, Frames.Now, Frames.Now, DeformedOperator, 0, true).bSame);
	Fixture.Show(Frames.Now);
	TestTrue(TEXT("standing still"), Is(Frames.Now, Frames.Now, 0));

	// Frames in which nobody asked: what was written before them is nobody's last frame.
	Fixture.Component->PrimaryComponentTick.bCanEverTick = false;
	Fixture.World->HostTick(0.1f);
	Fixture.World->HostTick(0.1f);
	Fixture.Component->PrimaryComponentTick.bCanEverTick = true;
	Fixture.Show(Frames.Before);
	TestTrue(TEXT("after a pause"), Is(Frames.Before, Frames.Before, 0));

	Fixture.Component->HostLOD = 1;
	Fixture.Show(Frames.Now);
	TestTrue(TEXT("the first frame of another LOD"), Is(Frames.Now, Frames.Now, 1));
	const Host::FPicture Coarse = Fixture.Show(Frames.Before);
	TestTrue(TEXT("its second"), Is(Frames.Before, Frames.Now, 1));
	const Exemplar::FPictureDifference Difference =
		Fixture.Judge(Coarse, Frames.Before, Frames.Now, DeformedOperator, 1, true);
	TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
	Fixture.Component->HostLOD = 0;
	Fixture.Show(Frames.Now);
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
		FDeformerFixture Fixture;
		FSkeletalMeshLODRenderData& LOD = Fixture.Mesh->HostRenderData->LODRenderData[0];
		const FDeformedFrames Frames(Fixture);
		Fixture.Component->UnregisterComponent();
		Fixture.Component->SetMeshDeformer(nullptr);
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
			Fixture.Mesh->HostSkeleton.HostNames[0] = TEXT("renamed");
		}
		else
		{
			Fixture.Deformer->ClearMaps();
		}
		Fixture.Component->SetMeshDeformer(Fixture.Deformer);
		Fixture.Component->RegisterComponentWithWorld(Fixture.World);
		const int Before = Fixture.Fallbacks();
		Fixture.Show(Frames.Before);
		const Host::FPicture Picture = Fixture.Show(Frames.Now);
		TestEqual(TEXT("fallbacks"), Fixture.Fallbacks() - Before, 2);
		TestFalse(TEXT("deformed"), Fixture.Read().bDeformed);
		if (Change != 1) // whose triangles are counted otherwise
		{
			const Exemplar::FPictureDifference Difference =
				Fixture.Judge(Picture, Frames.Now, Frames.Before, EExemplarOperator::LinearBlend, 0, false);
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
	FDeformerFixture Fixture;
	AddExpectedError(TEXT("The map is that of"), EAutomationExpectedErrorFlags::Contains, 1, false);
	FSkeletalMeshLODRenderData& LOD = Fixture.Mesh->HostRenderData->LODRenderData[1];
	Fixture.Component->UnregisterComponent();
	LOD.StaticVertexBuffers.PositionVertexBuffer.HostPositions.Add(FVector3f(0.0f, 0.0f, 0.0f));
	// Told that the maps are new, it looks again.
	TArray<FExemplarDeformerLOD> LODs = Fixture.Deformer->GetLODs();
	Fixture.Deformer->SetLODs(MoveTemp(LODs));
	Fixture.Component->RegisterComponentWithWorld(Fixture.World);
	const FDeformedFrames Frames(Fixture);
	for (int32 Frame = 0; Frame < 4; ++Frame)
	{
		Fixture.Show(Frames.Now);
	}
	TestTrue(TEXT("the LOD that is as it was is deformed"), Fixture.Read().bDeformed);
	TestEqual(TEXT("fallbacks"), Fixture.Fallbacks(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsMissingBones, "Exemplar.Host.Deformer.BonesThatTheMeshLacksStayAtRest", Host::GpuTestFlags)
bool FDeformsMissingBones::RunTest(const FString&)
{
	Host::FMeshOptions Options;
	Options.Leave = {TEXT("joint3")};
	AddExpectedError(TEXT("is missing 1 of the character's bones, which keep their rest pose: joint3."),
		EAutomationExpectedErrorFlags::Contains, 1, false);
	FDeformerFixture Fixture(Options);
	const FDeformedFrames Frames(Fixture);
	Fixture.Show(Frames.Now);
	Fixture.Show(Frames.Now);
	FReferenceState State = Frames.Now;
	State.Local[3] = Fixture.Character->Skeleton.RestLocal[3];
	TestEqual(TEXT("from the core"), Fixture.Compare(Fixture.Read(), State, State, DeformedOperator, 0, true), 0.0,
		DeformedTolerance);
	TestEqual(TEXT("missing"), Fixture.Instance()->GetMissingBones().Num(), 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsFollower, "Exemplar.Host.Deformer.AFollowerIsPosedByItsLeader", Host::GpuTestFlags)
bool FDeformsFollower::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	USkeletalMeshComponent* Leader = NewObject<USkeletalMeshComponent>();
	Leader->SetSkeletalMesh(Fixture.Mesh);
	Leader->HostBones = Fixture.BonesOf(Frames.Now.Local);
	Fixture.Component->LeaderPoseComponent = Leader;
	Fixture.Show(Frames.Before);
	Fixture.Show(Frames.Before);
	TestEqual(TEXT("from the core"), Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Now, DeformedOperator, 0, true),
		0.0, DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsPackaged, "Exemplar.Host.Deformer.APackagedMeshWhosePositionsCannotBeSeenIsDeformed", Host::GpuTestFlags)
bool FDeformsPackaged::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	Fixture.Component->SetMeshDeformer(nullptr);
	for (int32 LOD = 0; LOD < 2; ++LOD)
	{
		Fixture.Mesh->HostRenderData->LODRenderData[LOD].StaticVertexBuffers.PositionVertexBuffer.bHostCPUAccess =
			false;
	}
	Fixture.Component->SetMeshDeformer(Fixture.Deformer);
	Fixture.Show(Frames.Before);
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("from the core"),
		Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Before, DeformedOperator, 0, true), 0.0, DeformedTolerance);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsNothing, "Exemplar.Host.Deformer.LODsWithoutVerticesAndLODsThatAreNotInMemoryFallBack", Host::TestFlags)
bool FDeformsNothing::RunTest(const FString&)
{
	Host::FMeshOptions Options;
	Options.bEmptyLast = true;
	FDeformerFixture Fixture(Options);
	const FDeformedFrames Frames(Fixture);
	TestTrue(TEXT("a map of nothing"), Fixture.Deformer->SetMap(*Fixture.Mesh, 2, 1, TArray<uint32>()));
	Fixture.Component->HostLOD = 2;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("no vertices"), Fixture.Fallbacks(), 1);
	Fixture.Component->HostLOD = 0;
	Fixture.Mesh->HostRenderData->CurrentFirstLODIdx = 1;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("streamed out"), Fixture.Fallbacks(), 2);
	Fixture.Mesh->HostRenderData->CurrentFirstLODIdx = 0;
	Fixture.Mesh->HostRenderData->HostPendingFirst = 1;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("about to be streamed out"), Fixture.Fallbacks(), 3);
	Fixture.Mesh->HostRenderData->HostPendingFirst = 0;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("here again"), Fixture.Fallbacks(), 3);
	TestTrue(TEXT("deformed"), Fixture.Read().bDeformed);
	// Other workloads are none of ours.
	Fixture.Instance()->EnqueueWork(Fixture.Component->HostWork(UMeshDeformerInstance::WorkLoad_Setup));
	Fixture.Instance()->EnqueueWork(Fixture.Component->HostWork(UMeshDeformerInstance::WorkLoad_Trigger));
	TestEqual(TEXT("nothing asked for"), Fixture.Fallbacks(), 3);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsRefusedMaps, "Exemplar.Host.Deformer.MapsThatDoNotFitAreRefused", Host::TestFlags)
bool FDeformsRefusedMaps::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	AddExpectedError(TEXT("The map has 3 vertices"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("too short"), Fixture.Deformer->SetMap(*Fixture.Mesh, 0, 0, TArray<uint32>{0, 1, 2}));
	AddExpectedError(TEXT("has no level 5"), EAutomationExpectedErrorFlags::Contains, 1, false);
	const TArray<uint32> Map(Fixture.Maps[0].data(), static_cast<int32>(Fixture.Maps[0].size()));
	TestFalse(TEXT("no such level"), Fixture.Deformer->SetMap(*Fixture.Mesh, 0, 5, Map));
	AddExpectedError(TEXT("of a level that has"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("of a finer level"), Fixture.Deformer->SetMap(*Fixture.Mesh, 0, 1, Map));
	AddExpectedError(TEXT("LOD 7 has 0"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("no such LOD"), Fixture.Deformer->SetMap(*Fixture.Mesh, 7, 0, Map));
	TestEqual(TEXT("the maps are as they were"), Fixture.Deformer->GetNumMappedLODs(), 2);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsUntilDestroyed, "Exemplar.Host.Deformer.EverythingMayGoInTheMiddleOfAFrame", Host::TestFlags)
bool FDeformsUntilDestroyed::RunTest(const FString&)
{
	for (int32 Order = 0; Order < 6; ++Order)
	{
		FDeformerFixture Fixture;
		const FDeformedFrames Frames(Fixture);
		Fixture.Component->HostBones = Fixture.BonesOf(Frames.Now.Local);
		Fixture.World->HostTick(0.1f); // sent, and perhaps not done yet
		switch (Order)
		{
		case 0:
			Fixture.Component->DestroyComponent();
			break;
		case 1:
			Fixture.Component->SetSkeletalMesh(nullptr);
			break;
		case 2:
			Fixture.Component->SetMeshDeformer(nullptr);
			break;
		case 3:
			Fixture.Asset->SetCharacterBytes(
				TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Fixture.Character.Bytes().data()),
					static_cast<int32>(Fixture.Character.Bytes().size())));
			break;
		case 4:
			Fixture.Deformer->ClearMaps();
			AddExpectedError(TEXT("No LOD of"), EAutomationExpectedErrorFlags::Contains, 1, false);
			break;
		default:
			Fixture.Deformer->SetCharacter(nullptr);
			AddExpectedError(TEXT("The deformer has no character"), EAutomationExpectedErrorFlags::Contains, 1, false);
			break;
		}
		Fixture.World->HostTick(0.1f);
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		Fixture.World->HostTick(0.1f);
		FlushRenderingCommands();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsSwitchedOff, "Exemplar.Host.Deformer.TheConsoleSwitchesItOff", Host::TestFlags)
bool FDeformsSwitchedOff::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("on"), Fixture.Fallbacks(), 0);
	IConsoleVariable* Variable = IConsoleManager::Get().FindConsoleVariable(TEXT("r.Exemplar.Deformer"));
	if (!TestNotNull(TEXT("r.Exemplar.Deformer"), Variable))
	{
		return false;
	}
	Variable->Set(0, ECVF_SetByConsole);
	Fixture.Show(Frames.Now);
	Variable->Set(1, ECVF_SetByConsole);
	TestEqual(TEXT("off"), Fixture.Fallbacks(), 1);
	TestFalse(TEXT("deformed"), Fixture.Read().bDeformed);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FDeformsManyFrames, "Exemplar.Host.Deformer.FramesAreSentWhileEarlierOnesAreDeformed", Host::TestFlags)
bool FDeformsManyFrames::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	for (int32 Frame = 0; Frame < 30; ++Frame)
	{
		Fixture.Settings->Operator = static_cast<EExemplarOperator>(Frame / 5);
		Fixture.Component->HostLOD = Frame % 2;
		Fixture.Component->HostBones = Fixture.BonesOf(Fixture.ClipPose(0.02f * static_cast<float>(Frame)));
		if (Frame % 7 == 3)
		{
			Fixture.Component->MarkRenderStateDirty();
		}
		Fixture.World->HostTick(1.0f / 60.0f);
		if (Frame % 3 == 1)
		{
			Host::DrawWorld(*Fixture.World, Fixture.Camera); // the others are never deformed
		}
		FResourceSizeEx Size;
		Fixture.Deformer->GetResourceSizeEx(Size);
	}
	TestEqual(TEXT("fallbacks"), Fixture.Fallbacks(), 0);
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
		FDeformerFixture Fixture(Options);
		Fixture.Deformer->ClearMaps();
		TestTrue(TEXT("built"), Fixture.Deformer->BuildMaps(*Fixture.Mesh));
		TestEqual(TEXT("LODs"), Fixture.Deformer->GetNumMappedLODs(), 2);
		for (int32 LOD = 0; LOD < 2; ++LOD)
		{
			const TArray<uint32>& Map = Fixture.Deformer->GetLODs()[LOD].Vertices;
			TestTrue(TEXT("the same map"), std::ranges::equal(Map, Fixture.Maps[static_cast<size_t>(LOD)]));
		}
	}
	FDeformerFixture Fixture;
	Fixture.Component->SetMeshDeformer(nullptr);
	FSkeletalMeshRenderData& Data = *Fixture.Mesh->HostRenderData;
	Data.LODRenderData[0].StaticVertexBuffers.PositionVertexBuffer.HostPositions[40].Z += 5.0f;
	AddExpectedError(TEXT("Vertex 40 of the mesh is not a vertex of the character's level"),
		EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("another mesh"), Fixture.Deformer->BuildMaps(*Fixture.Mesh));
	TestEqual(TEXT("the LOD that is the character's"), Fixture.Deformer->GetNumMappedLODs(), 1);
#endif
	return true;
}
