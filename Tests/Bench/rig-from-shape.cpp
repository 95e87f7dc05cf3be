// Copyright (c) 2026 Exemplar contributors. MIT license.

// Rigs from the shape of one mesh, against the artist's joints and weights. Joints are measured in % of the diagonal of
// the mesh's box; weights on the poses of makehuman-lbs40 with the artist's motions. Data that is missing is skipped.
//
//     bench-rig-from-shape [--json FILE] [DATA]    DATA: the folder of the data, ../shared/data if not given

#include "Base/File.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Clips/Animation.h"
#include "Examples/ExampleFiles.h"
#include "Files/Json.h"
#include "Files/Readers.h"
#include "Files/SkeletonFiles.h"
#include "Fit/ShapeWeights.h"
#include "Geometry/Measures.h"
#include "Geometry/VectorMath.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "Rig/GivenSkeleton.h"
#include "Rig/Shape/ShapeRig.h"
#include "Rig/Shape/Thinning.h"
#include "Rig/SkeletonMotions.h"

#include <map>
#include <memory>

namespace
{

using namespace Exemplar;
using namespace Exemplar::VectorMath;

struct FBench
{
	std::filesystem::path Data;
	Bench::FRows& Rows;
	FBuildContext Context;

	bool Has(const std::string& Path) const
	{
		if (std::filesystem::exists(Data / Path))
		{
			return true;
		}
		std::cerr << (Data / Path).string() << " is not there: its rows are skipped.\n";
		return false;
	}

	std::optional<FExampleSet> Read(const std::vector<std::string>& Paths) const
	{
		std::vector<std::filesystem::path> Files;
		for (const std::string& Path : Paths)
		{
			if (!Has(Path))
			{
				return std::nullopt;
			}
			Files.push_back(Data / Path);
		}
		FImportOptions Import;
		Import.Readers = MakeSceneReaders();
		TResult<FSourceExamples> Source = ImportExamples(Files, Import, Context);
		TResult<FExampleSet> Out =
			Source ? BuildExampleSet(std::move(*Source), {}, Context) : TResult<FExampleSet>(Source.GetError());
		if (!Out)
		{
			std::cerr << Paths[0] << ": " << Out.GetError().Message << "\n";
			return std::nullopt;
		}
		return std::move(*Out);
	}
};

double SecondsOf(const std::function<void()>& Work)
{
	const auto Begin = std::chrono::steady_clock::now();
	Work();
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
}

FExampleSet RestOnly(FExampleSet Set)
{
	Set.Poses.clear();
	Set.Source.Poses.clear();
	return Set;
}

std::vector<FDouble3> JointsOf(const FSkeletonData& Skeleton)
{
	std::vector<FDouble3> Out;
	for (const FAffine3d& Rest : RestModel(Skeleton))
	{
		Out.push_back({Rest.M[3], Rest.M[7], Rest.M[11]});
	}
	return Out;
}

std::optional<FFoundSkeleton> Find(
	const FBench& Bench, const FExampleSet& Set, const std::string& Name, double& Seconds)
{
	std::optional<FFoundSkeleton> Out;
	Seconds = SecondsOf(
		[&]
		{
			TResult<FFoundSkeleton> Found = FindSkeleton(Set, {}, Bench.Context);
			if (!Found)
			{
				std::cerr << Name << ": " << Found.GetError().Message << "\n";
				return;
			}
			Out = std::move(*Found);
		});
	return Out;
}

/** Where the twelve joints of the limbs should be, by our names. */
using FLimbTruth = std::map<std::string, FDouble3>;

struct FLimbErrors
{
	double Mean = 0.0, Max = 0.0; // % of the diagonal
	bool bComplete = true;
};

FLimbErrors CompareLimbs(const FShapeSkeleton& Own, const FLimbTruth& Truth, double Diagonal, bool bExchangeSides)
{
	FLimbErrors Out;
	for (const auto& [Name, Place] : Truth)
	{
		std::string Ours = Name;
		if (bExchangeSides)
		{
			Ours = Name.starts_with("left_") ? "right_" + Name.substr(5) : "left_" + Name.substr(6);
		}
		const auto At = std::find(Own.Names.begin(), Own.Names.end(), Ours);
		if (At == Own.Names.end())
		{
			Out.bComplete = false;
			continue;
		}
		const double Off = 100.0 * Distance(Own.Joints[static_cast<size_t>(At - Own.Names.begin())], Place) / Diagonal;
		Out.Mean += Off / static_cast<double>(Truth.size());
		Out.Max = (std::max)(Out.Max, Off);
	}
	return Out;
}

/** The twelve joints of the limbs of makehuman, left and right. */
void RunLimbs(FBench& Bench)
{
	const std::optional<FExampleSet> Set = Bench.Read({"makehuman/body.obj"});
	if (!Set || !Bench.Has("makehuman/skeleton_game_engine.json"))
	{
		return;
	}
	const TResult<FSkeletonFile> Artist =
		ReadSkeletonFile(Bench.Data / "makehuman/skeleton_game_engine.json", Bench.Context);
	double Seconds = 0.0;
	const std::optional<FFoundSkeleton> Found = Find(Bench, *Set, "makehuman", Seconds);
	if (!Artist || !Found)
	{
		return;
	}
	const std::vector<FDouble3> Theirs = JointsOf(Artist->Skeleton);
	const std::map<std::string, std::string> Names{{"shoulder", "upperarm"}, {"elbow", "lowerarm"}, {"wrist", "hand"},
		{"hip", "thigh"}, {"knee", "calf"}, {"ankle", "foot"}};
	FLimbTruth Truth;
	for (const auto& [Ours, Their] : Names)
	{
		for (const auto& [Side, Tail] : {std::pair{"left_", "_l"}, std::pair{"right_", "_r"}})
		{
			const auto At = std::find(Artist->Skeleton.Names.begin(), Artist->Skeleton.Names.end(), Their + Tail) -
				Artist->Skeleton.Names.begin();
			Truth[Side + Ours] = Theirs.at(static_cast<size_t>(At));
		}
	}
	const FLimbErrors Errors = CompareLimbs(Found->Skeleton, Truth, BoxDiagonal(Set->Rest.Positions), false);
	if (!Errors.bComplete)
	{
		std::cerr << "makehuman: not all joints of limbs\n";
		return;
	}
	Bench.Rows.Lower("makehuman: 12 joints of limbs, mean", Errors.Mean, "%").Baseline("Pinocchio", 1.79).Reach(1.2);
	Bench.Rows.Lower("makehuman: 12 joints of limbs, worst", Errors.Max, "%").Baseline("Pinocchio", 4.2).Reach(3.0);
	Bench.Rows.Lower("makehuman: time for joints", Seconds, "s").Baseline("Pinocchio", 4.0).Reach(1.0);
}

/** People in strong poses, on whom nothing was tuned. Their joints have numbers; these are those of the limbs. */
void RunPeople(FBench& Bench)
{
	const std::map<std::string, size_t> Numbers{{"left_hip", 2}, {"left_knee", 3}, {"left_ankle", 4}, {"right_hip", 18},
		{"right_knee", 19}, {"right_ankle", 20}, {"right_shoulder", 39}, {"right_elbow", 40}, {"right_wrist", 42},
		{"left_shoulder", 75}, {"left_elbow", 76}, {"left_wrist", 78}};
	for (int Body = 0; Body < 4; ++Body)
	{
		const std::string File = "mhr-bodies/body" + std::to_string(Body), Name = "mhr body " + std::to_string(Body);
		const std::optional<FExampleSet> Set = Bench.Read({File + ".obj"});
		if (!Set || !Bench.Has(File + "_joints.json"))
		{
			continue;
		}
		double Seconds = 0.0;
		const std::optional<FFoundSkeleton> Found = Find(Bench, *Set, Name, Seconds);
		Bench.Rows.Lower(Name + ": failures", Found ? 0.0 : 1.0, "").Reach(0.0);
		if (!Found)
		{
			continue;
		}
		std::ifstream Stream(Bench.Data / (File + "_joints.json"));
		const FJson Json = FJson::parse(Stream, nullptr, false);
		FLimbTruth Truth;
		for (const auto& [Joint, Number] : Numbers)
		{
			const FJson& Place = Json["joint_coords_yup"][Number];
			Truth[Joint] = {Place[0], Place[1], Place[2]};
		}
		const double Diagonal = BoxDiagonal(Set->Rest.Positions);
		const FLimbErrors Named = CompareLimbs(Found->Skeleton, Truth, Diagonal, false);
		const FLimbErrors Exchanged = CompareLimbs(Found->Skeleton, Truth, Diagonal, true);
		const bool bSides = Named.Mean <= Exchanged.Mean;
		Bench.Rows.Lower(Name + ": time for joints (" + Found->Template + ")", Seconds, "s");
		if (Named.bComplete)
		{
			Bench.Rows.Lower(Name + ": sides exchanged", bSides ? 0.0 : 1.0, "").Reach(0.0);
			Bench.Rows.Lower(Name + ": 12 joints of limbs, mean", bSides ? Named.Mean : Exchanged.Mean, "%");
			Bench.Rows.Lower(Name + ": 12 joints of limbs, worst", bSides ? Named.Max : Exchanged.Max, "%");
		}
	}
}

/** The share of the artist's joints in the body that one of ours is near, and of ours that one of the artist's is. */
void RunShares(FBench& Bench, const std::string& Name, const std::string& File, std::vector<FDouble3> Theirs)
{
	const std::optional<FExampleSet> Read = Bench.Read({File});
	if (!Read)
	{
		return;
	}
	const FExampleSet Set = RestOnly(*Read);
	double Seconds = 0.0;
	const std::optional<FFoundSkeleton> Found = Find(Bench, Set, Name, Seconds);
	Bench.Rows.Lower(Name + ": failures", Found ? 0.0 : 1.0, "").Reach(0.0);
	if (!Found)
	{
		return;
	}
	Bench.Rows.Lower(Name + ": time for joints (" + Found->Template + ")", Seconds, "s");
	if (Theirs.empty() && Read->Source.Rig)
	{
		Theirs = JointsOf(PlaceSkeleton(Read->Source.Rig->Skeleton, 1.0, Read->Normalization));
		// Roots on the floor and controls beside the body lead no skin.
		std::erase_if(Theirs, [&](const FDouble3& Joint) { return !Found->Solid.Grid.IsOccupied(Joint); });
	}
	if (Theirs.empty())
	{
		return;
	}
	const double Near = 0.05 * BoxDiagonal(Set.Rest.Positions);
	const auto Share = [&](const std::vector<FDouble3>& A, const std::vector<FDouble3>& B)
	{
		size_t Count = 0;
		for (const FDouble3& P : A)
		{
			Count += std::any_of(B.begin(), B.end(), [&](const FDouble3& Q) { return Distance(P, Q) < Near; }) ? 1 : 0;
		}
		return 100.0 * static_cast<double>(Count) / static_cast<double>(A.size());
	};
	Bench.Rows.Higher(Name + ": artist's joints within 5 %", Share(Theirs, Found->Skeleton.Joints), "%").Reach(80.0);
	Bench.Rows.Higher(Name + ": own joints within 5 %", Share(Found->Skeleton.Joints, Theirs), "%");
}

/** Weights for the artist's 53 bones, in the artist's motions. */
void RunWeights(FBench& Bench)
{
	const std::optional<FExampleSet> Set = Bench.Read({"makehuman-lbs40/rest.obj", "makehuman-lbs40/frames.pc2"});
	const std::string Motions = "makehuman/bone_transforms_40x53x3x4.f32";
	if (!Set || !Bench.Has(Motions))
	{
		return;
	}
	const TResult<FSkeletonFile> Artist =
		ReadSkeletonFile(Bench.Data / "makehuman/skeleton_game_engine.json", Bench.Context);
	std::ifstream Stream(Bench.Data / Motions, std::ios::binary);
	std::vector<float> Numbers(40 * 53 * 12);
	Stream.read(reinterpret_cast<char*>(Numbers.data()), static_cast<std::streamsize>(Numbers.size() * sizeof(float)));
	if (!Artist || !Stream)
	{
		return;
	}
	for (const auto& [Name, Method] : {std::pair{"heat", EShapeWeights::Heat},
			 std::pair{"gaussian", EShapeWeights::Gaussian}, std::pair{"bounded", EShapeWeights::Bounded}})
	{
		FRigOptions Options;
		Options.Skeleton.Joints = Artist->Skeleton;
		Options.Shape.Weights = Method;
		std::optional<FRigResult> Rig;
		const double Seconds = SecondsOf(
			[&]
			{
				TResult<FRigResult> Made = BuildRig(RestOnly(*Set), Options, Bench.Context);
				if (Made)
				{
					Rig = std::move(*Made);
				}
			});
		if (!Rig)
		{
			continue;
		}
		FRig Posed = Rig->Rig;
		Posed.PoseCount = 40;
		Posed.Transforms.resize(53 * 40);
		for (size_t Pose = 0; Pose < 40; ++Pose)
		{
			for (size_t Bone = 0; Bone < 53; ++Bone)
			{
				for (size_t Entry = 0; Entry < 12; ++Entry)
				{
					Posed.Transform(Bone, Pose).M[Entry] = Numbers[(Pose * 53 + Bone) * 12 + Entry];
				}
			}
		}
		const TResult<FErrorMeasures> Error = MeasureRig(*Set, Posed);
		if (!Error)
		{
			continue;
		}
		const std::string Label = std::string("makehuman-lbs40: ") + Name + " weights for the artist's 53 bones";
		Bench.Rows.Lower(Label, Error->VertexRms, "%").Baseline("Blender's bone heat", 0.305).Reach(0.25);
		Bench.Rows.Lower(Label + ", max", Error->VertexMax, "%").Baseline("Blender's bone heat", 3.9).Reach(3.0);
		Bench.Rows.Lower(Label + ", time", Seconds, "s").Baseline("Blender's bone heat", 1.0);
	}
}

/** A rig from shape refined by ten examples, and the rig from motion of as many bones, both on the others. */
void RunRefined(FBench& Bench)
{
	const std::optional<FExampleSet> Set = Bench.Read({"makehuman-dqs40/rest.obj", "makehuman-dqs40/frames.pc2"});
	if (!Set)
	{
		return;
	}
	FExampleSet Learned = *Set, Unseen = *Set;
	Learned.Poses.clear();
	Unseen.Poses.clear();
	for (size_t Pose = 0; Pose < Set->PoseCount(); ++Pose)
	{
		(Pose % 4 == 0 ? Learned : Unseen).Poses.push_back(Set->Poses[Pose]);
	}
	FRigOptions Shape;
	Shape.Method = ERigMethod::Shape;
	const TResult<FRigResult> Start = BuildRig(Learned, Shape, Bench.Context);
	if (!Start)
	{
		std::cerr << Start.GetError().Message << "\n";
		return;
	}
	FSkeletonFitOptions Fit;
	Fit.Freedom.bConnected = true;
	Fit.Freedom.Top = 0;
	Fit.bMoveJoints = true;
	const TResult<FRig> Refined = FitSkeletonRig(Learned, Start->Rig, Fit, Bench.Context);
	FRigOptions Motion;
	Motion.Method = ERigMethod::Motion;
	Motion.Clusters.BoneCount = static_cast<int>(Start->Rig.BoneCount);
	Motion.bConnected = true;
	const TResult<FRigResult> Moved = BuildRig(Learned, Motion, Bench.Context);
	if (!Refined || !Moved)
	{
		return;
	}
	const auto Measure = [&](const FRig& Rig)
	{
		TResult<FRig> Played = FitMotions(Unseen, Rig, Bench.Context);
		const TResult<FErrorMeasures> Error =
			Played ? MeasureRig(Unseen, *Played) : TResult<FErrorMeasures>(Played.GetError());
		return Error ? Error->VertexRms : std::numeric_limits<double>::quiet_NaN();
	};
	const double Best = Measure(Moved->Rig);
	Bench.Rows.Lower("makehuman-dqs40: rig from shape, held-out poses", Measure(Start->Rig), "%")
		.Baseline("from motion", Best);
	Bench.Rows.Lower("makehuman-dqs40: refined by 10 examples, held-out poses", Measure(*Refined), "%")
		.Baseline("from motion", Best)
		.ReachRatio(1.1);
}

/** The mesh with every triangle in four. */
FExampleSet Subdivide(const FExampleSet& Set)
{
	FExampleSet Out = RestOnly(Set);
	std::map<std::pair<int32_t, int32_t>, int32_t> Middles;
	Out.Rest.Triangles.clear();
	for (const FTriangle& T : Set.Rest.Triangles)
	{
		std::array<int32_t, 3> M{};
		for (size_t Side = 0; Side < 3; ++Side)
		{
			const int32_t A = T[Side], B = T[(Side + 1) % 3];
			const auto [At, bNew] =
				Middles.try_emplace({std::min(A, B), std::max(A, B)}, static_cast<int32_t>(Out.Rest.Positions.size()));
			if (bNew)
			{
				Out.Rest.Positions.push_back(
					Mix(Set.Rest.Positions[static_cast<size_t>(A)], Set.Rest.Positions[static_cast<size_t>(B)], 0.5));
			}
			M[Side] = At->second;
		}
		Out.Rest.Triangles.insert(
			Out.Rest.Triangles.end(), {{T[0], M[0], M[2]}, {T[1], M[1], M[0]}, {T[2], M[2], M[1]}, {M[0], M[1], M[2]}});
	}
	return Out;
}

/** Times at 155 voxels: of the skeleton, and of the segmentation by regions. */
void RunTimes(FBench& Bench)
{
	std::optional<FExampleSet> Set = Bench.Read({"makehuman/body.obj"});
	for (int Size = 0; Size < 3 && Set; ++Size)
	{
		const std::string Name = "makehuman, " + std::to_string(Set->Rest.Positions.size() / 1000) + "k vertices: ";
		double Seconds = 0.0;
		const std::optional<FFoundSkeleton> Found = Find(Bench, *Set, Name, Seconds);
		if (Found && Size != 1)
		{
			const FShapeSkeleton& S = Found->Skeleton;
			const double Regions = Bench::BestSeconds(3,
				[&] { (void)SegmentSkin(Set->Rest, MakeBoneLinks(S.Joints, S.Parents, S.Tips), {}, Bench.Context); });
			Bench.Rows.Lower(Name + "joints", Seconds, "s")
				.Baseline("the thesis", Size == 0 ? 6.8 : 70.0)
				.Reach(Size == 0 ? 0.5 : 2.0);
			Bench.Rows.Lower(Name + "regions", Regions, "s")
				.Baseline("the thesis", Size == 0 ? 0.88 : 32.3)
				.Reach(Size == 0 ? 0.05 : 1.0);
		}
		Set = Subdivide(*Set);
	}
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("rig-from-shape", argc, argv);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool();
	FBuildContext Context;
	Context.Executor = Pool.get();
	std::filesystem::path Data = std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "../shared/data";
	for (int Index = 1; Index < argc; ++Index)
	{
		if (std::string_view(argv[Index]) == "--json")
		{
			++Index;
		}
		else
		{
			Data = argv[Index];
		}
	}
	FBench Bench{Data, Rows, Context};
	RunLimbs(Bench);
	RunPeople(Bench);
	RunShares(Bench, "horse", "horse-poses/rest.obj", {});
	RunShares(Bench, "cat", "cat-poses/rest.obj", {});
	for (const char* Name : {"Fox", "KayKit_Knight", "RobotExpressive", "CesiumMan"})
	{
		RunShares(Bench, Name, std::string("gltf-rigged/") + Name + ".glb", {});
	}
	RunWeights(Bench);
	RunRefined(Bench);
	RunTimes(Bench);
	return Rows.Finish();
}
