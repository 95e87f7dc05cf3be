// Copyright (c) 2026 Exemplar contributors. MIT license.

// The component's pixels are the proof: asset, component, proxy, vertex factory and compute passes against plain code.
#include "Components/SkinnedMeshComponent.h"
#include "ExemplarConversions.h"
#include "ExemplarTube.h"
#include "PSOPrecache.h"
#include "RenderingThread.h"
#include "SceneFixture.h"
#include "UObject/UObjectGlobals.h"

namespace
{

FString SentenceOf(const Exemplar::FPictureDifference& Difference)
{
	return HostFromUtf8(Difference.Sentence.c_str());
}

/** Two frames of a stage that moves and turns while the character bends. */
struct FTwoFrames
{
	Host::FReferenceState Before, Now;
	explicit FTwoFrames(const Host::FSceneFixture& Fixture)
	{
		const FQuat Turn(FVector(0.0, 0.0, 1.0), 0.3);
		Before = {Fixture.ClipPose(0, 0.7f), FTransform(Turn, FVector(-5.0, 4.0, 2.0))};
		Now = {Fixture.ClipPose(0, 1.0f), FTransform(Turn, FVector(0.0, 6.0, 0.0))};
	}
};

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfOperators, "Exemplar.Host.Picture.EveryOperatorIsTheReferencesPicture", Host::GpuTestFlags)
bool FPictureOfOperators::RunTest(const FString&)
{
	for (const bool bCorrectives : {false, true})
	{
		for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
				 EExemplarOperator::DualQuaternion, EExemplarOperator::Spherical, EExemplarOperator::Twist,
				 EExemplarOperator::CenterOfRotation, EExemplarOperator::Blended})
		{
			Host::FSceneFixture Fixture(Exemplar::MakeTube());
			Fixture.Component->SetOperator(Operator);
			Fixture.Component->bCorrectives = bCorrectives;
			const FTwoFrames Frames(Fixture);
			Fixture.Show(Frames.Before);
			const Exemplar::FPictureDifference Difference =
				Fixture.Judge(Fixture.Show(Frames.Now), Frames.Now, Frames.Before, Operator, 0, bCorrectives);
			TestTrue(*(FString::FromInt(static_cast<int32>(Operator)) + TEXT(": ") + SentenceOf(Difference)),
				Difference.bSame);
			TestTrue(TEXT("enough pixels"), Difference.ComparedPixels > 5000);
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfErrors, "Exemplar.Host.Picture.AFlippedWindingAWrongPaletteAndAStalePositionAreSeen", Host::GpuTestFlags)
bool FPictureOfErrors::RunTest(const FString&)
{
	const EExemplarOperator Operator = EExemplarOperator::AnimationSpace;
	{
		Exemplar::FCharacterData Flipped = Exemplar::MakeTubeData();
		for (size_t Index = 0; Index < Flipped.Levels[0].Indices.size(); Index += 3)
		{
			std::swap(Flipped.Levels[0].Indices[Index + 1], Flipped.Levels[0].Indices[Index + 2]);
		}
		Host::FSceneFixture Fixture(*Exemplar::FCharacter::FromData(Flipped)), Sound(Exemplar::MakeTube());
		const FTwoFrames Frames(Fixture);
		Fixture.Show(Frames.Before);
		TestFalse(
			TEXT("flipped"), Sound.Judge(Fixture.Show(Frames.Now), Frames.Now, Frames.Before, Operator, 0, true).bSame);
	}
	{
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		const FTwoFrames Frames(Fixture);
		Host::FReferenceState Transposed = Frames.Now;
		for (Exemplar::FBoneTransform& Bone : Transposed.Local)
		{
			Bone.Rotation = Exemplar::Inverse(Bone.Rotation);
		}
		Fixture.Show(Frames.Before);
		TestFalse(TEXT("transposed"),
			Fixture.Judge(Fixture.Show(Transposed), Frames.Now, Frames.Before, Operator, 0, true).bSame);
	}
	{
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		const FTwoFrames Frames(Fixture);
		Fixture.Show(Frames.Before);
		const Host::FPicture Moving = Fixture.Show(Frames.Now), Standing = Fixture.Show(Frames.Now);
		TestFalse(TEXT("stale"), Fixture.Judge(Moving, Frames.Now, Frames.Now, Operator, 0, true).bSame);
		TestTrue(TEXT("standing still"), Fixture.Judge(Standing, Frames.Now, Frames.Now, Operator, 0, true).bSame);
		TestFalse(TEXT("still moving"), Fixture.Judge(Standing, Frames.Now, Frames.Before, Operator, 0, true).bSame);
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureStopsMoving, "Exemplar.Host.Picture.WhatStopsHasNoMotionInTheNextFrame", Host::GpuTestFlags)
bool FPictureStopsMoving::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const FTwoFrames Frames(Fixture);
	Fixture.Show(Frames.Before);
	Fixture.Show(Frames.Now);
	Fixture.World->HostTick(1.0f / 60.0f); // nobody sets anything
	const Exemplar::FPictureDifference Difference = Fixture.Judge(Host::DrawWorld(*Fixture.World, Fixture.Camera),
		Frames.Now, Frames.Now, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(*SentenceOf(Difference), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPictureOfClip, "Exemplar.Host.Picture.AClipPlaysWhileItIsSeen", Host::GpuTestFlags)
bool FPictureOfClip::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	TestTrue(TEXT("plays"), Fixture.Component->PlayClip(TEXT("bend")));
	Fixture.Component->PlayRate = 2.0f;
	Fixture.World->HostTick(0.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	Fixture.World->HostTick(0.1f);
	const Host::FReferenceState Start{Fixture.ClipPose(0, 0.0f), FTransform()},
		Later{Fixture.ClipPose(0, 0.2f), FTransform()};
	const Exemplar::FPictureDifference Difference = Fixture.Judge(
		Host::DrawWorld(*Fixture.World, Fixture.Camera), Later, Start, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(*SentenceOf(Difference), Difference.bSame);
	AddExpectedError(TEXT("no clip named walk"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("an unknown clip"), Fixture.Component->PlayClip(TEXT("walk")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfLevels, "Exemplar.Host.Picture.LevelsAreForcedAndChosenByWhatViewsSaw", Host::GpuTestFlags)
bool FPictureOfLevels::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const FTwoFrames Frames(Fixture);
	Fixture.Show(Frames.Before);
	Fixture.Component->ForcedLevel = 1;
	// The first frame of another level: its last pose is known all the same.
	Exemplar::FPictureDifference Difference =
		Fixture.Judge(Fixture.Show(Frames.Now), Frames.Now, Frames.Before, EExemplarOperator::AnimationSpace, 1, true);
	TestTrue(*SentenceOf(Difference), Difference.bSame);
	TestEqual(TEXT("forced level"), Fixture.Component->GetDrawnLevel(), 1);
	Fixture.Component->ForcedLevel = -1;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("near"), Fixture.Component->GetDrawnLevel(), 0);
	Fixture.Camera.Location = FVector(30000.0, 0.0, 100.0);
	Fixture.Show(Frames.Now);
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("far"), Fixture.Component->GetDrawnLevel(), 1);
	Fixture.Component->LevelBias = -1;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("far, with bias"), Fixture.Component->GetDrawnLevel(), 0);
	Fixture.Component->ForcedLevel = 99;
	Fixture.Show(Frames.Now);
	TestEqual(TEXT("a level that is not there"), Fixture.Component->GetDrawnLevel(), 1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfLeader, "Exemplar.Host.Picture.ALeadersBonesAreFollowedByName", Host::GpuTestFlags)
bool FPictureOfLeader::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	const std::vector<Exemplar::FBoneTransform> Pose = Fixture.ClipPose(0, 1.0f);
	USkinnedMeshComponent* Leader = NewObject<USkinnedMeshComponent>();
	Leader->HostBoneNames = {TEXT("spare"), TEXT("joint2"), TEXT("JOINT1"), TEXT("joint0")};
	FTransform Placed[3];
	for (size_t Joint = 0; Joint < 3; ++Joint)
	{
		const FTransform Local = Exemplar::ToUnrealTransform(Pose[Joint]);
		Placed[Joint] = Joint == 0 ? Local : Local * Placed[Joint - 1];
	}
	Leader->HostBones = {FTransform(), Placed[2], Placed[1], Placed[0]};
	AddExpectedError(TEXT("is missing 1 of the character's bones, which keep their rest pose: joint3."),
		EAutomationExpectedErrorFlags::Contains, 1, false);
	Fixture.Component->SetLeader(Leader);
	TestEqual(TEXT("missing bones"), Fixture.Component->GetMissingBones().Num(), 1);
	Fixture.World->HostTick(0.0f);
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	Fixture.World->HostTick(0.0f);
	Host::FReferenceState State{Pose, FTransform()};
	State.Local[3] = Fixture.Character->Skeleton.RestLocal[3];
	const Exemplar::FPictureDifference Difference = Fixture.Judge(
		Host::DrawWorld(*Fixture.World, Fixture.Camera), State, State, EExemplarOperator::AnimationSpace, 0, true);
	TestTrue(*SentenceOf(Difference), Difference.bSame);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfNothing, "Exemplar.Host.Picture.EmptyAndDamagedCharactersDrawNothing", Host::TestFlags)
bool FPictureOfNothing::RunTest(const FString&)
{
	UWorld* World = NewObject<UWorld>();
	UExemplarMeshComponent* Component = NewObject<UExemplarMeshComponent>();
	Component->RegisterComponentWithWorld(World);
	UExemplarCharacter* Damaged = NewObject<UExemplarCharacter>();
	AddExpectedError(Damaged->GetPathName(), EAutomationExpectedErrorFlags::Contains, 1, false);
	Damaged->SetCharacterBytes(TArray<uint8>{1, 2, 3, 4});
	Component->SetCharacter(Damaged);
	World->HostTick(0.1f);
	const Host::FPicture Picture = Host::DrawWorld(*World, Host::FCamera());
	TestTrue(TEXT("nothing"), std::ranges::all_of(Picture.Triangles, [](uint32 Id) { return Id == 0; }));
	TestNull(TEXT("proxy"), Component->SceneProxy);
	// A character without levels is legal, and nothing to draw.
	Exemplar::FCharacterData Bones = Exemplar::MakeTubeData();
	Bones.Levels.clear();
	UExemplarCharacter* Skeleton = NewObject<UExemplarCharacter>();
	const Exemplar::TResult<Exemplar::FCharacter> Made = Exemplar::FCharacter::FromData(Bones);
	TestTrue(TEXT("bones alone"),
		Made.IsOk() &&
			Skeleton->SetCharacterBytes(TConstArrayView<uint8>(
				reinterpret_cast<const uint8*>(Made->Bytes().data()), static_cast<int32>(Made->Bytes().size()))));
	Component->SetCharacter(Skeleton);
	World->HostTick(0.1f);
	TestNull(TEXT("proxy of bones alone"), Component->SceneProxy);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfDestruction, "Exemplar.Host.Picture.ComponentsAndCharactersGoInTheMiddleOfAFrame", Host::TestFlags)
bool FPictureOfDestruction::RunTest(const FString&)
{
	for (int32 Order = 0; Order < 3; ++Order)
	{
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		Fixture.Component->PlayClip(TEXT("bend"));
		Fixture.World->HostTick(0.1f); // sent, and perhaps not drawn yet
		if (Order == 0)
		{
			Fixture.Component->DestroyComponent();
		}
		else if (Order == 1)
		{
			Fixture.Component->SetCharacter(nullptr);
			Fixture.World->HostTick(0.1f);
			Fixture.Component->SetCharacter(Fixture.Asset);
			Fixture.World->HostTick(0.1f);
		}
		else
		{
			Fixture.Asset->SetCharacterBytes(
				TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Fixture.Character.Bytes().data()),
					static_cast<int32>(Fixture.Character.Bytes().size())));
			Fixture.Component->SetOperator(EExemplarOperator::DualQuaternion);
			Fixture.World->HostTick(0.1f);
		}
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPictureOfPipelines, "Exemplar.Host.Picture.PipelinesOfEverySlotArePrecached", Host::TestFlags)
bool FPictureOfPipelines::RunTest(const FString&)
{
	Host::FSceneFixture Fixture(Exemplar::MakeTube());
	FMaterialInterfacePSOPrecacheParamsList List;
	Fixture.Component->CollectPSOPrecacheData(FPSOPrecacheParams(), List);
	TestEqual(TEXT("slots"), List.Num(), 2);
	for (const FMaterialInterfacePSOPrecacheParams& Params : List)
	{
		TestNotNull(TEXT("a material, if only the default one"), Params.MaterialInterface);
		TestEqual(TEXT("vertex factories"), Params.VertexFactoryDataList.Num(), 1);
	}
	return true;
}
