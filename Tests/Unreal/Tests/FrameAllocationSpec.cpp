// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AllocationMeter.h"
#include "ExemplarTube.h"
#include "RenderingThread.h"
#include "SceneFixture.h"

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFrameAllocations, "Exemplar.Host.Component.AFrameAllocatesNothingAfterTheFirstFewWithAnyOperator", Host::TestFlags)
bool FFrameAllocations::RunTest(const FString&)
{
	for (const EExemplarOperator Operator : {EExemplarOperator::LinearBlend, EExemplarOperator::AnimationSpace,
			 EExemplarOperator::DualQuaternion, EExemplarOperator::Spherical, EExemplarOperator::Twist,
			 EExemplarOperator::CenterOfRotation, EExemplarOperator::Blended})
	{
		Host::FSceneFixture Fixture(Exemplar::MakeTube());
		Fixture.Component->SetOperator(Operator);
		Fixture.Component->PlayClip(TEXT("bend"));
		Host::DrawWorld(*Fixture.World, Fixture.Camera);
		size_t FirstCount = 0, Count = 0;
		for (int32 Frame = 0; Frame < 12; ++Frame)
		{
			HostEngineWork = &Exemplar::FAllocationMeter::Pause;
			{
				const Exemplar::FAllocationMeter Meter;
				Fixture.Component->TickComponent(1.0f / 60.0f, LEVELTICK_All, nullptr);
				Fixture.Component->HostSendMarked();
				(Frame < 4 ? FirstCount : Count) += Meter.Count();
			}
			HostEngineWork = nullptr;
			FlushRenderingCommands();
		}
		TestTrue(TEXT("the first frames give the memory its size"), FirstCount > 0);
		TestTrue(TEXT("frames were sent"), Fixture.Component->HostDynamicSends > 10);
		TestEqual(*FString::Printf(TEXT("allocations with operator %d"), static_cast<int32>(Operator)),
			static_cast<int64>(Count), int64{0});
	}
	return true;
}
