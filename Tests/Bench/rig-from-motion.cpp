// Copyright (c) 2026 Exemplar contributors. MIT license.

// How well and how fast a rig is found from example poses. Errors are the root mean square of the vertex distance over
// all points and examples, in % of the rest's bounding-box diagonal. The figures of others, on the same sets and by the
// same definition: Dem Bones 1.2.1 with its defaults and tuned (regularizers off, 300 iterations), and the outputs of
// the original SSDR program (Le & Deng 2012) measured again. Times are of two threads.
//
//     bench-rig-from-motion [--set NAME] [--fast] [--json FILE]    one set only; the fast rows only

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "Sample/SampleFace.h"

#include <ctime>
#include <map>
#include <memory>
#include <optional>

namespace
{

using namespace Exemplar;

struct FJob
{
	const char* Set;
	int Bones;
	int Influences;
	double Reach;
	const char* Other;
	double OtherError;
	double OtherSeconds; // 0: not known
};

constexpr FJob Jobs[] = {{"horse-gallop", 20, 4, 0.27, "Dem Bones tuned", 0.316, 52.0},
	{"horse-gallop", 30, 4, 0.19, "Dem Bones tuned", 0.226, 76.0}, {"horse-poses", 20, 4, 0.27, "Dem Bones", 10.5, 0.0},
	{"cat-poses", 20, 4, 0.36, "SSDR rigid", 0.376, 28.0}, {"cat-poses", 25, 4, 0.25, "SSDR rigid", 0.267, 38.0},
	{"samba", 20, 4, 0.38, "Dem Bones tuned", 0.398, 134.0}, {"samba", 30, 4, 0.27, "Dem Bones tuned", 0.281, 134.0},
	{"cheburashka", 11, 4, 0.12, "Dem Bones", 0.353, 0.0}, {"cheburashka", 11, 11, 0.01, "Dem Bones", 0.353, 0.0},
	{"makehuman-lbs40", 30, 4, 0.10, "Dem Bones", 0.114, 48.0},
	{"dembones-bone", 20, 4, 0.20, "Dem Bones", 0.219, 0.0}};

/** The error of Dem Bones' defaults, to be reached in a third of its time. */
struct FFastJob
{
	const char* Set;
	int Bones;
	double Error;
	double Seconds;
};

constexpr FFastJob FastJobs[] = {
	{"horse-gallop", 20, 0.414, 3.0}, {"cat-poses", 20, 0.727, 1.0}, {"samba", 20, 0.56, 5.0}};

/** Bones that may be affine, as the original SSDR program had them in these runs. */
constexpr FJob AffineJobs[] = {{"horse-gallop", 20, 4, 0.243, "SSDR affine", 0.243, 177.0},
	{"horse-gallop", 30, 4, 0.152, "SSDR affine", 0.152, 372.0},
	{"horse-poses", 20, 4, 0.245, "SSDR affine", 0.245, 0.0}};

/** Bones that meet at their joints in every example, which the baselines do not make: the error that this costs. */
constexpr FJob ConnectedJobs[] = {
	{"horse-gallop", 20, 4, 0.45, "", 0.0, 0.0}, {"makehuman-lbs40", 20, 4, 0.1, "", 0.0, 0.0}};

constexpr double MaxSeconds = 30.0;

class FBench
{
public:
	explicit FBench(Bench::FRows& InRows)
		: Rows(InRows)
	{
	}

	std::string Only;

	const FExampleSet* Find(const std::string& Name)
	{
		if (!Only.empty() && Only != Name)
		{
			return nullptr;
		}
		if (const auto Found = Sets.find(Name); Found != Sets.end())
		{
			return &Found->second;
		}
		const auto Folder = Bench::FindData(Name);
		if (!Folder)
		{
			return nullptr;
		}
		TResult<FSourceExamples> Source = ImportExamples(*Folder);
		if (!Source)
		{
			std::cerr << Source.GetError().Message << "\n";
			return nullptr;
		}
		TResult<FExampleSet> Set = BuildExampleSet(std::move(Source).GetValue(), {}, {});
		if (!Set)
		{
			std::cerr << Set.GetError().Message << "\n";
			return nullptr;
		}
		return &(Sets[Name] = std::move(Set).GetValue());
	}

	struct FOutcome
	{
		double Error = 0.0;
		double Largest = 0.0; // of any point in any example
		double Seconds = 0.0; // of the wall
		double Busy = 0.0;    // of the processors, halved: what two threads would take on a machine of their own
		double AtRest = 0.0;  // of the bones' transforms in all examples, %
	};

	/** All of a rig: clusters, refinement, tree and joints. */
	FOutcome Run(const FExampleSet& Set, const FRefineOptions& Refine, bool bConnected = false)
	{
		FRigOptions Options;
		Options.Clusters.BoneCount = Refine.BoneCount;
		Options.Refine = Refine;
		Options.bConnected = bConnected;
		const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
		FBuildContext Context;
		Context.Executor = Pool.get();
		const auto Begin = std::chrono::steady_clock::now();
		const std::clock_t Clock = std::clock();
		const TResult<FRigResult> Rig = BuildRig(Set, Options, Context);
		FOutcome Outcome;
		Outcome.Busy = 0.5 * static_cast<double>(std::clock() - Clock) / CLOCKS_PER_SEC;
		Outcome.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
		if (!Rig)
		{
			std::cerr << Rig.GetError().Message << "\n";
			return Outcome;
		}
		const TResult<FErrorMeasures> Measures = MeasureRig(Set, Rig->Rig);
		Outcome.Error = Measures ? Measures.GetValue().VertexRms : std::numeric_limits<double>::quiet_NaN();
		Outcome.Largest = Measures ? Measures.GetValue().VertexMax : std::numeric_limits<double>::quiet_NaN();
		for (const FAffine3d& Transform : Rig->Rig.Transforms)
		{
			double Off = 0.0;
			for (size_t Entry = 0; Entry < Transform.M.size(); ++Entry)
			{
				Off = (std::max)(Off, std::abs(Transform.M[Entry] - (Entry % 5 == 0 ? 1.0 : 0.0)));
			}
			Outcome.AtRest += Off < 1e-12 ? 100.0 / static_cast<double>(Rig->Rig.Transforms.size()) : 0.0;
		}
		if (Rig->Rig.BoneCount != static_cast<size_t>(Refine.BoneCount))
		{
			std::cerr << "Bones delivered: " << Rig->Rig.BoneCount << " of " << Refine.BoneCount << "\n";
			Outcome.Error = std::numeric_limits<double>::quiet_NaN();
		}
		return Outcome;
	}

	void Report(const std::string& Name, const FOutcome& Outcome, double Reach, double ReachSeconds, const char* Other,
		double OtherError, double OtherSeconds)
	{
		Rows.Lower(Name + ": error", Outcome.Error, "%").Reach(Reach).Baseline(Other, OtherError);
		Rows.Lower(Name + ": largest error", Outcome.Largest, "%");
		auto Time = Rows.Lower(Name + ": time", Outcome.Seconds, "s").Reach(ReachSeconds);
		if (OtherSeconds > 0.0)
		{
			Time.Baseline(Other, OtherSeconds);
		}
		Rows.Lower(Name + ": processor time / 2", Outcome.Busy, "s");
		std::cerr << Name << ": " << Outcome.Error << " % in " << Outcome.Seconds << " s, busy " << Outcome.Busy
				  << " s\n";
	}

	void ReportConnected(const std::string& Name, const FOutcome& Outcome, double Reach)
	{
		Rows.Lower(Name + ": error", Outcome.Error, "%").Reach(Reach);
		Rows.Lower(Name + ": largest error", Outcome.Largest, "%");
		Rows.Lower(Name + ": time", Outcome.Seconds, "s").Reach(MaxSeconds);
		Rows.Lower(Name + ": processor time / 2", Outcome.Busy, "s");
		std::cerr << Name << ": " << Outcome.Error << " % in " << Outcome.Seconds << " s, busy " << Outcome.Busy
				  << " s\n";
	}

	void ReportTime(const std::string& Name, const FOutcome& Outcome, double ReachSeconds)
	{
		Rows.Lower(Name + ": time", Outcome.Seconds, "s").Reach(ReachSeconds);
		Rows.Lower(Name + ": processor time / 2", Outcome.Busy, "s");
		Rows.Lower(Name + ": error", Outcome.Error, "%");
		Rows.Lower(Name + ": largest error", Outcome.Largest, "%");
		std::cerr << Name << ": " << Outcome.Error << " % in " << Outcome.Seconds << " s, busy " << Outcome.Busy
				  << " s\n";
	}

	/** The worst point with and without a power of the error that makes it count. */
	void ReportPower(const std::string& Name, const FExampleSet& Set, int Bones, ERefineEffort Effort)
	{
		FRefineOptions Options;
		Options.BoneCount = Bones;
		Options.Effort = Effort;
		const FOutcome Square = Run(Set, Options);
		Options.Power = 8.0;
		const FOutcome Eighth = Run(Set, Options);
		Rows.Lower(Name + ", power 8: largest error", Eighth.Largest, "%")
			.Baseline("power 2", Square.Largest)
			.ReachRatio(0.5);
		Rows.Lower(Name + ", power 8: error", Eighth.Error, "%").Baseline("power 2", Square.Error).ReachRatio(1.02);
		std::cerr << Name << ": " << Square.Error << " % and at most " << Square.Largest << " %, with power 8 "
				  << Eighth.Error << " % and at most " << Eighth.Largest << " %\n";
	}

	/** Bones that stay at rest where moving them gains little. */
	void ReportMoveCost(const std::string& Name, const FExampleSet& Set, int Bones, double Cost, ERefineEffort Effort)
	{
		FRefineOptions Options;
		Options.BoneCount = Bones;
		Options.Effort = Effort;
		const FOutcome Free = Run(Set, Options);
		Options.MoveCost = Cost;
		const FOutcome Sparse = Run(Set, Options);
		Rows.Higher(Name + ": transforms at rest", Sparse.AtRest, "%").Baseline("no cost", Free.AtRest);
		Rows.Lower(Name + ": error", Sparse.Error, "%").Baseline("no cost", Free.Error);
		Rows.Lower(Name + ": largest error", Sparse.Largest, "%").Baseline("no cost", Free.Largest);
	}

private:
	Bench::FRows& Rows;
	std::map<std::string, FExampleSet> Sets;
};

/** Nine expressions of the head of a dense sample. */
std::optional<FExampleSet> MakeFaceSet()
{
	FSampleOptions Options;
	Options.VertexCount = 60000;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, {});
	TResult<FExampleSet> Set =
		Sample ? BuildExampleSet(MakeFaceExamples(*Sample), {}, {}) : TResult<FExampleSet>(Sample.GetError());
	if (!Set)
	{
		std::cerr << Set.GetError().Message << "\n";
		return std::nullopt;
	}
	return std::move(*Set);
}

/** A dense tube that writhes: no rigid bone anywhere. */
FExampleSet MakeDenseSet(size_t Sides, size_t Rings, size_t PoseCount)
{
	constexpr size_t Bones = 20;
	FExampleSet Set;
	for (size_t Pose = 0; Pose <= PoseCount; ++Pose)
	{
		std::vector<FDouble3> Points;
		double X = 0.0, Y = 0.0;
		for (size_t Ring = 0; Ring < Rings; ++Ring)
		{
			const double Along = static_cast<double>(Bones * Ring) / static_cast<double>(Rings);
			const double Phase = static_cast<double>(Pose);
			const double Heading =
				Pose == 0 ? 0.0 : 0.9 * std::sin(0.9 * Along + Phase) * std::cos(0.37 * Along * Phase);
			X += std::cos(Heading) * 20.0 / static_cast<double>(Rings);
			Y += std::sin(Heading) * 20.0 / static_cast<double>(Rings);
			for (size_t Side = 0; Side < Sides; ++Side)
			{
				const double Around = 6.283185307179586 * static_cast<double>(Side) / static_cast<double>(Sides);
				const double Out = (0.6 + 0.1 * std::sin(3.0 * Along)) * std::cos(Around);
				Points.push_back({X - Out * std::sin(Heading), Y + Out * std::cos(Heading), 0.6 * std::sin(Around)});
			}
		}
		(Pose == 0 ? Set.Rest.Positions : Set.Poses.emplace_back()) = std::move(Points);
	}
	for (size_t Ring = 0; Ring + 1 < Rings; ++Ring)
	{
		for (size_t Side = 0; Side < Sides; ++Side)
		{
			const auto At = [&](size_t R, size_t S) { return static_cast<int32_t>(R * Sides + S % Sides); };
			Set.Rest.Triangles.push_back({At(Ring, Side), At(Ring + 1, Side), At(Ring + 1, Side + 1)});
			Set.Rest.Triangles.push_back({At(Ring, Side), At(Ring + 1, Side + 1), At(Ring, Side + 1)});
		}
	}
	return Set;
}

} // namespace

int main(int Argc, char** Argv)
{
	Bench::FRows Rows("rig-from-motion", Argc, Argv);
	FBench Bench(Rows);
	bool bFastOnly = false;
	for (int Index = 1; Index < Argc; ++Index)
	{
		if (std::string_view(Argv[Index]) == "--set" && Index + 1 < Argc)
		{
			Bench.Only = Argv[Index + 1];
		}
		bFastOnly = bFastOnly || std::string_view(Argv[Index]) == "--fast";
	}
	for (const FFastJob& Job : FastJobs)
	{
		if (const FExampleSet* Set = Bench.Find(Job.Set))
		{
			FRefineOptions Options;
			Options.BoneCount = Job.Bones;
			Options.Effort = ERefineEffort::Fast;
			Bench.Report(std::string(Job.Set) + " " + std::to_string(Job.Bones) + " fast", Bench.Run(*Set, Options),
				Job.Error, Job.Seconds, "Dem Bones", Job.Error, 3.0 * Job.Seconds);
		}
	}
	if (Bench.Only.empty())
	{
		FRefineOptions Options;
		Options.BoneCount = 20;
		Options.Effort = ERefineEffort::Fast;
		Bench.ReportTime("42000 points x 10 poses fast", Bench.Run(MakeDenseSet(84, 500, 10), Options), 8.0);
		Options.BoneCount = 30;
		Options.Effort = ERefineEffort::Default;
		if (!bFastOnly)
		{
			Bench.ReportTime("20000 points x 100 poses", Bench.Run(MakeDenseSet(40, 500, 100), Options), 60.0);
		}
	}
	for (const FJob& Job : Jobs)
	{
		const FExampleSet* Set = bFastOnly ? nullptr : Bench.Find(Job.Set);
		if (Set != nullptr)
		{
			FRefineOptions Options;
			Options.BoneCount = Job.Bones;
			Options.MaxInfluences = Job.Influences;
			const std::string Cap = Job.Influences == 4 ? "" : " (" + std::to_string(Job.Influences) + " influences)";
			Bench.Report(std::string(Job.Set) + " " + std::to_string(Job.Bones) + Cap, Bench.Run(*Set, Options),
				Job.Reach, MaxSeconds, Job.Other, Job.OtherError, Job.OtherSeconds);
		}
	}
	for (const FJob& Job : AffineJobs)
	{
		const FExampleSet* Set = bFastOnly ? nullptr : Bench.Find(Job.Set);
		if (Set != nullptr)
		{
			FRefineOptions Options;
			Options.BoneCount = Job.Bones;
			Options.bAffineBones = true;
			Bench.Report(std::string(Job.Set) + " " + std::to_string(Job.Bones) + " affine", Bench.Run(*Set, Options),
				Job.Reach, MaxSeconds, Job.Other, Job.OtherError, Job.OtherSeconds);
		}
	}
	for (const FJob& Job : ConnectedJobs)
	{
		const FExampleSet* Set = bFastOnly ? nullptr : Bench.Find(Job.Set);
		if (Set != nullptr)
		{
			FRefineOptions Options;
			Options.BoneCount = Job.Bones;
			Bench.ReportConnected(std::string(Job.Set) + " " + std::to_string(Job.Bones) + " connected",
				Bench.Run(*Set, Options, true), Job.Reach);
		}
	}
	const ERefineEffort Effort = bFastOnly ? ERefineEffort::Fast : ERefineEffort::Default;
	for (const auto& [Name, Bones] :
		{std::pair("horse-poses", 20), std::pair("samba", 20), std::pair("cheburashka", 11)})
	{
		if (const FExampleSet* Set = Bench.Find(Name))
		{
			Bench.ReportPower(std::string(Name) + " " + std::to_string(Bones), *Set, Bones, Effort);
		}
	}
	if (const std::optional<FExampleSet> Face =
			Bench.Only.empty() || Bench.Only == "face" ? MakeFaceSet() : std::optional<FExampleSet>())
	{
		Bench.ReportPower("face 27", *Face, 27, Effort);
		Bench.ReportMoveCost("face 27, cost of moving 0.002 %", *Face, 27, 0.002, Effort);
	}
	return Rows.Finish();
}
