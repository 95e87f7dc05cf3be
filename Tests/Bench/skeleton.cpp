// Copyright (c) 2026 Exemplar contributors. MIT license.

// Weights for a skeleton that is given, fitted on some poses and measured on others. Motions of the measured poses are
// fitted to the weights (FitMotions), for ours and for the artist's alike. Errors are the root mean square of the
// vertex distance, in % of the rest's bounding-box diagonal.
//
//     bench-skeleton [--sample] [--fast] [--json FILE]    --sample: only the sample character

#include "Base/File.h"
#include "BenchRows.h"
#include "Clips/Animation.h"
#include "Examples/ExampleFiles.h"
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

FExampleSet Select(const FExampleSet& Set, const std::vector<size_t>& Poses)
{
	FExampleSet Out = Set;
	Out.Poses.clear();
	Out.Source.Poses.clear();
	for (const size_t Pose : Poses)
	{
		Out.Poses.push_back(Set.Poses[Pose]);
		Out.Source.Poses.push_back(Set.Source.Poses[Pose]);
	}
	return Out;
}

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
	const FExampleSet Learned = Select(*Set, Fit), Unseen = Select(*Set, Test);
	FRig Reference;
	Reference.BoneCount = Bones;
	Reference.Weights = std::move(*Artist);
	const FMeasured Theirs = Measure(Unseen, std::move(Reference), Context);
	FRigOptions Options = Given;
	Options.Skeleton.Joints = PlaceSkeleton(Skeleton->Skeleton, 1.0, Set->Normalization);
	const auto Begin = std::chrono::steady_clock::now();
	const TResult<FRigResult> Rig = BuildRig(Learned, Options, Context);
	const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
	if (!Rig)
	{
		std::cerr << Rig.GetError().Message << "\n";
		return;
	}
	const TResult<FErrorMeasures> Own = MeasureRig(Learned, Rig->Rig);
	const FMeasured Ours = Measure(Unseen, Rig->Rig, Context);
	Rows.Lower("makehuman-lbs40: fitted poses", Own ? Own->VertexRms : 0.0, "%");
	Rows.Lower("makehuman-lbs40: held-out poses", Ours.Rms, "%")
		.Baseline("the artist's four largest weights", Theirs.Rms)
		.ReachRatio(1.05);
	Rows.Lower("makehuman-lbs40: held-out poses, max", Ours.Max, "%")
		.Baseline("the artist's four largest weights", Theirs.Max);
	Rows.Lower("makehuman-lbs40: time", Seconds, "s");
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
	FRigOptions Options = Given;
	Options.Skeleton.Joints = Sample->Source.Rig->Skeleton;
	const FExampleSet Learned = Select(*Set, Fit), Walk = Select(*Set, Test);
	const auto Begin = std::chrono::steady_clock::now();
	const TResult<FRigResult> Rig = BuildRig(Learned, Options, Context);
	const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
	if (!Rig)
	{
		std::cerr << Rig.GetError().Message << "\n";
		return;
	}
	const TResult<FErrorMeasures> Own = MeasureRig(Learned, Rig->Rig);
	const FMeasured Ours = Measure(Walk, Rig->Rig, Context);
	Rows.Lower("sample: named poses (fitted)", Own ? Own->VertexRms : 0.0, "%");
	Rows.Lower("sample: walk (held out)", Ours.Rms, "%").Reach(0.002);
	Rows.Lower("sample: walk (held out), max", Ours.Max, "%");
	Rows.Lower("sample: time", Seconds, "s");
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
		RunMakeHuman(Options, Rows, Context);
	}
	return Rows.Finish();
}
