// Copyright (c) 2026 Exemplar contributors. MIT license.
//
// One frame of a crowd: 10,000 members of a character with 60 bones, eight clips at random phases, level 0, palettes
// written and checksummed. The baseline is the same work by the single pose jobs, one member at a time.

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Crowd/CrowdJob.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"

#include <cstring>
#include <random>

namespace
{

using namespace Exemplar;

constexpr size_t MemberCount = 10000, JointCount = 60, ClipCount = 8;
constexpr uint32_t FrameCount = 32;

float Uniform(std::mt19937_64& Random, float Low, float High)
{
	return Low + (High - Low) * static_cast<float>(Random() >> 40) * 0x1.0p-24f;
}

FRotation RandomRotation(std::mt19937_64& Random, float MaxAngle)
{
	const FFloat3 Axis = Normalize({Uniform(Random, -1, 1), Uniform(Random, -1, 1), Uniform(Random, -1, 1)}, {0, 1, 0});
	return RotationAboutAxis(Axis, Uniform(Random, -MaxAngle, MaxAngle));
}

/** A tree of joints with dense clips, as a view. */
struct FDancer
{
	FCharacterData Data;
	std::vector<std::string_view> Names;
	std::vector<FClipView> Clips;
	FCharacterView View;

	explicit FDancer(std::mt19937_64& Random)
	{
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			Data.Skeleton.Parents.push_back(Joint == 0 ? NoParent : static_cast<int32_t>((Joint - 1) / 2));
			Data.Skeleton.RestLocal.push_back({RandomRotation(Random, 1.0f), {0.0f, 0.1f, 0.02f}, {1, 1, 1}});
			Names.emplace_back("joint");
		}
		Data.Clips.resize(ClipCount);
		for (FClipData& Clip : Data.Clips)
		{
			Clip.FrameCount = FrameCount;
			Clip.bLoops = 1;
			Clip.Rotations.Offsets = {0};
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				FRotation Q = RandomRotation(Random, 1.0f);
				for (uint16_t Frame = 0; Frame < FrameCount; ++Frame)
				{
					Clip.Rotations.Frames.push_back(Frame);
					Clip.Rotations.Values.push_back(Q);
					Q = Normalize(Compose(Q, RandomRotation(Random, 0.2f)));
				}
				Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
			}
			Clips.push_back({"clip", 30.0f, FrameCount, 1,
				{Clip.Rotations.Offsets, Clip.Rotations.Frames, Clip.Rotations.Values}, {}, {}});
		}
		View.Skeleton.Parents = Data.Skeleton.Parents;
		View.Skeleton.RestLocal = Data.Skeleton.RestLocal;
		View.Skeleton.Names = Names;
		View.Clips = Clips;
		View.Sphere = {{0, 1, 0}, 1.5f};
	}
};

uint64_t Checksum(const std::vector<FAffine>& Palettes)
{
	uint64_t Sum = 0;
	const size_t Words = Palettes.size() * sizeof(FAffine) / sizeof(uint64_t);
	const char* Bytes = reinterpret_cast<const char*>(Palettes.data());
	for (size_t Index = 0; Index < Words; ++Index)
	{
		uint64_t Word;
		std::memcpy(&Word, Bytes + Index * sizeof(Word), sizeof(Word));
		Sum += Word * (2 * Index + 1);
	}
	return Sum;
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("crowd", argc, argv);
	std::mt19937_64 Random(1);
	const FDancer Dancer(Random);
	TResult<FCrowdCharacter> Made = MakeCrowdCharacter(Dancer.View);
	if (!Made)
	{
		std::cerr << Made.GetError().Message << "\n";
		return 1;
	}
	const std::vector<FCrowdCharacter> Characters{std::move(*Made)};
	std::vector<FCrowdInstance> Instances(MemberCount);
	for (size_t Index = 0; Index < MemberCount; ++Index)
	{
		FCrowdInstance& Instance = Instances[Index];
		Instance.World = ToAffine(RotationAboutAxis({0, 1, 0}, Uniform(Random, -3, 3)),
			{Uniform(Random, -20, 20), 0.0f, Uniform(Random, -120, -40)});
		Instance.Seconds = Uniform(Random, 0.0f, 10.0f);
		Instance.Clip = static_cast<uint16_t>(Index % ClipCount);
		Instance.PaletteOffset = static_cast<uint32_t>(Index * JointCount);
	}
	std::vector<FCrowdState> States(MemberCount);
	std::vector<FAffine> Palettes(MemberCount * JointCount);
	std::vector<uint32_t> Visible(MemberCount);
	FCrowdWorkspace Workspace(Characters, MemberCount);
	FCrowdJob Job;
	Job.Characters = Characters;
	Job.Instances = Instances;
	Job.States = States;
	Job.Palettes = Palettes;
	Job.Visible = Visible;
	Job.Workspace = &Workspace;
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);

	FCrowdStatistics Statistics;
	const auto Milliseconds = [&](IExecutor& Executor)
	{
		Job.Executor = &Executor;
		return 1e3 * Bench::BestSeconds(30, [&] { Job.Run(Statistics); });
	};
	const double One = Milliseconds(GetSerialExecutor());
	const uint64_t SumOfOne = Checksum(Palettes);
	const double Two = Milliseconds(*Pool);
	if (Checksum(Palettes) != SumOfOne || Statistics.Visible != MemberCount)
	{
		std::cerr << "Two threads gave other palettes than one, or not everybody was visible.\n";
		return 1;
	}

	// The same palettes by the single jobs.
	std::vector<FBoneTransform> Local(JointCount);
	std::vector<FAffine> Model(JointCount);
	const FRestPose& Rest = Characters[0].Rest;
	const double Single = 1e3 *
		Bench::BestSeconds(3,
			[&]
			{
				for (const FCrowdInstance& Instance : Instances)
				{
					FSampleClipJob{
						&Dancer.View.Clips[Instance.Clip], Instance.Seconds, Dancer.View.Skeleton.RestLocal, Local}
						.Run();
					FLocalToModelJob{Rest.Parents, Local, Model}.Run();
					FPaletteJob{
						Model, Rest.InverseModel, {}, std::span(Palettes).subspan(Instance.PaletteOffset, JointCount)}
						.Run();
				}
			});
	std::vector<FAffine> Copy(Palettes.size());
	const double Memory =
		1e3 * Bench::BestSeconds(30, [&] { std::memcpy(Copy.data(), Palettes.data(), Copy.size() * sizeof(FAffine)); });

	Rows.Lower("10,000 x 60 bones, two threads", Two, "ms").Reach(10.0).Baseline("single jobs, one thread", Single);
	Rows.Lower("10,000 x 60 bones, one thread", One, "ms").Baseline("single jobs, one thread", Single);
	Rows.Lower("the same, palettes copied alone", Memory, "ms");
	Rows.Lower("one joint, one thread", 1e6 * One / static_cast<double>(MemberCount * JointCount), "ns");

	// Half of them behind the camera.
	for (size_t Index = 0; Index < MemberCount; Index += 2)
	{
		Instances[Index].World.Rows[2].W += 400.0f;
	}
	const double Half = Milliseconds(*Pool);
	if (Statistics.Visible != MemberCount / 2)
	{
		std::cerr << Statistics.Visible << " of " << MemberCount << " are visible, not half.\n";
		return 1;
	}
	Rows.Lower("the same, half culled, two threads", Half, "ms").Baseline("nothing culled", Two).ReachRatio(0.7);
	return Rows.Finish();
}
