// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarStockAssets.h"

#include "Animation/AnimSequence.h"
#include "Animation/Skeleton.h"
#include "Engine/SkeletalMesh.h"
#include "ExemplarAssets.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarExecutor.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarMessages.h"
#include "ExemplarStockMesh.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarStockAssets)

namespace
{

/** Letters and digits of a clip's name; packages take no others. */
FString ExemplarSuffixOf(std::string_view Clip)
{
	std::string Out = "_";
	for (const char Letter : Clip)
	{
		const bool bGood =
			(Letter >= 'a' && Letter <= 'z') || (Letter >= 'A' && Letter <= 'Z') || (Letter >= '0' && Letter <= '9');
		Out += bGood ? Letter : '_';
	}
	return Exemplar::ToUnrealText(Out);
}

} // namespace

bool UExemplarStockAssets::Convert()
{
	const Exemplar::FCharacter* Source = Character.Get() ? Character->GetCharacter() : nullptr;
	if (!Source)
	{
		Exemplar::SayError(
			std::string(TCHAR_TO_UTF8(*GetPathName())) + ": there is no character to convert. Set Character.");
		return false;
	}
	Exemplar::FStockOptions Options;
	Options.Influences = static_cast<size_t>(Influences);
	Options.bMorphs = bMorphTargets;
	Options.TolerancePixels = TolerancePixels;
	FExemplarExecutor Executor;
	Exemplar::FBuildContext Context;
	Context.Executor = &Executor;
	const Exemplar::TResult<Exemplar::FStockAssets> Assets = Exemplar::MakeStockAssets(*Source, Options, Context);
	if (!Assets)
	{
		Exemplar::SayError(std::string(TCHAR_TO_UTF8(*GetPathName())) + ": " + Assets.GetError().Message);
		return false;
	}
	USkeletalMesh* NewMesh = Mesh.Get() ? Mesh.Get() : Exemplar::MakeAssetBeside<USkeletalMesh>(*this, TEXT("_Mesh"));
	if (!Exemplar::FillSkeletalMesh(*Assets, *Character, *NewMesh))
	{
		return false;
	}
	Modify();
	Mesh = NewMesh;
	Skeleton = Skeleton.Get() ? Skeleton.Get() : Exemplar::MakeAssetBeside<USkeleton>(*this, TEXT("_Skeleton"));
	Skeleton->Modify();
	if (!Skeleton->MergeAllBonesToBoneTree(Mesh))
	{
		Exemplar::SayWarning(std::string(TCHAR_TO_UTF8(*Skeleton->GetPathName())) +
			": the skeleton has other bones; sequences of it may not fit. Delete it, and convert again.");
	}
	Mesh->SetSkeleton(Skeleton);
	Sequences.Reset();
	TArray<FString> Taken; // names that differ may have one suffix
	for (const Exemplar::FStockClip& Clip : Assets->Clips)
	{
		FString Suffix = ExemplarSuffixOf(Clip.Name);
		while (Taken.Contains(Suffix))
		{
			Suffix += FString::Printf(TEXT("_%d"), Sequences.Num());
		}
		Taken.Add(Suffix);
		UAnimSequence* Sequence = Exemplar::MakeAssetBeside<UAnimSequence>(*this, *Suffix);
		Exemplar::FillSequence(Clip, Source->View(), Exemplar::StockBasis(*Character), *Skeleton, *Sequence);
		Sequences.Add(Sequence);
	}
	Deformer =
		Deformer.Get() ? Deformer.Get() : Exemplar::MakeAssetBeside<UExemplarMeshDeformer>(*this, TEXT("_Deformer"));
	Deformer->SetCharacter(Character);
	Deformer->BuildMaps(*Mesh);
	Errors.Reset();
	for (const Exemplar::FStockLevel& Level : Assets->Levels)
	{
		FExemplarStockError& Error = Errors.AddDefaulted_GetRef();
		Error.Rms = Level.Error.Rms;
		Error.Max = Level.Error.Max;
		Error.RmsWithoutMorphs = Level.ErrorWithoutMorphs.Rms;
		Error.MaxWithoutMorphs = Level.ErrorWithoutMorphs.Max;
		char Line[120];
		std::snprintf(Line, sizeof(Line), "LOD %d: %.4f %% RMS, %.3f %% at most, from the character.", Errors.Num() - 1,
			Error.Rms, Error.Max);
		Exemplar::SayInfo(Line);
	}
	MarkPackageDirty();
	return true;
}

void UExemplarStockAssets::ConvertNow()
{
	Convert();
}
