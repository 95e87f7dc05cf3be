// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Animation/MeshDeformerInstance.h"
#include "Components/SkeletalMeshComponent.h"
#include "ExemplarCharacter.h"
#include "ExemplarDeformerVersion.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarMeshDeformerInstance.h"
#include "ExemplarMeshDeformerSettings.h"
#include "Misc/AutomationTest.h"
#include "RenderingThread.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Skinning/SkinOperator.h"
#include "Tests/ExemplarFlags.h"
#include "Tests/ExemplarTube.h"
#include "UObject/UObjectGlobals.h"

#include <atomic>

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

/** A deformer of the tube with maps of a mesh that nobody has. */
UExemplarMeshDeformer* ExemplarMakeDeformer(uint32 FirstVertex = 5)
{
	const Exemplar::FCharacter Tube = Exemplar::MakeTube();
	UExemplarCharacter* Character = NewObject<UExemplarCharacter>();
	Character->SetCharacterBytes(TConstArrayView<uint8>(
		reinterpret_cast<const uint8*>(Tube.Bytes().data()), static_cast<int32>(Tube.Bytes().size())));
	UExemplarMeshDeformer* Deformer = NewObject<UExemplarMeshDeformer>();
	Deformer->SetCharacter(Character);
	TArray<FExemplarDeformerLOD> LODs;
	LODs.SetNum(3);
	LODs[0].Level = 0;
	LODs[0].Stamp = {4, 0x123456789abcdef0ull, 77};
	LODs[0].Vertices = {FirstVertex, 7, 7, 0};
	LODs[2].Level = 1;
	LODs[2].Stamp = {1, 3, 0};
	LODs[2].Vertices = {2};
	Deformer->SetLODs(MoveTemp(LODs));
	return Deformer;
}

TArray<uint8> ExemplarWriteDeformer(UExemplarMeshDeformer& Deformer)
{
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	Deformer.Serialize(Writer);
	return Bytes;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDeformerRoundTrip, "Exemplar.Runtime.Deformer.MapsComeBackFromAPackageAsTheyWere", ExemplarTestFlags)
bool FExemplarDeformerRoundTrip::RunTest(const FString& Parameters)
{
	UExemplarMeshDeformer* Deformer = ExemplarMakeDeformer();
	const TArray<uint8> Package = ExemplarWriteDeformer(*Deformer);
	UExemplarMeshDeformer* Again = NewObject<UExemplarMeshDeformer>();
	FMemoryReader Reader(Package, true);
	Again->Serialize(Reader);
	TestFalse(TEXT("the archive failed"), Reader.IsError());
	TestEqual(TEXT("everything was read"), Reader.Tell(), Reader.TotalSize());
	if (!TestEqual(TEXT("LODs"), Again->GetLODs().Num(), 3))
	{
		return false;
	}
	for (int32 LOD = 0; LOD < 3; ++LOD)
	{
		const FExemplarDeformerLOD &A = Deformer->GetLODs()[LOD], &B = Again->GetLODs()[LOD];
		TestEqual(TEXT("level"), B.Level, A.Level);
		TestTrue(TEXT("stamp"), B.Stamp == A.Stamp);
		TestTrue(TEXT("vertices"), B.Vertices == A.Vertices);
	}
	TestEqual(TEXT("mapped"), Again->GetNumMappedLODs(), 2);
	FResourceSizeEx Size;
	Again->GetResourceSizeEx(Size);
	TestTrue(TEXT("memory is reported"), Size.GetDedicatedSystemMemoryBytes() >= 20);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDeformerDamage, "Exemplar.Runtime.Deformer.DamagedPackagesLeaveNoMaps", ExemplarTestFlags)
bool FExemplarDeformerDamage::RunTest(const FString& Parameters)
{
	const TArray<uint8> Package = ExemplarWriteDeformer(*ExemplarMakeDeformer());
	AddExpectedError(TEXT("The vertex maps are damaged"), EAutomationExpectedErrorFlags::Contains, 0, false);
	// Cut off anywhere, and with numbers that are far too large in the places where counts are.
	for (int32 Length = 0; Length < Package.Num(); ++Length)
	{
		UExemplarMeshDeformer* Again = NewObject<UExemplarMeshDeformer>();
		const TArray<uint8> Cut(Package.GetData(), Length);
		FMemoryReader Reader(Cut, true);
		Again->Serialize(Reader);
		TestTrue(TEXT("the archive failed"), Reader.IsError());
		TestEqual(TEXT("maps"), Again->GetLODs().Num(), 0);
	}
	for (int32 Place = 0; Place + 4 <= Package.Num(); ++Place)
	{
		UExemplarMeshDeformer* Again = NewObject<UExemplarMeshDeformer>();
		TArray<uint8> Damaged = Package;
		for (int32 Byte = 0; Byte < 4; ++Byte)
		{
			Damaged[Place + Byte] = Byte == 3 ? 0x7f : 0xff;
		}
		FMemoryReader Reader(Damaged, true);
		Again->Serialize(Reader); // whatever it reads, it goes on
	}
	// Damaged within: the rest of the package is read, and nothing of the maps stays.
	TArray<uint8> Damaged = Package;
	const int32 Last = Damaged.Num() - 8; // how many vertices the last map has
	Damaged[Last] = 200;
	UExemplarMeshDeformer* Again = NewObject<UExemplarMeshDeformer>();
	FMemoryReader Reader(Damaged, true);
	Again->Serialize(Reader);
	TestFalse(TEXT("the package's archive failed"), Reader.IsError());
	TestEqual(TEXT("every byte was read"), Reader.Tell(), Reader.TotalSize());
	TestEqual(TEXT("maps of a damaged array"), Again->GetLODs().Num(), 0);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDeformerVersions, "Exemplar.Runtime.Deformer.OtherVersionsAreRefusedWithARemedy", ExemplarTestFlags)
bool FExemplarDeformerVersions::RunTest(const FString& Parameters)
{
	const TArray<uint8> Package = ExemplarWriteDeformer(*ExemplarMakeDeformer());
	AddExpectedError(TEXT("convert the mesh again"), EAutomationExpectedErrorFlags::Contains, 2, false);
	for (const int32 Version : {0, static_cast<int32>(FExemplarDeformerVersion::LatestVersion) + 1})
	{
		UExemplarMeshDeformer* Again = NewObject<UExemplarMeshDeformer>();
		FMemoryReader Reader(Package, true);
		Reader.SetCustomVersion(FExemplarDeformerVersion::GUID, Version, TEXT("ExemplarMeshDeformer"));
		Again->Serialize(Reader);
		TestFalse(TEXT("the archive failed"), Reader.IsError());
		TestEqual(TEXT("every byte was read, as a loader expects"), Reader.Tell(), Reader.TotalSize());
		TestEqual(TEXT("maps"), Again->GetLODs().Num(), 0);
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarDeformerStrangers,
	"Exemplar.Runtime.Deformer.AMapOfAnotherCharacterIsAnErrorAndNoCrash", ExemplarTestFlags)
bool FExemplarDeformerStrangers::RunTest(const FString& Parameters)
{
	UExemplarMeshDeformer* Deformer = ExemplarMakeDeformer();
	TSharedPtr<FExemplarDeformerData> Data = Deformer->GetData(Exemplar::ESkinOperator::AnimationSpace);
	TestTrue(TEXT("data"), Data.IsValid());
	TestTrue(TEXT("made once"), Deformer->GetData(Exemplar::ESkinOperator::AnimationSpace) == Data);
	Data.Reset();
	AddExpectedError(
		TEXT("Vertex 0 of the mesh is mapped to vertex 4000"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("a vertex that is not there"),
		ExemplarMakeDeformer(4000)->GetData(Exemplar::ESkinOperator::AnimationSpace).IsValid());
	Deformer->SetCharacter(nullptr);
	TestEqual(TEXT("maps of a character that is gone"), Deformer->GetLODs().Num(), 0);
	TestFalse(TEXT("without a character"), Deformer->GetData(Exemplar::ESkinOperator::LinearBlend).IsValid());
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDeformerFallback, "Exemplar.Runtime.Deformer.WithoutAMeshTheEngineIsAskedToSkin", ExemplarTestFlags)
bool FExemplarDeformerFallback::RunTest(const FString& Parameters)
{
	UExemplarMeshDeformer* Deformer = ExemplarMakeDeformer();
	USkeletalMeshComponent* Component = NewObject<USkeletalMeshComponent>();
	UMeshDeformerInstanceSettings* Settings = Deformer->CreateSettingsInstance(Component);
	TestNotNull(TEXT("settings"), Cast<UExemplarMeshDeformerSettings>(Settings));
	UMeshDeformerInstance* Instance = Deformer->CreateInstance(Component, Settings);
	if (!TestNotNull(TEXT("instance"), Instance))
	{
		return false;
	}
	TestTrue(TEXT("it writes positions and frames"),
		Instance->GetOutputBuffers() ==
			(EMeshDeformerOutputBuffer::SkinnedMeshPosition | EMeshDeformerOutputBuffer::SkinnedMeshTangents));
	Instance->AllocateResources();
	std::atomic<int32> Calls{0};
	UMeshDeformerInstance::FEnqueueWorkDesc Work;
	Work.WorkLoadType = UMeshDeformerInstance::WorkLoad_Update;
	Work.FallbackDelegate = FSimpleDelegate::CreateLambda(
		[&]
		{
			check(IsInRenderingThread());
			++Calls;
		});
	Instance->EnqueueWork(Work);
	Work.WorkLoadType = UMeshDeformerInstance::WorkLoad_Setup;
	Instance->EnqueueWork(Work);
	FlushRenderingCommands();
	TestEqual(TEXT("called once, for the update"), Calls.load(), 1);
	Work = {};
	Instance->EnqueueWork(Work); // nobody is bound
	FlushRenderingCommands();
	Instance->ReleaseResources();
	return true;
}

#endif
