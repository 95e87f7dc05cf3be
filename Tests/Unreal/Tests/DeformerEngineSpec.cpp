// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the engine does with deformers and a simpler host would not: mesh objects of other kinds, one graph for a scene,
// and meshes with the axes of other importers.
#include "DeformerFixture.h"
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
