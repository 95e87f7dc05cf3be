// Copyright (c) 2026 Exemplar contributors. MIT license.

// Crowds whose members play two clips at once.
#include "CrowdFixture.h"
#include "ExemplarTube.h"

using namespace Host;

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdBlend, "Exemplar.Host.Crowd.TwoClipsAreBlendedAndFadeAndSignificantMembersAreFiner", Host::GpuTestFlags)
bool FCrowdBlend::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(40, 3000.0);
	const TArray<FName> Clips = Fixture.Asset->GetClipNames();
	for (int32 Index = 0; Index < 40; ++Index)
	{
		FExemplarCrowdInstance Instance;
		TestTrue(TEXT("found"), Fixture.Component->GetInstance(Fixture.Handles[Index], Instance));
		Instance.BlendClip = Index % 3 == 0 ? FName() : Clips[(Index + 1) % Clips.Num()];
		Instance.BlendSeconds = 0.07f * static_cast<float>(Index);
		Instance.BlendWeight = 0.25f * static_cast<float>(Index % 5);
		Instance.Significance = Index % 4 == 0 ? 6.0f : 1.0f;
		TestTrue(TEXT("taken"), Fixture.Component->UpdateInstance(Fixture.Handles[Index], Instance));
	}
	{
		const FTwoCrowdFrames Frames(Fixture);
		const Exemplar::FPictureDifference Difference = Frames.Judge(Fixture);
		TestTrue(*WordsOf(Difference), Difference.bSame);
		FCrowdReference Alone = Frames.Now;
		for (FCrowdMemberState& Member : Alone.Members)
		{
			Member.OtherWeight = 0.0f;
		}
		TestFalse(TEXT("without the second clip"),
			Fixture.Judge(Frames.Picture, Fixture.Camera, Alone, Frames.Chosen, Frames.Before, Frames.ChosenBefore)
				.bSame);
	}
	// A fade ends as if there had been none.
	for (const FExemplarCrowdHandle& Handle : Fixture.Handles)
	{
		TestTrue(TEXT("fades"), Fixture.Component->SetInstanceClip(Handle, Clips[0], 1.0f, 0.1f, 0.5f));
	}
	Fixture.World->HostTick(0.25f);
	FExemplarCrowdInstance Instance;
	Fixture.Component->GetInstance(Fixture.Handles[1], Instance);
	TestTrue(TEXT("half way"), FMath::Abs(Instance.BlendWeight - 0.5f) < 1e-4f);
	{
		const FTwoCrowdFrames Frames(Fixture);
		const Exemplar::FPictureDifference Difference = Frames.Judge(Fixture);
		TestTrue(*WordsOf(Difference), Difference.bSame);
	}
	Fixture.World->HostTick(0.5f);
	Fixture.Component->GetInstance(Fixture.Handles[1], Instance);
	TestTrue(TEXT("over"), Instance.BlendWeight == 0.0f && Instance.Clip == Clips[0]);
	// What is not sound is refused with the reason.
	AddExpectedError(TEXT("blend weight is not between 0 and 1"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Instance.BlendWeight = 1.5f;
	TestFalse(TEXT("refused"), Fixture.Component->UpdateInstance(Fixture.Handles[1], Instance));
	AddExpectedError(TEXT("a significance must be above zero"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestEqual(TEXT("one of two"),
		Fixture.Component->SetInstanceSignificance({Fixture.Handles[0], Fixture.Handles[1]}, {2.0f, 0.0f}), 1);
	return true;
}
