// Copyright (c) 2026 Exemplar contributors. MIT license.

// Crowds by their pixels: component, extension, kernels, proxy and vertex factory against plain code.
#include "CrowdFixture.h"
#include "ExemplarTube.h"
#include "HAL/IConsoleManager.h"
#include "PSOPrecache.h"
#include "RenderingThread.h"
#include "UObject/UObjectGlobals.h"

namespace
{

using namespace Host;

size_t CountLevel(const FCrowdChoices& Chosen, uint32 Level)
{
	size_t Count = 0;
	for (const std::optional<Exemplar::FLevelChoice>& Choice : Chosen.Levels)
	{
		Count += Choice && Choice->Level == Level ? 1 : 0;
	}
	return Count;
}

/** A console variable for as long as this lives. */
class FConsoleSetting
{
public:
	FConsoleSetting(const TCHAR* Name, int32 Value)
		: Variable(IConsoleManager::Get().FindConsoleVariable(Name))
	{
		check(Variable);
		Variable->Set(Value);
	}
	~FConsoleSetting() { Variable->Set(0); }

private:
	IConsoleVariable* Variable;
};

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdPicture, "Exemplar.Host.Crowd.FiftyInDifferentClipsAndLevelsAreTheReferencesPicture", Host::GpuTestFlags)
bool FCrowdPicture::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(50, 3000.0);
	const FTwoCrowdFrames Frames(Fixture);
	const Exemplar::FPictureDifference Difference = Frames.Judge(Fixture);
	TestTrue(*WordsOf(Difference), Difference.bSame);
	TestTrue(TEXT("enough pixels"), Difference.ComparedPixels > 10000);
	TestTrue(TEXT("near ones"), CountLevel(Frames.Chosen, 0) > 10);
	TestTrue(TEXT("far ones"), CountLevel(Frames.Chosen, 1) > 10);
	// Each level has two sections.
	TestEqual(TEXT("as many as the core would draw"), static_cast<int32>(Frames.Picture.DrawnInstances),
		static_cast<int32>(2 * Frames.Chosen.Visible));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdPictureOfWeights, "Exemplar.Host.Crowd.ACharacterOfBlendWeightsAloneIsDrawnToo", Host::GpuTestFlags)
bool FCrowdPictureOfWeights::RunTest(const FString&)
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	for (Exemplar::FMeshLevelData& Level : Data.Levels)
	{
		Level.Skin = {};
	}
	FCrowdFixture Fixture(*Exemplar::FCharacter::FromData(Data));
	Fixture.AddField(20, 2000.0);
	const Exemplar::FPictureDifference Difference = FTwoCrowdFrames(Fixture).Judge(Fixture);
	TestTrue(*WordsOf(Difference), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdPictureOfErrors, "Exemplar.Host.Crowd.AFlippedWindingStaleInstancesAndAStalePastAreSeen", Host::GpuTestFlags)
bool FCrowdPictureOfErrors::RunTest(const FString&)
{
	FCrowdFixture Sound(Exemplar::MakeTube());
	{
		Exemplar::FCharacterData Flipped = Exemplar::MakeTubeData();
		for (Exemplar::FMeshLevelData& Level : Flipped.Levels)
		{
			for (size_t Index = 0; Index < Level.Indices.size(); Index += 3)
			{
				std::swap(Level.Indices[Index + 1], Level.Indices[Index + 2]);
			}
		}
		FCrowdFixture Fixture(*Exemplar::FCharacter::FromData(Flipped));
		Fixture.AddField(20, 2000.0);
		const FTwoCrowdFrames Frames(Fixture);
		TestTrue(TEXT("something is drawn"), Frames.Picture.DrawnInstances > 0);
		TestFalse(TEXT("flipped"), Frames.Judge(Sound).bSame);
	}
	Sound.AddField(40, 3000.0);
	const FTwoCrowdFrames Frames(Sound);
	TestTrue(TEXT("sound"), Frames.Judge(Sound).bSame);
	FCrowdReference Stale = Frames.Before;
	Stale.Place = Frames.Now.Place;
	TestFalse(TEXT("members where they were"),
		Sound.Judge(Frames.Picture, Sound.Camera, Stale, Frames.Chosen, Frames.Before, Frames.ChosenBefore).bSame);
	TestFalse(TEXT("without motion"),
		Sound.Judge(Frames.Picture, Sound.Camera, Frames.Now, Frames.Chosen, Frames.Now, Frames.Chosen).bSame);
	FCrowdChoices Finer = Frames.Chosen;
	for (std::optional<Exemplar::FLevelChoice>& Choice : Finer.Levels)
	{
		Choice = Choice ? std::optional(Exemplar::FLevelChoice()) : std::nullopt;
	}
	TestFalse(TEXT("at other levels"),
		Sound.Judge(Frames.Picture, Sound.Camera, Frames.Now, Finer, Frames.Before, Frames.ChosenBefore).bSame);
	// What stops has no motion in the next frame, although nobody sends anything.
	for (const FExemplarCrowdHandle& Handle : Sound.Handles)
	{
		FExemplarCrowdInstance Instance;
		Sound.Component->GetInstance(Handle, Instance);
		Instance.Rate = 0.0f;
		Sound.Component->UpdateInstance(Handle, Instance);
	}
	Sound.World->HostTick(1.0f / 30.0f);
	DrawWorld(*Sound.World, Sound.Camera);
	Sound.World->HostTick(1.0f / 30.0f);
	const Exemplar::FPictureDifference Still = Sound.Judge(
		DrawWorld(*Sound.World, Sound.Camera), Sound.Camera, Frames.Now, Frames.Chosen, Frames.Now, Frames.Chosen);
	TestTrue(*WordsOf(Still), Still.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FCrowdTwoViews, "Exemplar.Host.Crowd.TwoViewsHaveListsOfTheirOwn", Host::GpuTestFlags)
bool FCrowdTwoViews::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(40, 3000.0);
	FCamera Other = Fixture.Camera; // from behind, so that near and far change places
	Other.Location = FVector(3600.0, 300.0, 300.0);
	Other.Target = FVector(1000.0, 0.0, 50.0);
	Other.Key = 2;
	Other.Width = 320;
	Other.Height = 200;
	const std::vector<FCamera> Cameras = {Fixture.Camera, Other};
	Fixture.World->HostTick(0.0f);
	DrawFamily(*Fixture.World, Cameras);
	const FCrowdReference Before = Fixture.ReadMembers();
	Fixture.World->HostTick(1.0f / 30.0f);
	const std::vector<FPicture> Pictures = DrawFamily(*Fixture.World, Cameras);
	const FCrowdReference Now = Fixture.ReadMembers();
	std::vector<FCrowdChoices> Chosen;
	for (size_t View = 0; View < 2; ++View)
	{
		const FCrowdChoices ChosenBefore = Fixture.Choose(Before, Cameras[View]);
		Chosen.push_back(Fixture.Choose(Now, Cameras[View], ChosenBefore));
		const Exemplar::FPictureDifference Difference =
			Fixture.Judge(Pictures[View], Cameras[View], Now, Chosen[View], Before, ChosenBefore);
		TestTrue(*WordsOf(Difference), Difference.bSame);
		TestEqual(TEXT("culled by each"), static_cast<int32>(Pictures[View].DrawnInstances),
			static_cast<int32>(2 * Chosen[View].Visible));
	}
	size_t Different = 0;
	for (size_t Index = 0; Index < Chosen[0].Levels.size(); ++Index)
	{
		Different += Chosen[0].Levels[Index] && Chosen[1].Levels[Index] &&
				Chosen[0].Levels[Index]->Level != Chosen[1].Levels[Index]->Level
			? 1
			: 0;
	}
	TestTrue(TEXT("members at two levels at once"), Different > 5);
	// Two views that say they share what they remember: the second one has no past, and a list of its own all the same.
	Other.Key = Fixture.Camera.Key;
	Fixture.World->HostTick(0.0f);
	const FPicture Second = DrawFamily(*Fixture.World, {Fixture.Camera, Other})[1];
	const FCrowdReference Then = Fixture.ReadMembers();
	const FCrowdChoices Alone = Fixture.Choose(Then, Other);
	const Exemplar::FPictureDifference Shared = Fixture.Judge(Second, Other, Then, Alone, Then, Alone);
	TestTrue(*WordsOf(Shared), Shared.bSame);
	// A view that keeps nothing from frame to frame has no past: no hysteresis, no motion.
	FCamera Forgetful = Fixture.Camera;
	Forgetful.Key = 0;
	DrawWorld(*Fixture.World, Forgetful);
	Fixture.World->HostTick(1.0f / 30.0f);
	const FCrowdReference Last = Fixture.ReadMembers();
	const FCrowdChoices Fresh = Fixture.Choose(Last, Forgetful);
	const Exemplar::FPictureDifference Difference =
		Fixture.Judge(DrawWorld(*Fixture.World, Forgetful), Forgetful, Last, Fresh, Last, Fresh);
	TestTrue(*WordsOf(Difference), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdShadows, "Exemplar.Host.Crowd.ShadowsAreCastByThoseWhoAreNotSeen", Host::GpuTestFlags)
bool FCrowdShadows::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(40, 3000.0);
	FCamera Narrow = Fixture.Camera; // sees few of them
	Narrow.TanHalfWidth = 0.05;
	FCamera Light = Fixture.Camera;
	Light.Location = FVector(-900.0, -800.0, 1500.0);
	Light.Target = FVector(1200.0, 0.0, 0.0);
	Light.TanHalfWidth = 0.9;
	Fixture.World->HostTick(0.0f);
	std::vector<FPicture> Pictures = DrawFamily(*Fixture.World, {Narrow}, &Light);
	const FCrowdReference Now = Fixture.ReadMembers();
	const FCrowdChoices Seen = Fixture.Choose(Now, Narrow), Everybody = Fixture.Choose(Now, Narrow, {}, -1, true);
	TestTrue(TEXT("few are seen"), Seen.Visible < 20 && Seen.Visible > 0);
	TestEqual(TEXT("all cast shadows"), static_cast<int32>(Pictures[1].DrawnInstances), 80);
	TestEqual(
		TEXT("few are drawn"), static_cast<int32>(Pictures[0].DrawnInstances), static_cast<int32>(2 * Seen.Visible));
	// As fine as the view wants them, whoever the light sees.
	const Exemplar::FPictureDifference Difference = Fixture.Judge(Pictures[1], Light, Now, Everybody, Now, Everybody);
	TestTrue(*WordsOf(Difference), Difference.bSame);
	Fixture.Component->CastShadow = false;
	Fixture.Component->MarkRenderStateDirty();
	Fixture.World->HostTick(0.0f);
	Pictures = DrawFamily(*Fixture.World, {Narrow}, &Light);
	TestEqual(TEXT("no shadows"), static_cast<int32>(Pictures[1].DrawnInstances), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdComesAndGoes, "Exemplar.Host.Crowd.MembersComeGoAndTakePlacesWithoutAnothersPast", Host::GpuTestFlags)
bool FCrowdComesAndGoes::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.World->HostTick(0.1f);
	FPicture Picture = DrawWorld(*Fixture.World, Fixture.Camera); // nobody
	TestTrue(TEXT("nothing"), std::ranges::all_of(Picture.Triangles, [](uint32 Id) { return Id == 0; }));
	Fixture.AddField(30, 2000.0);
	Fixture.World->HostTick(0.1f);
	DrawWorld(*Fixture.World, Fixture.Camera);
	FCrowdReference Before = Fixture.ReadMembers();
	FCrowdChoices ChosenBefore = Fixture.Choose(Before, Fixture.Camera);
	for (int32 Frame = 0; Frame < 4; ++Frame)
	{
		// Some go, others come into their places somewhere else, and many more than there was room for.
		Fixture.Component->RemoveInstances({Fixture.Handles[3 * Frame], Fixture.Handles[3 * Frame + 7]});
		if (Frame == 1)
		{
			Fixture.AddField(60, 2500.0);
		}
		FExemplarCrowdInstance Newcomer;
		Newcomer.Transform = FTransform(FVector(-150.0, -150.0 + 100.0 * Frame, 0.0));
		Fixture.Add(Newcomer);
		Fixture.World->HostTick(0.03f);
		Picture = DrawWorld(*Fixture.World, Fixture.Camera);
		const FCrowdReference Now = Fixture.ReadMembers();
		const FCrowdChoices Chosen = Fixture.Choose(Now, Fixture.Camera, ChosenBefore);
		const Exemplar::FPictureDifference Difference =
			Fixture.Judge(Picture, Fixture.Camera, Now, Chosen, Before, ChosenBefore);
		TestTrue(*WordsOf(Difference), Difference.bSame);
		Before = Now;
		ChosenBefore = Chosen;
	}
	Fixture.Component->ClearInstances();
	Fixture.World->HostTick(0.03f);
	Picture = DrawWorld(*Fixture.World, Fixture.Camera);
	TestTrue(TEXT("nothing again"), std::ranges::all_of(Picture.Triangles, [](uint32 Id) { return Id == 0; }));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FCrowdCustomData, "Exemplar.Host.Crowd.CustomDataReachesTheShader", Host::GpuTestFlags)
bool FCrowdCustomData::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	FExemplarCrowdInstance Instance;
	Instance.Transform = FTransform(FVector(0.0, -120.0, 0.0));
	Fixture.Add(Instance);
	Instance.Transform = FTransform(FVector(0.0, 120.0, 0.0));
	Instance.CustomData = FLinearColor(0.0f, 0.5f, 1.0f, 1.0f);
	const auto Sides = [&](const FPicture& Picture, bool bRight)
	{
		uint32 Sum[3] = {};
		size_t Count = 0;
		for (size_t Pixel = 0; Pixel < Picture.Triangles.size(); ++Pixel)
		{
			if (Picture.Triangles[Pixel] != 0 && (Pixel % Picture.Width >= Picture.Width / 2) == bRight)
			{
				++Count;
				for (int Channel = 0; Channel < 3; ++Channel)
				{
					Sum[Channel] += Picture.Colors[Pixel] >> (8 * Channel) & 0xff;
				}
			}
		}
		check(Count > 500);
		return std::array<double, 3>{double(Sum[0]) / Count, double(Sum[1]) / Count, double(Sum[2]) / Count};
	};
	Fixture.Add(Instance);
	Fixture.World->HostTick(0.0f);
	FPicture Picture = DrawWorld(*Fixture.World, Fixture.Camera);
	std::array<double, 3> White = Sides(Picture, false), Blue = Sides(Picture, true);
	TestTrue(TEXT("white"), White[0] > 60.0 && White[0] == White[1] && White[1] == White[2]);
	TestTrue(TEXT("no red"), Blue[0] == 0.0);
	TestTrue(TEXT("half as much green as blue"), Blue[2] > 60.0 && FMath::Abs(Blue[1] - 0.5 * Blue[2]) < 1.0);
	Fixture.Component->SetInstanceCustomData(Fixture.Handles[0], FLinearColor(1.0f, 0.0f, 0.0f, 1.0f));
	Fixture.World->HostTick(0.0f);
	Picture = DrawWorld(*Fixture.World, Fixture.Camera);
	TestTrue(TEXT("red"), Sides(Picture, false)[0] > 60.0 && Sides(Picture, false)[2] == 0.0);
	// A place does not hand it down.
	Fixture.Component->RemoveInstance(Fixture.Handles[0]);
	Instance.Transform = FTransform(FVector(0.0, -120.0, 0.0));
	Instance.CustomData = FExemplarCrowdInstance().CustomData;
	Fixture.Add(Instance);
	Fixture.World->HostTick(0.0f);
	White = Sides(DrawWorld(*Fixture.World, Fixture.Camera), false);
	TestTrue(TEXT("white again"), White[0] > 60.0 && White[0] == White[2]);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdConsole, "Exemplar.Host.Crowd.LevelsAreBiasedForcedAndFrozenAndABudgetIsKept", Host::GpuTestFlags)
bool FCrowdConsole::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	Fixture.AddField(30, 2500.0);
	for (const int32 Forced : {0, 1})
	{
		FCrowdFixture Other(Exemplar::MakeTube());
		Other.AddField(30, 2500.0);
		const Exemplar::FPictureDifference Difference = FTwoCrowdFrames(Other, Forced).Judge(Other);
		TestTrue(*WordsOf(Difference), Difference.bSame);
	}
	const auto Frame = [&](float Seconds)
	{
		Fixture.World->HostTick(Seconds);
		return DrawWorld(*Fixture.World, Fixture.Camera);
	};
	Frame(0.0f);
	{
		// Nobody moves, and the component's own wishes are followed all the same.
		FCrowdFixture Rests(Exemplar::MakeTube());
		for (int32 Index = 0; Index < 5; ++Index)
		{
			FExemplarCrowdInstance Instance;
			Instance.Transform = FTransform(FVector(0.0, 150.0 * (Index - 2), 0.0));
			Rests.Add(Instance);
		}
		Rests.World->HostTick(0.1f);
		DrawWorld(*Rests.World, Rests.Camera);
		const FCrowdReference Now = Rests.ReadMembers();
		for (const int32 Level : {1, 0})
		{
			Rests.Component->LevelBias = Level;
			Rests.World->HostTick(0.1f);
			DrawWorld(*Rests.World, Rests.Camera);
			const FCrowdChoices All = Rests.Choose(Now, Rests.Camera, {}, Level);
			TestTrue(TEXT("a component's bias"),
				Rests.Judge(DrawWorld(*Rests.World, Rests.Camera), Rests.Camera, Now, All, Now, All).bSame);
		}
	}
	{
		const FConsoleSetting Bias(TEXT("r.Exemplar.Crowd.LevelBias"), 1);
		const FPicture Coarse = Frame(0.0f);
		const FCrowdReference Now = Fixture.ReadMembers();
		const FCrowdChoices AllCoarse = Fixture.Choose(Now, Fixture.Camera, {}, 1);
		TestTrue(TEXT("the bias makes all coarse"),
			Fixture.Judge(Coarse, Fixture.Camera, Now, AllCoarse, Now, AllCoarse).bSame);
	}
	{
		const FConsoleSetting Freeze(TEXT("r.Exemplar.Crowd.Freeze"), 1);
		const uint32 Drawn = Frame(0.0f).DrawnInstances;
		const FCamera Was = Fixture.Camera;
		Fixture.Camera.Target = FVector(-5000.0, 0.0, 0.0); // looks away
		TestEqual(
			TEXT("the same are drawn"), static_cast<int32>(Frame(0.0f).DrawnInstances), static_cast<int32>(Drawn));
		Fixture.Camera = Was;
	}
	{
		FCamera Away = Fixture.Camera;
		Away.Target = FVector(-5000.0, 0.0, 0.0);
		TestEqual(TEXT("thawed"), static_cast<int32>(DrawWorld(*Fixture.World, Away).DrawnInstances), 0);
	}
	{
		// Four joints each: a third of the crowd in a frame. Who waits stands as it stood.
		FCrowdFixture Slow(Exemplar::MakeTube());
		Slow.AddField(30, 0.0);
		TArray<float> AllTheSame;
		AllTheSame.Init(1e6f, 30); // one group of sizes, so that all take turns
		TestEqual(TEXT("all"), Slow.Component->SetInstanceSignificance(Slow.Handles, AllTheSame), 30);
		Slow.World->HostTick(0.0f);
		DrawWorld(*Slow.World, Slow.Camera);
		const FConsoleSetting Budget(TEXT("r.Exemplar.Crowd.JointBudget"), 40);
		FCrowdReference Shown = Slow.ReadMembers();
		const FCrowdChoices Chosen = Slow.Choose(Shown, Slow.Camera);
		for (uint32 Turn = 1; Turn < 5; ++Turn)
		{
			const FCrowdReference Before = Shown;
			Slow.World->HostTick(0.05f);
			const FPicture Picture = DrawWorld(*Slow.World, Slow.Camera);
			const FCrowdReference Now = Slow.ReadMembers();
			for (size_t Slot = 0; Slot < 30; ++Slot)
			{
				if ((Slot + Turn) % 3 == 0)
				{
					Shown.Members[Slot] = Now.Members[Slot];
				}
			}
			const Exemplar::FPictureDifference Difference =
				Slow.Judge(Picture, Slow.Camera, Shown, Chosen, Before, Chosen);
			TestTrue(*WordsOf(Difference), Difference.bSame);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdLifetimes, "Exemplar.Host.Crowd.ComponentsAndCharactersGoInTheMiddleOfAFrame", Host::TestFlags)
bool FCrowdLifetimes::RunTest(const FString&)
{
	for (int32 Order = 0; Order < 4; ++Order)
	{
		FCrowdFixture Fixture(Exemplar::MakeTube());
		Fixture.AddField(20, 1000.0);
		Fixture.World->HostTick(0.1f);
		if (Order != 2)
		{
			DrawWorld(*Fixture.World, Fixture.Camera);
		}
		Fixture.World->HostTick(0.1f); // sent, and not drawn yet
		if (Order == 0)
		{
			Fixture.Component->DestroyComponent();
		}
		else if (Order == 1)
		{
			Fixture.Component->SetCharacter(nullptr);
			Fixture.World->HostTick(0.1f);
			TestNull(TEXT("no proxy without a character"), Fixture.Component->SceneProxy);
			Fixture.Component->SetCharacter(Fixture.Asset);
			TestEqual(TEXT("nobody is left"), Fixture.Component->GetNumInstances(), 0);
			Fixture.AddField(5, 100.0);
			Fixture.World->HostTick(0.1f);
		}
		else if (Order == 2)
		{
			// The bytes change under the crowd: it goes on with what it has.
			Fixture.Asset->SetCharacterBytes(
				TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Fixture.Character.Bytes().data()),
					static_cast<int32>(Fixture.Character.Bytes().size())));
			Fixture.AddField(5, 100.0);
			Fixture.World->HostTick(0.1f);
		}
		else
		{
			Fixture.Component->MarkRenderStateDirty();
			Fixture.World->HostTick(0.1f);
			TestNotNull(TEXT("a new proxy"), Fixture.Component->SceneProxy);
		}
		DrawWorld(*Fixture.World, Fixture.Camera);
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdTimesAndBounds, "Exemplar.Host.Crowd.TicksMoveTimesAndShrinkBounds", Host::TestFlags)
bool FCrowdTimesAndBounds::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube()); // whose clip has one second and does not loop
	FExemplarCrowdInstance Slow, Stands, Back;
	Slow.Clip = Stands.Clip = Back.Clip = TEXT("bend");
	Slow.Rate = 0.5f;
	Stands.Rate = 0.0f;
	Stands.Seconds = 0.25f;
	Back.Rate = -1.0f;
	Back.Seconds = 0.75f;
	Back.Transform = FTransform(FVector(4000.0, 0.0, 0.0));
	const TArray<FExemplarCrowdHandle> Handles = Fixture.Component->AddInstances({Slow, Stands, Back});
	const auto SecondsOf = [&](int32 Index)
	{
		FExemplarCrowdInstance Found;
		Fixture.Component->GetInstance(Handles[Index], Found);
		return Found.Seconds;
	};
	Fixture.Component->PlayRate = 2.0f;
	Fixture.World->HostTick(0.25f);
	TestEqual(TEXT("slow"), SecondsOf(0), 0.25f, 1e-6f);
	TestEqual(TEXT("stands"), SecondsOf(1), 0.25f, 1e-6f);
	TestEqual(TEXT("back"), SecondsOf(2), 0.25f, 1e-6f);
	Fixture.World->HostTick(9.0f);
	TestEqual(TEXT("the end"), SecondsOf(0), 1.0f, 1e-6f);
	TestEqual(TEXT("the start"), SecondsOf(2), 0.0f, 1e-6f);
	TestTrue(TEXT("bounds"), Fixture.Component->Bounds.Origin.X + Fixture.Component->Bounds.BoxExtent.X >= 4260.0);
	Fixture.Component->RemoveInstance(Handles[2]);
	Fixture.World->HostTick(0.1f);
	TestTrue(TEXT("smaller"), Fixture.Component->Bounds.Origin.X + Fixture.Component->Bounds.BoxExtent.X < 400.0);
	FMaterialInterfacePSOPrecacheParamsList List;
	Fixture.Component->CollectPSOPrecacheData(FPSOPrecacheParams(), List);
	TestEqual(TEXT("pipelines of every slot"), List.Num(), 2);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FCrowdThreads, "Exemplar.Host.Threads.CrowdsAreChangedWhileEarlierFramesAreDrawn", Host::TestFlags)
bool FCrowdThreads::RunTest(const FString&)
{
	FCrowdFixture Fixture(Exemplar::MakeTube());
	UExemplarCrowdComponent* Other = NewObject<UExemplarCrowdComponent>();
	Other->SetCharacter(Fixture.Asset);
	Other->RegisterComponentWithWorld(Fixture.World);
	Fixture.AddField(30, 1000.0);
	for (int32 Frame = 0; Frame < 40; ++Frame)
	{
		if (Frame % 8 == 0)
		{
			DrawFamily(*Fixture.World, {Fixture.Camera, Fixture.Camera}, &Fixture.Camera);
		}
		FExemplarCrowdInstance Instance;
		Instance.Clip = TEXT("bend");
		const FExemplarCrowdHandle Handle = Other->AddInstance(Instance);
		if (Frame % 3 == 2)
		{
			Other->RemoveInstance(Handle);
		}
		if (Frame % 11 == 10)
		{
			Other->MarkRenderStateDirty();
		}
		if (Frame == 25)
		{
			Fixture.AddField(200, 1000.0);
		}
		Fixture.Component->SetInstanceTransform(
			Fixture.Handles[Frame % 30], FTransform(FVector(10.0 * Frame, 0.0, 0.0)));
		Fixture.World->HostTick(1.0f / 60.0f);
		FResourceSizeEx Size;
		Fixture.Asset->GetResourceSizeEx(Size); // while tables are uploaded
	}
	FlushRenderingCommands();
	TestEqual(TEXT("to the end"), Fixture.Component->GetNumInstances(), 230);
	Other->DestroyComponent();
	return true;
}
