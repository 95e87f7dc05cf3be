// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the engine does and a simpler host would not: proxies that are made in batches and on other threads, several
// view families a frame, parallel views, assets that change under live components; and what all of it costs.
#include "Components/SkeletalMeshComponent.h"
#include "DeformerFixture.h"
#include "ExemplarConversions.h"
#include "ExemplarCrowdComponent.h"
#include "ExemplarTube.h"
#include "HAL/UnrealMemory.h"
#include "Materials/Material.h"
#include "PrimitiveSceneProxy.h"
#include "RenderGraphBuilder.h"
#include "RenderingThread.h"
#include "SceneFixture.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/UObjectGlobals.h"

namespace
{

size_t PixelsOf(const Host::FPicture& Picture)
{
	return static_cast<size_t>(std::ranges::count_if(Picture.Triangles, [](uint32 Code) { return Code != 0; }));
}

Exemplar::FCharacter MakeFrom(const Exemplar::FCharacterData& Data)
{
	Exemplar::TResult<Exemplar::FCharacter> Made = Exemplar::FCharacter::FromData(Data);
	checkf(Made.IsOk(), TEXT("%s"), UTF8_TO_TCHAR(Made.GetError().Message.c_str()));
	return *Made;
}

/** A tube with more joints, one level, another clip, and no shapes. */
Exemplar::FCharacter MakeOtherCharacter()
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	for (int32_t Joint = 4; Joint < 7; ++Joint)
	{
		Data.Skeleton.Names.push_back("joint" + std::to_string(Joint));
		Data.Skeleton.Parents.push_back(Joint - 1);
		Data.Skeleton.RestLocal.push_back({{}, {0.0f, 0.1f, 0.0f}, {1.0f, 1.0f, 1.0f}});
		Data.Clips[0].Rotations.Offsets.push_back(Data.Clips[0].Rotations.Offsets.back());
	}
	Data.Clips[0].Name = "wave";
	Data.Levels.resize(1);
	Data.Levels[0].Correctives = {};
	Data.Correctives = {};
	return MakeFrom(Data);
}

/** A tube whose clip carries its root away, meters. */
Exemplar::FCharacter MakeWalkingTube(float Away)
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	Data.Clips[0].Translations.Offsets = {0, 2, 2, 2, 2};
	Data.Clips[0].Translations.Frames = {0, 10};
	Data.Clips[0].Translations.Values = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, Away}};
	return MakeFrom(Data);
}

bool SetBytes(UExemplarCharacter& Asset, const Exemplar::FCharacter& Character)
{
	const std::span<const std::byte> Bytes = Character.Bytes();
	return Asset.SetCharacterBytes(
		TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size())));
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineBatches,
	"Exemplar.Host.Engine.ComponentsThatAreRegisteredTogetherHaveTheirFirstPoseWithoutATick", Host::GpuTestFlags)
bool FEngineBatches::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->UnregisterComponent();
	const Host::FReferenceState State{Fixture.ClipPose(0, 1.0f), FTransform()};
	FRegisterComponentContext Context(Fixture.World);
	std::vector<UMeshComponent*> All{Fixture.Component};
	Fixture.Component->PlayClip(TEXT("bend"));
	Fixture.Component->SetClipTime(1.0f);
	for (int32 Index = 0; Index < 5; ++Index)
	{
		// Different operators of one character, whose data nobody has made yet, and a crowd of it.
		UExemplarMeshComponent* Other = NewObject<UExemplarMeshComponent>();
		Other->SetCharacter(Fixture.Asset);
		Other->SetOperator(static_cast<EExemplarOperator>(1 + Index));
		Other->SetWorldTransform(FTransform(FVector(0.0, 0.0, 5000.0)));
		All.push_back(Other);
	}
	UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
	Crowd->SetCharacter(Fixture.Asset);
	FExemplarCrowdInstance Instance;
	Instance.Transform = FTransform(FVector(0.0, 0.0, -9000.0));
	Crowd->AddInstance(Instance);
	All.push_back(Crowd);
	for (UMeshComponent* Component : All)
	{
		Component->RegisterComponentWithWorld(Fixture.World, &Context);
		TestNull(TEXT("only on a list"), Component->SceneProxy);
	}
	Context.Process();
	for (const UMeshComponent* Component : All)
	{
		TestNotNull(TEXT("made"), Component->SceneProxy);
	}
	TestTrue(TEXT("seen"), PixelsOf(Host::DrawWorld(*Fixture.World, Fixture.Camera)) > 1000);
	for (size_t Index = 1; Index < All.size(); ++Index)
	{
		All[Index]->UnregisterComponent(); // whose triangles count too
	}
	const Exemplar::FPictureDifference Difference = Fixture.Judge(
		Host::DrawWorld(*Fixture.World, Fixture.Camera), State, State, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEngineCost, "Exemplar.Host.Engine.AHundredComponentsCostAsManyDispatchesAndUploadsAsOne", Host::GpuTestFlags)
bool FEngineCost::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	std::vector<UExemplarMeshComponent*> Others;
	const auto Count = [&]
	{
		Fixture.Component->SetClipTime(0.3f);
		for (UExemplarMeshComponent* Other : Others)
		{
			Other->SetClipTime(0.5f);
		}
		Fixture.World->HostTick(1.0f / 60.0f);
		FlushRenderingCommands();
		HostGraphCounts = {};
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		return HostGraphCounts;
	};
	const auto Add = [&](EExemplarOperator Operator, int32 Level)
	{
		UExemplarMeshComponent* Other = NewObject<UExemplarMeshComponent>();
		Other->SetCharacter(Fixture.Asset);
		Other->SetOperator(Operator);
		Other->ForcedLevel = Level;
		Other->SetWorldTransform(FTransform(FVector(0.0, 0.0, 5000.0)));
		Other->RegisterComponentWithWorld(Fixture.World);
		Other->PlayClip(TEXT("bend"));
		Others.push_back(Other);
	};
	Fixture.Component->PlayClip(TEXT("bend"));
	Count();
	const FHostGraphCounts One = Count();
	TestEqual(TEXT("one component: dispatches"), One.Dispatches, 1);
	for (int32 Index = 0; Index < 99; ++Index)
	{
		Add(EExemplarOperator::Automatic, 0);
	}
	Count(); // buffers grow
	const FHostGraphCounts Hundred = Count();
	TestEqual(TEXT("a hundred: dispatches"), Hundred.Dispatches, One.Dispatches);
	TestEqual(TEXT("a hundred: uploads"), Hundred.Uploads, One.Uploads);
	TestEqual(TEXT("a hundred: graphs, the family's own included"), Hundred.Graphs, 1);
	Add(EExemplarOperator::Automatic, 1);
	Add(EExemplarOperator::DualQuaternion, 0);
	Add(EExemplarOperator::DualQuaternion, 0);
	Count();
	TestEqual(TEXT("another level and another operator"), Count().Dispatches, 3);
	// Nobody has moved: nothing is skinned, and the picture is the same.
	const size_t Pixels = PixelsOf(Host::DrawWorld(*Fixture.World, Fixture.Camera));
	HostGraphCounts = {};
	TestEqual(TEXT("as many pixels"), static_cast<int64>(PixelsOf(Host::DrawWorld(*Fixture.World, Fixture.Camera))),
		static_cast<int64>(Pixels));
	TestEqual(TEXT("a second family of the frame"), HostGraphCounts.Dispatches, 0);
	for (UExemplarMeshComponent* Other : Others)
	{
		Other->UnregisterComponent();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineLastFrame,
	"Exemplar.Host.Engine.MotionIsThatOfTheFrameInEveryFamilyAndEndsWhereNothingIsSent", Host::GpuTestFlags)
bool FEngineLastFrame::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const Host::FReferenceState Before{Fixture.ClipPose(0, 0.7f), FTransform()},
		Now{Fixture.ClipPose(0, 1.0f), FTransform()};
	Fixture.Show(Before);
	const auto Is = [&](const Host::FPicture& Picture, const Host::FReferenceState& Last)
	{ return Fixture.Judge(Picture, Now, Last, EExemplarOperator::AnimationSpace, 0, true).bSame; };
	TestTrue(TEXT("the frame's first family"), Is(Fixture.Show(Now), Before));
	TestTrue(TEXT("its second"), Is(Host::DrawWorld(*Fixture.World, Fixture.Camera), Before));
	Fixture.Component->PrimaryComponentTick.bCanEverTick = false; // nothing is sent any more
	Fixture.World->HostTick(1.0f / 60.0f);
	TestTrue(TEXT("the next frame"), Is(Host::DrawWorld(*Fixture.World, Fixture.Camera), Now));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEngineViews, "Exemplar.Host.Engine.ParallelViewsAndShadowsChooseTheRightLevel", Host::TestFlags)
bool FEngineViews::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->ForcedLevel = -1;
	Fixture.Component->PlayClip(TEXT("bend"));
	const auto LevelFor = [&](const Host::FCamera& Camera, const Host::FCamera* Light)
	{
		for (int32 Frame = 0; Frame < 3; ++Frame)
		{
			Fixture.World->HostTick(1.0f / 60.0f);
			Host::DrawFamily(*Fixture.World, {Camera}, Light);
		}
		return Fixture.Component->GetDrawnLevel();
	};
	Host::FCamera Parallel = Fixture.Camera;
	Parallel.HalfWidth = 150.0;
	Parallel.Location = FVector(33000.0, 60.0, 130.0); // far away, which does not matter
	TestEqual(TEXT("a parallel view of three meters"), LevelFor(Parallel, nullptr), 0);
	Parallel.HalfWidth = 150000.0;
	TestEqual(TEXT("of three kilometers"), LevelFor(Parallel, nullptr), 1);
	Host::FCamera Far = Fixture.Camera;
	Far.Location = FVector(60000.0, 60.0, 130.0);
	TestEqual(TEXT("far away"), LevelFor(Far, nullptr), 1);
	TestEqual(TEXT("far away, with a light near by"), LevelFor(Far, &Fixture.Camera), 1);
	TestEqual(TEXT("near"), LevelFor(Fixture.Camera, nullptr), 0);
	Host::FCamera Coarse = Fixture.Camera;
	Coarse.LODDistanceFactor = 1000.0f;
	TestEqual(TEXT("near, in a view that asks for coarser levels"), LevelFor(Coarse, nullptr), 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineReimport,
	"Exemplar.Host.Engine.AnAssetMayBecomeAnotherCharacterUnderLiveComponentsInAnyOrder", Host::TestFlags)
bool FEngineReimport::RunTest(const FString&)
{
	AddExpectedError(TEXT("has no clip named"), EAutomationExpectedErrorFlags::Contains, 0, false);
	AddExpectedError(TEXT("not a character"), EAutomationExpectedErrorFlags::Contains, 0, false);
	const Exemplar::FCharacter Tube = Exemplar::MakeTube(), Other = MakeOtherCharacter();
	for (int32 Order = 0; Order < 16; ++Order)
	{
		const Exemplar::FCharacter &First = Order & 8 ? Other : Tube, &Second = Order & 8 ? Tube : Other;
		const FName FirstClip = Order & 8 ? TEXT("wave") : TEXT("bend"),
					SecondClip = Order & 8 ? TEXT("bend") : TEXT("wave");
		Host::FSceneFixture Fixture(First);
		UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
		Crowd->SetCharacter(Fixture.Asset);
		Crowd->RegisterComponentWithWorld(Fixture.World);
		Crowd->AddInstance(FExemplarCrowdInstance());
		if (Order & 1)
		{
			Fixture.Component->PlayClip(FirstClip);
		}
		else
		{
			TArray<FTransform> Pose;
			Pose.SetNum(Fixture.Asset->GetNumBones());
			Fixture.Component->SetPose(Pose);
		}
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		TestTrue(TEXT("another character"), SetBytes(*Fixture.Asset, Second));
		if (Order & 2)
		{
			Fixture.Component->SetClipTime(0.5f); // before the frame in which it is drawn anew
			TestFalse(TEXT("a clip that is gone"), Fixture.Component->PlayClip(FirstClip));
		}
		if (Order & 4)
		{
			TestTrue(TEXT("bytes of nothing"), !Fixture.Asset->SetCharacterBytes(TArray<uint8>{1, 2, 3}));
			Fixture.World->HostTick(1.0f / 60.0f);
			TestNull(TEXT("nothing to draw"), Fixture.Component->SceneProxy);
			SetBytes(*Fixture.Asset, Second);
		}
		for (int32 Frame = 0; Frame < 3; ++Frame)
		{
			Fixture.World->HostTick(1.0f / 60.0f);
			Host::DrawWorld(*Fixture.World, Fixture.Camera);
		}
		TestNotNull(TEXT("drawn"), Fixture.Component->SceneProxy);
		TestEqual(TEXT("its level"), Fixture.Component->GetDrawnLevel(), 0);
		TestTrue(TEXT("its clip"), Fixture.Component->PlayClip(SecondClip));
		Fixture.World->HostTick(1.0f / 60.0f);
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		Crowd->UnregisterComponent();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEngineRootMotion, "Exemplar.Host.Engine.BoundsFollowTheRootOfAClipThatNobodySees", Host::TestFlags)
bool FEngineRootMotion::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(MakeWalkingTube(4.0f));
	Fixture.Component->PlayClip(TEXT("bend"));
	Fixture.World->HostTick(0.0f);
	const FVector Start = Fixture.Component->Bounds.Origin;
	Fixture.World->HostTick(0.5f); // without a picture
	Fixture.World->HostTick(0.4f);
	TestTrue(TEXT("moved on"), (Fixture.Component->Bounds.Origin - Start).Size() > 100.0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEngineLeaders, "Exemplar.Host.Engine.ALeaderOfAnyImportersAxesPosesACharacterOfAnyForward", Host::GpuTestFlags)
bool FEngineLeaders::RunTest(const FString&)
{
	for (const Exemplar::FBasis& Imported : {Exemplar::UnrealYForward, Exemplar::UnrealXForward,
			 Exemplar::FBasis{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 1.0f}}) // the last in meters
	{
		for (const EExemplarForward Forward : {EExemplarForward::Y, EExemplarForward::X})
		{
			Host::FMeshOptions Options;
			Options.bSide = true;
			Options.Basis = Imported;
			Options.BoneTurn = 0.7; // axes of their own, as importers leave them
			Host::FDeformerFixture Other(Options);
			Host::FSceneFixture Fixture(Other.Character);
			Fixture.Asset->SetForward(Forward);
			const Host::FReferenceState State{Fixture.ClipPose(0, 1.0f), FTransform()};
			if (Forward == EExemplarForward::X)
			{
				Fixture.Component->SetWorldTransform(FTransform(FQuat(FVector(0.0, 0.0, 1.0), UE_PI / 2.0)));
			}
			USkeletalMeshComponent *Leader = NewObject<USkeletalMeshComponent>(),
								   *Follower = NewObject<USkeletalMeshComponent>();
			Leader->SetSkeletalMesh(Other.Mesh);
			Leader->HostBones = Other.BonesOf(State.Local);
			Leader->HostStaleBones = Other.BonesOf(Fixture.ClipPose(0, 0.0f));
			Leader->bHostHidden = true;
			Follower->SetSkeletalMesh(Other.Mesh);
			Follower->HostStaleBones = Leader->HostStaleBones;
			Follower->LeaderPoseComponent = Leader;
			Fixture.Component->SetLeader(Follower);
			for (int32 Frame = 0; Frame < 2; ++Frame)
			{
				Fixture.World->HostTick(1.0f / 60.0f);
				Host::DrawWorld(*Fixture.World, Fixture.Camera);
			}
			const Exemplar::FPictureDifference Difference =
				Fixture.Judge(Host::DrawWorld(*Fixture.World, Fixture.Camera), State, State,
					EExemplarOperator::AnimationSpace, 0, true);
			TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineMaterials,
	"Exemplar.Host.Engine.MaterialsReadEveryUVSetVertexColorsAndWhatTheyComputePerVertex", Host::GpuTestFlags)
bool FEngineMaterials::RunTest(const FString&)
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	for (Exemplar::FMeshLevelData& Level : Data.Levels)
	{
		Level.UVs.assign(Level.Positions.size(), {0.8f, 1.6f});
		Level.MoreUVs.assign(Level.Positions.size(), {2.4f, 3.2f});
		Level.Colors.assign(Level.Positions.size(), {0.2f, 0.4f, 0.6f, 1.0f});
	}
	Host::FSceneFixture Fixture(MakeFrom(Data));
	const Host::FReferenceState State{Fixture.ClipPose(0, 0.5f), FTransform()};
	const auto Is = [&](int ShowUV, float Red, float Green)
	{
		Fixture.Camera.ShowUV = ShowUV;
		const Host::FPicture Picture = Fixture.Show(State);
		size_t Seen = 0, Right = 0;
		for (size_t Pixel = 0; Pixel < Picture.Triangles.size(); ++Pixel)
		{
			if (Picture.Triangles[Pixel] != 0)
			{
				const uint32 Code = Picture.Colors[Pixel];
				const auto Near = [](uint32 Byte, float Value)
				{ return std::abs(int(Byte) - int(255.0f * Value)) < 3; };
				++Seen;
				Right += Near(Code & 255, Red) && Near(Code >> 8 & 255, Green) ? 1 : 0;
			}
		}
		return Seen > 1000 && Seen == Right;
	};
	TestTrue(TEXT("the first set"), Is(1, 0.2f, 0.4f));
	TestTrue(TEXT("the second, which the material halves"), Is(2, 0.3f, 0.4f));
	TestTrue(TEXT("positions and large world coordinates"), Is(3, 0.0f, 0.0f));
	Fixture.Camera.ShowUV = 0;
	const Host::FPicture Picture = Fixture.Show(State);
	float Worst = 0.0f;
	for (size_t Pixel = 0; Pixel < Picture.Triangles.size(); ++Pixel)
	{
		const uint32 Code = Picture.Colors[Pixel];
		if (Picture.Triangles[Pixel] != 0 && (Code >> 16 & 255) > 60)
		{
			Worst = FMath::Max(Worst, std::abs(float(Code & 255) / float(Code >> 16 & 255) - 1.0f / 3.0f));
		}
	}
	TestTrue(TEXT("vertex colors"), Worst < 0.03f && PixelsOf(Picture) > 1000);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEnginePreSkinned, "Exemplar.Host.Engine.MaterialsReadThePositionAndTheNormalBeforeSkinning", Host::GpuTestFlags)
bool FEnginePreSkinned::RunTest(const FString&)
{
	// The same numbers as UVs, which no pose changes.
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	for (Exemplar::FMeshLevelData& Level : Data.Levels)
	{
		Level.UVs.clear();
		Level.MoreUVs.clear();
		for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
		{
			Level.UVs.push_back({Level.Normals[Vertex].X + 2.0f, Level.Normals[Vertex].Y + 2.0f});
			Level.MoreUVs.push_back({Level.Positions[Vertex].X + 2.0f, Level.Positions[Vertex].Y + 2.0f});
		}
	}
	Host::FSceneFixture Fixture(MakeFrom(Data));
	const Host::FReferenceState State{Fixture.ClipPose(0, 1.0f), FTransform()};
	const auto Differ = [&](int Shown, int Wanted)
	{
		Fixture.Camera.ShowUV = Shown;
		const Host::FPicture A = Fixture.Show(State);
		Fixture.Camera.ShowUV = Wanted;
		const Host::FPicture B = Fixture.Show(State);
		int Worst = PixelsOf(A) > 1000 ? 0 : 255;
		for (size_t Pixel = 0; Pixel < A.Triangles.size(); ++Pixel)
		{
			for (const int Shift : {0, 8})
			{
				const int Apart = int(A.Colors[Pixel] >> Shift & 255) - int(B.Colors[Pixel] >> Shift & 255);
				Worst = FMath::Max(Worst, std::abs(Apart));
			}
		}
		return Worst;
	};
	TestTrue(TEXT("position"), Differ(4, 2) <= 1);
	TestTrue(TEXT("normal"), Differ(5, 1) <= 1);
	TestTrue(TEXT("they are not the same"), Differ(4, 5) > 20);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineMaterialUse,
	"Exemplar.Host.Engine.AMaterialWithoutTheFlagIsNamedAndADebugViewIsAsOpaqueAsItsMaterial", Host::TestFlags)
bool FEngineMaterialUse::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const auto IsOpaque = [&]
	{
		Fixture.Component->MarkRenderStateDirty();
		Fixture.World->HostTick(1.0f / 60.0f);
		FlushRenderingCommands();
		return static_cast<bool>(Fixture.Component->SceneProxy->GetViewRelevance(nullptr).bOpaque);
	};
	UMaterial *Glass = NewObject<UMaterial>(), *Debug = NewObject<UMaterial>();
	Glass->bHostOpaque = false;
	for (FExemplarMaterialSlot& Slot : Fixture.Asset->Materials)
	{
		Slot.Material = Glass;
	}
	TestFalse(TEXT("glass"), IsOpaque());
	Fixture.Component->DebugMaterial = Debug;
	Fixture.Component->SetDebugView(EExemplarDebugView::Level);
	TestTrue(TEXT("its debug view"), IsOpaque());
	Fixture.Component->SetDebugView(EExemplarDebugView::None);
	Glass->bHostUsedWithSkeletalMesh = false;
	AddExpectedError(TEXT("has no shaders for skeletal meshes"), EAutomationExpectedErrorFlags::Contains, 2, false);
	TestTrue(TEXT("the default material"), IsOpaque());
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FEngineCooking,
	"Exemplar.Host.Engine.CookingInTheEditorLeavesTheAssetItsBytesAndMemoryMayBeginAnywhere", Host::TestFlags)
bool FEngineCooking::RunTest(const FString&)
{
	const Exemplar::FCharacter Tube = Exemplar::MakeTube();
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	SetBytes(*Asset, Tube);
	TArray<uint8> Cooked, Saved;
	FMemoryWriter Cook(Cooked, true);
	Cook.bCooking = true;
	Asset->Serialize(Cook);
#if WITH_EDITOR
	Asset->PostEditUndo(); // reads the payload again
	TestNotNull(TEXT("after cooking"), Asset->GetCharacter());
#endif
	FMemoryWriter Save(Saved, true);
	Asset->Serialize(Save);
	for (const bool bMisaligned : {false, true})
	{
		FMemory::bHostMisaligned = bMisaligned;
		UExemplarCharacter* Again = NewObject<UExemplarCharacter>();
		FMemoryReader Load(Saved, true);
		Again->Serialize(Load);
		Again->PostLoad();
		FMemory::bHostMisaligned = false;
		if (TestNotNull(TEXT("read"), Again->GetCharacter()))
		{
			TestTrue(TEXT("the same bytes"), std::ranges::equal(Again->GetCharacter()->Bytes(), Tube.Bytes()));
		}
	}
	return true;
}
