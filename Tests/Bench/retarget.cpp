// Copyright (c) 2026 Exemplar contributors. MIT license.
// Motions on other skeletons: how much feet slide and sink on the target, beside the source in the same frames; how
// many joints are paired, and whether pairs that names can judge are right; how long it takes.

#include "Clips/Retarget.h"
#include "BenchRows.h"
#include "Files/MotionFiles.h"
#include "Sample/SampleCharacter.h"

#include <iostream>

namespace
{

using namespace Exemplar;

struct FTarget
{
	std::string Name;
	FSkeletonData Skeleton;
};

std::vector<FTarget> ReadTargets(const std::filesystem::path& Data)
{
	std::vector<FTarget> Out;
	FSampleOptions Small;
	Small.VertexCount = 2000;
	if (const TResult<FSampleCharacter> Sample = BuildSample(Small, {}))
	{
		Out.push_back({"sample", Sample->Source.Rig->Skeleton});
	}
	for (const char* File : {"makehuman/skeleton_game_engine.json", "gltf-rigged/CesiumMan.glb",
			 "gltf-rigged/KayKit_Knight.glb", "gltf-rigged/RobotExpressive.glb"})
	{
		TResult<FMotionFile> Read = ReadMotionFile(Data / File, 30.0, {});
		if (Read)
		{
			Out.push_back({Read->Name, std::move(Read->Animation.Skeleton)});
		}
		else
		{
			std::cerr << Read.GetError().Message << "\n";
		}
	}
	return Out;
}

struct FTotals
{
	double Source = 0.0, Held = 0.0, Free = 0.0, Sink = 0.0, SourceSink = 0.0, Contacts = 0.0, Paired = 0.0;
	size_t Clips = 0, Refused = 0;
};

void Measure(const FMotionFile& Motion, bool bZUp, const FSkeletonData& Target, FTotals& Totals)
{
	const FAnimation Source = TurnAnimation(Motion.Animation, bZUp, 0.0);
	const TResult<FRetargetMap> Map = MatchSkeletons(Source.Skeleton, Target);
	FRetargetOptions Free;
	Free.bGround = false;
	const TResult<FRetargeted> Held =
		Map ? RetargetClip(Source, 0, Target, *Map) : TResult<FRetargeted>(Map.GetError());
	const TResult<FRetargeted> Loose = Held ? RetargetClip(Source, 0, Target, *Map, Free) : Held;
	if (!Held || !Loose)
	{
		std::cerr << Motion.Name << ": " << Held.GetError().Message << "\n";
		++Totals.Refused;
		return;
	}
	const auto Count = static_cast<double>(Held->Ground.Contacts);
	Totals.Contacts += Count;
	Totals.Source += Count * Held->Ground.SourceSlide;
	Totals.Held += Count * Held->Ground.TargetSlide;
	Totals.Free += Count * Loose->Ground.TargetSlide;
	Totals.Sink = (std::max)(Totals.Sink, Held->Ground.TargetSink);
	Totals.SourceSink = (std::max)(Totals.SourceSink, Held->Ground.SourceSink);
	Totals.Paired += 100.0 * static_cast<double>(Map->PairCount()) / static_cast<double>(Map->SourceOf.size());
	++Totals.Clips;
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("retarget", argc, argv);
	const auto Data = Bench::FindData();
	if (!Data)
	{
		std::cerr << "No data sets: nothing is measured.\n";
		return Rows.Finish();
	}
	std::vector<std::pair<FMotionFile, bool>> Motions;
	for (const auto& [File, bZUp] :
		std::initializer_list<std::pair<const char*, bool>>{{"cmu_02_01", false}, {"cmu_05_02", false},
			{"cmu_09_01", false}, {"cmu_16_01", false}, {"cmu_90_02", false}, {"walk1", true}, {"zombieWalk1", true}})
	{
		TResult<FMotionFile> Read = ReadMotionFile(*Data / "bvh" / (std::string(File) + ".bvh"), 0.0, {});
		if (Read)
		{
			Motions.emplace_back(std::move(*Read), bZUp);
		}
		else
		{
			std::cerr << Read.GetError().Message << "\n";
		}
	}
	for (const FTarget& Target : ReadTargets(*Data))
	{
		FTotals Totals;
		size_t Frames = 0;
		const double Seconds = Bench::BestSeconds(1,
			[&]
			{
				for (const auto& [Motion, bZUp] : Motions)
				{
					Measure(Motion, bZUp, Target.Skeleton, Totals);
					Frames += 2 * Motion.Animation.FrameCount();
				}
			});
		if (const double Count = Totals.Contacts;
			Count > 0.0) // a skeleton whose feet do not hang from its legs has none
		{
			Rows.Lower(Target.Name + ": feet slide", Totals.Held / Count, "legs/s")
				.Baseline("source", Totals.Source / Count)
				.ReachRatio(1.2);
			Rows.Lower(Target.Name + ": feet slide, not held", Totals.Free / Count, "legs/s")
				.Baseline("source", Totals.Source / Count);
			Rows.Lower(Target.Name + ": feet sink at most", 100.0 * Totals.Sink, "% of a leg")
				.Baseline("source", 100.0 * Totals.SourceSink);
		}
		Rows.Higher(Target.Name + ": joints with a partner",
			Totals.Paired / static_cast<double>((std::max)(Totals.Clips, size_t{1})), "%");
		Rows.Lower(Target.Name + ": motions refused", static_cast<double>(Totals.Refused), "files").Reach(0.0);
		Rows.Lower(
			Target.Name + ": time", 1e6 * Seconds / static_cast<double>((std::max)(Frames, size_t{1})), "us/frame");
	}
	return Rows.Finish();
}
