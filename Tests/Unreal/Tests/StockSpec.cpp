// Copyright (c) 2026 Exemplar contributors. MIT license.

// Stock assets, posed as the engine poses them, against the character that they were made of.
#include "Misc/AutomationTest.h"

#if HOST_EDITOR_MODULE

#include "Animation/AnimSequence.h"
#include "Animation/Skeleton.h"
#include "Engine/SkeletalMesh.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarEditorLibrary.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarStockAssets.h"
#include "Pose/ClipSampling.h"
#include "Preview/PosedLevel.h"
#include "Rendering/SkeletalMeshModel.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "Skinning/SkinOperator.h"
#include "Tests/ExemplarBar.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

namespace
{

/** Positions of a LOD in a frame of a sequence, as the engine skins on the CPU. */
std::vector<FVector> PoseStock(const USkeletalMesh& Mesh, UAnimSequence& Sequence, int32 LODIndex, int32 Frame)
{
	const FReferenceSkeleton& Skeleton = Mesh.GetRefSkeleton();
	std::vector<FTransform> Rest, Now;
	std::vector<FMatrix> Palette;
	for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
	{
		FTransform Local = Skeleton.GetRefBonePose()[Bone], Key = Local;
		for (const auto& Track : Sequence.GetController().HostTracks)
		{
			if (Track.Bone == Skeleton.GetBoneName(Bone))
			{
				Key = FTransform(Track.Rotations[Frame], Track.Positions[Frame], Track.Scales[Frame]);
			}
		}
		const int32 Parent = Skeleton.GetParentIndex(Bone);
		Rest.push_back(Parent < 0 ? Local : Local * Rest[static_cast<size_t>(Parent)]);
		Now.push_back(Parent < 0 ? Key : Key * Now[static_cast<size_t>(Parent)]);
		Palette.push_back(
			FTransform().GetRelativeTransform(Rest.back()).ToMatrixWithScale() * Now.back().ToMatrixWithScale());
	}
	const FSkeletalMeshLODRenderData& LOD = Mesh.GetResourceForRendering()->LODRenderData[LODIndex];
	std::vector<FVector> Out;
	for (uint32 Vertex = 0; Vertex < LOD.GetNumVertices(); ++Vertex)
	{
		FVector Sum = FVector::ZeroVector;
		for (const auto& Influence : LOD.HostInfluences[Vertex])
		{
			const auto P = Palette[static_cast<size_t>(Influence.Bone)].TransformPosition(
				FVector(LOD.StaticVertexBuffers.PositionVertexBuffer.VertexPosition(Vertex)));
			Sum += FVector(P.X, P.Y, P.Z) * static_cast<double>(Influence.Weight);
		}
		Out.push_back(Sum);
	}
	return Out;
}

/** The largest distance and the RMS over all frames, % of the character's diagonal. */
std::pair<double, double> MeasureStock(UExemplarStockAssets& Stock, int32 LODIndex)
{
	using namespace Exemplar;
	const FCharacter& Character = *Stock.Character->GetCharacter();
	const FCharacterView& View = Character.View();
	TResult<FPosedLevel> Level =
		FPosedLevel::Make(Character, FindPreferredOperator(View), static_cast<size_t>(LODIndex));
	check(Level.IsOk());
	FBox Box;
	for (const FFloat3& P : View.Levels[0].Positions)
	{
		Box.Add(P);
	}
	const double Percent = 100.0 / (100.0 * static_cast<double>(Box.Diagonal()));
	const TArray<int32>& Map = Stock.Mesh->GetImportedModel()->LODModels[LODIndex].MeshToImportVertexMap;
	double Largest = 0.0, Squared = 0.0, Count = 0.0;
	for (int32 Frame = 0; Frame <= Stock.Sequences[0]->GetController().HostFrames; ++Frame)
	{
		const std::vector<FVector> Posed = PoseStock(*Stock.Mesh, *Stock.Sequences[0], LODIndex, Frame);
		const std::span<const FFloat3> Goal =
			Level->Pose(SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Frame)), GetSerialExecutor());
		for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
		{
			const FVector Difference =
				Posed[Vertex] - ToUnrealPosition(Goal[static_cast<size_t>(Map[static_cast<int32>(Vertex)])]);
			const double Square =
				Difference.X * Difference.X + Difference.Y * Difference.Y + Difference.Z * Difference.Z;
			Largest = FMath::Max(Largest, Square);
			Squared += Square;
			Count += 1.0;
		}
	}
	return {Percent * std::sqrt(Largest), Percent * std::sqrt(Squared / Count)};
}

UExemplarStockAssets* MakeStock(const TCHAR* Package, UExemplarCharacter* Character)
{
	UExemplarStockAssets* Stock =
		NewObject<UExemplarStockAssets>(CreatePackage(Package), FName(TEXT("Stock")), RF_Public | RF_Standalone);
	Stock->Character = Character;
	return Stock;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FStockRoundTrip,
	"Exemplar.Host.Stock.MeshAndSequencePosedAsTheEngineDoesAreTheCharacterWithinTheReportedError",
	ExemplarEditorTestFlags)
bool FStockRoundTrip::RunTest(const FString&)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar", 0.24, true);
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Stock/Bar"), Folder.Path / "bar");
	Settings->Options.Skin.Kind = EExemplarSkinKind::AnimationSpace;
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	UExemplarStockAssets* Stock =
		UExemplarEditorLibrary::ConvertToStockAssets(Settings->Character, TEXT("/Game/Stock/Stock"));
	if (!TestNotNull(TEXT("converted"), Stock))
	{
		return false;
	}
	TestEqual(TEXT("LODs"), Stock->Mesh->GetLODNum(), 2);
	TestEqual(TEXT("errors"), Stock->Errors.Num(), 2);
	TestEqual(TEXT("sequences"), Stock->Sequences.Num(), 1);
	TestTrue(TEXT("the skeleton is the mesh's"), Stock->Mesh->GetSkeleton() == Stock->Skeleton.Get());
	TestEqual(TEXT("bones"), Stock->Skeleton->GetReferenceSkeleton().GetNum(), Settings->Character->GetNumBones());
	TestTrue(TEXT("populated"), Stock->Sequences[0]->GetController().bHostPopulated);
	TestEqual(TEXT("brackets are closed"), Stock->Sequences[0]->GetController().HostBrackets, 0);
	TestEqual(TEXT("maps"), Stock->Deformer->GetNumMappedLODs(), 2);
	TestTrue(TEXT("the coarser LOD comes later"),
		Stock->Mesh->GetLODInfo(1)->ScreenSize.Default < Stock->Mesh->GetLODInfo(0)->ScreenSize.Default);
	TestTrue(TEXT("linear blending is not the character"), Stock->Errors[0].Max > 0.01);
	for (int32 LOD = 0; LOD < 2; ++LOD)
	{
		const auto [Largest, Rms] = MeasureStock(*Stock, LOD);
		TestTrue(TEXT("the largest error is the reported one"), Largest <= 1.01 * Stock->Errors[LOD].Max + 1e-3);
		TestTrue(TEXT("and not a guess"), Largest >= 0.5 * Stock->Errors[LOD].Max - 1e-3);
		TestTrue(TEXT("and the RMS"), Rms <= 1.2 * Stock->Errors[LOD].Rms + 1e-3);
	}
	// A wrong weight has to be seen.
	auto& Influence = Stock->Mesh->HostRenderData->LODRenderData[0].HostInfluences[0];
	Influence.assign(1, {Influence[0].Bone == 0 ? 1 : 0, 1.0f});
	TestTrue(TEXT("a wrong weight is seen"), MeasureStock(*Stock, 0).first > 2.0 * Stock->Errors[0].Max + 0.1);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FStockAgain, "Exemplar.Host.Stock.ConvertingAgainKeepsTheAssetsOrSaysWhyNot", ExemplarEditorTestFlags)
bool FStockAgain::RunTest(const FString&)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar", 0.24);
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Again/Bar"), Folder.Path / "bar");
	UExemplarStockAssets* Stock = MakeStock(TEXT("/Game/Again/Stock"), nullptr);
	AddExpectedError(TEXT("there is no character to convert"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("nothing to convert"), Stock->Convert());
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	Stock->Character = Settings->Character;
	Stock->Influences = 5;
	AddExpectedError(TEXT("influences"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("no engine has five"), Stock->Convert());
	TestNull(TEXT("nothing was made"), Stock->Mesh.Get());
	Stock->Influences = 4;
	TestTrue(TEXT("converted"), Stock->Convert());
	const USkeletalMesh* Mesh = Stock->Mesh;
	const UAnimSequence* Sequence = Stock->Sequences[0];
	TestEqual(TEXT("in a package of its own"), Mesh->GetPathName(), FString(TEXT("/Game/Again/Stock_Mesh.Stock_Mesh")));

	// The same bones with other weights: the same assets.
	Settings->Options.Rig.MinWeight = 0.05;
	TestTrue(TEXT("built again"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("converted again"), Stock->Convert());
	TestTrue(TEXT("the mesh is the same"), Stock->Mesh.Get() == Mesh);
	TestTrue(TEXT("the sequence is the same"), Stock->Sequences[0].Get() == Sequence);
	TestTrue(TEXT("and fits"), MeasureStock(*Stock, 0).first <= 1.01 * Stock->Errors[0].Max + 1e-3);

	// Other bones: whoever uses the mesh would break.
	Settings->Options.Rig.Bones = 1;
	TestTrue(TEXT("built with one bone"), Settings->Build() == EExemplarBuildResult::Built);
	AddExpectedError(TEXT("the mesh has other bones"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("refused"), Stock->Convert());
	TestEqual(TEXT("the mesh stays"), Mesh->GetRefSkeleton().GetNum(), 2);
	return true;
}

#endif
