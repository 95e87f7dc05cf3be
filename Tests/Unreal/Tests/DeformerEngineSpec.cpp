// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the engine does with deformers and a simpler host would not: mesh objects of other kinds, one graph for a scene,
// meshes with the axes of other importers, and morph targets.
#include "DeformerFixture.h"
#include "ExemplarTube.h"
#include "RenderGraphBuilder.h"
#include "RenderingThread.h"
#include "SkeletalRenderPublic.h"
#include "UObject/UObjectGlobals.h"

using Host::DeformedOperator;
using Host::DeformedTolerance;
using Host::FDeformedFrames;
using Host::FDeformerFixture;
using Host::FReferenceState;

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsOtherObjects,
	"Exemplar.Host.Deformer.AMeshObjectThatTheGpuDoesNotSkinOrThatHasNoSectionYetIsLeftToTheEngine", Host::TestFlags)
bool FDeformsOtherObjects::RunTest(const FString&)
{
	for (bool FSkeletalMeshObject::*What : {&FSkeletalMeshObject::bHostNanite, &FSkeletalMeshObject::bHostNoSection,
			 &FSkeletalMeshObject::bHostCPUSkinned})
	{
		FDeformerFixture Fixture;
		const FDeformedFrames Frames(Fixture);
		Fixture.Show(Frames.Before);
		const int Before = Fixture.Fallbacks();
		Fixture.Component->MeshObject->*What = true;
		Fixture.Show(Frames.Now);
		TestEqual(TEXT("fallbacks"), Fixture.Fallbacks() - Before, 1);
		Fixture.Component->MeshObject->*What = false;
		Fixture.Show(Frames.Now);
		TestTrue(TEXT("deformed again"), Fixture.Read().bDeformed);
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsInOneGraph,
	"Exemplar.Host.Deformer.AllMeshesOfASceneAreDeformedInTheScenesOwnGraphWithThisFramesLOD", Host::GpuTestFlags)
bool FDeformsInOneGraph::RunTest(const FString&)
{
	FDeformerFixture Fixture;
	const FDeformedFrames Frames(Fixture);
	Fixture.Show(Frames.Before);
	std::vector<USkeletalMeshComponent*> Others;
	for (int32 Index = 0; Index < 3; ++Index)
	{
		USkeletalMeshComponent* Other = NewObject<USkeletalMeshComponent>();
		Other->SetSkeletalMesh(Fixture.Mesh);
		Other->SetMeshDeformer(Fixture.Deformer);
		Other->RegisterComponentWithWorld(Fixture.World);
		Others.push_back(Other);
	}
	Fixture.Component->HostLOD = 1; // what is deformed is what is drawn in this frame
	Fixture.Component->HostBones = Fixture.BonesOf(Frames.Now.Local);
	Fixture.World->HostTick(1.0f / 60.0f);
	FlushRenderingCommands();
	HostGraphCounts = {};
	Host::DrawWorld(*Fixture.World, Fixture.Camera);
	TestEqual(TEXT("graphs"), HostGraphCounts.Graphs, 1);
	TestEqual(TEXT("dispatches"), HostGraphCounts.Dispatches, 4);
	TestTrue(TEXT("the LOD of this frame"),
		Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Now, DeformedOperator, 1, true) < DeformedTolerance);
	for (USkeletalMeshComponent* Other : Others)
	{
		Other->UnregisterComponent();
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsOtherAxes,
	"Exemplar.Host.Deformer.MeshesOfAnyImportersAxesAndUnitsAreMappedAndDeformedInTheirOwn", Host::GpuTestFlags)
bool FDeformsOtherAxes::RunTest(const FString&)
{
#if WITH_EDITOR
	for (const Exemplar::FBasis& Imported :
		{Exemplar::UnrealYForward, Exemplar::UnrealXForward, Exemplar::FBasis{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 1.0f}})
	{
		for (const bool bImportedVertices : {true, false})
		{
			Host::FMeshOptions Options;
			Options.bSide = true;
			Options.Basis = Imported;
			Options.bImportedVertices = bImportedVertices;
			FDeformerFixture Fixture(Options);
			Fixture.Deformer->ClearMaps();
			TestTrue(TEXT("mapped"), Fixture.Deformer->BuildMaps(*Fixture.Mesh));
			const FDeformedFrames Frames(Fixture);
			Fixture.Show(Frames.Before);
			Fixture.Show(Frames.Now);
			TestTrue(TEXT("deformed"), Fixture.Read().bDeformed);
			TestEqual(TEXT("from the core"),
				Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Before, DeformedOperator, 0, true), 0.0,
				DeformedTolerance);
		}
	}
#endif
	return true;
}

namespace
{

/** What a morph target adds to a vertex of the character, meters. */
Exemplar::FFloat3 MorphOf(size_t Vertex)
{
	const float Angle = 0.1f * static_cast<float>(Vertex);
	return {0.1f * std::sin(Angle), 0.05f, 0.08f * std::cos(Angle)};
}

/** The character whose rest shape is the morphed one: what a skin makes of it is what it makes of the morph. */
Exemplar::FCharacter MakeMorphedTube()
{
	Exemplar::FCharacterData Data = Exemplar::MakeTubeData();
	for (Exemplar::FMeshLevelData& Level : Data.Levels)
	{
		for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
		{
			const Exemplar::FFloat3 Delta = MorphOf(Vertex);
			Level.Positions[Vertex] = Level.Positions[Vertex] + Delta;
			for (uint32 At = Level.Skin.Offsets[Vertex]; At < Level.Skin.Offsets[Vertex + 1]; ++At)
			{
				Exemplar::FFloat4& Point = Level.Skin.Points[At];
				Point = {
					Point.X + Delta.X * Point.W, Point.Y + Delta.Y * Point.W, Point.Z + Delta.Z * Point.W, Point.W};
			}
		}
	}
	Exemplar::TResult<Exemplar::FCharacter> Made = Exemplar::FCharacter::FromData(Data);
	checkf(Made.IsOk(), TEXT("%s"), UTF8_TO_TCHAR(Made.GetError().Message.c_str()));
	return *Made;
}

void SetMorphs(FDeformerFixture& Fixture, bool bAny)
{
	std::vector<float> Deltas;
	for (size_t Vertex = 0; bAny && Vertex < Fixture.Maps[0].size(); ++Vertex)
	{
		const Exemplar::FFloat3 Delta = Fixture.Options.Basis.Position(MorphOf(Fixture.Maps[0][Vertex]));
		Deltas.insert(Deltas.end(), {Delta.X, Delta.Y, Delta.Z, 0.0f, 0.0f, 0.0f});
	}
	ENQUEUE_RENDER_COMMAND(SetMorphs)
	([Object = Fixture.Component->MeshObject, Deltas](FRHICommandListImmediate&) { Object->HostMorph(0, Deltas); });
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDeformsMorphs,
	"Exemplar.Host.Deformer.MorphTargetsMoveTheRestShapeBeforeTheSkinWithAndWithoutCorrectives", Host::GpuTestFlags)
bool FDeformsMorphs::RunTest(const FString&)
{
	for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
			 EExemplarOperator::DualQuaternion, EExemplarOperator::CenterOfRotation})
	{
		for (const bool bCorrectives : {false, true})
		{
			FDeformerFixture Fixture;
			Fixture.Settings->Operator = Operator;
			Fixture.Settings->bCorrectives = bCorrectives;
			const FDeformedFrames Frames(Fixture);
			Fixture.Show(Frames.Now);
			const Exemplar::FCharacter Plain = Fixture.Character;
			const auto Differs = [&](const Exemplar::FCharacter& Like)
			{
				Fixture.Show(Frames.Now);
				Fixture.Show(Frames.Now);
				Fixture.Character = Like;
				return Fixture.Compare(Fixture.Read(), Frames.Now, Frames.Now, Operator, 0, bCorrectives);
			};
			SetMorphs(Fixture, true);
			TestTrue(TEXT("morphed"), Differs(MakeMorphedTube()) < DeformedTolerance);
			SetMorphs(Fixture, false);
			TestTrue(TEXT("no longer"), Differs(Plain) < DeformedTolerance);
		}
	}
	return true;
}
