// Copyright (c) 2026 Exemplar contributors. MIT license.

// Levels of detail against all simplifiers of meshoptimizer 1.3 (under node; with ten poses stacked as attributes where
// they take any) and libigl's qslim, at 50, 25, 10, 5 and 2 % of the triangles. The character posed by its skin is
// measured against the level posed by its own (Metrics/SurfaceDistance.h): places spread evenly over each surface, both
// ways, in the poses that levels were made for and in the last third of the examples, which no level has seen. Vertices
// of rivals take the blend weights of the place of the original where they stand. Skins of data sets are found from
// their motion, with 20 bones.
//
//     bench-lod [--set NAME] [--json FILE]     one set ("sample", "operators" and "speed" are sets)

#include "Bake/Bake.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "LodScenes.h"
#include "Metrics/SurfaceDistance.h"
#include "OperatorPoses.h"

#include <ctime>
#include <malloc.h>
#include <memory>

namespace
{

using namespace Exemplar;
using Bench::FLodScene;

constexpr double Parts[] = {0.5, 0.25, 0.1, 0.05, 0.02};

/** Distances in % of the diagonal, in poses that levels were made for and in others. */
struct FDistances
{
	FSurfaceDistance Fitted, HeldOut;
};

struct FRival
{
	std::string Name;
	bool bKeepsVertices = false;
	std::vector<FDistances> Levels; // one per target
};

class FLodBench
{
public:
	explicit FLodBench(Bench::FRows& InRows)
		: Rows(InRows)
		, Pool(MakeThreadPool(2))
	{
		Context.Executor = Pool.get();
	}

	void Run(const FLodScene& Scene);
	void Speed();
	void Operators();

	const FBuildContext& GetContext() const { return Context; }

private:
	static std::vector<std::vector<FDouble3>> PoseAll(
		const std::vector<FAnimationVector>& Points, const FPoseSamples& Poses)
	{
		std::vector<std::vector<FDouble3>> Out;
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			Out.push_back(Bench::PoseSkin(Points, Poses, Pose));
		}
		return Out;
	}

	FSurfaceDistance MeasureIn(const FPoseSamples& Poses, const std::vector<std::vector<FDouble3>>& Original,
		const FLodScene& Scene, const std::vector<FAnimationVector>& Points, const std::vector<FTriangle>& Triangles)
	{
		const std::vector<std::vector<FDouble3>> Posed = PoseAll(Points, Poses);
		constexpr size_t Places = 4000;
		constexpr uint64_t Seed = 2026; // not one that levels are made with
		FSurfaceDistance Out =
			MeasureSurfaceDistance({Scene.Rest.Triangles, Original}, {Triangles, Posed}, Places, Seed, *Pool);
		for (double* Value : {&Out.Rms, &Out.There, &Out.Back, &Out.Max, &Out.Worst})
		{
			*Value *= 100.0 / Scene.Diagonal;
		}
		return Out;
	}

	FDistances Measure(
		const FLodScene& Scene, const std::vector<FAnimationVector>& Points, const std::vector<FTriangle>& Triangles)
	{
		return {MeasureIn(Scene.Known, KnownPoses, Scene, Points, Triangles),
			MeasureIn(Scene.HeldOut, OtherPoses, Scene, Points, Triangles)};
	}

	FDistances Measure(const FLodScene& Scene, const FLodState& Level)
	{
		return Measure(Scene, Level.Points, Level.Triangles);
	}

	std::vector<FRival> FindRivals(
		const FLodScene& Scene, const FTriangleMesh& Rest, const std::vector<size_t>& Targets)
	{
		std::vector<FRival> Out;
		const auto Add =
			[&](const std::string& Name, bool bKeepsVertices, const std::vector<Bench::FRivalLevel>& Levels)
		{
			FRival& Rival = Out.emplace_back(FRival{Name, bKeepsVertices, {}});
			for (const Bench::FRivalLevel& Level : Levels)
			{
				Rival.Levels.push_back(Measure(Scene, Bench::SkinRival(Level, Rest, Scene.Skin), Level.Triangles));
			}
		};
		std::vector<Bench::FRivalLevel> Qslim;
		for (const size_t Target : Targets)
		{
			Qslim.push_back(Bench::SimplifyQslim(Rest, Target));
		}
		Add("qslim", false, Qslim);
		struct FEntry
		{
			const char* Name;
			Bench::ESimplifier Simplifier;
			bool bStacked;
		};
		const std::vector<std::vector<FDouble3>> None;
		for (const FEntry& Entry : {FEntry{"simplify", Bench::ESimplifier::Plain, false},
				 FEntry{"simplifySloppy", Bench::ESimplifier::Sloppy, false},
				 FEntry{"simplifyWithAttributes, poses stacked", Bench::ESimplifier::WithAttributes, true},
				 FEntry{"simplifyWithUpdate", Bench::ESimplifier::WithUpdate, false},
				 FEntry{"simplifyWithUpdate, poses stacked", Bench::ESimplifier::WithUpdate, true}})
		{
			const auto Levels = Bench::SimplifyByMeshoptimizer(Entry.Simplifier, Rest,
				Entry.bStacked ? std::span(KnownPoses).subspan(1) : std::span(None), Scene.Extent, Targets);
			if (Levels)
			{
				Add(Entry.Name, Entry.Simplifier != Bench::ESimplifier::WithUpdate, *Levels);
			}
		}
		return Out;
	}

	/** A row against the best of the rivals by the same figure. */
	template <typename FigureType>
	void Report(const std::string& Name, std::span<const FRival> Rivals, size_t Index, bool bKeepsVertices,
		const FDistances& Own, const FigureType& Figure, std::optional<double> Reach)
	{
		const FRival* Best = nullptr;
		for (const FRival& Rival : Rivals)
		{
			const bool bBetter = Best == nullptr || Figure(Rival.Levels[Index]) < Figure(Best->Levels[Index]);
			Best = (!bKeepsVertices || Rival.bKeepsVertices) && bBetter ? &Rival : Best;
		}
		Bench::FRowEditor Row = Rows.Lower(Name, Figure(Own), "% of diagonal");
		if (Best != nullptr)
		{
			Row.Baseline(Best->Name, Figure(Best->Levels[Index]));
			if (Reach)
			{
				Row.ReachRatio(*Reach);
			}
		}
	}

	/** The state of a stream with at most so many triangles and influences. */
	FLodState Cut(const FLodScene& Scene, const FLodStream& Stream, size_t Triangles, size_t Influences = ~size_t{0})
	{
		const std::vector<FLodProgress> Progress = CountLodStream(Scene.Skin, Stream);
		size_t At = 0;
		while (At + 1 < Progress.size() && (Progress[At].Triangles > Triangles || Progress[At].Influences > Influences))
		{
			++At;
		}
		return ReplayLodStream(Scene.Skin, Stream, std::vector<size_t>{At}).front();
	}

	void MeasureLevels(const FLodScene& Scene, std::span<const FRival> Rivals, const std::vector<size_t>& Targets);

	Bench::FRows& Rows;
	std::unique_ptr<IExecutor> Pool;
	FBuildContext Context;
	std::vector<std::vector<FDouble3>> KnownPoses, OtherPoses; // of the scene
};

void FLodBench::Run(const FLodScene& Scene)
{
	std::vector<size_t> Targets;
	for (const double Part : Parts)
	{
		Targets.push_back(static_cast<size_t>(Part * static_cast<double>(Scene.Rest.Triangles.size())));
	}
	KnownPoses = PoseAll(Scene.Skin.Points, Scene.Known);
	OtherPoses = PoseAll(Scene.Skin.Points, Scene.HeldOut);
	const FTriangleMesh Rest{KnownPoses[0], Scene.Rest.Triangles};
	MeasureLevels(Scene, FindRivals(Scene, Rest, Targets), Targets);
}

void FLodBench::MeasureLevels(
	const FLodScene& Scene, std::span<const FRival> Rivals, const std::vector<size_t>& Targets)
{
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
	const auto Fitted = [](const FDistances& Of) { return Of.Fitted.Rms; };
	const auto HeldOut = [](const FDistances& Of) { return Of.HeldOut.Rms; };
	for (size_t Index = 0; Index < Targets.size(); ++Index)
	{
		const int Percent = static_cast<int>(100.0 * Parts[Index] + 0.5);
		const std::string Name = Scene.Name + " " + std::to_string(Percent) + " %";
		FLodState Level = Cut(Scene, *Placed, Targets[Index]);
		const FDistances Raw = Measure(Scene, Level);
		if (!RefineLevelSkin(Level, Scene.Skin, Scene.Poses, {}, Context))
		{
			return;
		}
		const FDistances Own = Measure(Scene, Level);
		Report(Name, Rivals, Index, false, Own, Fitted, 0.8);
		Report(Name + ", held-out poses", Rivals, Index, false, Own, HeldOut, 0.8);
		Report(Name + ", largest", Rivals, Index, false, Own, [](const FDistances& Of) { return Of.Fitted.Max; }, {});
		Report(Name + ", largest, held-out poses", Rivals, Index, false, Own,
			[](const FDistances& Of) { return Of.HeldOut.Max; }, {});
		Rows.Lower(Name + ", refined", Own.Fitted.Rms, "% of diagonal")
			.Baseline("unrefined", Raw.Fitted.Rms)
			.ReachRatio(1.0);
		Rows.Lower(Name + ", refined, held-out poses", Own.HeldOut.Rms, "% of diagonal")
			.Baseline("unrefined", Raw.HeldOut.Rms)
			.ReachRatio(1.0);
		const FDistances Kept = Measure(Scene, Cut(Scene, *HalfEdge, Targets[Index]));
		Report(Name + ", vertices kept", Rivals, Index, true, Kept, Fitted, {});
		Report(Name + ", vertices kept, held-out poses", Rivals, Index, true, Kept, HeldOut, {});
		FLodState Lean = Cut(Scene, *Fewer, ~size_t{0}, Level.InfluenceCount());
		if (!RefineLevelSkin(Lean, Scene.Skin, Scene.Poses, {}, Context))
		{
			return;
		}
		Rows.Lower(Name + ", influences removed too, at " + std::to_string(Level.InfluenceCount()) + " influences",
				Measure(Scene, Lean).HeldOut.Rms, "% of diagonal")
			.Baseline("collapses only", Own.HeldOut.Rms)
			.ReachRatio(1.0);
	}
}

/** Levels of the sample as the operators of the run time show them, against its finest level under the same. */
void FLodBench::Operators()
{
	const TResult<FSampleCharacter> Sample = BuildSample({}, Context);
	const TResult<FExampleSet> Set =
		Sample ? BuildExampleSet(Sample->Source, {}, Context) : TResult<FExampleSet>(Sample.GetError());
	TResult<FCharacterParts> Character = Set ? MakeSourceParts(*Set) : TResult<FCharacterParts>(Set.GetError());
	if (!Character)
	{
		std::cerr << Character.GetError().Message << "\n";
		return;
	}
	FLevelOptions Options;
	Options.Fractions = {0.5, 0.25, 0.1};
	TResult<FLevels> Levels = BuildLevels(Character->Surface, Character->Skin, Character->Animation, Options, Context);
	Character->Levels = Levels ? std::move(*Levels) : FLevels{};
	const TResult<FBakedCharacter> Baked = Bake(*Character, {}, Context);
	if (!Levels || !Baked)
	{
		std::cerr << (Levels ? Baked.GetError() : Levels.GetError()).Message << "\n";
		return;
	}
	const double Percent = 100.0 / static_cast<double>(Baked->Character->RestBox.Diagonal());
	for (size_t Level = 1; Level < Baked->Character->Levels.size(); ++Level)
	{
		const int Part = static_cast<int>(100.0 * Options.Fractions[Level - 1] + 0.5);
		const auto Own = MeasureByOperator(Baked->Character, Level, ESkinOperator::AnimationSpace, 1);
		for (const auto& [Operator, Name] : {std::pair{ESkinOperator::LinearBlend, "linear blending"},
				 std::pair{ESkinOperator::DualQuaternion, "dual quaternions"},
				 std::pair{ESkinOperator::Spherical, "spherical blending"},
				 std::pair{ESkinOperator::Twist, "twist segments"}})
		{
			const auto Other = MeasureByOperator(Baked->Character, Level, Operator, 1);
			if (Own && Other)
			{
				Rows.Lower("sample with UVs " + std::to_string(Part) + " %, " + Name, Percent * Other->Rms,
						"% of diagonal")
					.Baseline("animation space", Percent * Own->Rms);
			}
		}
	}
}

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
	for (int Index = 1; Index + 1 < argc; ++Index)
	{
		const std::string_view Argument = argv[Index];
		Only = Argument == "--set" ? argv[Index + 1] : Only;
	}
	FLodBench Bench(Rows);
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
	if (Only.empty() || Only == "operators")
	{
		Bench.Operators();
	}
	if (Only.empty() || Only == "speed")
	{
		Bench.Speed();
	}
	return Rows.Finish();
}
