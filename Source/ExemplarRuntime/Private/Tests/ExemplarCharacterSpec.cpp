// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacter.h"
#include "Misc/AutomationTest.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Tests/ExemplarFlags.h"
#include "Tests/ExemplarTube.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

TArray<uint8> ExemplarTubeBytes()
{
	const Exemplar::FCharacter Tube = Exemplar::MakeTube();
	const std::span<const std::byte> Bytes = Tube.Bytes();
	return TArray<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()));
}

/** What a package does with an asset: written, and read into a new one. */
TArray<uint8> ExemplarWrite(UExemplarCharacter& Asset)
{
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	Asset.Serialize(Writer);
	return Bytes;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarAssetRoundTrip, "Exemplar.Runtime.Character.ComesBackFromAPackageAsItWas", ExemplarTestFlags)
bool FExemplarAssetRoundTrip::RunTest(const FString& Parameters)
{
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	TestNull(TEXT("empty to begin with"), Asset->GetCharacter());
	TestTrue(TEXT("the bytes are a character"), Asset->SetCharacterBytes(ExemplarTubeBytes()));
	const TArray<uint8> Package = ExemplarWrite(*Asset);
	UExemplarCharacter* Again = NewObject<UExemplarCharacter>();
	FMemoryReader Reader(Package, true);
	Again->Serialize(Reader);
	TestFalse(TEXT("the archive failed"), Reader.IsError());
	TestEqual(TEXT("everything was read"), Reader.Tell(), Reader.TotalSize());
	Again->PostLoad();
	if (!TestNotNull(TEXT("character"), Again->GetCharacter()))
	{
		return false;
	}
	TestTrue(TEXT("same bytes"), std::ranges::equal(Again->GetCharacter()->Bytes(), Asset->GetCharacter()->Bytes()));
	TestEqual(TEXT("levels"), Again->GetNumLevels(), 2);
	TestEqual(TEXT("bones"), Again->GetNumBones(), 4);
	TestEqual(TEXT("clips"), Again->GetClipNames().Num(), 1);
	TestEqual(TEXT("clip"), Again->GetClipNames()[0], FName(TEXT("bend")));
	TestEqual(TEXT("slots"), Again->Materials.Num(), 2);
	TestEqual(TEXT("slot"), Again->Materials[1].SlotName, FName(TEXT("Upper")));
	FResourceSizeEx Size;
	Again->GetResourceSizeEx(Size);
	TestTrue(TEXT("its memory is reported"), Size.GetTotalMemoryBytes() >= Again->GetCharacter()->Bytes().size());
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDamagedAsset, "Exemplar.Runtime.Character.DamagedBytesLeaveAnEmptyCharacter", ExemplarTestFlags)
bool FExemplarDamagedAsset::RunTest(const FString& Parameters)
{
	const TArray<uint8> Whole = ExemplarTubeBytes();
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	int32 Refused = 0;
	const auto Refuse = [&](const TArray<uint8>& Bytes)
	{
		++Refused;
		TestFalse(TEXT("damaged bytes are taken"), Asset->SetCharacterBytes(Bytes));
		TestNull(TEXT("character of damaged bytes"), Asset->GetCharacter());
		TestEqual(TEXT("levels of damaged bytes"), Asset->GetNumLevels(), 0);
		TestEqual(TEXT("bones of damaged bytes"), Asset->GetNumBones(), 0);
	};
	AddExpectedError(Asset->GetPathName(), EAutomationExpectedErrorFlags::Contains, 0, false);
	Refuse({});
	Refuse({1, 2, 3});
	for (int32 Length = 16; Length < Whole.Num(); Length += Whole.Num() / 40)
	{
		Refuse(TArray<uint8>(Whole.GetData(), Length));
	}
	for (int32 Place = 0; Place < Whole.Num(); Place += Whole.Num() / 100)
	{
		TArray<uint8> Damaged = Whole;
		Damaged[Place] ^= 0x5a;
		Refuse(Damaged);
	}
	TestTrue(TEXT("many kinds of damage"), Refused > 100);
	TestTrue(TEXT("a sound character afterward"), Asset->SetCharacterBytes(Whole));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarDamagedPackage, "Exemplar.Runtime.Character.ATruncatedPackageIsSurvived", ExemplarTestFlags)
bool FExemplarDamagedPackage::RunTest(const FString& Parameters)
{
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	Asset->SetCharacterBytes(ExemplarTubeBytes());
	const TArray<uint8> Package = ExemplarWrite(*Asset);
	UExemplarCharacter* Again = NewObject<UExemplarCharacter>();
	for (int32 Length = 0; Length < Package.Num(); Length += Package.Num() / 25)
	{
		const TArray<uint8> Part(Package.GetData(), Length);
		FMemoryReader Reader(Part, true);
		Again->Serialize(Reader);
		Again->PostLoad();
		TestNull(TEXT("character of a part of a package"), Again->GetCharacter());
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarAssetVersions, "Exemplar.Runtime.Character.OtherVersionsAreRefusedWithARemedy", ExemplarTestFlags)
bool FExemplarAssetVersions::RunTest(const FString& Parameters)
{
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	Asset->SetCharacterBytes(ExemplarTubeBytes());
	const TArray<uint8> Package = ExemplarWrite(*Asset);
	const FGuid Key(0x5e1c7a24, 0x8d0b4f63, 0x9a3e21c5, 0x70d4b8e9);
	AddExpectedError(TEXT("import it again"), EAutomationExpectedErrorFlags::Contains, 2, false);
	for (const int32 Version : {0, 1000})
	{
		UExemplarCharacter* Again = NewObject<UExemplarCharacter>();
		FMemoryReader Reader(Package, true);
		Reader.SetCustomVersion(Key, Version, TEXT("ExemplarCharacter"));
		Again->Serialize(Reader);
		TestFalse(TEXT("the archive failed"), Reader.IsError());
		TestEqual(TEXT("every byte was read, as a loader expects"), Reader.Tell(), Reader.TotalSize());
		Again->PostLoad();
		TestNull(TEXT("character of another version"), Again->GetCharacter());
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarSlotsKeepMaterials, "Exemplar.Runtime.Character.SlotsAreNamedAfterTheFile", ExemplarTestFlags)
bool FExemplarSlotsKeepMaterials::RunTest(const FString& Parameters)
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	std::swap(Data.Materials[0], Data.Materials[1]);
	const Exemplar::TResult<Exemplar::FCharacter> Swapped = Exemplar::FCharacter::FromData(Data);
	UExemplarCharacter* Asset = NewObject<UExemplarCharacter>();
	Asset->SetCharacterBytes(ExemplarTubeBytes());
	const std::span<const std::byte> Bytes = Swapped->Bytes();
	TestTrue(TEXT("read"),
		Asset->SetCharacterBytes(
			MakeArrayView(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()))));
	TestEqual(TEXT("first"), Asset->Materials[0].SlotName, FName(TEXT("Upper")));
	TestEqual(TEXT("second"), Asset->Materials[1].SlotName, FName(TEXT("Lower")));
	return true;
}

#endif
