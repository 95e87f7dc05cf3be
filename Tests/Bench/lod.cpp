// Copyright (c) 2026 Exemplar contributors. MIT license.

// Levels of detail against meshoptimizer's simplify of the rest pose, meshoptimizer 1.3 with ten poses stacked as
// attributes (under node) and libigl's qslim. Errors are the root mean square distance from the posed original's
// vertices to the posed level's surface over all examples, in % of the rest's diagonal, at 50, 25, 10, 5 and 2 % of the
// triangles. "geometry": in the examples' own positions; a rival's vertices ride on the original's surface. "skin": the
// full character posed by its skin against the level posed by its skin, rivals with the influences of the nearest
// vertex. Skins of data sets are found from their motion, with 20 bones.
//
//     bench-lod [--set NAME] [--every N] [--json FILE]     one set ("sample" and "speed" are sets); every Nth example

#include "BenchRows.h"
#include "LodScenes.h"

#include <ctime>
#include <malloc.h>
#include <memory>

namespace
{

using namespace Exemplar;
using Bench::FLodScene;

constexpr double Parts[] = {0.5, 0.25, 0.1, 0.05, 0.02};

class FLodBench
{
public:
	FLodBench(Bench::FRows& InRows, size_t InEvery)
		: Rows(InRows)
		, Every(InEvery)
		, Pool(MakeThreadPool(2))
	{
		Context.Executor = Pool.get();
	}

	void Run(const FLodScene& Scene)
	{
		std::vector<size_t> Targets;
		for (const double Part : Parts)
		{
			Targets.push_back(static_cast<size_t>(Part * static_cast<double>(Scene.Rest.Triangles.size())));
		}
		FTriangleMesh SkinRest{Bench::PoseSkin(Scene.Skin.Points, Scene.Poses, 0), Scene.Rest.Triangles};
		std::vector<std::vector<FDouble3>> Posed;
		for (size_t Pose = 1; Pose < Scene.Poses.PoseCount; ++Pose)
		{
			Posed.push_back(Bench::PoseSkin(Scene.Skin.Points, Scene.Poses, Pose));
		}
		MeasureGeometry(Scene, Targets);
		MeasureSkin(Scene, SkinRest, Posed, Targets);
	}

	void Speed();

	const FBuildContext& GetContext() const { return Context; }

private:
	using FPoser = std::function<std::vector<FDouble3>(size_t)>;

	double Measure(const FLodScene& Scene, std::span<const std::vector<FDouble3>> Posed,
		const std::vector<FTriangle>& Triangles, const FPoser& PoseLevel)
	{
		double Sum = 0.0;
		size_t Count = 0;
		for (size_t Pose = 0; Pose < Posed.size(); Pose += Every)
		{
			const FClosestPointFinder Finder(PoseLevel(Pose), Triangles);
			for (const FClosestPoint& Closest : Finder.Find(Posed[Pose], *Pool))
			{
				Sum += Closest.Distance * Closest.Distance;
				++Count;
			}
		}
		return 100.0 * std::sqrt(Sum / static_cast<double>(Count)) / Scene.Diagonal;
	}

	struct FBest
	{
		const char* Name = "";
		double Error = INFINITY;
		void Offer(const char* InName, double InError)
		{
			if (InError < Error)
			{
				Name = InName;
				Error = InError;
			}
		}
	};

	/** The best of the three at every target; MeasureRival says how good a level of theirs is. */
	std::vector<FBest> FindRivals(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Posed,
		double Extent, const std::vector<size_t>& Targets,
		const std::function<double(const Bench::FRivalLevel&)>& MeasureRival)
	{
		std::vector<FBest> Out(Targets.size());
		const auto Stacked = Bench::SimplifyStacked(Rest, Posed, Extent, Targets);
		for (size_t Index = 0; Index < Targets.size(); ++Index)
		{
			Out[Index].Offer("meshoptimizer", MeasureRival(Bench::SimplifyRest(Rest, Targets[Index])));
			Out[Index].Offer("qslim", MeasureRival(Bench::SimplifyQslim(Rest, Targets[Index])));
			if (Stacked)
			{
				Out[Index].Offer("meshoptimizer, poses stacked", MeasureRival((*Stacked)[Index]));
			}
		}
		return Out;
	}

	void Report(const std::string& Name, size_t Index, double Error, const FBest& Best)
	{
		const int Percent = static_cast<int>(100.0 * Parts[Index] + 0.5);
		Rows.Lower(Name + " " + std::to_string(Percent) + " %", Error, "% of diagonal")
			.Baseline(Best.Name, Best.Error)
			.ReachRatio(Parts[Index] <= 0.1 ? 0.8 : 0.9);
	}

	void MeasureGeometry(const FLodScene& Scene, const std::vector<size_t>& Targets)
	{
		const std::vector<FBest> Best = FindRivals(Scene.Rest, Scene.Examples, Scene.Extent, Targets,
			[&](const Bench::FRivalLevel& Level)
			{
				return Measure(Scene, Scene.Examples, Level.Triangles,
					[&](size_t Pose) { return Bench::PoseRival(Level, Scene.Rest, Scene.Examples[Pose]); });
			});
		std::vector<std::vector<FDouble3>> Examples{Scene.Rest.Positions};
		Examples.insert(Examples.end(), Scene.Examples.begin(), Scene.Examples.end());
		for (const bool bKeep : {false, true})
		{
			FDecimationOptions Options;
			Options.Targets = Targets;
			Options.bKeepVertices = bKeep;
			TResult<FDecimation> Made = DecimateExamples(Examples, Scene.Rest.Triangles, {}, Options, Context);
			if (!Made)
			{
				std::cerr << Scene.Name << ": " << Made.GetError().Message << "\n";
				return;
			}
			for (size_t Index = 0; Index < Targets.size(); ++Index)
			{
				FDecimatedLevel& Level = Made->Levels[Index];
				if (!bKeep && !RefineLevelPositions(Level, Examples, {}, Context))
				{
					return;
				}
				const double Error = Measure(
					Scene, Scene.Examples, Level.Triangles, [&](size_t Pose) { return Level.Positions[Pose + 1]; });
				if (bKeep)
				{
					const int Percent = static_cast<int>(100.0 * Parts[Index] + 0.5);
					Rows.Lower(Scene.Name + " geometry, vertices kept " + std::to_string(Percent) + " %", Error,
							"% of diagonal")
						.Baseline(Best[Index].Name, Best[Index].Error);
				}
				else
				{
					Report(Scene.Name + " geometry", Index, Error, Best[Index]);
				}
			}
		}
	}

	/** The state of a stream with at most so many triangles and influences. */
	FLodState Cut(const FLodScene& Scene, const FLodStream& Stream, size_t Triangles, size_t Influences)
	{
		const std::vector<FLodProgress> Progress = CountLodStream(Scene.Skin, Stream);
		size_t At = 0;
		while (At + 1 < Progress.size() && (Progress[At].Triangles > Triangles || Progress[At].Influences > Influences))
		{
			++At;
		}
		return ReplayLodStream(Scene.Skin, Stream, std::vector<size_t>{At}).front();
	}

	void MeasureSkin(const FLodScene& Scene, const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Posed,
		const std::vector<size_t>& Targets)
	{
		const auto MeasurePoints =
			[&](const std::vector<FAnimationVector>& Points, const std::vector<FTriangle>& Triangles)
		{
			return Measure(
				Scene, Posed, Triangles, [&](size_t Pose) { return Bench::PoseSkin(Points, Scene.Poses, Pose + 1); });
		};
		const std::vector<FBest> Best = FindRivals(Rest, Posed, Scene.Extent, Targets,
			[&](const Bench::FRivalLevel& Level)
			{ return MeasurePoints(Bench::SkinRival(Level, Rest, Scene.Skin), Level.Triangles); });
		FLodStreamOptions Options;
		Options.bRemoveInfluences = false;
		Options.MinTriangles = Targets.back();
		const TResult<FLodStream> HalfEdge = BuildLodStream(Scene.Skin, Scene.Poses, Options, Context);
		Options.Placement = ELodPlacement::Optimized;
		const TResult<FLodStream> Placed = BuildLodStream(Scene.Skin, Scene.Poses, Options, Context);
		Options.bRemoveInfluences = true;
		Options.Ranking = ELodRanking::ErrorPerInfluence;
		const TResult<FLodStream> Fewer = BuildLodStream(Scene.Skin, Scene.Poses, Options, Context);
		if (!HalfEdge || !Placed || !Fewer)
		{
			std::cerr << Scene.Name << ": no stream\n";
			return;
		}
		constexpr size_t Any = ~size_t{0};
		for (size_t Index = 0; Index < Targets.size(); ++Index)
		{
			FLodState Level = Cut(Scene, *Placed, Targets[Index], Any);
			const double Raw = MeasurePoints(Level.Points, Level.Triangles);
			if (!RefineLevelSkin(Level, Scene.Skin, Scene.Poses, {}, Context))
			{
				return;
			}
			const double Refined = MeasurePoints(Level.Points, Level.Triangles);
			Report(Scene.Name + " skin", Index, Refined, Best[Index]);
			const int Percent = static_cast<int>(100.0 * Parts[Index] + 0.5);
			if (Percent == 10 || Percent == 2)
			{
				const FLodState Plain = Cut(Scene, *HalfEdge, Targets[Index], Any);
				const double Kept = MeasurePoints(Plain.Points, Plain.Triangles);
				const std::string Suffix = " " + std::to_string(Percent) + " %";
				Rows.Lower(Scene.Name + " skin, full collapses unrefined" + Suffix, Raw, "% of diagonal")
					.Baseline("half-edges", Kept)
					.ReachRatio(1.0);
			}
			if (Percent == 25 || Percent == 10 || Percent == 5)
			{
				FLodState Lean = Cut(Scene, *Fewer, Any, Level.InfluenceCount());
				if (!RefineLevelSkin(Lean, Scene.Skin, Scene.Poses, {}, Context))
				{
					return;
				}
				Rows.Lower(Scene.Name + " skin, influences removed too, at " + std::to_string(Level.InfluenceCount()) +
							" influences",
						MeasurePoints(Lean.Points, Lean.Triangles), "% of diagonal")
					.Baseline("collapses only", Refined)
					.ReachRatio(1.0);
			}
		}
	}

	Bench::FRows& Rows;
	size_t Every;
	std::unique_ptr<IExecutor> Pool;
	FBuildContext Context;
};

/** A line of /proc/self/status in bytes; 0 where there is none. */
double ProcessBytes(const std::string& Key)
{
	std::ifstream Status("/proc/self/status");
	for (std::string Line; std::getline(Status, Line);)
	{
		if (Line.starts_with(Key))
		{
			return 1024.0 * std::atof(Line.c_str() + Key.size() + 1);
		}
	}
	return 0.0;
}

void FLodBench::Speed()
{
	double Last = 0.0, LastTriangles = 0.0, First = 0.0, FirstTriangles = 0.0;
	for (const size_t Vertices : {7500u, 30000u, 120000u})
	{
		const std::optional<FLodScene> Scene = Bench::SampleScene(Vertices, Context);
		if (!Scene)
		{
			return;
		}
		const double Triangles = static_cast<double>(Scene->Rest.Triangles.size());
		const std::string Size = std::to_string(static_cast<int>(Triangles / 1000.0 + 0.5)) + "k triangles";
		double Seconds = INFINITY, Bytes = 0.0;
		for (int Repeat = 0; Repeat < (Vertices > 50000 ? 1 : 3); ++Repeat)
		{
			malloc_trim(0); // what earlier work has freed would hide what this one takes
			std::ofstream("/proc/self/clear_refs") << "5";
			const double Before = ProcessBytes("VmRSS:");
			const std::clock_t Start = std::clock();
			const TResult<FLodStream> Stream = BuildLodStream(Scene->Skin, Scene->Poses, {}, {}); // one thread
			Seconds = std::min(Seconds, static_cast<double>(std::clock() - Start) / CLOCKS_PER_SEC);
			Bytes = ProcessBytes("VmHWM:") - Before;
			Bench::Keep(Stream);
		}
		Rows.Higher("stream, " + Size, Triangles / Seconds, "triangles/s").Reach(25000.0);
		if (Vertices > 50000)
		{
			Rows.Lower("stream memory, " + Size, Bytes / static_cast<double>(Scene->Skin.Points.size()), "bytes/vertex")
				.Reach(2000.0);
		}
		First = First == 0.0 ? Seconds : First;
		FirstTriangles = FirstTriangles == 0.0 ? Triangles : FirstTriangles;
		Last = Seconds;
		LastTriangles = Triangles;
	}
	Rows.Lower("stream, exponent of time over triangles",
			std::log(Last / First) / std::log(LastTriangles / FirstTriangles), "")
		.Reach(1.2);
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("lod", argc, argv);
	std::string Only;
	size_t Every = 1;
	for (int Index = 1; Index + 1 < argc; ++Index)
	{
		const std::string_view Argument = argv[Index];
		Only = Argument == "--set" ? argv[Index + 1] : Only;
		Every = Argument == "--every" ? static_cast<size_t>(std::max(1, std::atoi(argv[Index + 1]))) : Every;
	}
	FLodBench Bench(Rows, Every);
	for (const char* Set : {"horse-gallop", "cat-poses", "samba", "makehuman-dqs40"})
	{
		if (!Only.empty() && Only != Set)
		{
			continue;
		}
		if (const auto Folder = Bench::FindData(Set))
		{
			if (const std::optional<FLodScene> Scene = Bench::LoadScene(*Folder, Set, 20, Bench.GetContext()))
			{
				Bench.Run(*Scene);
			}
		}
	}
	if (Only.empty() || Only == "sample")
	{
		if (const std::optional<FLodScene> Scene = Bench::SampleScene(30000, Bench.GetContext()))
		{
			Bench.Run(*Scene);
		}
	}
	if (Only.empty() || Only == "speed")
	{
		Bench.Speed();
	}
	return Rows.Finish();
}
