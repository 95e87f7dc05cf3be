// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the mesh component promises besides its picture: debug views, when it sends what, bounds, switches, names.
#include "Components/SkeletalMeshComponent.h"
#include "DeformerFixture.h"
#include "Engine/Engine.h"
#include "ExemplarConversions.h"
#include "ExemplarTube.h"
#include "Gpu/DebugColors.h"
#include "HAL/IConsoleManager.h"
#include "PrimitiveSceneProxy.h"
#include "RenderUtils.h"
#include "SceneFixture.h"
#include "UObject/UObjectGlobals.h"

namespace
{

Host::FReferenceState BentTube(const Host::FSceneFixture& Fixture, float Seconds)
{
	return {Fixture.ClipPose(0, Seconds), FTransform()};
}

/** The color of a pixel before it was lit. */
Exemplar::FFloat3 UnlitColor(const Host::FPicture& Picture, size_t Pixel)
{
	const Exemplar::FFloat3 N{
		Picture.Normals[4 * Pixel], Picture.Normals[4 * Pixel + 1], Picture.Normals[4 * Pixel + 2]};
	const float Facing = Exemplar::Dot(N, {-0.48f, 0.64f, 0.6f});
	const float Light = 255.0f * (0.35f + 0.65f * (Facing > 0.0f ? (Facing < 1.0f ? Facing : 1.0f) : 0.0f));
	const uint32 Code = Picture.Colors[Pixel];
	return {static_cast<float>(Code & 255) / Light, static_cast<float>(Code >> 8 & 255) / Light,
		static_cast<float>(Code >> 16 & 255) / Light};
}

/** How many pixels were looked at, and the largest difference of their colors from what a triangle's should be. A
 * triangle has no color where its corners differ. */
struct FColorDifference
{
	size_t Pixels = 0;
	float Largest = 0.0f;
	std::vector<Exemplar::FFloat3> Seen;
};
FColorDifference CompareColors(const Host::FPicture& Picture, std::span<const uint32_t> Indices,
	const std::function<std::optional<Exemplar::FFloat3>(uint32_t)>& ColorOfVertex)
{
	FColorDifference Out;
	for (size_t Pixel = 0; Pixel < Picture.Triangles.size(); ++Pixel)
	{
		if (Picture.Triangles[Pixel] == 0)
		{
			continue;
		}
		const size_t First = 3 * (size_t{Picture.Triangles[Pixel]} - 1);
		const auto A = ColorOfVertex(Indices[First]), B = ColorOfVertex(Indices[First + 1]),
				   C = ColorOfVertex(Indices[First + 2]);
		if (A && B && C && *A == *B && *A == *C)
		{
			++Out.Pixels;
			Out.Largest = (std::max)(Out.Largest, Exemplar::Length(UnlitColor(Picture, Pixel) - *A));
			if (std::find(Out.Seen.begin(), Out.Seen.end(), *A) == Out.Seen.end())
			{
				Out.Seen.push_back(*A);
			}
		}
	}
	return Out;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentDebugViews, "Exemplar.Host.Component.DebugViewsShowWhatTheyAreNamedAfter", Host::GpuTestFlags)
bool FComponentDebugViews::RunTest(const FString&)
{
	using Exemplar::FFloat3;
	constexpr float Tolerance = 0.02f; // of eight bits, divided by the light
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const Exemplar::FMeshLevelView& Level = Fixture.Character->Levels[0];
	const Host::FReferenceState State = BentTube(Fixture, 1.0f);
	const auto Show = [&](EExemplarDebugView View)
	{
		Fixture.Component->SetDebugView(View);
		Fixture.Show(State);
		return Fixture.Show(State);
	};
	const auto Check = [&](const TCHAR* What, const FColorDifference& Difference, size_t Colors)
	{
		TestTrue(*(FString(What) + TEXT(": enough pixels")), Difference.Pixels > 1000);
		TestTrue(*(FString(What) + TEXT(": as the legend says")), Difference.Largest < Tolerance);
		TestEqual(*(FString(What) + TEXT(": colors")), static_cast<int32>(Difference.Seen.size()),
			static_cast<int32>(Colors));
	};
	Check(TEXT("none"),
		CompareColors(Show(EExemplarDebugView::None), Level.Indices,
			[](uint32_t) {
				return FFloat3{1.0f, 1.0f, 1.0f};
			}),
		1);
	Check(TEXT("bones"),
		CompareColors(Show(EExemplarDebugView::DominantBone), Level.Indices,
			[&](uint32_t Vertex) -> std::optional<FFloat3>
			{
				const uint32_t At = Level.Weights.Offsets[Vertex];
				const float Apart = Level.Weights.Weights[At] - Level.Weights.Weights[At + 1];
				return std::abs(Apart) < 1e-3f
					? std::nullopt
					: std::optional(Exemplar::DebugCategory(Level.Weights.Bones[Apart > 0.0f ? At : At + 1]));
			}),
		4);
	Check(TEXT("correctives"),
		CompareColors(Show(EExemplarDebugView::CorrectiveStrength), Level.Indices,
			[&](uint32_t Vertex)
			{
				return Exemplar::DebugRamp(
					std::ranges::any_of(Level.Correctives.Blocks,
						[Vertex](uint32_t Block) { return Block >> 8 == Vertex / 8 && (Block >> Vertex % 8 & 1) != 0; })
						? 1.0f
						: 0.0f);
			}),
		2);
	Check(TEXT("influences"),
		CompareColors(Show(EExemplarDebugView::InfluenceCount), Level.Indices,
			[](uint32_t) { return Exemplar::DebugRamp(1.0f / 7.0f); }),
		1);
	for (const int32 Forced : {0, 1})
	{
		Fixture.Component->ForcedLevel = Forced;
		Check(TEXT("levels"),
			CompareColors(Show(EExemplarDebugView::Level),
				Fixture.Character->Levels[static_cast<size_t>(Forced)].Indices,
				[&](uint32_t) { return Exemplar::DebugCategory(static_cast<uint32_t>(Forced)); }),
			1);
	}
	Fixture.Component->ForcedLevel = 0;
	const Exemplar::FPictureDifference Difference =
		Fixture.Judge(Show(EExemplarDebugView::DominantBone), State, State, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(TEXT("the shape is what it was"), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FComponentDebugMaterial,
	"Exemplar.Host.Component.DebugViewsAreDrawnWithTheirMaterialAndPipelinesAreAskedForInTime", Host::TestFlags)
bool FComponentDebugMaterial::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	TestEqual(TEXT("asked for when the character is set"), Fixture.Component->HostPrecachedPipelines, 2);
	TestNull(TEXT("without an engine"), Fixture.Component->GetDebugMaterial());
	GEngine = NewObject<UEngine>();
	GEngine->VertexColorMaterial = NewObject<UMaterial>();
	TestTrue(TEXT("the engine's"), Fixture.Component->GetDebugMaterial() == GEngine->VertexColorMaterial);
	UMaterial* Own = NewObject<UMaterial>();
	Fixture.Component->DebugMaterial = Own;
	TestTrue(TEXT("its own"), Fixture.Component->GetDebugMaterial() == Own);
	GEngine = nullptr;
	const TArray<FName> Names = Fixture.Component->GetMaterialSlotNames();
	TestEqual(TEXT("slots"), Names.Num(), 2);
	TestEqual(TEXT("a slot by name"), Fixture.Component->GetMaterialIndex(TEXT("upper")), 1);
	TestEqual(TEXT("no such slot"), Fixture.Component->GetMaterialIndex(TEXT("hat")), static_cast<int32>(INDEX_NONE));
	TestTrue(TEXT("valid"), Fixture.Component->IsMaterialSlotNameValid(TEXT("Lower")));
	TestFalse(TEXT("not valid"), Fixture.Component->IsMaterialSlotNameValid(TEXT("hat")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentSends, "Exemplar.Host.Component.SendsOnceAFrameAndOnlyWhileItIsSeen", Host::TestFlags)
bool FComponentSends::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->PlayClip(TEXT("bend"));
	Fixture.World->HostTick(0.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	int32 Before = Fixture.Component->HostDynamicSends;
	for (int32 Frame = 0; Frame < 3; ++Frame)
	{
		Fixture.Component->SetClipTime(0.1f);
		Fixture.Component->SetCorrectiveWeight(TEXT("pull"), 0.5f);
		Fixture.Component->SetClipTime(0.2f);
		Fixture.World->HostTick(1.0f / 60.0f);
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
	}
	TestEqual(TEXT("once a frame"), Fixture.Component->HostDynamicSends - Before, 3);
	// A quarter of a second later nobody has looked, and nothing is posed or sent.
	Fixture.World->HostTick(0.3f);
	Before = Fixture.Component->HostDynamicSends;
	for (int32 Frame = 0; Frame < 5; ++Frame)
	{
		Fixture.World->HostTick(0.1f);
	}
	TestEqual(TEXT("unseen"), Fixture.Component->HostDynamicSends - Before, 0);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	Fixture.World->HostTick(0.1f);
	TestEqual(TEXT("seen again"), Fixture.Component->HostDynamicSends - Before, 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentBounds, "Exemplar.Host.Component.BoundsHoldEveryPoseWhereverTheRootIs", Host::TestFlags)
bool FComponentBounds::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const FTransform Place(FQuat(FVector(0.0, 0.0, 1.0), 0.4), FVector(100.0, -50.0, 20.0), FVector(1.5, 1.5, 1.5));
	Fixture.Component->SetWorldTransform(Place);
	const FBoxSphereBounds AtRest = Fixture.Component->Bounds;
	for (const float Away : {0.0f, 3.0f})
	{
		for (float Seconds = 0.0f; Seconds <= 1.0f; Seconds += 0.25f)
		{
			std::vector<Exemplar::FBoneTransform> Local = Fixture.ClipPose(0, Seconds);
			Local[0].Translation = Local[0].Translation + Exemplar::FFloat3{Away, 0.5f * Away, -Away};
			TArray<FTransform> Pose;
			for (const Exemplar::FBoneTransform& Bone : Local)
			{
				Pose.Add(Exemplar::ToUnrealTransform(Bone));
			}
			Fixture.Component->SetPose(Pose);
			const FBoxSphereBounds Bounds = Fixture.Component->Bounds;
			double Furthest = 0.0;
			for (const Exemplar::FFloat3& P : Host::SkinByCore(
					 Fixture.Character, Fixture.Character->Levels[0], Local, EExemplarOperator::AnimationSpace, true)
												  .Positions)
			{
				const FVector World = Place.TransformPosition(Exemplar::ToUnrealPosition(P));
				Furthest = FMath::Max(Furthest, (World - Bounds.Origin).Size());
			}
			TestTrue(TEXT("inside"), Furthest <= Bounds.SphereRadius);
			TestTrue(TEXT("not far too large"), Bounds.SphereRadius < 450.0);
		}
	}
	TestTrue(TEXT("with the root"), (Fixture.Component->Bounds.Origin - AtRest.Origin).Size() > 300.0);
	Fixture.Component->ClearPose();
	TestTrue(TEXT("a pose holds until it is cleared"), (Fixture.Component->Bounds.Origin - AtRest.Origin).Size() < 1.0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FComponentCorrectives,
	"Exemplar.Host.Component.CorrectivesAreSwitchedAndScaledWhileNothingMoves", Host::GpuTestFlags)
bool FComponentCorrectives::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const Host::FReferenceState State = BentTube(Fixture, 1.0f);
	Fixture.Show(State);
	Fixture.Show(State);
	const auto Is = [&](bool bCorrectives)
	{
		Fixture.World->HostTick(1.0f / 60.0f); // nobody sets a pose
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		Fixture.World->HostTick(1.0f / 60.0f);
		return Fixture
			.Judge(Host::DrawWorld(*Fixture.World, Fixture.Camera), State, State, EExemplarOperator::AnimationSpace, 0,
				bCorrectives)
			.bSame;
	};
	TestTrue(TEXT("on"), Is(true));
	Fixture.Component->bCorrectives = false;
	TestTrue(TEXT("off"), Is(false));
	Fixture.Component->bCorrectives = true;
	TestTrue(TEXT("on again"), Is(true));
	Fixture.Component->SetCorrectiveWeight(TEXT("pull"), 0.0f);
	TestTrue(TEXT("one off"), Is(false));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentConsole, "Exemplar.Host.Component.ConsoleVariablesChangeLevels", Host::TestFlags)
bool FComponentConsole::RunTest(const FString&)
{
	IConsoleVariable* Scale = IConsoleManager::Get().FindConsoleVariable(TEXT("r.Exemplar.ToleranceScale"));
	IConsoleVariable* Force = IConsoleManager::Get().FindConsoleVariable(TEXT("r.Exemplar.ForceLevel"));
	if (!TestNotNull(TEXT("r.Exemplar.ToleranceScale"), Scale) || !TestNotNull(TEXT("r.Exemplar.ForceLevel"), Force))
	{
		return false;
	}
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	Fixture.Component->ForcedLevel = -1;
	const Host::FReferenceState State = BentTube(Fixture, 0.5f);
	const auto Level = [&]
	{
		Fixture.Show(State);
		Fixture.Show(State);
		return Fixture.Component->GetDrawnLevel();
	};
	TestEqual(TEXT("near"), Level(), 0);
	Scale->Set(100.0f, ECVF_SetByConsole);
	TestEqual(TEXT("coarser"), Level(), 1);
	Scale->Set(1.0f, ECVF_SetByConsole);
	TestEqual(TEXT("as it was"), Level(), 0);
	Force->Set(1, ECVF_SetByConsole);
	TestEqual(TEXT("forced"), Level(), 1);
	Force->Set(-1, ECVF_SetByConsole);
	TestEqual(TEXT("not forced"), Level(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentLeadersMesh, "Exemplar.Host.Component.ALeaderMayGetAnotherMesh", Host::GpuTestFlags)
bool FComponentLeadersMesh::RunTest(const FString&)
{
	Host::FDeformerFixture Other;
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const Host::FReferenceState State = BentTube(Fixture, 1.0f);
	USkeletalMeshComponent* Leader = NewObject<USkeletalMeshComponent>();
	AddExpectedError(TEXT("is missing 4 of the character's bones"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Fixture.Component->SetLeader(Leader); // without a mesh, and so without bones
	TestEqual(TEXT("missing"), Fixture.Component->GetMissingBones().Num(), 4);
	Leader->SetSkeletalMesh(Other.Mesh);
	Leader->HostBones = Other.BonesOf(State.Local);
	Fixture.World->HostTick(0.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	Fixture.World->HostTick(0.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	Fixture.World->HostTick(0.0f);
	const Exemplar::FPictureDifference Difference = Fixture.Judge(
		Host::DrawWorld(*Fixture.World, Fixture.Camera), State, State, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
	TestEqual(TEXT("none is missing"), Fixture.Component->GetMissingBones().Num(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FComponentScene, "Exemplar.Host.Component.IsPlacedByTheScenesBufferOrByItsOwnParameters", Host::GpuTestFlags)
bool FComponentScene::RunTest(const FString&)
{
	for (const bool bGPUScene : {true, false})
	{
		bHostGPUScene = bGPUScene;
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		// Another that comes first in the scene, and that nobody sees.
		Fixture.Component->UnregisterComponent();
		UExemplarMeshComponent* Other = NewObject<UExemplarMeshComponent>();
		Other->SetCharacter(Fixture.Asset);
		Other->ForcedLevel = 0;
		Other->SetWorldTransform(FTransform(FVector(5000.0, 0.0, 0.0)));
		Other->RegisterComponentWithWorld(Fixture.World);
		Fixture.Component->RegisterComponentWithWorld(Fixture.World);
		const FQuat Turn(FVector(0.0, 0.0, 1.0), 0.3);
		const Host::FReferenceState Before{Fixture.ClipPose(0, 0.7f), FTransform(Turn, FVector(-5.0, 4.0, 2.0))},
			Now{Fixture.ClipPose(0, 1.0f), FTransform(Turn, FVector(0.0, 6.0, 0.0))};
		Fixture.Show(Before);
		Host::FPicture Picture = Fixture.Show(Now);
		const uint32 First = static_cast<uint32>(Fixture.Character->Levels[0].Indices.size() / 3);
		bool bNumbers = true;
		for (size_t Pixel = 0; Pixel < Picture.Triangles.size(); ++Pixel)
		{
			if (Picture.Triangles[Pixel] != 0)
			{
				Picture.Triangles[Pixel] -= First;
				bNumbers = bNumbers && Picture.Motions[4 * Pixel + 3] == (bGPUScene ? 1.0f : 0.0f);
			}
		}
		TestTrue(TEXT("pixels know their primitive"), bNumbers);
		const Exemplar::FPictureDifference Difference =
			Fixture.Judge(Picture, Now, Before, EExemplarOperator::AnimationSpace, 0, true);
		TestTrue(*HostFromUtf8(Difference.Sentence.c_str()), Difference.bSame);
		Other->UnregisterComponent();
	}
	bHostGPUScene = true;
	return true;
}
