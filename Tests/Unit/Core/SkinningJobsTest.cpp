// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinningJobs.h"

#include "Base/ThreadPool.h"
#include "SkinningCase.h"

#include <cstring>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkinningJobsTest
{

constexpr ESimdLevel AllLevels[] = {ESimdLevel::Plain, ESimdLevel::Sse41, ESimdLevel::Avx2, ESimdLevel::Neon};

/** Room for skinned vertices that starts Shift floats off any alignment. */
struct FUnalignedOutput
{
	TAlignedArray<float> Storage;
	FSkinningOutput Output;

	FUnalignedOutput(size_t Count, size_t Shift, bool bNormals = true, bool bTangents = true)
		: Storage(Count * 10 + 3 * Shift + 16, -777.0f)
	{
		float* At = Storage.data() + Shift;
		Output.Positions = {reinterpret_cast<FFloat3*>(At), Count};
		At += 3 * Count + Shift;
		Output.Normals = {reinterpret_cast<FFloat3*>(At), bNormals ? Count : 0};
		At += 3 * Count + Shift;
		Output.Tangents = {reinterpret_cast<FFloat4*>(At), bTangents ? Count : 0};
	}
};

/** Largest differences to the reference: positions relative to the size of the model. */
void ExpectEqual(const FSkinned& Expected, const FSkinningOutput& Out, const FPackedSkin& Skin, float PositionTolerance,
	float NormalTolerance, const std::string& What)
{
	float Size = 0.0f;
	for (const FFloat3& P : Expected.Positions)
	{
		Size = (std::max)(Size, Length(P));
	}
	for (size_t Vertex = 0; Vertex < Expected.Positions.size(); ++Vertex)
	{
		const uint32_t Slot = Skin.SlotOfVertex[Vertex];
		ASSERT_LT(Distance(Out.Positions[Slot], Expected.Positions[Vertex]), PositionTolerance * Size)
			<< What << ", vertex " << Vertex;
		if (!Out.Normals.empty())
		{
			ASSERT_LT(Distance(Out.Normals[Slot], Expected.Normals[Vertex]), NormalTolerance)
				<< What << ", vertex " << Vertex;
		}
		if (!Out.Tangents.empty())
		{
			const FFloat4 D = Out.Tangents[Slot] - Expected.Tangents[Vertex];
			ASSERT_LT(Length({D.X, D.Y, D.Z}), NormalTolerance) << What << ", vertex " << Vertex;
			ASSERT_EQ(D.W, 0.0f) << What << ", vertex " << Vertex;
		}
	}
}

std::string NameOf(ECase Case, ESimdLevel Level)
{
	return "case " + std::to_string(static_cast<int>(Case)) + " " + std::string(ToString(Level));
}

TEST(SkinningJobs, EveryFastPathEqualsItsReferenceFromOneTo32Influences)
{
	uint64_t Seed = 100;
	for (const ECase Case : AllCases)
	{
		for (const size_t Influences : {1, 2, 3, 4, 5, 8, 17, 32})
		{
			const size_t Joints = Case == ECase::Twist ? (std::max)(size_t{6}, Influences) : 40; // few (segment, bones)
			const FSkinningCase C(Case, ++Seed, 403, Joints, Influences, Influences);
			const FSkinned Expected = C.SkinByReference();
			const TResult<FPackedSkin> Skin = C.Pack();
			ASSERT_TRUE(Skin) << Skin.GetError().Message;
			ASSERT_EQ(Skin->Groups.size(), 2u); // blocks that share their bones, and mixed ones
			for (const ESimdLevel Level : AllLevels)
			{
				if (!IsSimdLevelAvailable(Level))
				{
					continue;
				}
				FUnalignedOutput Out(Skin->SlotCount, 0);
				ASSERT_TRUE(C.SkinByJob(*Skin, Level, GetSerialExecutor(), Out.Output));
				ExpectEqual(Expected, Out.Output, *Skin, 1e-5f, 1e-4f,
					NameOf(Case, Level) + " with " + std::to_string(Influences));
			}
		}
	}
}

TEST(SkinningJobs, OddSizesMixedInfluencesAndUnalignedOutputsMakeNoDifference)
{
	uint64_t Seed = 300;
	for (const ECase Case : AllCases)
	{
		for (const size_t Count : {1, 2, 7, 9, 63, 901})
		{
			const FSkinningCase C(Case, ++Seed, Count, 23, 1, 9);
			const FSkinned Expected = C.SkinByReference();
			const FPackedSkin Skin = *C.Pack();
			for (const ESimdLevel Level : AllLevels)
			{
				for (const size_t Shift : {0, 1, 3})
				{
					if (IsSimdLevelAvailable(Level))
					{
						FUnalignedOutput Out(Skin.SlotCount, Shift);
						ASSERT_TRUE(
							C.SkinByJob(Skin, Level, GetSerialExecutor(), Out.Output, {}, EStoreMode::Streamed));
						ExpectEqual(Expected, Out.Output, Skin, 1e-5f, 1e-4f, NameOf(Case, Level));
						EXPECT_EQ(Out.Storage[Out.Storage.size() - 16], -777.0f); // nothing beyond the end
					}
				}
			}
		}
	}
}

TEST(SkinningJobs, PositionsAreTheSameBytesWithAndWithoutNormalsAndTangentsAndHoweverStored)
{
	for (const ECase Case : AllCases)
	{
		const FSkinningCase C(Case, 400 + static_cast<uint64_t>(Case), 900, 30, 1, 6);
		const FPackedSkin Skin = *C.Pack();
		for (const ESimdLevel Level : AllLevels)
		{
			if (!IsSimdLevelAvailable(Level))
			{
				continue;
			}
			FUnalignedOutput All(Skin.SlotCount, 8), Normals(Skin.SlotCount, 8, true, false),
				None(Skin.SlotCount, 0, false, false);
			ASSERT_TRUE(C.SkinByJob(Skin, Level, GetSerialExecutor(), All.Output, {}, EStoreMode::Cached));
			ASSERT_TRUE(C.SkinByJob(Skin, Level, GetSerialExecutor(), Normals.Output, {}, EStoreMode::Streamed));
			ASSERT_TRUE(C.SkinByJob(Skin, Level, GetSerialExecutor(), None.Output, {}, EStoreMode::Streamed));
			const size_t Bytes = All.Output.Positions.size_bytes();
			EXPECT_EQ(std::memcmp(All.Output.Positions.data(), None.Output.Positions.data(), Bytes), 0);
			EXPECT_EQ(std::memcmp(All.Output.Positions.data(), Normals.Output.Positions.data(), Bytes), 0);
			EXPECT_EQ(std::memcmp(All.Output.Normals.data(), Normals.Output.Normals.data(), Bytes), 0);
		}
	}
}

TEST(SkinningJobs, OneAndTwoThreadsGiveTheSameBytes)
{
	const std::unique_ptr<IExecutor> Two = MakeThreadPool(2);
	for (const ECase Case : AllCases)
	{
		const FSkinningCase C(Case, 500 + static_cast<uint64_t>(Case), 9000, 30, 1, 5);
		const FPackedSkin Skin = *C.Pack();
		FUnalignedOutput A(Skin.SlotCount, 0), B(Skin.SlotCount, 0);
		ASSERT_TRUE(C.SkinByJob(Skin, GetSimdLevel(), GetSerialExecutor(), A.Output));
		ASSERT_TRUE(C.SkinByJob(Skin, GetSimdLevel(), *Two, B.Output));
		EXPECT_EQ(A.Storage, B.Storage);
	}
}

TEST(SkinningJobs, SmallFormatsDifferFromFloatsByWhatPackingMeasured)
{
	for (const ECase Case : AllCases)
	{
		const FSkinningCase C(Case, 600 + static_cast<uint64_t>(Case), 900, 30, 1, 6);
		const FSkinned Expected = C.SkinByReference();
		FPackOptions Options;
		Options.bSmallIndices = true;
		for (const bool bTiny : {false, true})
		{
			Options.Points = EPointFormat::Fixed16;
			Options.Weights = bTiny ? EWeightFormat::Unorm8 : EWeightFormat::Unorm16;
			Options.Frames = bTiny ? EFrameFormat::Octahedral8 : EFrameFormat::Octahedral16;
			const FPackedSkin Skin = *C.Pack(Options);
			EXPECT_LT(Skin.Errors.LargestPoint, 2e-4f);
			EXPECT_LT(Skin.Errors.LargestWeight, bTiny ? 0.02f : 1e-4f);
			EXPECT_LT(Skin.Errors.LargestNormalAngle, bTiny ? 0.012f : 5e-5f);
			EXPECT_LT(Skin.Errors.LargestTangentAngle, bTiny ? 0.025f : 1e-4f);
			FUnalignedOutput First(Skin.SlotCount, 0);
			for (const ESimdLevel Level : AllLevels)
			{
				if (!IsSimdLevelAvailable(Level))
				{
					continue;
				}
				// A weight that is off by e moves a vertex by at most e times the spread of its bones' images.
				FUnalignedOutput Out(Skin.SlotCount, 0);
				ASSERT_TRUE(C.SkinByJob(Skin, Level, GetSerialExecutor(), Out.Output));
				const float Weight = Skin.Errors.LargestWeight;
				ExpectEqual(
					Expected, Out.Output, Skin, 4e-4f + 3.0f * Weight, 0.06f + 4.0f * Weight, NameOf(Case, Level));
				if (Level == ESimdLevel::Plain)
				{
					First.Storage = Out.Storage;
				}
				for (uint32_t Slot = 0; Slot < Skin.SlotCount; ++Slot)
				{
					ASSERT_LT(Distance(Out.Output.Positions[Slot],
								  reinterpret_cast<const FFloat3*>(First.Storage.data())[Slot]),
						5e-5f);
				}
			}
		}
	}
}

TEST(SkinningJobs, RestOffsetsMoveVerticesBeforeSkinningAndOnlyInTheirBlocks)
{
	for (const ECase Case : {ECase::LinearBlend, ECase::AnimationSpace, ECase::DualQuaternion, ECase::Twist})
	{
		FSkinningCase C(Case, 700 + static_cast<uint64_t>(Case), 500, 20, 1, 5);
		C.GeomorphFactor = 0.0f;
		const FPackedSkin Skin = *C.Pack();
		FTestRandom Random(7);
		std::vector<uint32_t> Places(Skin.SlotCount / SkinBlockSize, NoIndex);
		std::vector<float> Values;
		for (size_t Block = 0; Block < Places.size(); Block += 3)
		{
			Places[Block] = static_cast<uint32_t>(Values.size() / 24);
			for (int Index = 0; Index < 24; ++Index)
			{
				Values.push_back(Random.Uniform(-0.1f, 0.1f));
			}
		}
		FSkinningCase Moved = C;
		for (size_t Vertex = 0; Vertex < 500; ++Vertex)
		{
			const uint32_t Slot = Skin.SlotOfVertex[Vertex], Place = Places[Slot / 8];
			if (Place == NoIndex)
			{
				continue;
			}
			const float* At = Values.data() + 24 * Place + Slot % 8;
			Moved.Level.Positions[Vertex] += {At[0], At[8], At[16]};
			if (Case == ECase::AnimationSpace)
			{
				for (uint32_t Index = C.Level.Skin.Offsets[Vertex]; Index < C.Level.Skin.Offsets[Vertex + 1]; ++Index)
				{
					FFloat4& P = Moved.Level.Skin.Points[Index];
					P = P + FFloat4{At[0], At[8], At[16], 0.0f} * P.W;
				}
			}
		}
		// Where the twist's segments come from the moved positions they would differ; the job keeps those of the rest.
		if (Case == ECase::Twist)
		{
			std::fill(C.Twists.begin(), C.Twists.end(), 0.0f);
			std::fill(Moved.Twists.begin(), Moved.Twists.end(), 0.0f);
		}
		const FSkinned Expected = Moved.SkinByReference();
		for (const ESimdLevel Level : AllLevels)
		{
			if (IsSimdLevelAvailable(Level))
			{
				FUnalignedOutput Out(Skin.SlotCount, 0);
				ASSERT_TRUE(C.SkinByJob(Skin, Level, GetSerialExecutor(), Out.Output, {Places, Values}));
				ExpectEqual(Expected, Out.Output, Skin, 1e-5f, 1e-4f, NameOf(Case, Level));
			}
		}
	}
}

TEST(SkinningJobs, RefuseWhatDoesNotFit)
{
	const FSkinningCase C(ECase::LinearBlend, 800, 40, 10, 1, 4);
	const FPackedSkin Skin = *C.Pack();
	const std::vector<FAffine> Palette(Skin.EntryCount());
	FUnalignedOutput Out(Skin.SlotCount, 0);
	FLinearBlendJob Job;
	EXPECT_FALSE(Job.Run());
	Job.Skin = &Skin;
	Job.Palette = Palette;
	EXPECT_FALSE(Job.Run()); // no output
	Job.Output = Out.Output;
	EXPECT_TRUE(Job.Run());
	Job.Palette = Job.Palette.first(Palette.size() - 1);
	EXPECT_FALSE(Job.Run());
	Job.Palette = Palette;
	Job.Output.Normals = {};
	EXPECT_FALSE(Job.Run()); // tangents without normals
	Job.Output.Tangents = {};
	const std::vector<uint32_t> Places(Skin.SlotCount / SkinBlockSize, 1);
	const std::vector<float> Values(24);
	Job.RestOffsets = {Places, Values};
	EXPECT_FALSE(Job.Run()); // a place beyond the values
	FAnimationSpaceJob Other;
	Other.Skin = &Skin;
	Other.Output = Out.Output;
	Other.Palette = Palette;
	EXPECT_FALSE(Other.Run()); // packed for another operator
}

} // namespace SkinningJobsTest
} // namespace Exemplar
