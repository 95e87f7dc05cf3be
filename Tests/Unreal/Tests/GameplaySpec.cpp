// Copyright (c) 2026 Exemplar contributors. MIT license.

// What a game asks of a component: sockets, clip time, notifies, the engine's settings of levels, an overlay; and a
// character that is read while the game runs.
#include "Async/Async.h"
#include "DeformerFixture.h"
#include "ExemplarConversions.h"
#include "ExemplarCrowdComponent.h"
#include "ExemplarTube.h"
#include "GameFramework/Actor.h"
#include "HAL/IConsoleManager.h"
#include "HAL/PlatformProperties.h"
#include "Materials/Material.h"
#include "RenderingThread.h"
#include "SceneFixture.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Stats/Stats.h"
#include "UObject/UObjectGlobals.h"

namespace
{

TArray<uint8> CookAsset(UExemplarCharacter& Asset)
{
	TArray<uint8> Package;
	FMemoryWriter Cook(Package, true);
	Cook.bCooking = true;
	Asset.Serialize(Cook);
	return Package;
}

UExemplarCharacter* LoadAsset(const TArray<uint8>& Package)
{
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	FMemoryReader Reader(Package, true);
	Asset->Serialize(Reader);
	Asset->PostLoad();
	return Asset;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplaySockets, "Exemplar.Host.Gameplay.SocketsAreAtJointsAndOnTheSkinnedSurface", Host::TestFlags)
bool FGameplaySockets::RunTest(const FString&)
{
	for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
			 EExemplarOperator::DualQuaternion, EExemplarOperator::Spherical, EExemplarOperator::Twist,
			 EExemplarOperator::CenterOfRotation, EExemplarOperator::Blended})
	{
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		Fixture.Component->SetOperator(Operator);
		const Exemplar::FMeshLevelView& Level = Fixture.Character->Levels[0];
		constexpr uint32 Vertex = 24 * 23 + 5; // near the end, where the corrective pulls
		FExemplarSurfaceSocket Socket;
		Socket.Name = TEXT("badge");
		Socket.RestLocation = Exemplar::ToUnrealPosition(Level.Positions[Vertex]);
		Fixture.Component->SetSurfaceSockets({Socket});
		Fixture.Component->PlayClip(TEXT("bend"));
		Fixture.Component->SetClipTime(1.0f);
		const FTransform Place(FQuat(FVector(0.0, 0.0, 1.0), 0.5), FVector(30.0, 20.0, 10.0));
		Fixture.Component->SetWorldTransform(Place);
		const Host::FSkinnedVertices Skinned =
			Host::SkinByCore(Fixture.Character, Level, Fixture.ClipPose(0, 1.0f), Operator, true);
		const FVector There = Exemplar::ToUnrealPosition(Skinned.Positions[Vertex]);
		const FTransform Local = Fixture.Component->GetSocketTransform(TEXT("badge"), RTS_Component);
		TestTrue(TEXT("on the surface"), (Local.GetTranslation() - There).Size() < 0.05);
		TestTrue(TEXT("it has moved"), (Local.GetTranslation() - Socket.RestLocation).Size() > 10.0);
		const FTransform World = Fixture.Component->GetSocketTransform(TEXT("badge"));
		TestTrue(TEXT("in the world"), (World.GetTranslation() - Place.TransformPosition(There)).Size() < 0.05);
		TestTrue(TEXT("exists"), Fixture.Component->DoesSocketExist(TEXT("badge")));
		// From outside, the nearest point is that of the same surface, and its normal comes this way.
		const FVector Outside = World.TransformPosition(FVector(0.0, 0.0, 3.0));
		FVector Point, Normal;
		TestTrue(TEXT("has a surface"), Fixture.Component->FindClosestPointOnSurface(Outside, Point, Normal));
		TestTrue(TEXT("nearest"), (Point - Outside).Size() < 3.01 && (Point - World.GetTranslation()).Size() < 3.0);
		TestTrue(TEXT("outward"), FVector::DotProduct(Normal, Outside - Point) > 0.9 * (Outside - Point).Size());
		TestFalse(TEXT("does not"), Fixture.Component->DoesSocketExist(TEXT("hat")));
		TArray<FComponentSocketDescription> All;
		Fixture.Component->QuerySupportedSockets(All);
		TestEqual(TEXT("joints and the badge"), All.Num(), 5);
		// A joint, and what hangs on it while nobody looks.
		std::vector<Exemplar::FBoneTransform> Pose = Fixture.ClipPose(0, 1.0f);
		FTransform Joint;
		for (size_t Index = 0; Index < 3; ++Index)
		{
			Joint = Exemplar::ToUnrealTransform(Pose[Index]) * Joint;
		}
		const FTransform Bone = Fixture.Component->GetSocketTransform(TEXT("joint2"), RTS_Component);
		TestTrue(TEXT("at the joint"), (Bone.GetTranslation() - Joint.GetTranslation()).Size() < 0.01);
		TestTrue(TEXT("turned with it"), FMath::Abs(Bone.GetRotation() | Joint.GetRotation()) > 0.99999);
		USceneComponent* Sword = NewObject<USceneComponent>();
		Fixture.Component->HostAttach(Sword, TEXT("joint2"));
		Fixture.Component->SetClipTime(0.0f);
		Fixture.World->HostTick(0.5f); // unseen
		TestTrue(TEXT("attached"),
			(Sword->GetComponentTransform().GetTranslation() -
				Fixture.Component->GetSocketTransform(TEXT("joint2")).GetTranslation())
					.Size() < 1e-3);
		TestTrue(TEXT("and moved along"),
			(Sword->GetComponentTransform().GetTranslation() - (Bone * Place).GetTranslation()).Size() > 1.0);
		Fixture.Component->HostChildren.Empty();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplayClips, "Exemplar.Host.Gameplay.ClipTimeIsAPropertyNotifiesComeOnceAndLevelsHeedTheEngine", Host::TestFlags)
bool FGameplayClips::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	FExemplarClipNotify Step;
	Step.Clip = TEXT("bend");
	Step.Seconds = 0.3f;
	Step.Notify = TEXT("step");
	Fixture.Asset->Notifies = {Step};
	int32 Steps = 0;
	Fixture.Component->OnClipNotify.HostCalls.push_back([&](FName Passed) { Steps += Passed == TEXT("step") ? 1 : 0; });
	Fixture.Component->PlayClip(TEXT("bend"));
	for (int32 Frame = 0; Frame < 5; ++Frame)
	{
		Fixture.World->HostTick(0.1f);
	}
	TestEqual(TEXT("one step"), Steps, 1);
	TestEqual(TEXT("half a second"), Fixture.Component->ClipTime, 0.5f, 1e-5f);
	// As Sequencer does it: the property alone.
	Fixture.Component->PlayRate = 0.0f;
	Fixture.Component->bPoseWhenUnseen = true;
	Fixture.Component->ClipTime = 1.0f;
	Fixture.World->HostTick(0.1f);
	const FTransform There = Fixture.Component->GetSocketTransform(TEXT("joint3"));
	Fixture.Component->SetClipTime(1.0f);
	TestTrue(TEXT("posed by it"),
		(There.GetTranslation() - Fixture.Component->GetSocketTransform(TEXT("joint3")).GetTranslation()).Size() <
			1e-3);
	TestEqual(TEXT("no step when it is set"), Steps, 1);
	// Levels by the engine's own settings.
	Fixture.Component->ForcedLevel = -1;
	const auto LevelWith = [&](const TCHAR* Setting, int32 Value, int32 Default)
	{
		IConsoleVariable* Variable = IConsoleManager::Get().FindConsoleVariable(Setting);
		Variable->Set(Value);
		for (int32 Frame = 0; Frame < 3; ++Frame)
		{
			Fixture.World->HostTick(1.0f / 60.0f);
			Host::DrawWorld(*Fixture.World, Fixture.Camera);
		}
		Variable->Set(Default);
		return Fixture.Component->GetDrawnLevel();
	};
	TestEqual(TEXT("as it is"), LevelWith(TEXT("r.SkeletalMeshLODBias"), 0, 0), 0);
	TestEqual(TEXT("biased"), LevelWith(TEXT("r.SkeletalMeshLODBias"), 1, 0), 1);
	TestEqual(TEXT("forced"), LevelWith(TEXT("r.ForceLOD"), 1, -1), 1);
	Fixture.Component->Significance = 0.001f;
	TestEqual(TEXT("it does not matter much"), LevelWith(TEXT("r.SkeletalMeshLODBias"), 0, 0), 1);
	// A leader by its name in the actor.
	Host::FDeformerFixture Other;
	AActor* Actor = NewObject<AActor>();
	USkeletalMeshComponent* Leader = NewObject<USkeletalMeshComponent>(Actor, TEXT("Body"));
	Leader->SetSkeletalMesh(Other.Mesh);
	Leader->HostBones = Other.BonesOf(Other.ClipPose(1.0f));
	Actor->HostComponents = {Fixture.Component, Leader};
	Fixture.Component->UnregisterComponent();
	Fixture.Component->HostOwner = Actor;
	Fixture.Component->ClipTime = 0.0f;
	Fixture.Component->LeaderComponent.ComponentProperty = TEXT("Body");
	Fixture.Component->RegisterComponentWithWorld(Fixture.World);
	TestTrue(TEXT("led"),
		(There.GetTranslation() - Fixture.Component->GetSocketTransform(TEXT("joint3")).GetTranslation()).Size() <
			0.05);
	Fixture.Component->SetLeader(nullptr);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplayOverlay, "Exemplar.Host.Gameplay.AnOverlayIsDrawnOverEverySectionAndCastsNoShadow", Host::GpuTestFlags)
bool FGameplayOverlay::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->PlayClip(TEXT("bend"));
	Fixture.Component->HostOverlay = NewObject<UMaterial>();
	Fixture.Component->MarkRenderStateDirty();
	Fixture.World->HostTick(1.0f / 60.0f);
	const std::vector<Host::FPicture> Pictures = Host::DrawFamily(*Fixture.World, {Fixture.Camera}, &Fixture.Camera);
	TestEqual(TEXT("two sections, twice"), static_cast<int32>(Pictures[0].DrawnInstances), 4);
	TestEqual(TEXT("and once for the light"), static_cast<int32>(Pictures[1].DrawnInstances), 2);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplayPicking, "Exemplar.Host.Gameplay.AClickAndAnOutlineSeeTheComponentAndNotItsOverlay", Host::GpuTestFlags)
bool FGameplayPicking::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->PlayClip(TEXT("bend"));
	Fixture.Component->HostOverlay = NewObject<UMaterial>();
	Fixture.Component->MarkRenderStateDirty();
	UExemplarMeshComponent* Other = NewObject<UExemplarMeshComponent>();
	Other->SetCharacter(Fixture.Asset);
	Other->SetWorldTransform(FTransform(FVector(0.0, 90.0, 0.0)));
	Other->RegisterComponentWithWorld(Fixture.World);
	UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
	Crowd->SetCharacter(Fixture.Asset);
	Crowd->RegisterComponentWithWorld(Fixture.World);
	FExemplarCrowdInstance Member;
	Member.Transform = FTransform(FVector(0.0, -90.0, 0.0));
	Crowd->AddInstance(Member);
	Fixture.World->HostTick(1.0f / 60.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	std::vector<Host::FCamera> Cameras(4, Fixture.Camera);
	for (int Index = 0; Index < 4; ++Index)
	{
		Cameras[static_cast<size_t>(Index)].Pick = Index - 1; // all of them, then one after the other
		Cameras[static_cast<size_t>(Index)].Key = static_cast<uint32>(Index + 1);
	}
	Fixture.World->HostTick(0.0f);
	const std::vector<Host::FPicture> Pictures = Host::DrawFamily(*Fixture.World, Cameras);
	int32 Owned[3] = {}, Nobody = 0, Several = 0;
	for (size_t Pixel = 0; Pixel < Pictures[0].Triangles.size(); ++Pixel)
	{
		int32 Owners = 0;
		for (size_t Owner = 0; Owner < 3; ++Owner)
		{
			const bool bOwns = Pictures[Owner + 1].Triangles[Pixel] != 0 && Pictures[0].Triangles[Pixel] != 0 &&
				FMath::Abs(Pictures[Owner + 1].Depths[Pixel] - Pictures[0].Depths[Pixel]) < 1e-6f;
			Owners += bOwns ? 1 : 0;
			Owned[Owner] += bOwns ? 1 : 0;
		}
		Nobody += Pictures[0].Triangles[Pixel] != 0 && Owners == 0 ? 1 : 0;
		Several += Owners > 1 ? 1 : 0;
	}
	for (const int32 Pixels : Owned)
	{
		TestTrue(TEXT("each is there to click at"), Pixels > 200);
	}
	TestEqual(TEXT("what is seen belongs to somebody"), Nobody, 0);
	TestTrue(TEXT("and to one alone"), Several < 20);
	TestEqual(TEXT("two sections, without the overlay"), static_cast<int32>(Pictures[1].DrawnInstances), 2);
	Crowd->UnregisterComponent();
	Other->UnregisterComponent();
	UObject::HostDestroy(Crowd);
	UObject::HostDestroy(Other);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FGameplayLoading,
	"Exemplar.Host.Gameplay.APackagedGameReadsCharactersOnOtherThreadsAndComponentsTakeThemThen", Host::TestFlags)
bool FGameplayLoading::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const TArray<uint8> Package = CookAsset(*Fixture.Asset);
	TArray<uint8> Damaged = Package;
	Damaged[Damaged.Num() - 40] ^= 0xff;
	FPlatformProperties::bHostCooked = true;
	UExemplarCharacter* Asset = LoadAsset(Package);
	TestNull(TEXT("not yet"), Asset->GetCharacter());
	TestTrue(TEXT("on its way"), Asset->IsLoading());
	UExemplarMeshComponent* Component = NewObject<UExemplarMeshComponent>();
	Component->SetCharacter(Asset);
	Component->Clip = TEXT("bend");
	Component->RegisterComponentWithWorld(Fixture.World);
	TestNull(TEXT("nothing to draw"), Component->SceneProxy);
	AddExpectedError(TEXT("Cook the character again"), EAutomationExpectedErrorFlags::Contains, 1, false);
	UExemplarCharacter* Broken = LoadAsset(Damaged);
	UExemplarCharacter* Gone = LoadAsset(Package);
	UObject::HostDestroy(Gone); // while it is read
	for (int32 Frame = 0; Frame < 2000 && (Asset->IsLoading() || Broken->IsLoading()); ++Frame)
	{
		std::this_thread::yield();
		Fixture.World->HostTick(1.0f / 60.0f);
	}
	Fixture.World->HostTick(1.0f / 60.0f);
	FPlatformProperties::bHostCooked = false;
	TestNotNull(TEXT("read"), Asset->GetCharacter());
	TestNotNull(TEXT("drawn"), Component->SceneProxy);
	TestTrue(TEXT("its clip plays"), Component->ClipTime > 0.0f);
	TestNull(TEXT("damaged bytes"), Broken->GetCharacter());
	Component->UnregisterComponent();
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplayCooked, "Exemplar.Host.Gameplay.ACookedCharacterHasOnlyWhatTheGpuReadsAndLooksTheSame", Host::TestFlags)
bool FGameplayCooked::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const auto Look = [&](UExemplarCharacter* Asset)
	{
		Fixture.Component->SetCharacter(Asset);
		return Fixture.Show({Fixture.ClipPose(0, 1.0f), FTransform()});
	};
	const auto Load = [&](const TArray<uint8>& Package)
	{
		FPlatformProperties::bHostCooked = true;
		UExemplarCharacter* Asset = LoadAsset(Package);
		for (int32 Frame = 0; Frame < 2000 && Asset->IsLoading(); ++Frame)
		{
			std::this_thread::yield();
			Fixture.World->HostTick(1.0f / 60.0f);
		}
		FPlatformProperties::bHostCooked = false;
		return Asset;
	};
	Fixture.Asset->CookedOperators = {EExemplarOperator::Spherical};
	UExemplarCharacter* Cooked = Load(CookAsset(*Fixture.Asset));
	Fixture.Asset->bKeepMeshes = true;
	UExemplarCharacter* Kept = Load(CookAsset(*Fixture.Asset));
	TestEqual(TEXT("levels"), Cooked->GetNumLevels(), 2);
	TestTrue(TEXT("no meshes"), Cooked->GetCharacter()->View().Levels.empty());
	TestTrue(TEXT("kept meshes"), std::ranges::equal(Kept->GetCharacter()->Bytes(), Fixture.Character.Bytes()));
	TestEqual(TEXT("clips"), Cooked->GetClipNames().Num(), 1);
	for (const EExemplarOperator Operator : {EExemplarOperator::Automatic, EExemplarOperator::Spherical})
	{
		Fixture.Component->SetOperator(Operator);
		const Host::FPicture Whole = Look(Fixture.Asset), FromCook = Look(Cooked);
		TestTrue(TEXT("the same picture"), Whole.Triangles == FromCook.Triangles && Whole.Colors == FromCook.Colors);
		TestNotNull(TEXT("drawn"), Fixture.Component->SceneProxy);
	}
	// What was not cooked says so.
	AddExpectedError(TEXT("CookedOperators"), EAutomationExpectedErrorFlags::Contains, 1, false);
	AddExpectedError(TEXT("bKeepMeshes, and cook again"), EAutomationExpectedErrorFlags::Contains, 1, false);
	AddExpectedError(TEXT("cannot be turned"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Fixture.Component->SetOperator(EExemplarOperator::Twist);
	Fixture.World->HostTick(1.0f / 60.0f);
	TestNull(TEXT("not cooked"), Fixture.Component->SceneProxy);
	Fixture.Component->SetOperator(EExemplarOperator::Automatic);
	FExemplarSurfaceSocket Socket;
	Socket.Name = TEXT("badge");
	Fixture.Component->SetSurfaceSockets({Socket});
	TestFalse(TEXT("no surface"), Fixture.Component->DoesSocketExist(TEXT("badge")));
	Cooked->SetForward(EExemplarForward::X);
	TestTrue(TEXT("it faces what it faced"), Cooked->Forward == EExemplarForward::Y);
	Look(Kept);
	TestTrue(TEXT("a surface"), Fixture.Component->DoesSocketExist(TEXT("badge")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FGameplayStreamed, "Exemplar.Host.Gameplay.FinerLevelsAreReadWhenSomebodyComesNearAndForCrowds", Host::TestFlags)
bool FGameplayStreamed::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Asset->NumResidentLevels = 1;
	const TArray<uint8> Package = CookAsset(*Fixture.Asset);
	FPlatformProperties::bHostCooked = true;
	const auto Settle = [&](UExemplarCharacter* Asset)
	{
		for (int32 Frame = 0; Frame < 20; ++Frame)
		{
			Fixture.World->HostTick(1.0f / 60.0f);
			Host::DrawWorld(*Fixture.World, Fixture.Camera);
			for (int32 Wait = 0; Wait < 2000 && Asset->IsLoading(); ++Wait)
			{
				std::this_thread::yield();
				Fixture.World->HostTick(0.0f);
			}
		}
	};
	const auto Load = [&]
	{
		UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
		Asset->NumResidentLevels = 1;
		FMemoryReader Reader(Package, true);
		Asset->Serialize(Reader);
		Asset->PostLoad();
		return Asset;
	};
	UExemplarCharacter* Asset = Load();
	const Host::FCamera Near = Fixture.Camera;
	Fixture.Camera.Location = Fixture.Camera.Target + (Near.Location - Near.Target) * 200.0;
	Fixture.Component->ForcedLevel = -1;
	Fixture.Component->SetOperator(EExemplarOperator::AnimationSpace);
	Fixture.Component->SetCharacter(Asset);
	Settle(Asset);
	TestEqual(TEXT("levels that exist"), Asset->GetNumLevels(), 2);
	TestEqual(TEXT("the coarse one is here"), Asset->GetFirstLevelInMemory(), 1);
	TestEqual(TEXT("and drawn"), Fixture.Component->GetDrawnLevel(), 1);
	FResourceSizeEx Small;
	Asset->GetResourceSizeEx(Small);
	const FHostStat& OnGpu = HostMemoryStat(TEXT("Levels on the GPU"));
	const int64 OneLevel = OnGpu.Value;
	TestTrue(TEXT("stat Exemplar"), OneLevel > 0);
	Fixture.Camera = Near;
	Settle(Asset);
	TestEqual(TEXT("all are here"), Asset->GetFirstLevelInMemory(), 0);
	TestEqual(TEXT("the fine one is drawn"), Fixture.Component->GetDrawnLevel(), 0);
	FResourceSizeEx Large;
	Asset->GetResourceSizeEx(Large);
	TestTrue(TEXT("the memory says so"), Large.GetTotalMemoryBytes() > Small.GetTotalMemoryBytes());
	TestTrue(TEXT("stat Exemplar too"), OnGpu.Value > OneLevel);
	const auto Look = [&](UExemplarCharacter* Shown)
	{
		Fixture.Component->SetCharacter(Shown);
		return Fixture.Show({Fixture.ClipPose(0, 1.0f), FTransform()});
	};
	const Host::FPicture Whole = Look(Fixture.Asset), Streamed = Look(Asset);
	TestTrue(TEXT("the same picture"), Whole.Triangles == Streamed.Triangles && Whole.Depths == Streamed.Depths);
	// A level that is forced is read too, and a crowd reads all.
	UExemplarCharacter* Forced = Load();
	Fixture.Camera.Location = Fixture.Camera.Target + (Near.Location - Near.Target) * 200.0;
	Fixture.Component->ForcedLevel = 0;
	Fixture.Component->SetCharacter(Forced);
	Settle(Forced);
	TestEqual(TEXT("forced"), Fixture.Component->GetDrawnLevel(), 0);
	Fixture.Component->ForcedLevel = -1;
	Fixture.Component->SetCharacter(nullptr);
	UExemplarCharacter* Many = Load();
	Settle(Many);
	TestEqual(TEXT("nobody has asked"), Many->GetFirstLevelInMemory(), 1);
	UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
	Crowd->SetCharacter(Many);
	Crowd->RegisterComponentWithWorld(Fixture.World);
	Crowd->AddInstance(FExemplarCrowdInstance());
	Settle(Many);
	TestEqual(TEXT("the crowd did"), Many->GetFirstLevelInMemory(), 0);
	TestEqual(TEXT("and kept its member"), Crowd->GetNumInstances(), 1);
	TestTrue(TEXT("clips are counted"), HostMemoryStat(TEXT("Crowd clips on the GPU")).Value > 0);
	FPlatformProperties::bHostCooked = false;
	Crowd->UnregisterComponent();
	UObject::HostDestroy(Crowd);
	return true;
}
