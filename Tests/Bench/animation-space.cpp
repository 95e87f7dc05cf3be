// Copyright (c) 2026 Exemplar contributors. MIT license.

// How much animation space brings over linear blending with the same free rigid bones and at most four influences: on
// the examples, on poses held out, and in what time. Rigs are made in the same run, from the fitted poses alone. Errors
// are the root mean square of the vertex distance over all points and poses, in % of the rest's bounding-box diagonal.
// On poses held out only the bones are moved, once, with the linear blend skin. Times are of two threads.
//
//     bench-animation-space [--set NAME] [--fast] [--json FILE]    one set only; rigs by the fast search

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Rig/BuildRig.h"
#include "Sample/SampleCharacter.h"
#include "Skin/FitSkin.h"
#include "Skin/PointFit.h"

#include <map>
#include <memory>

namespace
{

using namespace Exemplar;

constexpr int Bones = 20;
constexpr int Exchanges = 30; // of bones that the skin for the examples may make
constexpr double TrainingReach = 0.5;

std::optional<FExampleSet> LoadSet(const std::string& Name)
{
	const auto Check = [](TResult<FExampleSet> Set) -> std::optional<FExampleSet>
	{
		if (!Set)
		{
			std::cerr << Set.GetError().Message << "\n";
			return std::nullopt;
		}
		return std::move(Set).GetValue();
	};
	if (Name == "sample with bulges")
	{
		FSampleOptions Options;
		Options.bBulges = true;
		Options.bWalkFrames = true; // 24 at the end
		TResult<FSampleCharacter> Sample = BuildSample(Options, {});
		return Sample ? Check(BuildExampleSet(std::move(Sample->Source), {}, {})) : std::nullopt;
	}
	const auto Folder = Bench::FindData(Name);
	if (!Folder)
	{
		return std::nullopt;
	}
	TResult<FSourceExamples> Source = ImportExamples(*Folder);
	if (!Source)
	{
		std::cerr << Source.GetError().Message << "\n";
		return std::nullopt;
	}
	return Check(BuildExampleSet(std::move(Source).GetValue(), {}, {}));
}

FExampleSet Select(const FExampleSet& Set, size_t First, size_t Last, size_t Step = 1)
{
	FExampleSet Out = Set;
	Out.Poses.clear();
	Out.Source.Poses.clear();
	for (size_t Pose = First; Pose < Last && Pose < Set.PoseCount(); Pose += Step)
	{
		Out.Poses.push_back(Set.Poses[Pose]);
		Out.Source.Poses.push_back(Set.Source.Poses[Pose]);
	}
	return Out;
}

class FBench
{
public:
	FBench(Bench::FRows& InRows, int Argc, char** Argv)
		: Rows(InRows)
		, Pool(MakeThreadPool(2))
	{
		Context.Executor = Pool.get();
		for (int Index = 1; Index < Argc; ++Index)
		{
			if (std::string_view(Argv[Index]) == "--set" && Index + 1 < Argc)
			{
				Only = Argv[Index + 1];
			}
			bFast = bFast || std::string_view(Argv[Index]) == "--fast";
		}
	}

	bool Wants(const std::string& Name) const { return Only.empty() || Name.find(Only) != std::string::npos; }

	std::optional<FRig> MakeRig(const FExampleSet& Set)
	{
		FRefineOptions Options;
		Options.BoneCount = Bones;
		Options.Effort = bFast ? ERefineEffort::Fast : ERefineEffort::Default;
		TResult<FRig> Rig = RefineRig(Set, {}, Options, Context);
		if (!Rig)
		{
			std::cerr << Rig.GetError().Message << "\n";
			return std::nullopt;
		}
		return std::move(*Rig);
	}

	/** The examples as exactly as four influences allow, and what the careful fit leaves of them. */
	void Train(const std::string& Name, const FExampleSet& Set, const FRig& Rig)
	{
		for (const ESkinAim Aim : {ESkinAim::Examples, ESkinAim::NewPoses})
		{
			FSkinFitOptions Options;
			Options.Aim = Aim;
			Options.Exchanges = Exchanges;
			const TResult<FSkinResult> Fit = FitSkin(Set, Rig, Options, Context);
			const TResult<FSkinComparison> Comparison = Fit ? CompareSkins(Set, MovedRig(Rig, *Fit), Fit->Skin.Points)
															: TResult<FSkinComparison>(Fit.GetError());
			// Linear blending with its own best motions, not with those of the points.
			const TResult<FSkinComparison> Blend =
				Fit ? CompareSkins(Set, Rig, Fit->Skin.Points) : TResult<FSkinComparison>(Fit.GetError());
			if (!Comparison || !Blend)
			{
				std::cerr << (Comparison ? Blend.GetError() : Comparison.GetError()).Message << "\n";
				return;
			}
			const bool bExamples = Aim == ESkinAim::Examples;
			auto Row = Rows.Lower(
				Name + (bExamples ? ": examples" : ": examples, aimed at new poses"), Comparison->Skin.VertexRms, "%");
			Row.Baseline("linear blending", Blend->Blend.VertexRms);
			Rows.Lower(Name + (bExamples ? ": examples" : ": examples, aimed at new poses") + ", largest",
					Comparison->Skin.VertexMax, "%")
				.Baseline("linear blending", Blend->Blend.VertexMax);
			if (bExamples)
			{
				Row.ReachRatio(TrainingReach);
			}
			std::cerr << Name << (bExamples ? " examples " : " new poses ")
					  << Comparison->Skin.VertexRms / Blend->Blend.VertexRms << "\n";
		}
	}

	void HoldOut(const std::string& Name, const FExampleSet& Fitted, const FRig& Rig, const FExampleSet& Unseen,
		double ReachRatio)
	{
		const TResult<FSkinResult> Fit = FitSkin(Fitted, Rig, {}, Context);
		const TResult<FRig> Moved = FitMotions(Unseen, Rig, Context);
		if (!Fit || !Moved)
		{
			std::cerr << (Fit ? Moved.GetError() : Fit.GetError()).Message << "\n";
			return;
		}
		const TResult<FSkinComparison> Comparison = CompareSkins(Unseen, *Moved, Fit->Skin.Points);
		if (!Comparison)
		{
			std::cerr << Comparison.GetError().Message << "\n";
			return;
		}
		Rows.Lower(Name + ": held out", Comparison->Skin.VertexRms, "%")
			.Baseline("linear blending", Comparison->Blend.VertexRms)
			.ReachRatio(ReachRatio);
		Rows.Lower(Name + ": held out, normals", Comparison->Skin.NormalRms, "chord")
			.Baseline("linear blending", Comparison->Blend.NormalRms);
		std::cerr << Name << " held out " << Comparison->Skin.VertexRms / Comparison->Blend.VertexRms
				  << (Fit->bBlend ? " (linear blending)" : "") << "\n";
		// What regularization is worth: the same bones and influences by plain least squares.
		FPointFitOptions Plain;
		Plain.Lambda = 0.0;
		Plain.RestWeight = 0.0;
		const TResult<FPointFit> Points = FitPoints(Fitted, Rig, Plain, Context);
		const TResult<FSkinComparison> Unregularized =
			Points ? CompareSkins(Unseen, *Moved, Points->Points) : TResult<FSkinComparison>(Points.GetError());
		if (Unregularized)
		{
			Rows.Lower(Name + ": held out, least squares", Unregularized->Skin.VertexRms, "%")
				.Baseline("linear blending", Unregularized->Blend.VertexRms);
		}
	}

	/** The size of the thesis' horse, which took 104 s there (Merry 2007, section 8.1). */
	void Time(const FExampleSet& Set, const FRig& Found)
	{
		const FExampleSet Eleven = Select(Set, 0, 11);
		const TResult<FRig> Moved = FitMotions(Eleven, Found, Context);
		if (!Moved)
		{
			std::cerr << Moved.GetError().Message << "\n";
			return;
		}
		const FRig& Rig = *Moved;
		const std::string Size = std::to_string(Eleven.PointCount()) + " points x 11 poses: ";
		FPointFitOptions Options;
		const auto Seconds = [&]
		{ return Bench::BestSeconds(5, [&] { Bench::Keep(FitPoints(Eleven, Rig, Options, Context)); }); };
		Rows.Lower(Size + "fit", Seconds(), "s").Reach(1.0).Baseline("thesis", 104.0);
		Options.Delta = 0.1;
		Rows.Lower(Size + "fit with edges", Seconds(), "s").Reach(3.0).Baseline("thesis", 104.0);
		for (const ESkinAim Aim : {ESkinAim::NewPoses, ESkinAim::Examples})
		{
			FSkinFitOptions Skin;
			Skin.Aim = Aim;
			const double Whole = Bench::BestSeconds(2, [&] { Bench::Keep(FitSkin(Eleven, Rig, Skin, Context)); });
			Rows.Lower(Size + (Aim == ESkinAim::NewPoses ? "fit with its validation" : "fit with its influence search"),
				Whole, "s");
		}
	}

private:
	Bench::FRows& Rows;
	std::unique_ptr<IExecutor> Pool;
	FBuildContext Context;
	std::string Only;
	bool bFast = false;
};

} // namespace

int main(int Argc, char** Argv)
{
	Bench::FRows Rows("animation-space", Argc, Argv);
	FBench Bench(Rows, Argc, Argv);
	if (Bench.Wants("horse-poses"))
	{
		const std::optional<FExampleSet> Poses = LoadSet("horse-poses"), Gallop = LoadSet("horse-gallop");
		const std::optional<FRig> Rig = Poses ? Bench.MakeRig(*Poses) : std::nullopt;
		if (Rig)
		{
			Bench.Train("horse-poses", *Poses, *Rig);
		}
		if (Rig && Gallop)
		{
			Bench.HoldOut("horse-poses to horse-gallop", *Poses, *Rig, Select(*Gallop, 0, 24), 0.95);
			Bench.Time(*Gallop, *Rig);
		}
	}
	for (const char* const Name : {"cat-poses", "samba", "horse-gallop", "sample with bulges"})
	{
		const std::optional<FExampleSet> Set = Bench.Wants(Name) ? LoadSet(Name) : std::nullopt;
		if (!Set)
		{
			continue;
		}
		const size_t Count = Set->PoseCount();
		const bool bSample = std::string_view(Name) == "sample with bulges";
		const FExampleSet Whole = bSample ? Select(*Set, 0, Count - 24) : *Set;
		const std::optional<FRig> Rig = Bench.MakeRig(Whole);
		if (Rig)
		{
			Bench.Train(Name, Whole, *Rig);
		}
		struct FSplit
		{
			std::string Name;
			FExampleSet Fitted, Unseen;
			double Reach;
		};
		std::vector<FSplit> Splits;
		if (bSample)
		{
			Splits.push_back({" poses to its walk", Whole, Select(*Set, Count - 24, Count), 1.0});
			Splits.push_back({" even to odd", Select(Whole, 0, Count, 2), Select(Whole, 1, Count, 2), 1.0});
		}
		else if (std::string_view(Name) == "samba")
		{
			Splits.push_back(
				{" first half to second", Select(*Set, 0, Count / 2), Select(*Set, Count / 2, Count), 0.95});
		}
		else if (std::string_view(Name) == "cat-poses")
		{
			Splits.push_back({" even to odd", Select(*Set, 0, Count, 2), Select(*Set, 1, Count, 2), 1.0});
			Splits.push_back({" first six to last three", Select(*Set, 0, 6), Select(*Set, 6, Count), 1.0});
		}
		else
		{
			// From a gait to poses of all kinds: the hardest, because the examples resemble each other.
			const std::optional<FExampleSet> Poses = LoadSet("horse-poses");
			if (Rig && Poses)
			{
				Bench.HoldOut("horse-gallop to horse-poses", Whole, *Rig, *Poses, 1.0);
			}
			Splits.push_back({" first quarter to second", Select(*Set, 0, 12), Select(*Set, 12, 24), 1.0});
		}
		for (const FSplit& Split : Splits)
		{
			if (const std::optional<FRig> Part = Bench.MakeRig(Split.Fitted))
			{
				Bench.HoldOut(Name + Split.Name, Split.Fitted, *Part, Split.Unseen, Split.Reach);
			}
		}
	}
	return Rows.Finish();
}
