// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CrowdWalker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace CrowdBlendTest
{

TEST(CrowdMembers, AClipFadesIntoAnotherAndBoundsRootsAndVelocitiesGoAlong)
{
	const FCrowdCharacter Walker = MakeWalker();
	FCrowdMembers Members = MakeMembers(Walker);
	FCrowdMember Member = MemberAt(5.0f, 2); // rests
	const FCrowdHandle Handle = *Members.Add(Member);
	const auto FadeTo = [&](uint32_t Clip, float Seconds)
	{ return Members.Set(Handle, Members.Find(Handle)->FadedTo(Clip, 1.0f, 0.0f, Seconds)); };
	EXPECT_FALSE(FadeTo(3, 0.5f)) << "there is no such clip";
	const auto Place = [&] { return TransformPoint(Members.RootOf(Handle), Walker.Rest.Centers[0]); };
	const FFloat3 AtRest = Place();
	ASSERT_TRUE(FadeTo(1, 0.5f));
	EXPECT_EQ(Members.Find(Handle)->Other.Clip, 2u);
	EXPECT_EQ(Members.Find(Handle)->Other.Weight, 1.0f);
	EXPECT_LT(Length(Place() - AtRest), 1e-5f) << "a fade begins where the member is";
	FGpuCrowdInstance Record;
	for (int Frame = 0; Frame < 60; ++Frame)
	{
		const FFloat3 Before = Place();
		const FBox Bounds = Members.BoundsOf(Handle), Loose = Members.LooseBounds();
		const FSphere Sphere{TransformPoint(Members.RootOf(Handle), Walker.Sphere.Center), Walker.Sphere.Radius};
		for (const FBox& Box : {Bounds, Loose})
		{
			EXPECT_LE(Box.Min.X, Sphere.Center.X - Sphere.Radius + 1e-5f);
			EXPECT_GE(Box.Max.Z, Sphere.Center.Z + Sphere.Radius - 1e-5f);
		}
		EXPECT_TRUE(Members.Advance(0.01f));
		const float Weight = (std::max)(0.0f, 1.0f - 0.02f * static_cast<float>(Frame + 1));
		EXPECT_NEAR(Members.Find(Handle)->Other.Weight, Weight, 1e-5f);
		Members.Pack({&Record, 1});
		EXPECT_EQ(Record.OtherWeight, Members.Find(Handle)->Other.Weight);
		EXPECT_EQ(Record.OtherClip, 2u);
		if (Frame != 49 && Frame != 48) // where the fade ends
		{
			const FFloat3 Change = (Place() - Before) * 100.0f, Said = Members.VelocityOf(Handle);
			EXPECT_LT(Length(Change - Said), 0.02f * (1.0f + Length(Said))) << Frame;
		}
		Members.Tighten();
	}
	FCrowdMembers Alone = MakeMembers(Walker);
	Member.Clip = 1;
	Member.Seconds = 0.6f;
	const FCrowdHandle Other = *Alone.Add(Member);
	EXPECT_LT(Length(Place() - TransformPoint(Alone.RootOf(Other), Walker.Rest.Centers[0])), 1e-4f);
	EXPECT_NEAR(Members.BoundsOf(Handle).Diagonal(), Alone.BoundsOf(Other).Diagonal(), 1e-5f) << "tight again";
	// Without seconds it changes at once; what is seen most of fades.
	ASSERT_TRUE(FadeTo(0, 0.0f));
	EXPECT_EQ(Members.Find(Handle)->Other.Weight, 0.0f);
	ASSERT_TRUE(FadeTo(1, 1.0f));
	Members.Advance(0.2f);
	ASSERT_TRUE(FadeTo(2, 1.0f));
	EXPECT_EQ(Members.Find(Handle)->Other.Clip, 0u);
	EXPECT_NEAR(Members.Find(Handle)->Other.Seconds, 0.2f, 1e-6f);
	for (const float Wrong : {-0.1f, 1.1f, NAN})
	{
		FCrowdMember Bad = MemberAt(0.0f);
		Bad.Other.Weight = Wrong;
		EXPECT_FALSE(Members.Add(Bad));
		Bad = MemberAt(0.0f);
		Bad.Significance = Wrong == 1.1f ? 0.0f : Wrong;
		EXPECT_FALSE(Members.Add(Bad));
	}
}

} // namespace CrowdBlendTest
} // namespace Exemplar
