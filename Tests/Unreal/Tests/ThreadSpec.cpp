// Copyright (c) 2026 Exemplar contributors. MIT license.

// Frames that do not wait for each other: what a thread sanitizer watches.
#include "ExemplarTube.h"
#include "RenderingThread.h"
#include "SceneFixture.h"
#include "UObject/UObjectGlobals.h"

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FThreadsOfManyFrames, "Exemplar.Host.Threads.FramesAreSentWhileEarlierOnesAreDrawn", Host::TestFlags)
bool FThreadsOfManyFrames::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	std::vector<UExemplarMeshComponent*> Others;
	for (int32 Index = 0; Index < 3; ++Index)
	{
		Others.push_back(NewObject<UExemplarMeshComponent>());
		Others.back()->SetCharacter(Fixture.Asset);
		Others.back()->SetOperator(static_cast<EExemplarOperator>(1 + Index));
		Others.back()->RegisterComponentWithWorld(Fixture.World);
		Others.back()->PlayClip(TEXT("bend"));
	}
	SIZE_T VideoBytes = 0;
	for (int32 Frame = 0; Frame < 40; ++Frame)
	{
		if (Frame % 10 == 0)
		{
			Host::DrawWorld(*Fixture.World, Fixture.Camera); // seen, so that it goes on moving
		}
		if (Frame % 7 == 3)
		{
			Others[static_cast<size_t>(Frame) % 3]->SetOperator(static_cast<EExemplarOperator>(1 + Frame % 6));
		}
		Others[0]->ForcedLevel = Frame % 3 - 1;
		Fixture.Component->SetClipTime(0.02f * static_cast<float>(Frame));
		Fixture.World->HostTick(1.0f / 60.0f);
		FResourceSizeEx Size;
		Fixture.Asset->GetResourceSizeEx(Size); // while levels are uploaded
		VideoBytes = Size.GetDedicatedVideoMemoryBytes();
	}
	FlushRenderingCommands();
	TestTrue(TEXT("the GPU's memory is reported"), VideoBytes > 10000);
	for (UExemplarMeshComponent* Component : Others)
	{
		TestNotNull(TEXT("drawn to the end"), Component->SceneProxy);
		Component->DestroyComponent();
	}
	return true;
}
