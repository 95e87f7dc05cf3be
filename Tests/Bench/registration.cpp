// Copyright (c) 2026 Exemplar contributors. MIT license.

// How well and how fast scans are registered. The error is the mean distance of the template's vertices from their true
// places, % of the template's diagonal, averaged over the poses, failed ones included. "automatic" has neither
// landmarks nor a guess; "landmarks" has 30 true ones, spread over the template. The figures of others are public
// programs on the same scans, by the same definition (measured for the method card, not here): Fast_RNRR (Yao et al.
// 2020) and Bayesian CPD (Hirose) without clicks, the better of them; Fast_RNRR from the landmarks.
//
// "sample" are simulated scans of the sample's poses, some turned, with floor or strap: what thresholds of verdicts are
// chosen on. It needs no data.
//
//     bench-registration [--set NAME] [--json FILE]    one set only

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Geometry/Measures.h"
#include "Metrics/ErrorMeasures.h"
#include "Registration/RegisterScans.h"
#include "Rig/BuildRig.h"
#include "Sample/SampleCharacter.h"
#include "Sample/ScanSimulator.h"

#include <sys/resource.h>

namespace
{

using namespace Exemplar;

struct FJob
{
	const char* Set;
	int First, Last;
	int FirstFrame; // of true.pc2: the scan of frame 0
	bool bOrdered;
	double Automatic, Landmarks;           // what is to be reached
	double OtherAutomatic, OtherLandmarks; // what others reach
};

constexpr FJob Jobs[] = {{"mh-scan", 1, 8, 0, false, 0.42, 0.35, 4.0, 1.0},
	{"cat-scan", 1, 9, 1, false, 2.0, 1.2, 5.6, 1.7}, {"makehuman-diffconn", 1, 8, 1, false, 0.25, 0.20, 3.5, 0.70},
	{"samba-seq", 1, 12, 1, true, 0.40, 0.35, 1.8, 0.87}, {"sample", 1, 16, 1, false, 0.35, 0.35, 0.0, 0.0}};

constexpr size_t LandmarkCount = 30;
constexpr double FailedError = 6.0; // a pose above it has to be reported as failed
constexpr double SecondsAutomatic = 15.0, SecondsLandmarks = 5.0, Megabytes = 1024.0;

/** The scans of a set, and the truth of each. */
struct FSet
{
	FTemplate Template;
	FScanSet Scans;
	std::vector<std::vector<FDouble3>> Truth;
	double Diagonal = 1.0;
};

std::filesystem::path DataFolder()
{
	return std::filesystem::path(EXEMPLAR_SOURCE_DIR) / ".." / "shared" / "data";
}

std::vector<FDouble3> ToPoints(std::span<const FFloat3> Frame)
{
	std::vector<FDouble3> Out;
	for (const FFloat3& P : Frame)
	{
		Out.push_back({static_cast<double>(P.X), static_cast<double>(P.Y), static_cast<double>(P.Z)});
	}
	return Out;
}

/** Scans of the sample character's poses. */
std::optional<FSet> SimulateSet(const FBuildContext& Context)
{
	FSampleOptions Options;
	Options.VertexCount = 6000;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	if (!Sample)
	{
		return std::nullopt;
	}
	FSet Set;
	Set.Diagonal = BoxDiagonal(Sample->Source.Rest.Positions);
	Set.Template = {"rest.obj", Sample->Source.Rest, {}};
	for (size_t Pose = 0; Pose < Sample->Source.Poses.size(); ++Pose)
	{
		FScanSimulation Simulation;
		Simulation.Cell = 0.01;
		Simulation.Noise = Pose % 3 == 0 ? 0.0003 : Pose % 3 == 1 ? 0.001 : 0.002;
		Simulation.bFloor = Pose % 2 == 1;
		Simulation.bStrap = Pose % 5 == 2;
		Simulation.Turn = 0.9 * static_cast<double>(Pose);
		Simulation.Cameras = Pose % 4 == 3 ? 4 : 6;
		FBuildContext Own = Context;
		Own.Seed = Pose + 1;
		TResult<FSimulatedScan> Scan =
			SimulateScan(Sample->Source.Poses[Pose].Positions.ToVector(), Sample->Triangles, Simulation, Own);
		if (!Scan)
		{
			return std::nullopt;
		}
		Scan->Scan.Name = Sample->Source.Poses[Pose].Name;
		Set.Scans.Scans.push_back(std::move(Scan->Scan));
		Set.Truth.push_back(std::move(Scan->Truth));
	}
	return Set;
}

std::optional<FSet> ReadSet(const FJob& Job)
{
	const bool bClean = std::string_view(Job.Set) == "makehuman-diffconn";
	const std::filesystem::path Folder = bClean ? DataFolder() / Job.Set : DataFolder() / "registration" / Job.Set;
	const std::filesystem::path Whole = DataFolder() / "makehuman-dqs40";
	TResult<FSourceMesh> Template = ReadMeshFile(bClean ? Whole / "rest.obj" : Folder / "template.obj");
	const TResult<FPointCache> Cache = ReadPointCacheFile(bClean ? Whole / "frames.pc2" : Folder / "true.pc2");
	if (!Template || !Cache)
	{
		std::printf("skipped %s: %s\n", Job.Set, (!Template ? Template.GetError() : Cache.GetError()).Message.c_str());
		return std::nullopt;
	}
	FSet Set;
	Set.Diagonal = BoxDiagonal(Template->Positions);
	Set.Template = {"template.obj", std::move(*Template), {}};
	Set.Scans.bOrdered = Job.bOrdered;
	for (int Index = Job.First; Index <= Job.Last; ++Index)
	{
		char Name[32];
		std::snprintf(Name, sizeof(Name), bClean ? "pose%02d.obj" : "scan%02d.ply", Index);
		TResult<FSourceMesh> Mesh = ReadMeshFile(Folder / Name);
		if (!Mesh)
		{
			std::printf("skipped %s: %s\n", Job.Set, Mesh.GetError().Message.c_str());
			return std::nullopt;
		}
		Set.Scans.Scans.push_back({Name, std::move(*Mesh), {}});
		Set.Truth.push_back(
			ToPoints(Cache->Frame(static_cast<size_t>(bClean ? 5 * Index - 3 : Index - Job.FirstFrame))));
	}
	return Set;
}

double DistanceOf(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

/** True landmarks at vertices that are far from each other. */
void AddLandmarks(FSet& Set)
{
	const std::vector<FDouble3>& Rest = Set.Template.Mesh.Positions;
	std::vector<double> Distances(Rest.size(), 1e300);
	size_t Next = 0;
	for (size_t Index = 0; Index < LandmarkCount; ++Index)
	{
		const std::string Name = "landmark " + std::to_string(Index);
		Set.Template.Landmarks.push_back({Name, Rest[Next]});
		for (size_t Scan = 0; Scan < Set.Scans.Scans.size(); ++Scan)
		{
			Set.Scans.Scans[Scan].Landmarks.push_back({Name, Set.Truth[Scan][Next]});
		}
		for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
		{
			Distances[Vertex] = std::min(Distances[Vertex], DistanceOf(Rest[Vertex], Rest[Next]));
		}
		Next = static_cast<size_t>(std::max_element(Distances.begin(), Distances.end()) - Distances.begin());
	}
}

struct FErrors
{
	double Mean = 0.0, Max = 0.0, Observed = 0.0;
	size_t Unreported = 0; // poses above FailedError that did not fail
	double SecondsPerPose = 0.0;
};

FErrors Measure(const FSet& Set, const FRegisteredExamples& Registered, double Seconds)
{
	FErrors Out;
	for (size_t Pose = 0; Pose < Registered.Poses.size(); ++Pose)
	{
		const FRegisteredPose& Each = Registered.Poses[Pose];
		double Sum = 0.0, Seen = 0.0, SeenCount = 0.0, Max = 0.0;
		for (size_t Vertex = 0; Vertex < Set.Truth[Pose].size(); ++Vertex)
		{
			// A refused scan has no positions: it counts as if the template stood at rest.
			const FDouble3& Place =
				Each.Positions.empty() ? Set.Template.Mesh.Positions[Vertex] : Each.Positions[Vertex];
			const double Error = 100.0 * DistanceOf(Place, Set.Truth[Pose][Vertex]) / Set.Diagonal;
			Sum += Error;
			Max = std::max(Max, Error);
			if (!Each.States.empty() && Each.States[Vertex] == EPointState::Observed)
			{
				Seen += Error;
				SeenCount += 1.0;
			}
		}
		const double Mean = Sum / static_cast<double>(Set.Truth[Pose].size());
		std::printf(
			"  %s: mean %.3f, observed %.3f, max %.1f, score %.3f, scan explained %.3f, seen %.2f, stretch %.3f, rig "
			"%.2f, round %d, %s\n",
			Each.Name.c_str(), Mean, Seen / std::max(1.0, SeenCount), Max, Each.Score, Each.Coverage, Each.Observed,
			Each.Stretch, Each.RigAgreement, Each.Round,
			Each.Verdict == EVerdict::Good           ? "good"
				: Each.Verdict == EVerdict::Doubtful ? "doubtful"
													 : "failed");
		Out.Mean += Mean / static_cast<double>(Registered.Poses.size());
		Out.Observed += Seen / std::max(1.0, SeenCount) / static_cast<double>(Registered.Poses.size());
		Out.Max = std::max(Out.Max, Max);
		Out.Unreported += Mean > FailedError && Each.Verdict != EVerdict::Failed;
	}
	Out.SecondsPerPose = Seconds / static_cast<double>(Registered.Poses.size());
	return Out;
}

/** The error on the true meshes of a rig from some poses: its weights, with motions fitted to the truth. */
double RigErrorOnTruth(const FSet& Set, const std::vector<std::vector<FDouble3>>& Poses, const FBuildContext& Context)
{
	FSourceExamples Source;
	Source.Rest = Set.Template.Mesh;
	for (const std::vector<FDouble3>& Pose : Poses)
	{
		Source.Poses.push_back({"pose", Pose});
	}
	TResult<FExampleSet> Examples = BuildExampleSet(Source, {}, Context);
	if (!Examples)
	{
		return NAN;
	}
	FRigOptions Options;
	Options.Clusters.BoneCount = 24;
	Options.Refine.Effort = ERefineEffort::Fast;
	TResult<FRigResult> Rig = BuildRig(*Examples, Options, Context);
	Source.Poses.clear();
	for (const std::vector<FDouble3>& Pose : Set.Truth)
	{
		Source.Poses.push_back({"truth", Pose});
	}
	TResult<FExampleSet> True = BuildExampleSet(Source, {}, Context);
	if (!Rig || !True)
	{
		return NAN;
	}
	const TResult<FRig> Fitted = FitMotions(*True, Rig->Rig, Context);
	const TResult<FErrorMeasures> Errors = Fitted ? MeasureRig(*True, *Fitted) : Fitted.GetError();
	return Errors ? Errors->VertexRms : NAN;
}

class FBench
{
public:
	FBench(int Count, char** Arguments)
		: Rows("registration", Count, Arguments)
		, Pool(MakeThreadPool(2))
	{
		Context.Executor = Pool.get();
	}

	int Run(const std::string& Only)
	{
		for (const FJob& Job : Jobs)
		{
			if (!Only.empty() && Only != Job.Set)
			{
				continue;
			}
			if (std::optional<FSet> Set = std::string_view(Job.Set) == "sample" ? SimulateSet(Context) : ReadSet(Job))
			{
				RunAutomatic(Job, *Set);
				AddLandmarks(*Set);
				RunLandmarks(Job, *Set);
			}
		}
		rusage Usage{};
		getrusage(RUSAGE_SELF, &Usage);
		Rows.Lower("peak memory", static_cast<double>(Usage.ru_maxrss) / 1024.0, "MB").Reach(Megabytes);
		return Rows.Finish();
	}

private:
	std::optional<FRegisteredExamples> Register(const FSet& Set, int Rounds, double& Seconds)
	{
		FRegistrationOptions Options;
		Options.RigRounds = Rounds;
		const auto Start = std::chrono::steady_clock::now();
		TResult<FRegisteredExamples> Out = RegisterScans(Set.Scans, Set.Template, Options, Context);
		Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
		if (!Out)
		{
			std::printf("%s\n", Out.GetError().Message.c_str());
			return std::nullopt;
		}
		return std::move(*Out);
	}

	void RunAutomatic(const FJob& Job, const FSet& Set)
	{
		const std::string Name = Job.Set;
		double Seconds = 0.0, Before = 0.0;
		std::printf("%s, automatic, without the rig\n", Job.Set);
		const std::optional<FRegisteredExamples> Alone = Register(Set, 0, Before);
		const double First = Alone ? Measure(Set, *Alone, Before).Mean : NAN;
		std::printf("%s, automatic\n", Job.Set);
		const std::optional<FRegisteredExamples> Registered = Register(Set, 2, Seconds);
		if (!Registered || !Alone)
		{
			return;
		}
		const FErrors Errors = Measure(Set, *Registered, Seconds);
		Bench::FRowEditor Row = Rows.Lower(Name + ", automatic", Errors.Mean, "%").Reach(Job.Automatic);
		if (Job.OtherAutomatic > 0.0)
		{
			Row.Baseline("others", Job.OtherAutomatic);
		}
		Rows.Lower(Name + ", automatic, without the rig in the loop", First, "%");
		Rows.Lower(Name + ", automatic, observed vertices", Errors.Observed, "%");
		Rows.Lower(Name + ", automatic, largest", Errors.Max, "%");
		Rows.Lower(Name + ", wrong poses that were not reported", static_cast<double>(Errors.Unreported), "")
			.Reach(0.0);
		Rows.Lower(Name + ", automatic, time per pose", Errors.SecondsPerPose, "s").Reach(SecondsAutomatic);
		if (Name == "mh-scan" || Name == "samba-seq")
		{
			const double True = RigErrorOnTruth(Set, Set.Truth, Context);
			Rows.Lower(Name + ", rig from the scans on the true meshes",
					RigErrorOnTruth(Set, Used(*Registered), Context), "%")
				.Baseline("rig from the truth", True)
				.ReachRatio(1.3);
			Rows.Lower(
					Name + ", the same without the rig in the loop", RigErrorOnTruth(Set, Used(*Alone), Context), "%")
				.Baseline("rig from the truth", True);
		}
	}

	void RunLandmarks(const FJob& Job, const FSet& Set)
	{
		double Seconds = 0.0;
		std::printf("%s, landmarks\n", Job.Set);
		if (const std::optional<FRegisteredExamples> Registered = Register(Set, 0, Seconds))
		{
			const FErrors Errors = Measure(Set, *Registered, Seconds);
			const std::string Name = Job.Set;
			Bench::FRowEditor Row = Rows.Lower(Name + ", landmarks", Errors.Mean, "%").Reach(Job.Landmarks);
			if (Job.OtherLandmarks > 0.0)
			{
				Row.Baseline("others", Job.OtherLandmarks);
			}
			Rows.Lower(Name + ", landmarks, largest", Errors.Max, "%");
			Rows.Lower(Name + ", landmarks, time per pose", Errors.SecondsPerPose, "s").Reach(SecondsLandmarks);
		}
	}

	static std::vector<std::vector<FDouble3>> Used(const FRegisteredExamples& Registered)
	{
		std::vector<std::vector<FDouble3>> Out;
		for (const FSourcePose& Pose : Registered.Examples.Poses)
		{
			Out.push_back(Pose.Positions.ToVector());
		}
		return Out;
	}

	Bench::FRows Rows;
	std::unique_ptr<IExecutor> Pool;
	FBuildContext Context;
};

} // namespace

int main(int Count, char** Arguments)
{
	std::string Only;
	for (int Index = 1; Index + 1 < Count; ++Index)
	{
		if (std::string_view(Arguments[Index]) == "--set")
		{
			Only = Arguments[Index + 1];
		}
	}
	return FBench(Count, Arguments).Run(Only);
}
