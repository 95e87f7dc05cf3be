// Copyright (c) 2026 Exemplar contributors. MIT license.

// Weights for a skeleton that is given, fitted on some poses and measured on others. Motions of the measured poses are
// fitted to the weights (FitMotions), for ours and for the artist's alike. Errors are the root mean square of the
// vertex distance, in % of the rest's bounding-box diagonal.
//
//     bench-skeleton [--sample] [--fast] [--json FILE]    --sample: only the sample character

#include "Base/File.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Clips/Animation.h"
#include "Examples/ExampleFiles.h"
#include "Files/FrameList.h"
#include "Files/SkeletonFiles.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "Rig/GivenSkeleton.h"
#include "Rig/NameBones.h"
#include "Sample/SampleCharacter.h"

#include <cstring>
#include <memory>
#include <numeric>

namespace
{

using namespace Exemplar;

struct FMeasured
{
	double Rms = std::numeric_limits<double>::quiet_NaN();
	double Max = std::numeric_limits<double>::quiet_NaN();
};

/** The error of weights on poses that they were not fitted to. */
FMeasured Measure(const FExampleSet& Poses, FRig Rig, const FBuildContext& Context)
{
	TResult<FRig> Moved = FitMotions(Poses, std::move(Rig), Context);
	const TResult<FErrorMeasures> Error = Moved ? MeasureRig(Poses, *Moved) : TResult<FErrorMeasures>(Moved.GetError());
	if (!Error)
	{
		std::cerr << Error.GetError().Message << "\n";
		return {};
	}
	return {Error->VertexRms, Error->VertexMax};
}

/** Fits to some poses and measures on others; adds the rows, with the error of other weights beside ours if given. */
void RunSet(const std::string& Name, const FExampleSet& Learned, const FExampleSet& Unseen, const FRigOptions& Options,
	const std::optional<FMeasured>& Theirs, Bench::FRows& Rows, const FBuildContext& Context)
{
	const auto Begin = std::chrono::steady_clock::now();
	const TResult<FRigResult> Rig = BuildRig(Learned, Options, Context);
	const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
	const TResult<FErrorMeasures> Own = Rig ? MeasureRig(Learned, Rig->Rig) : TResult<FErrorMeasures>(Rig.GetError());
	if (!Own)
	{
		std::cerr << Own.GetError().Message << "\n";
		return;
	}
	const FMeasured Ours = Measure(Unseen, Rig->Rig, Context);
	Rows.Lower(Name + ": fitted poses", Own->VertexRms, "%");
	Bench::FRowEditor Held = Rows.Lower(Name + ": held-out poses", Ours.Rms, "%");
	if (Theirs)
	{
		Held.Baseline("the artist's four largest weights", Theirs->Rms).ReachRatio(1.05);
		Rows.Lower(Name + ": held-out poses, max", Ours.Max, "%")
			.Baseline("the artist's four largest weights", Theirs->Max);
	}
	else
	{
		Held.Reach(0.002);
		Rows.Lower(Name + ": held-out poses, max", Ours.Max, "%");
	}
	Rows.Lower(Name + ": time", Seconds, "s");
}

/** The artist's rows with their four largest weights, scaled to sum to one. */
std::optional<FRigWeights> ReadArtistWeights(const std::filesystem::path& File, size_t& Bones)
{
	const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	int32_t Sizes[2] = {0, 0};
	if (!Bytes || Bytes->size() < sizeof(Sizes))
	{
		return std::nullopt;
	}
	std::memcpy(Sizes, Bytes->data(), sizeof(Sizes));
	const size_t Points = static_cast<size_t>(Sizes[0]);
	Bones = static_cast<size_t>(Sizes[1]);
	if (Bytes->size() != sizeof(Sizes) + Points * Bones * sizeof(float))
	{
		return std::nullopt;
	}
	FRigWeights Out;
	std::vector<float> Row(Bones);
	for (size_t Point = 0; Point < Points; ++Point)
	{
		std::memcpy(Row.data(), Bytes->data() + sizeof(Sizes) + Point * Bones * sizeof(float), Bones * sizeof(float));
		std::vector<uint16_t> Order(Bones);
		std::iota(Order.begin(), Order.end(), uint16_t{0});
		std::stable_sort(Order.begin(), Order.end(), [&](uint16_t A, uint16_t B) { return Row[A] > Row[B]; });
		Order.resize(4);
		std::sort(Order.begin(), Order.end());
		double Sum = 0.0;
		for (const uint16_t Bone : Order)
		{
			Sum += static_cast<double>(Row[Bone]);
		}
		for (const uint16_t Bone : Order)
		{
			if (Row[Bone] > 0.0f)
			{
				Out.Bones.push_back(Bone);
				Out.Weights.push_back(static_cast<double>(Row[Bone]) / Sum);
			}
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

/** The part of the body that a name of Manny, of makehuman or of the sample stands for: no numbers, and a hand with its
 * fingers. */
std::string PartOf(std::string Name)
{
	static const std::pair<const char*, const char*> Same[] = {{"Hips", "pelvis"}, {"Spine", "spine"},
		{"Chest", "spine"}, {"Neck", "neck"}, {"Head", "head"}, {"Clavicle", "clavicle"}, {"UpperArm", "upperarm"},
		{"Forearm", "lowerarm"}, {"Hand", "hand"}, {"Thigh", "thigh"}, {"Shin", "calf"}, {"Foot", "foot"},
		{"Toe", "ball"}, {"thumb", "hand"}, {"index", "hand"}, {"middle", "hand"}, {"ring", "hand"}, {"pinky", "hand"}};
	const char Last = Name.back();
	const std::string Side = Last == 'L' || Name.ends_with("_l") ? "_l"
		: Last == 'R' || Name.ends_with("_r")                    ? "_r"
																 : "";
	Name.resize(Name.find('_') == std::string::npos ? Name.size() - Side.size() / 2 : Name.find('_'));
	for (const auto& [Other, Part] : Same)
	{
		Name = Name == Other ? Part : Name;
	}
	return Name + Side;
}

/** Names for a rig from motion. A name is right if it is that of the joint which leads the bone's skin in truth. */
void RunNamesFromMotion(const std::string& Name, const FExampleSet& Set, const FRigWeights& Truth,
	std::span<const std::string> Names, Bench::FRows& Rows, const FBuildContext& Context)
{
	FRigOptions Options;
	Options.Names = EBoneNames::Manny;
	Options.Refine.Effort = ERefineEffort::Fast;
	const TResult<FRigResult> Rig = BuildRig(Set, Options, Context);
	if (!Rig)
	{
		std::cerr << Rig.GetError().Message << "\n";
		return;
	}
	const FRigWeights& Weights = Rig->Rig.Weights;
	std::vector<double> Shared(Rig->Rig.BoneCount * Names.size(), 0.0);
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (size_t A = Weights.Offsets[Point]; A < Weights.Offsets[Point + 1]; ++A)
		{
			for (size_t B = Truth.Offsets[Point]; B < Truth.Offsets[Point + 1]; ++B)
			{
				Shared[Weights.Bones[A] * Names.size() + Truth.Bones[B]] += Weights.Weights[A] * Truth.Weights[B];
			}
		}
	}
	double Right = 0.0;
	for (size_t Bone = 0; Bone < Rig->Rig.BoneCount; ++Bone)
	{
		const auto Row = Shared.begin() + static_cast<std::ptrdiff_t>(Bone * Names.size());
		const auto Joint = std::max_element(Row, Row + static_cast<std::ptrdiff_t>(Names.size())) - Row;
		Right += PartOf(Rig->Rig.Names[Bone]) == PartOf(Names[static_cast<size_t>(Joint)]) ? 1.0 : 0.0;
	}
	Rows.Higher(Name + ": bones of a rig from motion with the right name, of " + std::to_string(Rig->Rig.BoneCount),
		Right, "bones");
}

/** A horse is not a humanoid: no bone takes the name of one. */
void RunNamesOfHorse(Bench::FRows& Rows, const FBuildContext& Context)
{
	const auto Folder = Bench::FindData("horse-gallop");
	TResult<FSourceExamples> Source = Folder ? ImportExamples(*Folder) : FError{EErrorCode::NotFound, "no data"};
	const TResult<FExampleSet> Set =
		Source ? BuildExampleSet(std::move(*Source), {}, {}) : TResult<FExampleSet>(Source.GetError());
	FRigOptions Options;
	Options.Names = EBoneNames::Manny;
	Options.Refine.Effort = ERefineEffort::Fast;
	if (const TResult<FRigResult> Rig = Set ? BuildRig(*Set, Options, Context) : TResult<FRigResult>(Set.GetError()))
	{
		Rows.Lower("horse-gallop: bones with the name of a humanoid's", static_cast<double>(Rig->NamedBones), "bones")
			.Reach(0.0);
	}
}

void RunMakeHuman(const FRigOptions& Given, Bench::FRows& Rows, const FBuildContext& Context)
{
	const auto Folder = Bench::FindData("makehuman-lbs40"), Truth = Bench::FindData("makehuman");
	if (!Folder || !Truth)
	{
		return;
	}
	TResult<FSourceExamples> Source = ImportExamples(*Folder);
	const TResult<FExampleSet> Set =
		Source ? BuildExampleSet(std::move(*Source), {}, {}) : TResult<FExampleSet>(Source.GetError());
	const TResult<FSkeletonFile> Skeleton = ReadSkeletonFile(*Truth / "skeleton_game_engine.json", Context);
	size_t Bones = 0;
	std::optional<FRigWeights> Artist = ReadArtistWeights(*Truth / "weights_game_engine.f32", Bones);
	if (!Set || !Skeleton || !Artist || Artist->PointCount() != Set->PointCount())
	{
		std::cerr << "makehuman-lbs40: the set cannot be read.\n";
		return;
	}
	std::vector<size_t> Fit(20), Test(20);
	std::iota(Fit.begin(), Fit.end(), size_t{0});
	std::iota(Test.begin(), Test.end(), size_t{20});
	const FExampleSet Learned = SelectFrames(*Set, Fit), Unseen = SelectFrames(*Set, Test);
	RunNamesFromMotion("makehuman-lbs40", *Set, *Artist, Skeleton->Skeleton.Names, Rows, Context);
	FRig Reference;
	Reference.BoneCount = Bones;
	Reference.Weights = std::move(*Artist);
	const FMeasured Theirs = Measure(Unseen, std::move(Reference), Context);
	FRigOptions Options = Given;
	Options.Skeleton.Joints = PlaceSkeleton(Skeleton->Skeleton, 1.0, Set->Normalization);
	RunSet("makehuman-lbs40", Learned, Unseen, Options, Theirs, Rows, Context);
}

void RunSample(const FRigOptions& Given, Bench::FRows& Rows, const FBuildContext& Context)
{
	FSampleOptions Sampled;
	Sampled.bWalkFrames = true;
	const size_t Named = SamplePoseNames().size();
	TResult<FSampleCharacter> Sample = BuildSample(Sampled, {});
	const TResult<FExampleSet> Set =
		Sample ? BuildExampleSet(Sample->Source, {}, {}) : TResult<FExampleSet>(Sample.GetError());
	if (!Set)
	{
		std::cerr << Set.GetError().Message << "\n";
		return;
	}
	std::vector<size_t> Fit, Test;
	for (size_t Pose = 0; Pose < Set->PoseCount(); ++Pose)
	{
		(Pose < Named ? Fit : Test).push_back(Pose);
	}
	const TBlendWeights<FOwned>& Rows32 = Sample->Source.Rig->Weights; // nothing of the sample is welded
	const FRigWeights Truth{{Rows32.Offsets.begin(), Rows32.Offsets.end()}, {Rows32.Bones.begin(), Rows32.Bones.end()},
		{Rows32.Weights.begin(), Rows32.Weights.end()}};
	RunNamesFromMotion("sample", SelectFrames(*Set, Fit), Truth, Sample->Source.Rig->Skeleton.Names, Rows, Context);
	FRigOptions Options = Given;
	Options.Skeleton.Joints = Sample->Source.Rig->Skeleton;
	RunSet("sample", SelectFrames(*Set, Fit), SelectFrames(*Set, Test), Options, std::nullopt, Rows, Context);
}

/** Names by matching the tree, against those that the artist gave: makehuman's skeleton has the names of Manny. */
void RunNames(Bench::FRows& Rows)
{
	const auto Data = Bench::FindData("makehuman");
	const TResult<FSkeletonFile> File = Data ? ReadSkeletonFile(*Data / "skeleton_game_engine.json", {})
											 : TResult<FSkeletonFile>(FError{EErrorCode::NotFound, "no data"});
	if (!File)
	{
		return;
	}
	FRig Rig;
	Rig.BoneCount = File->Skeleton.JointCount();
	Rig.Parents = File->Skeleton.Parents;
	for (const FAffine3d& Model : RestModel(File->Skeleton))
	{
		Rig.Joints.push_back({Model.M[3], Model.M[7], Model.M[11]});
	}
	const FBoneNaming Naming = NameBones(EBoneNames::Manny, Rig);
	double Right = 0.0;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Right += Naming.Names[Bone] == File->Skeleton.Names[Bone] ? 1.0 : 0.0;
	}
	Rows.Higher("makehuman: names as the artist's, of 53 with the root on the floor", Right, "joints").Reach(52.0);
}

} // namespace

int main(int Argc, char** Argv)
{
	Bench::FRows Rows("skeleton", Argc, Argv);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Pool.get();
	FRigOptions Options;
	bool bSampleOnly = false;
	for (int Index = 1; Index < Argc; ++Index)
	{
		bSampleOnly = bSampleOnly || std::string_view(Argv[Index]) == "--sample";
		Options.Refine.Effort = std::string_view(Argv[Index]) == "--fast" ? ERefineEffort::Fast : Options.Refine.Effort;
	}
	RunNames(Rows);
	RunSample(Options, Rows, Context);
	if (!bSampleOnly)
	{
		RunNamesOfHorse(Rows, Context);
		RunMakeHuman(Options, Rows, Context);
	}
	return Rows.Finish();
}
