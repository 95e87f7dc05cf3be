// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the engine does with crowds and a simpler host would not: draws of both eyes at once, packages, duplicates and
// undo.
#include "CrowdFixture.h"
#include "ExemplarTube.h"
#include "RenderingThread.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/UObjectGlobals.h"

using Host::DrawWorld;
using Host::FCrowdFixture;
using Host::FPicture;

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdStereo, "Exemplar.Host.Crowd.WithInstancedStereoEveryMemberIsDrawnOncePerEye", Host::GpuTestFlags)
bool FCrowdStereo::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(20, 1500.0);
	Fixture.Component->ForcedLevel = 0;
	const auto Draw = [&](int Eyes)
	{
		Fixture.Camera.Eyes = Eyes;
		Fixture.World->HostTick(0.0f);
		return DrawWorld(*Fixture.World, Fixture.Camera);
	};
	Draw(1);
	const FPicture Mono = Draw(1), Stereo = Draw(2);
	TestTrue(TEXT("seen"), std::ranges::count_if(Mono.Triangles, [](uint32 Code) { return Code != 0; }) > 3000);
	// Members beside the first eye may be in front of the second: none is culled. The tube has two sections.
	TestEqual(TEXT("instances"), static_cast<int32>(Stereo.DrawnInstances), 2 * 2 * 20);
	TestTrue(TEXT("where members are"), Stereo.Depths == Mono.Depths);
	TestTrue(TEXT("how they look"), Stereo.Colors == Mono.Colors);
	return true;
}

namespace
{

/** A package with the component, read into another one of the same character. */
UExemplarCrowdComponent* DuplicateCrowd(FCrowdFixture& Fixture)
{
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	Fixture.Component->Serialize(Writer);
	UExemplarCrowdComponent* Out = NewObject<UExemplarCrowdComponent>();
	Out->SetCharacter(Fixture.Asset); // plain archives know no objects
	FMemoryReader Reader(Bytes, true);
	Out->Serialize(Reader);
	return Out;
}

bool IsSameMember(const FExemplarCrowdInstance& A, const FExemplarCrowdInstance& B)
{
	return (A.Transform.GetTranslation() - B.Transform.GetTranslation()).Size() < 1e-3 && A.Clip == B.Clip &&
		A.Rate == B.Rate && A.Phase == B.Phase && A.CustomData.G == B.CustomData.G;
}

/** A joint of the tube that only a corrective moves. */
Exemplar::FCharacter MakeHelpedTube()
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	Data.Correctives.Helpers = {{2, 0, {0.1f, 0.0f, 0.3f}, {0.4f, 0.0f, 0.0f}}};
	Exemplar::TResult<Exemplar::FCharacter> Made = Exemplar::FCharacter::FromData(Data);
	checkf(Made.IsOk(), TEXT("%s"), UTF8_TO_TCHAR(Made.GetError().Message.c_str()));
	return *Made;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdIsSaved, "Exemplar.Host.Crowd.InstancesAreSavedDuplicatedAndUndone", Host::TestFlags)
bool FCrowdIsSaved::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(12, 800.0);
	Fixture.Component->SetInstanceCustomData(Fixture.Handles[3], FLinearColor(0.0f, 0.5f, 0.0f, 1.0f));
	Fixture.Component->SetInstanceTransform(Fixture.Handles[5], FTransform(FVector(1.0, 2.0, 3.0)));
	Fixture.Component->RemoveInstances({Fixture.Handles[0], Fixture.Handles[7], Fixture.Handles[11]});
	Fixture.World->HostTick(0.3f); // times advance, and are not what was placed
	UExemplarCrowdComponent* Copy = DuplicateCrowd(Fixture);
	Copy->RegisterComponentWithWorld(Fixture.World);
	if (!TestEqual(TEXT("as many"), Copy->GetNumInstances(), 9))
	{
		return false;
	}
	const TArray<FExemplarCrowdHandle> Copies = Copy->GetInstanceHandles();
	int32 Found = 0;
	for (const FExemplarCrowdHandle& Handle : Fixture.Component->GetInstanceHandles())
	{
		FExemplarCrowdInstance Ours, Theirs;
		Fixture.Component->GetInstance(Handle, Ours);
		for (const FExemplarCrowdHandle& Other : Copies)
		{
			Copy->GetInstance(Other, Theirs);
			Found += IsSameMember(Ours, Theirs) ? 1 : 0;
		}
	}
	TestEqual(TEXT("each has its like"), Found, 9);
	Copy->UnregisterComponent();
	Copy->RegisterComponentWithWorld(Fixture.World);
	TestEqual(TEXT("registered again"), Copy->GetNumInstances(), 9);
#if WITH_EDITOR
	UObject::HostBeginTransaction();
	Copy->RemoveInstances({Copies[1], Copies[2]});
	Copy->AddInstance(FExemplarCrowdInstance());
	Copy->ClearInstances();
	TestEqual(TEXT("removed"), Copy->GetNumInstances(), 0);
	UObject::HostUndo();
	TestEqual(TEXT("undone"), Copy->GetNumInstances(), 9);
	FPropertyChangedEvent Event;
	Copy->PostEditChangeProperty(Event);
	TestEqual(TEXT("edited by hand"), Copy->GetNumInstances(), 9);
#endif
	// Another version of the character: handles stay, and clips by name.
	const TArray<FExemplarCrowdHandle> Before = Copy->GetInstanceHandles();
	const std::span<const std::byte> Bytes = Fixture.Character.Bytes();
	Fixture.Asset->SetCharacterBytes(
		TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size())));
	TestEqual(TEXT("after a reimport"), Copy->GetNumInstances(), 9);
	TestTrue(TEXT("the same handle"), Copy->IsValidInstance(Before[4]));
	Copy->UnregisterComponent();
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdEntities, "Exemplar.Host.Crowd.ASimulationsEntitiesAreShownByTheirNumbers", Host::TestFlags)
bool FCrowdEntities::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	const TArray<FName> Clips = Fixture.Asset->GetClipNames();
	FExemplarCrowdInstance Instance;
	const FExemplarCrowdHandle Placed = Fixture.Component->AddInstance(Instance); // not the simulation's
	const auto Show = [&](const TArray<uint64>& Entities, FName Clip, double X)
	{
		TArray<FExemplarCrowdInstance> Shown;
		for (const uint64 Entity : Entities)
		{
			FExemplarCrowdInstance& New = Shown.AddDefaulted_GetRef();
			New.Transform = FTransform(FVector(X, 100.0 * static_cast<double>(Entity & 0xff), 0.0));
			New.Clip = Clip;
		}
		return Fixture.Component->ShowEntities(Entities, Shown, 0.5f);
	};
	const uint64 A = 7, B = (uint64(3) << 32) + 8, C = 9;
	TestEqual(TEXT("two"), Show({A, B}, Clips[0], 0.0), 2);
	TestEqual(TEXT("and the placed one"), Fixture.Component->GetNumInstances(), 3);
	const FExemplarCrowdHandle First = Fixture.Component->GetEntityInstance(A);
	Fixture.World->HostTick(0.25f);
	// One goes, one comes, one stays: in its time and its place in memory.
	TestEqual(TEXT("two again"), Show({C, A}, Clips[0], 50.0), 2);
	TestEqual(TEXT("three still"), Fixture.Component->GetNumInstances(), 3);
	TestFalse(TEXT("gone"), Fixture.Component->IsValidInstance(Fixture.Component->GetEntityInstance(B)));
	TestTrue(TEXT("the same"), Fixture.Component->GetEntityInstance(A).Slot == First.Slot);
	Fixture.Component->GetInstance(First, Instance);
	TestTrue(TEXT("moved"), (Instance.Transform.GetTranslation() - FVector(50.0, 700.0, 0.0)).Size() < 1e-4);
	TestTrue(TEXT("in its time"), FMath::Abs(Instance.Seconds - 0.25f) < 1e-5f);
	// To another clip it fades.
	Show({A, C}, FName(), 50.0); // rests
	Fixture.World->HostTick(0.125f);
	Fixture.Component->GetInstance(First, Instance);
	TestTrue(TEXT("fades"), Instance.Clip.IsNone() && Instance.BlendClip == Clips[0]);
	TestTrue(TEXT("a quarter"), FMath::Abs(Instance.BlendWeight - 0.75f) < 1e-4f);
	Show({A, C}, FName(), 60.0);
	Fixture.Component->GetInstance(First, Instance);
	TestTrue(TEXT("and goes on fading"), FMath::Abs(Instance.BlendWeight - 0.75f) < 1e-4f);
	TestEqual(TEXT("twice is once"), Show({A, A, A}, Clips[0], 0.0), 1);
	TestEqual(TEXT("a new one too"), Show({B, B}, Clips[0], 0.0), 1);
	TestEqual(TEXT("and none is left over"), Fixture.Component->GetNumInstances(), 2);
	TestEqual(TEXT("no such clip"), Show({C}, FName(TEXT("missing")), 0.0), 0);
	TestEqual(TEXT("nobody"), Show({}, Clips[0], 0.0), 0);
	TestEqual(TEXT("but the placed one"), Fixture.Component->GetNumInstances(), 1);
	TestTrue(TEXT("it"), Fixture.Component->IsValidInstance(Placed));
	TestEqual(TEXT("refused"), Fixture.Component->ShowEntities(TArray<uint64>{A}, {}), -1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdStates, "Exemplar.Host.Crowd.GameplaySeesWhereMembersAreAndHowTheyMove", Host::TestFlags)
bool FCrowdStates::RunTest(const FString&)
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	Data.Clips[0].Translations.Offsets = {0, 2, 2, 2, 2};
	Data.Clips[0].Translations.Frames = {0, 10};
	Data.Clips[0].Translations.Values = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f}}; // three meters in a second
	FCrowdFixture Fixture(*Exemplar::FCharacter::FromData(Data));
	FExemplarCrowdInstance Walker;
	Walker.Clip = TEXT("bend");
	Walker.Transform = FTransform(FQuat(FVector(0.0, 0.0, 1.0), UE_PI / 2.0), FVector(100.0, 0.0, 0.0), FVector(2.0));
	const FExemplarCrowdHandle Handle = Fixture.Component->AddInstance(Walker);
	Fixture.Component->PlayRate = 0.5f;
	Fixture.World->HostTick(0.1f);
	Fixture.Component->SetWorldTransform(FTransform(FVector(0.0, 0.0, 7.0)));
	Fixture.World->HostTick(0.1f);
	FExemplarCrowdInstanceState State;
	TestFalse(TEXT("nobody"), Fixture.Component->GetInstanceState(FExemplarCrowdHandle(), State));
	TestTrue(TEXT("a member"), Fixture.Component->GetInstanceState(Handle, State));
	// Forward is y, turned to -x; a tenth of a second of the clip, at twice the size.
	TestTrue(TEXT("location"), (State.Location - FVector(100.0 - 60.0, 0.0, 7.0)).Size() < 0.1);
	TestTrue(TEXT("velocity"), (State.Velocity - FVector(-300.0, 0.0, 70.0)).Size() < 1.0);
	TestTrue(TEXT("bounds"), (State.BoundsCenter - State.Location).Size() < State.BoundsRadius);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdHelpers, "Exemplar.Host.Crowd.CorrectivesThatMoveHelperJointsAreShownWithTheirWeights", Host::GpuTestFlags)
bool FCrowdHelpers::RunTest(const FString&)
{
	FCrowdFixture Fixture(MakeHelpedTube());
	FExemplarCrowdInstance Bent;
	Bent.Clip = TEXT("bend");
	Bent.Rate = 0.0f;
	Bent.Seconds = 1.0f; // at a key: between keys, joints are mixed
	Fixture.Add(Bent);
	Fixture.Component->ForcedLevel = 0;
	const auto Is = [&]
	{
		Fixture.World->HostTick(0.1f);
		DrawWorld(*Fixture.World, Fixture.Camera);
		Fixture.World->HostTick(0.1f);
		const FPicture Picture = DrawWorld(*Fixture.World, Fixture.Camera);
		const Host::FCrowdReference Now = Fixture.ReadMembers();
		const Host::FCrowdChoices Chosen = Fixture.Choose(Now, Fixture.Camera, {}, 0);
		const Exemplar::FPictureDifference Difference =
			Fixture.Judge(Picture, Fixture.Camera, Now, Chosen, Now, Chosen);
		return Difference.bSame && Difference.ComparedPixels > 500;
	};
	TestTrue(TEXT("as the poser moves them"), Is());
	AddExpectedError(TEXT("has no corrective named push"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("one that is not there"), Fixture.Component->SetCorrectiveWeight(TEXT("push"), 0.0f));
	TestTrue(TEXT("switched off"), Fixture.Component->SetCorrectiveWeight(TEXT("pull"), 0.0f));
	TestFalse(TEXT("and it shows"), Is());
	TestTrue(TEXT("nobody is lost"), Fixture.Component->IsValidInstance(Fixture.Handles[0]));
	Fixture.Component->SetCorrectiveWeight(TEXT("pull"), 1.0f);
	TestTrue(TEXT("on again"), Is());
	return true;
}
