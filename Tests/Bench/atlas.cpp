// Copyright (c) 2026 Exemplar contributors. MIT license.

// Charts and UVs: stretch over all example poses, packing, time. All flattenings are measured the same way: L2 stretch
// (Sander et al. 2001) of the map from the texture to each example's surface, the texture scaled to that surface's
// area; the mean over the examples. Rivals flatten the rest pose, with the charts of our atlas: least squares conformal
// maps, symmetric Dirichlet to convergence by our solver, and libigl's SLIM from the same start. xatlas makes charts of
// its own (ThirdParty/xatlas/fetch.sh). Held out: the last third of the examples, with an atlas made of the first two
// thirds.
//
// Maps: the sample with a level of a tenth of its triangles, lit per pixel on the processor in poses that the map was
// not made from, against pictures of the finest level; with the level's normal map and without.
//
//     bench-atlas [--set NAME] [--json FILE]     one set ("sample", "speed" and "maps" are sets)

#include "Atlas/FlattenChart.h"
#include "Atlas/MakeAtlas.h"
#include "AtlasRivals.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Files/MikkTangents.h"
#include "Pipeline/BuildCharacter.h"
#include "Pose/ClipSampling.h"
#include "Sample/SampleCharacter.h"
#include "ShadedPicture.h"

namespace
{

using namespace Exemplar;

struct FScene
{
	std::string Name;
	std::vector<FTriangle> Triangles;
	std::vector<std::vector<FDouble3>> Shapes; // the rest first
};

/** Mean and largest L2 stretch over shapes. */
struct FPoseStretch
{
	double Mean = 0.0, Worst = 0.0;
	size_t Flipped = 0;
};

FPoseStretch MeasureOver(const FScene& Scene, size_t First, size_t Last, const std::vector<FDouble2>& CornerUVs)
{
	FPoseStretch Out;
	for (size_t Shape = First; Shape < Last; ++Shape)
	{
		const FStretch Stretch = MeasureStretch(MeasureSides(Scene.Shapes[Shape], Scene.Triangles), CornerUVs);
		Out.Mean += Stretch.L2 / static_cast<double>(Last - First);
		Out.Worst = std::max(Out.Worst, Stretch.L2);
		Out.Flipped = std::max(Out.Flipped, Stretch.Flipped);
	}
	return Out;
}

std::vector<FDouble2> CornersOf(const FAtlas& Atlas)
{
	std::vector<FDouble2> Out;
	for (const uint32_t Index : Atlas.CornerUVs)
	{
		Out.push_back({Atlas.UVs[Index].X, Atlas.UVs[Index].Y});
	}
	return Out;
}

/** Up to four shapes, spread. */
std::vector<std::vector<FDouble3>> PickShapes(const FScene& Scene, size_t Last)
{
	std::vector<std::vector<FDouble3>> Out{Scene.Shapes[0]};
	for (size_t Pose = 0; Pose < MaxChartShapes - 1 && Last > 1; ++Pose)
	{
		Out.push_back(Scene.Shapes[1 + (2 * Pose + 1) * (Last - 1) / (2 * (MaxChartShapes - 1))]);
	}
	return Out;
}

enum class ERival
{
	Conformal,
	SymmetricDirichlet, // our solver
	Slim                // libigl's
};

/** The charts of an atlas, each flattened by a rival in the rest pose. */
std::vector<FDouble2> FlattenRival(const FScene& Scene, const FAtlas& Atlas, ERival Rival, IExecutor& Pool)
{
	const std::vector<FSideProducts> Sides = MeasureSides(Scene.Shapes[0], Scene.Triangles);
	std::vector<FDouble2> Out(3 * Scene.Triangles.size());
	ParallelFor(Pool, Atlas.ChartCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				std::vector<int32_t> Faces;
				for (size_t Face = 0; Face < Scene.Triangles.size(); ++Face)
				{
					if (Atlas.ChartOfTriangle[Face] == static_cast<int32_t>(Index))
					{
						Faces.push_back(static_cast<int32_t>(Face));
					}
				}
				FChart Chart = GatherChart(Scene.Triangles, Faces);
				const std::vector<FSideProducts> Own = SidesOf(Sides, Chart);
				const std::vector<int32_t> Border = FindBorder(Chart);
				Chart.UVs = FlattenConformally(Chart, Own, Border);
				if (Rival != ERival::Conformal && !KeepsOrientation(Chart))
				{
					Chart.UVs = FlattenToCircle(Chart, Own, Border);
				}
				if (Rival == ERival::Slim)
				{
					RelaxBySlim(Scene.Shapes[0], 50, Chart);
				}
				else if (Rival == ERival::SymmetricDirichlet)
				{
					RelaxChart({EFlatEnergy::SymmetricDirichlet, 200, 1e-9}, Own, Chart);
				}
				const std::vector<FDouble2> Corners = CornerUVsOf(Chart);
				for (size_t Local = 0; Local < Faces.size(); ++Local)
				{
					std::copy_n(Corners.begin() + static_cast<std::ptrdiff_t>(3 * Local), 3,
						Out.begin() + 3 * static_cast<std::ptrdiff_t>(Chart.Faces[Local]));
				}
			}
		});
	return Out;
}

class FAtlasBench
{
public:
	explicit FAtlasBench(Bench::FRows& InRows)
		: Rows(InRows)
		, Pool(MakeThreadPool(2))
	{
		Context.Executor = Pool.get();
	}

	std::optional<FAtlas> Make(const FScene& Scene, size_t Last, const FAtlasOptions& Options)
	{
		const std::vector<std::vector<FDouble3>> Picked = PickShapes(Scene, Last);
		const std::vector<FSideProducts> Sides = MeanSides(std::span(Scene.Shapes).first(Last), Scene.Triangles);
		TResult<FAtlas> Atlas = MakeAtlas({Scene.Triangles, Sides, Picked, {}}, Options, Context);
		if (!Atlas)
		{
			std::cerr << Scene.Name << ": " << Atlas.GetError().Message << "\n";
			return std::nullopt;
		}
		return std::move(*Atlas);
	}

	void Run(const FScene& Scene)
	{
		const std::string Of = ", " + Scene.Name;
		const size_t All = Scene.Shapes.size(), Known = 1 + (2 * (All - 1) + 2) / 3;
		std::optional<FAtlas> Ours, Rest, Divided, Partial;
		FAtlasOptions Options;
		const double Seconds = Bench::BestSeconds(1, [&] { Ours = Make(Scene, All, Options); });
		Rest = Make(Scene, 1, Options);
		Options.Charts = EChartMethod::Divide;
		Divided = Make(Scene, All, Options);
		Options.Charts = EChartMethod::Merge;
		Partial = Make(Scene, Known, Options);
		if (!Ours || !Rest || !Divided || !Partial)
		{
			return;
		}
		const FPoseStretch Own = MeasureOver(Scene, 0, All, CornersOf(*Ours));
		const FPoseStretch OfRest = MeasureOver(Scene, 0, All, CornersOf(*Rest));
		const FPoseStretch Conformal = MeasureOver(Scene, 0, All, FlattenRival(Scene, *Ours, ERival::Conformal, *Pool));
		const FPoseStretch Dirichlet =
			MeasureOver(Scene, 0, All, FlattenRival(Scene, *Ours, ERival::SymmetricDirichlet, *Pool));
		const FPoseStretch Slim = MeasureOver(Scene, 0, All, FlattenRival(Scene, *Ours, ERival::Slim, *Pool));
		Rows.Lower("stretch over poses, beside SLIM" + Of, Own.Mean, "")
			.Baseline("libigl's SLIM of the rest, our charts", Slim.Mean)
			.ReachRatio(0.9);
		Rows.Lower("stretch over poses" + Of, Own.Mean, "")
			.Baseline("symmetric Dirichlet of the rest, our solver and charts", Dirichlet.Mean);
		Rows.Lower("stretch in the worst pose" + Of, Own.Worst, "")
			.Baseline("libigl's SLIM of the rest, our charts", Slim.Worst);
		if (const std::optional<FRivalAtlas> Xatlas =
				MakeXatlas(Scene.Shapes[0], Scene.Triangles, Options.Size, Options.Gutter))
		{
			const FPoseStretch Theirs = MeasureOver(Scene, 0, All, Xatlas->CornerUVs);
			Rows.Lower("stretch over poses, beside xatlas" + Of, Own.Mean, "")
				.Baseline("xatlas of the rest", Theirs.Mean)
				.ReachRatio(0.9);
			Rows.Lower("charts, beside xatlas" + Of, static_cast<double>(Ours->ChartCount), "")
				.Baseline("xatlas", static_cast<double>(Xatlas->Charts));
			Rows.Higher("packing, beside xatlas" + Of, 100.0 * Ours->Efficiency, "%")
				.Baseline("xatlas", 100.0 * Xatlas->Efficiency);
		}
		Rows.Lower("stretch over poses, beside LSCM" + Of, Own.Mean, "")
			.Baseline("LSCM of the rest, our charts", Conformal.Mean);
		Rows.Lower("stretch over poses, beside our rest atlas" + Of, Own.Mean, "")
			.Baseline("our atlas of the rest", OfRest.Mean);
		if (Known < All)
		{
			Rows.Lower("stretch over held-out poses" + Of, MeasureOver(Scene, Known, All, CornersOf(*Partial)).Mean, "")
				.Baseline("our atlas of the rest", MeasureOver(Scene, Known, All, CornersOf(*Rest)).Mean);
		}
		Rows.Lower("flipped triangles" + Of, static_cast<double>(Own.Flipped), "").Reach(0.0);
		Rows.Higher("packing" + Of, 100.0 * Ours->Efficiency, "%").Reach(75.0);
		Rows.Higher("texture efficiency" + Of, 100.0 * Ours->Efficiency / (Own.Mean * Own.Mean), "%");
		Rows.Lower("charts" + Of, static_cast<double>(Ours->ChartCount), "")
			.Baseline("divided", static_cast<double>(Divided->ChartCount));
		Rows.Lower("stretch, divided charts" + Of, MeasureOver(Scene, 0, All, CornersOf(*Divided)).Mean, "")
			.Baseline("merged", Own.Mean);
		Rows.Lower("time" + Of, Seconds, "s").Reach(20.0);
	}

	/** Pictures of a normal-mapped level in poses that its map does not know. */
	void RunMaps(size_t VertexCount)
	{
		FSampleOptions Sample;
		Sample.VertexCount = VertexCount;
		TResult<FSampleCharacter> Made = BuildSample(Sample, Context);
		TResult<FExampleSet> Set = Made ? BuildExampleSet(std::move(Made->Source), {}, {}) : Made.GetError();
		TResult<FCharacterParts> Parts = Set ? MakeSourceParts(*Set) : TResult<FCharacterParts>(Set.GetError());
		FBuildOptions Options;
		Options.Atlas.Use = EAtlasUse::Always;
		Options.Levels.LevelCount = 1;
		Options.Levels.Fractions = {0.1};
		TResult<FBuiltCharacter> Built =
			Parts ? BuildFromParts(std::move(*Parts), Options, Context) : TResult<FBuiltCharacter>(Parts.GetError());
		if (!Built)
		{
			std::cerr << Built.GetError().Message << "\n";
			return;
		}
		// Maps are made from every other frame of the clip, pictures from those between.
		const FCharacterView& View = Built->Character.View();
		std::vector<std::vector<FBoneTransform>> Unknown;
		for (uint32_t Frame = 1; Frame < View.Clips[0].FrameCount; Frame += 2)
		{
			Unknown.push_back(SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Frame)));
		}
		FCharacterData Half = Built->Character.ToData();
		Half.Clips.resize(1);
		Half.Clips[0] = KeepEvenFrames(View);
		const TResult<FCharacter> Known = FCharacter::FromData(Half);
		for (const auto& [Name, Source] :
			{std::pair("mean", ENormalSource::Mean), std::pair("pose", ENormalSource::Pose)})
		{
			FMapOptions Maps;
			Maps.Normals = Source;
			Maps.Poses = 100;
			TResult<FMadeMaps> Baked(FError{});
			const double Seconds = Bench::BestSeconds(1, [&] { Baked = BakeMaps(*Known, Maps, Context); });
			const TResult<FCharacter> Mapped =
				Baked ? ReplaceMaps(*Known, Baked->Maps) : TResult<FCharacter>(Baked.GetError());
			const TResult<FMapErrors> Errors =
				Mapped ? MeasureMapErrors(*Mapped, 1, Unknown, *Pool, 512) : TResult<FMapErrors>(Mapped.GetError());
			if (!Errors)
			{
				std::cerr << Errors.GetError().Message << "\n";
				continue;
			}
			const std::string Of = std::string(", ") + Name;
			Rows.Lower("picture error, inside both outlines" + Of, Errors->InsideWith, "")
				.Baseline("without the map", Errors->InsideWithout)
				.ReachRatio(0.5);
			Rows.Lower("picture error, whole" + Of, Errors->With, "")
				.Baseline("without the map", Errors->Without)
				.ReachRatio(0.5);
			Rows.Lower("time of maps" + Of, Seconds, "s");
		}
		if (const std::optional<FTangentDifference> Mikk = CompareWithMikk(View.Levels[0]))
		{
			Rows.Lower("tangents beside MikkTSpace, median", Mikk->Median, "degrees");
			Rows.Lower("tangents beside MikkTSpace, 99 %", Mikk->Percentile99, "degrees");
			Rows.Lower("signs unlike MikkTSpace", static_cast<double>(Mikk->WrongSigns), "").Reach(0.0);
		}
	}

	const FBuildContext& GetContext() const { return Context; }

private:
	/** The first clip with its frames 0, 2, 4, ... alone. */
	static FClipData KeepEvenFrames(const FCharacterView& View)
	{
		FClipData Out;
		Out.Name = "even";
		Out.FrameCount = (View.Clips[0].FrameCount + 1) / 2;
		const size_t Joints = View.Skeleton.JointCount();
		Out.Rotations.Offsets = Out.Translations.Offsets = {0};
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			for (uint32_t Frame = 0; Frame < Out.FrameCount; ++Frame)
			{
				const std::vector<FBoneTransform> Local =
					SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(2 * Frame));
				Out.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
				Out.Rotations.Values.push_back(Local[Joint].Rotation);
				Out.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Out.Translations.Values.push_back(Local[Joint].Translation);
			}
			Out.Rotations.Offsets.push_back(static_cast<uint32_t>(Out.Rotations.Frames.size()));
			Out.Translations.Offsets.push_back(static_cast<uint32_t>(Out.Translations.Frames.size()));
		}
		return Out;
	}

	Bench::FRows& Rows;
	std::unique_ptr<IExecutor> Pool;
	FBuildContext Context;
};

std::optional<FScene> LoadScene(const std::string& Name)
{
	const std::optional<std::filesystem::path> Folder = Bench::FindData(Name);
	if (!Folder)
	{
		return std::nullopt;
	}
	TResult<FSourceExamples> Source = ImportExamples(*Folder);
	const TResult<FExampleSet> Set =
		Source ? BuildExampleSet(std::move(*Source), {}, {}) : TResult<FExampleSet>(Source.GetError());
	if (!Set)
	{
		std::cerr << Set.GetError().Message << "\n";
		return std::nullopt;
	}
	FScene Scene{Name, Set->Rest.Triangles, {Set->Rest.Positions}};
	for (size_t Pose = 0; Pose < Set->PoseCount(); ++Pose)
	{
		Scene.Shapes.push_back(Set->Poses[Pose]);
	}
	return Scene;
}

std::optional<FScene> SampleScene(const std::string& Name, size_t VertexCount, const FBuildContext& Context)
{
	FSampleOptions Options;
	Options.VertexCount = VertexCount;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	if (!Sample)
	{
		std::cerr << Sample.GetError().Message << "\n";
		return std::nullopt;
	}
	FScene Scene{Name, Sample->Triangles, {Sample->Source.Rest.Positions}};
	for (const FSourcePose& Pose : Sample->Source.Poses)
	{
		Scene.Shapes.push_back(Pose.Positions.ToVector());
	}
	return Scene;
}

} // namespace

int main(int argc, char** argv)
{
	using namespace Exemplar;
	Bench::FRows Rows("atlas", argc, argv);
	std::string Only;
	for (int Index = 1; Index + 1 < argc; ++Index)
	{
		Only = std::string_view(argv[Index]) == "--set" ? argv[Index + 1] : Only;
	}
	FAtlasBench Bench(Rows);
	for (const char* const Name : {"horse-gallop", "cat-poses", "samba"})
	{
		if (Only.empty() || Only == Name)
		{
			if (const std::optional<FScene> Scene = LoadScene(Name))
			{
				Bench.Run(*Scene);
			}
		}
	}
	for (const auto& [Name, Count] : {std::pair("sample", 10000), std::pair("speed", 60000)})
	{
		if (Only.empty() || Only == Name)
		{
			if (const std::optional<FScene> Scene = SampleScene(Name, static_cast<size_t>(Count), Bench.GetContext()))
			{
				Bench.Run(*Scene);
			}
		}
	}
	if (Only.empty() || Only == "maps")
	{
		Bench.RunMaps(10000);
	}
	return Rows.Finish();
}
