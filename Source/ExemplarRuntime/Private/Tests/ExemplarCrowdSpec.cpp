// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdCharacter.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarCrowdComponent.h"
#include "Misc/AutomationTest.h"
#include "Tests/ExemplarFlags.h"
#include "Tests/ExemplarTube.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

UExemplarCharacter* ExemplarTubeAsset(const Exemplar::FCharacterData& Data)
{
	const Exemplar::TResult<Exemplar::FCharacter> Made = Exemplar::FCharacter::FromData(Data);
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	Asset->SetCharacterBytes(TConstArrayView<uint8>(
		reinterpret_cast<const uint8*>(Made->Bytes().data()), static_cast<int32>(Made->Bytes().size())));
	return Asset;
}

UExemplarCrowdComponent* ExemplarTubeCrowd()
{
	UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
	Crowd->SetCharacter(ExemplarTubeAsset(Exemplar::MakeTubeData()));
	return Crowd;
}

FExemplarCrowdInstance ExemplarInstanceAt(double X)
{
	FExemplarCrowdInstance Out;
	Out.Transform = FTransform(FVector(X, 0.0, 0.0));
	Out.Clip = TEXT("bend");
	return Out;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarCrowdHandles, "Exemplar.Runtime.Crowd.AStaleHandleIsRefusedWhoeverHasItsPlace", ExemplarTestFlags)
bool FExemplarCrowdHandles::RunTest(const FString& Parameters)
{
	UExemplarCrowdComponent* Crowd = ExemplarTubeCrowd();
	TestFalse(TEXT("nobody's handle"), Crowd->IsValidInstance(FExemplarCrowdHandle()));
	const FExemplarCrowdHandle A = Crowd->AddInstance(ExemplarInstanceAt(1.0));
	const FExemplarCrowdHandle B = Crowd->AddInstance(ExemplarInstanceAt(2.0));
	TestTrue(TEXT("both are there"), Crowd->IsValidInstance(A) && Crowd->IsValidInstance(B));
	TestTrue(TEXT("goes"), Crowd->RemoveInstance(A));
	TestFalse(TEXT("goes again"), Crowd->RemoveInstance(A));
	const FExemplarCrowdHandle C = Crowd->AddInstance(ExemplarInstanceAt(3.0));
	TestEqual(TEXT("the place is given away"), C.Slot, A.Slot);
	TestFalse(TEXT("and its former owner is not there"), Crowd->IsValidInstance(A));
	TestFalse(TEXT("nor moves another"), Crowd->SetInstanceTransform(A, FTransform(FVector(9.0, 0.0, 0.0))));
	TestFalse(TEXT("nor changes another"), Crowd->UpdateInstance(A, ExemplarInstanceAt(9.0)));
	TestFalse(TEXT("nor plays"), Crowd->SetInstanceClip(A, TEXT("bend"), 1.0f, 0.0f));
	TestFalse(TEXT("nor colors"), Crowd->SetInstanceCustomData(A, FLinearColor(0.0f, 0.0f, 0.0f)));
	FExemplarCrowdInstance Found;
	TestFalse(TEXT("nor is looked at"), Crowd->GetInstance(A, Found));
	TestTrue(TEXT("the new one is"), Crowd->GetInstance(C, Found));
	TestEqual(TEXT("where it was put"), Found.Transform.GetTranslation(), FVector(3.0, 0.0, 0.0));
	Crowd->ClearInstances();
	TestEqual(TEXT("nobody"), Crowd->GetNumInstances(), 0);
	TestFalse(TEXT("B is gone"), Crowd->IsValidInstance(B));
	Crowd->AddInstance(ExemplarInstanceAt(4.0));
	TestFalse(TEXT("and stays gone"), Crowd->IsValidInstance(B) || Crowd->IsValidInstance(C));
	// Another character, the same component: handles are not taken up again.
	const FExemplarCrowdHandle D = Crowd->AddInstance(ExemplarInstanceAt(5.0));
	Crowd->SetCharacter(ExemplarTubeAsset(Exemplar::MakeTubeData()));
	Crowd->AddInstances({ExemplarInstanceAt(6.0), ExemplarInstanceAt(7.0), ExemplarInstanceAt(8.0)});
	TestFalse(TEXT("gone with its character"), Crowd->IsValidInstance(D));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarCrowdBatches, "Exemplar.Runtime.Crowd.ManyAreAddedMovedAndRemovedAtOnce", ExemplarTestFlags)
bool FExemplarCrowdBatches::RunTest(const FString& Parameters)
{
	UExemplarCrowdComponent* Crowd = ExemplarTubeCrowd();
	TArray<FExemplarCrowdInstance> Instances;
	TArray<FTransform> Moved;
	for (int32 Index = 0; Index < 100; ++Index)
	{
		Instances.Add(ExemplarInstanceAt(10.0 * Index));
		Moved.Add(FTransform(
			FQuat(FVector(0.0, 0.0, 1.0), 0.01 * Index), FVector(0.0, 10.0 * Index, 5.0), FVector(1.0 + 0.01 * Index)));
	}
	TArray<FExemplarCrowdHandle> Handles = Crowd->AddInstances(Instances);
	TestEqual(TEXT("added"), Crowd->GetNumInstances(), 100);
	TestEqual(TEXT("moved"), Crowd->SetInstanceTransforms(Handles, Moved), 100);
	FExemplarCrowdInstance Found;
	Crowd->GetInstance(Handles[70], Found);
	TestEqual(TEXT("place"), Found.Transform.GetTranslation(), Moved[70].GetTranslation(), 1e-3f);
	TestEqual(TEXT("size"), Found.Transform.GetScale3D(), Moved[70].GetScale3D(), 1e-4f);
	TestEqual(TEXT("turn"), Found.Transform.TransformVector(FVector(1.0, 0.0, 0.0)),
		Moved[70].TransformVector(FVector(1.0, 0.0, 0.0)), 1e-4f);
	TestEqual(TEXT("its clip"), Found.Clip, FName(TEXT("bend")));
	Moved.RemoveAt(0);
	TestEqual(TEXT("more handles than places"), Crowd->SetInstanceTransforms(Handles, Moved), 0);
	const TArray<FExemplarCrowdHandle> Twice{Handles[3], Handles[3], Handles[4]};
	TestEqual(TEXT("removed"), Crowd->RemoveInstances(Twice), 2);
	TestEqual(TEXT("updated"), Crowd->UpdateInstances(Handles, Instances), 98);
	TestEqual(TEXT("left"), Crowd->GetNumInstances(), 98);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarCrowdUnsound, "Exemplar.Runtime.Crowd.WhatIsNotSoundIsRefusedWithAReason", ExemplarTestFlags)
bool FExemplarCrowdUnsound::RunTest(const FString& Parameters)
{
	UExemplarCrowdComponent* Crowd = NewObject<UExemplarCrowdComponent>();
	AddExpectedError(TEXT("not added: there is no character."), EAutomationExpectedErrorFlags::Contains, 2, false);
	TestFalse(TEXT("without a character"), Crowd->IsValidInstance(Crowd->AddInstance(ExemplarInstanceAt(0.0))));
	Crowd = ExemplarTubeCrowd();
	AddExpectedError(TEXT("has no clip named walk"), EAutomationExpectedErrorFlags::Contains, 2, false);
	FExemplarCrowdInstance Walks = ExemplarInstanceAt(0.0);
	Walks.Clip = TEXT("walk");
	TestFalse(TEXT("an unknown clip"), Crowd->IsValidInstance(Crowd->AddInstance(Walks)));
	const FExemplarCrowdHandle A = Crowd->AddInstance(ExemplarInstanceAt(0.0));
	TestFalse(TEXT("an unknown clip for somebody"), Crowd->SetInstanceClip(A, TEXT("walk"), 1.0f, 0.0f));
	AddExpectedError(TEXT("mirrors it"), EAutomationExpectedErrorFlags::Contains, 1, false);
	FExemplarCrowdInstance Mirrored = ExemplarInstanceAt(0.0);
	Mirrored.Transform = FTransform(FQuat(0.0, 0.0, 0.0, 1.0), FVector(0.0, 0.0, 0.0), FVector(1.0, -1.0, 1.0));
	TestFalse(TEXT("mirrored"), Crowd->UpdateInstance(A, Mirrored));
	AddExpectedError(TEXT("is not finite"), EAutomationExpectedErrorFlags::Contains, 2, false);
	FExemplarCrowdInstance Endless = ExemplarInstanceAt(0.0);
	Endless.Rate = INFINITY;
	TestFalse(TEXT("an endless rate"), Crowd->UpdateInstance(A, Endless));
	TestFalse(TEXT("nowhere"), Crowd->SetInstanceTransform(A, FTransform(FVector(NAN, 0.0, 0.0))));
	TestEqual(TEXT("one is left"), Crowd->GetNumInstances(), 1);
	TestTrue(TEXT("at rest is fine"), Crowd->SetInstanceClip(A, FName(), 1.0f, 0.0f));
	// A crowd's joints are rigid.
	Exemplar::FCharacterData Scaled = Exemplar::MakeTubeData();
	Scaled.Skeleton.RestLocal[1].Scale = {2.0f, 2.0f, 2.0f};
	AddExpectedError(
		TEXT("is scaled at rest, which a crowd cannot follow"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Crowd->SetCharacter(ExemplarTubeAsset(Scaled));
	TestFalse(TEXT("of a scaled one"), Crowd->IsValidInstance(Crowd->AddInstance(ExemplarInstanceAt(0.0))));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarCrowdBounds, "Exemplar.Runtime.Crowd.BoundsHoldEverybodyAndNothingWhereNobodyIs", ExemplarTestFlags)
bool FExemplarCrowdBounds::RunTest(const FString& Parameters)
{
	UExemplarCrowdComponent* Crowd = ExemplarTubeCrowd();
	const FTransform Place(FVector(0.0, 0.0, 50.0));
	TestEqual(TEXT("nobody"), Crowd->CalcBounds(Place).SphereRadius, 0.0, 0.0);
	const FExemplarCrowdHandle Far = Crowd->AddInstance(ExemplarInstanceAt(5000.0));
	Crowd->AddInstance(ExemplarInstanceAt(-1000.0));
	// The tube's sphere has a radius of 2.6 meters about its root.
	FBoxSphereBounds Bounds = Crowd->CalcBounds(Place);
	TestTrue(TEXT("the far one"), Bounds.Origin.X + Bounds.BoxExtent.X >= 5260.0);
	TestTrue(TEXT("the near one"), Bounds.Origin.X - Bounds.BoxExtent.X <= -1260.0);
	TestTrue(TEXT("not much more"), Bounds.BoxExtent.X < 3300.0 && Bounds.BoxExtent.Y < 400.0);
	TestEqual(TEXT("moved with the component"), Bounds.Origin.Z, 50.0, 100.0);
	TestTrue(TEXT("the sphere holds the box"), Bounds.SphereRadius >= Bounds.BoxExtent.Size() - 1e-3);
	Crowd->SetInstanceTransform(Far, FTransform(FVector(0.0, 9000.0, 0.0)));
	Bounds = Crowd->CalcBounds(Place);
	TestTrue(TEXT("where it has gone to"), Bounds.Origin.Y + Bounds.BoxExtent.Y >= 9260.0);
	Crowd->ClearInstances();
	TestEqual(TEXT("nobody again"), Crowd->CalcBounds(Place).SphereRadius, 0.0, 0.0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarTurnedCrowd, "Exemplar.Runtime.Crowd.ATurnedCharacterMovesAsTheTurnedOneDoes", ExemplarTestFlags)
bool FExemplarTurnedCrowd::RunTest(const FString& Parameters)
{
	using namespace Exemplar;
	const FCharacter Tube = MakeTube();
	const TResult<FCrowdCharacter> Plain = MakeCrowdCharacter(Tube.View());
	std::vector<FBoneTransform> Local;
	for (const FBoneTransform& Bone : Tube->Skeleton.RestLocal)
	{
		Local.push_back(UnrealYForward.Transform(Bone));
	}
	const TResult<FRestPose> Rest = MakeRestPose(Tube->Skeleton.Parents, Local);
	if (!TestTrue(TEXT("made"), Plain.IsOk() && Rest.IsOk()))
	{
		return false;
	}
	const FCrowdCharacter Converted = ChangeAxes(*Plain, *Rest, UnrealYForward);
	const FFloat3 V{0.1f, 0.8f, -0.2f};
	for (size_t Key = 0; Key < Plain->Clips[0].Keys.size(); ++Key)
	{
		const FCrowdKey &A = Plain->Clips[0].Keys[Key], &B = Converted.Clips[0].Keys[Key];
		const size_t Joint = Key % Plain->JointCount();
		const FFloat3 Moved = Rotate(A.Rotation, V - Plain->Rest.Centers[Joint]) + A.Position;
		const FFloat3 Same =
			Rotate(B.Rotation, UnrealYForward.Position(V) - Converted.Rest.Centers[Joint]) + B.Position;
		if (!TestEqual(TEXT("a joint's motion"), FVector(Same.X, Same.Y, Same.Z), ToUnrealPosition(Moved), 1e-2f))
		{
			return false;
		}
	}
	TestEqual(TEXT("radius"), Converted.Sphere.Radius, 260.0f, 1e-3f);
	TestEqual(TEXT("error"), Converted.Levels[1].Error, 100.0f * Plain->Levels[1].Error, 1e-6f);
	return true;
}

#endif
