// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdMembers.h"

#include "AllocationMeter.h"
#include "Crowd/GpuCrowd.h"
#include "CrowdField.h"
#include "CrowdWalker.h"

#include <gtest/gtest.h>

#include <set>

namespace Exemplar
{
namespace CrowdMembersTest
{

TEST(CrowdMembers, AStaleHandleIsRefusedAndNeverNamesAnother)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	const FCrowdHandle A = *Members.Add(MemberAt(1.0f)), B = *Members.Add(MemberAt(2.0f));
	EXPECT_EQ(Members.Find(FCrowdHandle()), nullptr);
	EXPECT_EQ(Members.Find({7, 1}), nullptr);
	EXPECT_TRUE(Members.Remove(A));
	EXPECT_FALSE(Members.Remove(A));
	EXPECT_FALSE(Members.Set(A, MemberAt(9.0f)));
	EXPECT_EQ(Members.Find(A), nullptr);
	const FCrowdHandle C = *Members.Add(MemberAt(3.0f));
	EXPECT_EQ(C.Slot, A.Slot) << "slots are used again";
	EXPECT_NE(C, A);
	EXPECT_EQ(Members.Find(A), nullptr);
	EXPECT_FALSE(Members.Remove(A));
	EXPECT_EQ(Members.Find(C)->World.Rows[0].W, 3.0f);
	EXPECT_EQ(Members.Find(B)->World.Rows[0].W, 2.0f);
	EXPECT_EQ(Members.Count(), 2u);
	Members.Clear();
	EXPECT_EQ(Members.Count(), 0u);
	EXPECT_EQ(Members.SlotCount(), 0u);
	EXPECT_EQ(Members.Find(B), nullptr);
	const FCrowdHandle D = *Members.Add(MemberAt(4.0f));
	EXPECT_EQ(D.Slot, 0u);
	EXPECT_NE(D, A);
	EXPECT_NE(D, C);
	const FCrowdCharacter Walker = MakeWalker();
	Members.SetCharacter(MakeClipFacts(Walker), Walker.JointCount());
	EXPECT_EQ(Members.Find(D), nullptr);
	EXPECT_NE(*Members.Add(MemberAt(5.0f)), D) << "nor is it named under another character";
}

TEST(CrowdMembers, AnotherVersionOfTheCharacterKeepsMembersByTheMapOfItsClips)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	const FCrowdHandle A = *Members.Add(MemberAt(1.0f, 0)), B = *Members.Add(MemberAt(2.0f, 1));
	FCrowdCharacter Other = MakeWalker();
	std::swap(Other.Clips[0], Other.Clips[1]);
	Members.SetCharacter(MakeClipFacts(Other), Other.JointCount(), std::vector<uint32_t>{1, 0, 2});
	ASSERT_NE(Members.Find(A), nullptr);
	ASSERT_NE(Members.Find(B), nullptr);
	EXPECT_EQ(Members.Find(A)->Clip, 1u);
	EXPECT_EQ(Members.Find(B)->Clip, 0u);
	EXPECT_EQ(Members.Find(B)->World.Rows[0].W, 2.0f);
	// A map that does not fit is none.
	Members.SetCharacter(MakeClipFacts(Other), Other.JointCount(), std::vector<uint32_t>{0, 1, 3});
	EXPECT_EQ(Members.Find(A), nullptr);
	EXPECT_EQ(Members.Count(), 0u);
}

TEST(CrowdMembers, TheRootIsWhereItsClipCarriedItAndItsVelocityIsTheChange)
{
	const FCrowdCharacter Walker = MakeWalker();
	FCrowdMembers Members = MakeMembers(Walker);
	FCrowdMember Member = MemberAt(5.0f);
	Member.World = ToAffine(RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.5f), {5.0f, 0.0f, 1.0f});
	Member.Rate = 1.5f;
	Member.Phase = 0.1f;
	const FCrowdHandle Handle = *Members.Add(Member);
	const auto Place = [&] { return TransformPoint(Members.RootOf(Handle), Walker.Rest.Centers[0]); };
	EXPECT_EQ(Members.VelocityOf({9, 9}), FFloat3());
	float Furthest = 0.0f;
	for (int Step = 0; Step < 40; ++Step)
	{
		const FFloat3 Before = Place();
		FCrowdMember Moved = *Members.Find(Handle);
		Moved.World.Rows[2].W += 0.002f; // the game moves it too, by 0.2 per second
		Members.Set(Handle, Moved);
		Members.Advance(0.02f, 0.01f); // clips twice as fast as the game
		const FFloat3 Change = (Place() - Before) * 100.0f;
		const float Frame = (Members.Find(Handle)->Seconds + 0.2f) * 2.0f, Last = Frame - 0.06f;
		if (std::floor(Frame) == std::floor(Last)) // not over a key
		{
			EXPECT_LT(Length(Members.VelocityOf(Handle) - Change), 2e-3f) << Step;
		}
		Furthest = (std::max)(Furthest, Length(Change));
	}
	EXPECT_GT(Furthest, 1.0f);
	Members.Advance(0.0f, 0.01f); // clips that stand
	EXPECT_LT(Length(Members.VelocityOf(Handle)), 1e-6f);
}

TEST(CrowdMembers, ManyComeAndGoAndEverybodyIsWhoItWas)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	FRandom Random(11);
	std::vector<std::pair<FCrowdHandle, float>> Here;
	std::vector<FCrowdHandle> Gone;
	size_t Most = 0;
	for (int Step = 0; Step < 3000; ++Step)
	{
		if (Here.empty() || Random.Between(0.0f, 1.0f) < 0.52f)
		{
			const float X = static_cast<float>(Step);
			Here.emplace_back(*Members.Add(MemberAt(X)), X);
		}
		else
		{
			const size_t Pick = static_cast<size_t>(Random.Between(0.0f, static_cast<float>(Here.size()) - 0.01f));
			ASSERT_TRUE(Members.Remove(Here[Pick].first));
			Gone.push_back(Here[Pick].first);
			Here.erase(Here.begin() + static_cast<long>(Pick));
		}
		Most = (std::max)(Most, Here.size());
	}
	std::set<uint32_t> Slots;
	for (const auto& [Handle, X] : Here)
	{
		ASSERT_NE(Members.Find(Handle), nullptr);
		EXPECT_EQ(Members.Find(Handle)->World.Rows[0].W, X);
		EXPECT_TRUE(Slots.insert(Handle.Slot).second);
		EXPECT_EQ(Members.At(Handle.Slot), Handle);
	}
	for (const FCrowdHandle& Handle : Gone)
	{
		EXPECT_EQ(Members.Find(Handle), nullptr);
	}
	EXPECT_EQ(Members.Count(), Here.size());
	EXPECT_LE(Members.SlotCount(), Most) << "no slot is added while one is free";
}

TEST(CrowdMembers, WhatIsNotSoundIsRefused)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	EXPECT_FALSE(Members.Add(MemberAt(0.0f, 3)));
	EXPECT_FALSE(Members.Add(MemberAt(NAN)));
	const FCrowdHandle A = *Members.Add(MemberAt(1.0f));
	FCrowdMember Bad = MemberAt(2.0f);
	Bad.Rate = INFINITY;
	EXPECT_FALSE(Members.Set(A, Bad));
	Bad = MemberAt(2.0f);
	Bad.Custom.Y = NAN;
	EXPECT_FALSE(Members.Set(A, Bad));
	EXPECT_EQ(Members.Find(A)->World.Rows[0].W, 1.0f);
	FCrowdMembers Nobody;
	EXPECT_FALSE(Nobody.Add(MemberAt(0.0f)));
	EXPECT_FALSE(Nobody.Advance(1.0f));
	EXPECT_TRUE(Nobody.Bounds().IsEmpty());
}

TEST(CrowdMembers, TimesGoOnByTheirRatesWithinTheirClips)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	FCrowdMember Loops = MemberAt(0.0f, 0), Ends = MemberAt(0.0f, 1), Rests = MemberAt(0.0f, 2), Stands = Loops;
	Loops.Rate = 0.75f;
	Loops.Phase = 0.25f;
	Ends.Phase = 0.5f;
	Stands.Rate = 0.0f;
	const FCrowdHandle A = *Members.Add(Loops), B = *Members.Add(Ends), C = *Members.Add(Rests),
					   D = *Members.Add(Stands);
	for (int Frame = 0; Frame < 10; ++Frame)
	{
		EXPECT_TRUE(Members.Advance(0.4f));
	}
	EXPECT_NEAR(Members.Find(A)->Seconds, 1.0f, 1e-5f); // three seconds of a clip of two
	EXPECT_EQ(Members.Find(B)->Seconds, 1.0f);          // half the clip is its phase
	EXPECT_EQ(Members.Find(C)->Seconds, 0.0f);
	EXPECT_EQ(Members.Find(D)->Seconds, 0.0f);
	std::vector<FGpuCrowdInstance> Records(4);
	Members.Pack(Records);
	EXPECT_NEAR(Records[A.Slot].Seconds, 1.5f, 1e-5f);
	EXPECT_EQ(Records[B.Slot].Seconds, 2.0f);
	Loops.Rate = 0.0f;
	Rests.Rate = 1.0f;
	EXPECT_TRUE(Members.Set(A, Loops));
	EXPECT_FALSE(Members.Advance(0.4f)) << "one stands, one has ended, one rests";
	Ends.Rate = -1.0f;
	EXPECT_TRUE(Members.Set(B, Ends));
	EXPECT_TRUE(Members.Advance(0.4f));
	EXPECT_TRUE(Members.Advance(9.0f));
	EXPECT_EQ(Members.Find(B)->Seconds, -1.0f) << "the clip's start";
}

TEST(CrowdMembers, AFrameAllocatesNothing)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	std::vector<FCrowdHandle> Handles;
	for (int Index = 0; Index < 100; ++Index)
	{
		Handles.push_back(*Members.Add(MemberAt(static_cast<float>(Index))));
	}
	std::vector<FGpuCrowdInstance> Records(Members.SlotCount());
	std::vector<FFloat4> Custom(Members.SlotCount());
	const FAllocationMeter Meter;
	EXPECT_TRUE(Members.Set(Handles[7], MemberAt(3.0f)));
	EXPECT_TRUE(Members.Advance(0.1f));
	Members.Pack(Records);
	Members.PackCustom(Custom);
	EXPECT_FALSE(Members.Bounds().IsEmpty());
	EXPECT_EQ(Meter.Count(), 0u);
}

TEST(CrowdMembers, RecordsAreThoseOfTheDeviceAndEmptySlotsNobody)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	const FCrowdHandle A = *Members.Add(MemberAt(1.0f));
	FCrowdMember Large = MemberAt(2.0f, 1);
	Large.World = ToAffine(RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.5f), {1.0f, 2.0f, 3.0f}, {2.0f, 3.0f, 1.0f});
	Large.Seconds = 0.5f;
	Large.Custom = {0.1f, 0.2f, 0.3f, 0.4f};
	const FCrowdHandle B = *Members.Add(Large);
	std::vector<FGpuCrowdInstance> Records(2);
	Members.Pack(Records);
	FCrowdInstance Same;
	Same.World = Large.World;
	Same.Seconds = 0.5f;
	Same.Clip = 1;
	Same.PaletteOffset = 1; // behind one joint
	const FGpuCrowdInstance Expected = MakeGpuCrowdInstance(Same, Records[1].Identity >> 8 & 0xff);
	EXPECT_EQ(Records[1].World, Expected.World);
	EXPECT_NEAR(Records[1].Stretch, 3.0f, 1e-4f);
	EXPECT_EQ(Records[1].Identity, Expected.Identity);
	EXPECT_EQ(Records[1].PaletteOffset, Expected.PaletteOffset);
	const uint32_t Generation = Records[0].Identity >> 8 & 0xff;
	EXPECT_NE(Generation, 0u);
	std::vector<FFloat4> Custom(2);
	Members.PackCustom(Custom);
	EXPECT_EQ(Custom[B.Slot], Large.Custom);
	EXPECT_TRUE(Members.Remove(A));
	EXPECT_EQ(Members.SlotCount(), 2u);
	Members.Pack(Records);
	EXPECT_EQ(Records[0].Identity, 0u);
	ASSERT_TRUE(Members.Add(MemberAt(1.0f)));
	Members.Pack(Records);
	EXPECT_NE(Records[0].Identity >> 8 & 0xff, Generation) << "the device has to see that it is another";
	for (uint32_t Round = 0; Round < 600; ++Round)
	{
		ASSERT_TRUE(Members.Remove(*Members.At(0)));
		ASSERT_TRUE(Members.Add(MemberAt(1.0f)));
		const uint32_t Before = Records[0].Identity;
		Members.Pack(Records);
		ASSERT_NE(Records[0].Identity >> 8 & 0xff, 0u);
		ASSERT_NE(Records[0].Identity, Before);
	}
}

TEST(CrowdMembers, BoundsHoldEverybodyAtEveryTime)
{
	const FCrowdCharacter Walker = MakeWalker();
	FCrowdMembers Members = MakeMembers(Walker);
	FRandom Random(3);
	std::vector<FCrowdMember> All;
	for (uint32_t Index = 0; Index < 6; ++Index)
	{
		FCrowdMember Member = MemberAt(0.0f, Index % 3);
		const float Size = Random.Between(0.5f, 2.0f);
		Member.World = ToAffine(Random.Rotation(3.0f), {Random.Between(-9.0f, 9.0f), Random.Between(-9.0f, 9.0f), 0.0f},
			{Size, Size, Size});
		ASSERT_TRUE(Members.Add(Member));
		All.push_back(Member);
	}
	const FBox Box = Members.Bounds();
	FBox Sum;
	for (uint32_t Slot = 0; Slot < 6; ++Slot)
	{
		Sum.Add(Members.BoundsOf(*Members.At(Slot)).Min);
		Sum.Add(Members.BoundsOf(*Members.At(Slot)).Max);
	}
	EXPECT_EQ(Sum, Box);
	EXPECT_TRUE(Members.BoundsOf({0, 99}).IsEmpty());
	for (const FCrowdMember& Member : All)
	{
		const FCrowdClip& Clip = Walker.Clips[Member.Clip];
		for (float Frame = 0.0f; Frame <= static_cast<float>(Clip.FrameCount - 1); Frame += 0.125f)
		{
			const size_t Before = static_cast<size_t>(Frame);
			const size_t After = (std::min)(Before + 1, size_t{Clip.FrameCount} - 1);
			const float T = Frame - static_cast<float>(Before);
			const FRotation &P = Clip.Keys[Before].Rotation, &Q = Clip.Keys[After].Rotation;
			const FRotation R = Normalize(
				FRotation{P.X + (Q.X - P.X) * T, P.Y + (Q.Y - P.Y) * T, P.Z + (Q.Z - P.Z) * T, P.W + (Q.W - P.W) * T});
			const FFloat3 E = Clip.Keys[Before].Position + (Clip.Keys[After].Position - Clip.Keys[Before].Position) * T;
			const FFloat3 Center = Rotate(R, Walker.Sphere.Center - Walker.Rest.Centers[0]) + E;
			const FSphere Sphere = TransformSphere(Member.World, {Center, Walker.Sphere.Radius});
			for (const FFloat3& Way : {FFloat3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}})
			{
				const FFloat3 Point = Sphere.Center + Way * (Sphere.Radius * 0.9999f);
				FBox Larger = Box;
				Larger.Add(Point);
				EXPECT_LT(Larger.Diagonal() - Box.Diagonal(), 1e-4f);
			}
		}
	}
	EXPECT_LT(Box.Diagonal(), 40.0f);
}

TEST(CrowdMembers, LooseBoundsHoldEverybodyAtOnceAndAreTightWhenAsked)
{
	FCrowdMembers Members = MakeMembers(MakeWalker());
	EXPECT_TRUE(Members.LooseBounds().IsEmpty());
	const FCrowdHandle Near = *Members.Add(MemberAt(0.0f)), Far = *Members.Add(MemberAt(100.0f));
	EXPECT_EQ(Members.LooseBounds(), Members.Bounds());
	EXPECT_TRUE(Members.Tighten());
	EXPECT_FALSE(Members.Tighten()) << "nothing has happened since";
	ASSERT_TRUE(Members.Remove(Far));
	EXPECT_GT(Members.LooseBounds().Max.X, 100.0f);
	EXPECT_TRUE(Members.Tighten());
	EXPECT_EQ(Members.LooseBounds(), Members.Bounds());
	EXPECT_FALSE(Members.HasCustom());
	FCrowdMember Red = MemberAt(3.0f);
	Red.Custom = {1.0f, 0.0f, 0.0f, 1.0f};
	ASSERT_TRUE(Members.Set(Near, Red));
	EXPECT_TRUE(Members.HasCustom());
	Members.Clear();
	EXPECT_FALSE(Members.HasCustom());
	EXPECT_TRUE(Members.LooseBounds().IsEmpty());
}

TEST(CrowdMembers, ShiftedErrorsChooseShiftedLevels)
{
	const float Errors[] = {0.0f, 1.0f, 3.0f, 8.0f};
	for (const int Bias : {-5, -2, -1, 0, 1, 2, 3, 9})
	{
		float Shifted[4];
		ShiftLevelErrors(Errors, Bias, -1, Shifted);
		for (const float Allowed : {0.0f, 0.5f, 1.5f, 2.9f, 3.0f, 7.0f, 100.0f})
		{
			const FLevelChoice Plain = ChooseLevel(Errors, Allowed), Biased = ChooseLevel(Shifted, Allowed);
			const int Expected = (std::clamp)(static_cast<int>(Plain.Level) + Bias, 0, 3);
			EXPECT_EQ(static_cast<int>(Biased.Level), Expected) << "bias " << Bias << ", allowed " << Allowed;
			if (Expected == static_cast<int>(Plain.Level) + Bias && Expected < 3 && Plain.Level < 3)
			{
				EXPECT_NEAR(Biased.Geomorph, Plain.Geomorph, 1e-6f);
			}
		}
	}
	for (const int Forced : {0, 2, 3, 7})
	{
		float Shifted[4];
		ShiftLevelErrors(Errors, 1, Forced, Shifted);
		for (const float Allowed : {0.0f, 2.0f, 1e6f})
		{
			const FLevelChoice Choice = ChooseLevel(Shifted, Allowed);
			EXPECT_EQ(static_cast<int>(Choice.Level), (std::min)(Forced, 3));
			EXPECT_LT(Choice.Geomorph, 1e-6f);
		}
	}
}

/** Rows of a camera's projection, near plane at depth one and the far one infinitely far, as Unreal has it. */
void ProjectReversed(const FCamera& Camera, const FAffine& ToWorld, FFloat4 (&Rows)[4])
{
	const FAffine M = Compose(Inverse(Camera.World), ToWorld);
	Rows[0] = M.Rows[0] * (1.0f / Camera.TanHalfWidth);
	Rows[1] = M.Rows[1] * (1.0f / Camera.TanHalfHeight);
	Rows[2] = {0.0f, 0.0f, 0.0f, Camera.Near};
	Rows[3] = M.Rows[2] * -1.0f;
}

TEST(CrowdMembers, AViewsProjectionCullsAndMeasuresAsItsCameraDoes)
{
	FCamera Camera;
	Camera.World = ToAffine(RotationAboutAxis(Normalize(FFloat3{0.3f, 1.0f, 0.2f}), 0.8f), {4.0f, 2.0f, -3.0f});
	Camera.TanHalfWidth = 0.7f;
	Camera.TanHalfHeight = 0.4f;
	Camera.Far = 1e9f;
	// Members stand in a space that is turned, moved and three times as large.
	const FAffine ToWorld =
		ToAffine(RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.4f), {1.0f, -2.0f, 5.0f}, {3.0f, 3.0f, 3.0f});
	FGpuCrowdView View;
	ProjectReversed(Camera, ToWorld, View.ToClip);
	View.Stretch = 3.0f;
	View.Screen.TanHalfWidth = Camera.TanHalfWidth;
	View.Screen.TanHalfHeight = Camera.TanHalfHeight;
	const FGpuCrowdParameters Parameters = MakeGpuCrowdParameters(View);
	const FFrustum Frustum = MakeFrustum(Camera);
	FRandom Random(5);
	size_t Seen = 0;
	for (int Index = 0; Index < 2000; ++Index)
	{
		const FSphere Local{{Random.Between(-9, 9), Random.Between(-9, 9), Random.Between(-9, 9)}, 0.5f};
		const FSphere World = TransformSphere(ToWorld, Local);
		const FFloat4 P{Local.Center.X, Local.Center.Y, Local.Center.Z, 1.0f};
		float Least = INFINITY, LeastWorld = INFINITY;
		for (int Plane = 0; Plane < 6; ++Plane)
		{
			const FFloat4 &A = Parameters.CrowdPlanes[Plane], &B = Frustum.Planes[Plane];
			Least = (std::min)(Least, A.X * P.X + A.Y * P.Y + A.Z * P.Z + A.W);
			LeastWorld =
				(std::min)(LeastWorld, B.X * World.Center.X + B.Y * World.Center.Y + B.Z * World.Center.Z + B.W);
		}
		if (std::abs(LeastWorld + World.Radius) > 1e-3f && LeastWorld < 50.0f)
		{
			EXPECT_EQ(Least >= -Local.Radius, LeastWorld >= -World.Radius);
			Seen += Least >= -Local.Radius ? 1 : 0;
		}
		const FFloat4& C = Parameters.CrowdCamera;
		const float Depth = C.W - (C.X * P.X + C.Y * P.Y + C.Z * P.Z) - Local.Radius;
		const float WorldDepth = DepthOf(Camera, World.Center) - World.Radius;
		EXPECT_NEAR(3.0f * Depth, WorldDepth, 1e-3f);
		const float Allowed = Parameters.CrowdErrorAtUnitDepth * (std::max)(Depth, Parameters.CrowdNear);
		EXPECT_NEAR(3.0f * Allowed, AllowedError(View.Screen, WorldDepth), 1e-4f * AllowedError(View.Screen, 100.0f));
	}
	EXPECT_GT(Seen, 100u);
	EXPECT_LT(Seen, 1900u);

	// Parallel rays: the same error everywhere, and planes that cull.
	View.ToClip[0] = {0.1f, 0.0f, 0.0f, 0.0f};
	View.ToClip[1] = {0.0f, 0.2f, 0.0f, 0.0f};
	View.ToClip[2] = {0.0f, 0.0f, 0.001f, 0.5f};
	View.ToClip[3] = {0.0f, 0.0f, 0.0f, 1.0f};
	View.Stretch = 1.0f;
	View.Screen.TanHalfWidth = 10.0f;
	View.Screen.WidthPixels = 1000.0f;
	View.Screen.TolerancePixels = 2.0f;
	const FGpuCrowdParameters Parallel = MakeGpuCrowdParameters(View);
	EXPECT_EQ(Parallel.CrowdCamera, FFloat4());
	EXPECT_NEAR(Parallel.CrowdErrorAtUnitDepth * Parallel.CrowdNear, 2.0f * 20.0f / 1000.0f, 1e-6f);
	EXPECT_NEAR(Parallel.CrowdPlanes[0].W, 10.0f, 1e-4f); // x may be ten before it is outside
	EXPECT_NEAR(Parallel.CrowdPlanes[0].X, 1.0f, 1e-6f);
}

} // namespace CrowdMembersTest
} // namespace Exemplar
