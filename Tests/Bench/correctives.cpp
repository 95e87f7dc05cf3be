// Copyright (c) 2026 Exemplar contributors. MIT license.

// What correctives are worth in poses they were not made from: learned from the first frames of a set, measured on the
// others. Every constant is chosen by validation inside the learned frames. Root mean square and largest distance over
// all vertices and measured frames, % of the rest's bounding-box diagonal. The operator is linear blending with the
// artist's weights where nothing else is said. --only NAME measures one set; "speed" measures times alone.

#include "Bake/Bake.h"
#include "Base/ThreadPool.h"
#include "CorrectiveErrors.h"
#include "Correctives/CorrectiveWriter.h"
#include "Correctives/HelperBones.h"
#include "Correctives/LearnedStage.h"
#include "Correctives/SkinDeformations.h"
#include "Fit/WeightFit.h"
#include "Model/Posing.h"
#include "Pipeline/BuildCharacter.h"
#include "Preview/PosedLevel.h"
#include "Rig/BuildRig.h"

#include <memory>

namespace
{

using namespace Exemplar;
using namespace Exemplar::Bench;

/** Bytes of the model and its displacements as the file has them, without normals. */
double CountBytes(const FCorrectives& Correctives)
{
	const TCorrectives<FOwned>& Model = Correctives.Model;
	const FShapeDeltas& Level = Correctives.Levels[0];
	size_t Blocks = 0;
	for (size_t Shape = 0; Shape + 1 < Level.Offsets.size(); ++Shape)
	{
		uint32_t Last = NoIndex;
		for (uint32_t Entry = Level.Offsets[Shape]; Entry < Level.Offsets[Shape + 1]; ++Entry)
		{
			Blocks += Level.Points[Entry] / 8 != Last ? 1 : 0;
			Last = Level.Points[Entry] / 8;
		}
	}
	return static_cast<double>(Level.Points.size() * sizeof(FDeltaCode) + (Blocks + Level.Offsets.size()) * 4 +
		Model.Kernels.size() * sizeof(FCorrectiveKernel) + Model.Terms.size() * sizeof(FCorrectiveTerm) +
		Model.Coefficients.size() * 8 + Model.Runs.size() * sizeof(FCorrectiveRun) +
		Model.Shapes.size() * sizeof(FCorrectiveShape));
}

struct FFileFigures
{
	double Normals = 0.0; // between what the file shades with and the true normals of the measured frames, RMS, degrees
	double Radius = 0.0;  // of the culling sphere
};

std::optional<FFileFigures> MeasureFile(
	const FCorrectiveSet& Set, const FCorrectives& Correctives, const FBuildContext& Context)
{
	FSourceExamples Source = SourceOf(Set);
	Source.Rig.emplace();
	Source.Rig->Skeleton = Set.Skeleton;
	Source.Rig->Weights = {
		Set.Weights.Offsets, Set.Weights.Bones, {Set.Weights.Weights.begin(), Set.Weights.Weights.end()}};
	Source.Rig->Clips.push_back(LearnedClip(Set)); // normals are fitted to what clips show
	const TResult<FExampleSet> Examples = BuildExampleSet(std::move(Source), {}, Context);
	TResult<FCharacterParts> Parts =
		Examples ? MakeSourceParts(*Examples) : TResult<FCharacterParts>(Examples.GetError());
	if (!Parts || Parts->Skin.PointCount() != Set.Rest.Positions.size())
	{
		std::cerr << Set.Name << ": " << (Parts ? "points were welded" : Parts.GetError().Message) << "\n";
		return std::nullopt;
	}
	Parts->Correctives = Correctives;
	Parts->PreferredOperator = static_cast<uint32_t>(ESkinOperator::LinearBlend) + 1; // normals are fitted for it
	const TResult<FBakedCharacter> Baked = Bake(*Parts, {}, Context);
	TResult<FPosedLevel> Level = Baked ? FPosedLevel::Make(Baked->Character, ESkinOperator::LinearBlend, 0, true)
									   : TResult<FPosedLevel>(Baked.GetError());
	if (!Level)
	{
		std::cerr << Set.Name << ": " << Level.GetError().Message << "\n";
		return std::nullopt;
	}
	double Sum = 0.0;
	size_t Count = 0;
	for (size_t Pose = Set.LearnedCount; Pose < Set.Frames.size(); ++Pose)
	{
		const std::vector<FDouble3> True = VertexNormals(Set.Frames[Pose], Set.Rest.Triangles);
		if (Level->Pose(ToLocal(Set.Skeleton, PaletteOf(Set, Pose)), *Context.Executor).empty())
		{
			return std::nullopt;
		}
		const std::span<const FFloat3> Normals = Level->GetNormals();
		for (size_t Vertex = 0; Vertex < Normals.size(); ++Vertex, ++Count)
		{
			const FDouble3& N = True[Baked->Character->Levels[0].PointOfCorner[Vertex]];
			const FFloat3& M = Normals[Vertex];
			const double Cosine =
				N.X * static_cast<double>(M.X) + N.Y * static_cast<double>(M.Y) + N.Z * static_cast<double>(M.Z);
			const double Angle = 57.29577951308232 * std::acos(std::clamp(Cosine, -1.0, 1.0));
			Sum += Angle * Angle;
		}
	}
	return FFileFigures{
		std::sqrt(Sum / static_cast<double>(Count)), static_cast<double>(Baked->Character->Sphere.Radius)};
}

/** Bytes that helper bones add to a file: what drives them and the weights of the points that follow them. */
double CountBytes(const FHelperBones& Helpers, const FCorrectiveInput& Input)
{
	const TCorrectives<FOwned>& Model = Helpers.Correctives.Model;
	const size_t Influences = Helpers.Skin.Weights.Bones.size() - Input.Skin.Weights.Bones.size();
	return static_cast<double>(Influences * (sizeof(uint16_t) + sizeof(float)) +
		Model.Helpers.size() * sizeof(FCorrectiveHelper) + Model.Kernels.size() * sizeof(FCorrectiveKernel) +
		Model.Terms.size() * sizeof(FCorrectiveTerm) + Model.Coefficients.size() * 8 +
		Model.Runs.size() * sizeof(FCorrectiveRun) + Model.Shapes.size() * sizeof(FCorrectiveShape));
}

/** The shapes, compressed until they take no more bytes. */
std::optional<FCorrectives> CompressTo(
	double Bytes, const FCorrectiveInput& Input, FCorrectiveOptions Options, const FBuildContext& Context)
{
	for (Options.Compression = 0.2; Options.Compression < 100.0; Options.Compression *= 1.5)
	{
		const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, Context);
		if (Built && CountBytes(Built->Correctives) <= Bytes)
		{
			return Built->Correctives;
		}
	}
	return std::nullopt;
}

/** The set with weights that the builder fits to the learned frames instead of the artist's, as a build does. */
std::optional<FCorrectiveSet> FitSetWeights(const FCorrectiveSet& Set, const FBuildContext& Context)
{
	FSourceExamples Source = SourceOf(Set);
	FRig Rig;
	Rig.BoneCount = Set.Skeleton.JointCount();
	Rig.PoseCount = Set.LearnedCount;
	Rig.Transforms.resize(Rig.BoneCount * Rig.PoseCount);
	for (size_t Pose = 0; Pose < Set.LearnedCount; ++Pose)
	{
		Source.Poses.push_back({"frame " + std::to_string(Pose), Set.Frames[Pose]});
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Rig.Transform(Bone, Pose) = PaletteOf(Set, Pose)[Bone];
		}
	}
	Rig.Weights = Set.Weights;
	FWeightFitOptions Options;
	Options.MaxInfluences = 8;
	Options.Pull = 0.1;
	const TResult<FExampleSet> Examples = BuildExampleSet(std::move(Source), {}, Context);
	TResult<FWeightFit> Fit =
		Examples ? FitWeights(*Examples, Rig, Options, Context) : TResult<FWeightFit>(Examples.GetError());
	if (!Fit || Fit->Weights.PointCount() != Set.Rest.Positions.size())
	{
		std::cerr << Set.Name << ": " << (Fit ? "points were welded" : Fit.GetError().Message) << "\n";
		return std::nullopt;
	}
	FCorrectiveSet Out = Set;
	Out.Name = Set.Name + ", fitted weights";
	Out.Weights = std::move(Fit->Weights);
	return Out;
}

struct FGoals
{
	double Rms = 0.0, Max = 0.0;
	double CompressedRms = 0.0, Megabytes = 0.0; // 0: none
	double BlendedRms = 0.0, BlendedMax = 0.0;
	double Normals = 0.0;
	bool bHelpers = false;
};

FAffineDeformation Operator(const FCorrectiveInput& Input, ESkinOperator Kind, std::span<const FAffine3d> Palette)
{
	return *MakeSkinDeformation(Input, Input.Skin, Kind, Palette);
}

std::vector<FDouble3> Deform(const FAffineDeformation& Deformation, std::span<const FDouble3> Points)
{
	std::vector<FDouble3> Out(Points.size());
	Deformation.Deform(Points, Out);
	return Out;
}

/** A goal of zero is none. */
void AddGoal(FRowEditor Row, double Goal)
{
	if (Goal > 0.0)
	{
		Row.Reach(Goal);
	}
}

/** The learned layer before compression. */
void MeasureLearned(const FCorrectiveSet& Set, const FCorrectiveInput& Input, ESkinOperator Kind,
	const std::string& Name, double RmsGoal, double MaxGoal, FRows& Rows, const FBuildContext& Context)
{
	FCorrectiveOptions Options;
	Options.Operator = Kind;
	TResult<FPreparedExamples> Prepared = PrepareExamples(Input, Options, Context);
	TResult<FLearnedStage> Learned = LearnExamples(Input, Options, *Prepared, Context);
	if (!Learned)
	{
		std::cerr << Name << ": " << Learned.GetError().Message << "\n";
		return;
	}
	const FLearnedOptions& Chosen = Learned->Trial.Options;
	std::cerr << Name << ": width " << Chosen.Width << ", pairs " << Chosen.PairWeight << ", ridge " << Chosen.Ridge
			  << ", spread " << Chosen.Spread << ", share " << Chosen.MirrorShare << ", validation "
			  << 100.0 * Learned->Trial.Rms / Set.Diagonal << " %" << (Learned->Mirror ? ", mirrored" : "") << "\n";
	const size_t Joints = Set.Skeleton.JointCount(), Points = Set.Rest.Positions.size();
	const FDriverPoses Measured =
		ReadPoses(Input, Prepared->Ranges, std::span(Set.Palettes).subspan(Set.LearnedCount * Joints), {});
	const std::vector<FDouble3> Offsets = EvaluateLearnedLayer(Learned->Layer, Measured, Context);
	const auto Plain = [&](size_t Pose)
	{ return Deform(Operator(Input, Kind, PaletteOf(Set, Pose)), Input.Skin.Rest); };
	const FError2 Before = Measure(Set, Plain, Plain);
	const FError2 After = Measure(Set, Plain,
		[&](size_t Pose)
		{
			const std::span<const FDouble3> Own =
				std::span(Offsets).subspan((Pose - Set.LearnedCount) * Points, Points);
			return Deform(Operator(Input, Kind, PaletteOf(Set, Pose)), Add(Input.Skin.Rest, Own));
		});
	AddGoal(Rows.Lower(Name + ", unseen, RMS", After.Rms, "%").Baseline("without", Before.Rms), RmsGoal);
	AddGoal(Rows.Lower(Name + ", unseen, max", After.Max, "%").Baseline("without", Before.Max), MaxGoal);
	Rows.Lower(Name + ", poses made worse", static_cast<double>(After.WorsePoses), "").Reach(0.0);
	Rows.Lower(Name + ", vertex-poses made worse by 0.5 %", After.WorseVertices, "%").Reach(0.01);
}

void MeasureSet(const FCorrectiveSet& Set, const FGoals& Goals, FRows& Rows, const FBuildContext& Context)
{
	FCorrectiveInput Input = MakeInput(Set);
	MeasureLearned(Set, Input, ESkinOperator::LinearBlend, Set.Name, Goals.Rms, Goals.Max, Rows, Context);
	const auto Plain = [&](size_t Pose)
	{ return BlendPoints(Input.Skin.Rest, Input.Skin.Weights, PaletteOf(Set, Pose)); };
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, Context);
	if (!Built)
	{
		std::cerr << Set.Name << ": " << Built.GetError().Message << "\n";
		return;
	}
	for (const FCorrectiveProblem& Problem : Built->Problems)
	{
		std::cerr << Set.Name << ": " << Problem.Message << "\n";
	}
	const FError2 Before = Measure(Set, Plain, Plain);
	const FError2 After = Measure(Set, Plain,
		[&](size_t Pose)
		{ return *PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, PaletteOf(Set, Pose)); });
	AddGoal(Rows.Lower(Set.Name + ", compressed, RMS", After.Rms, "%"), Goals.CompressedRms);
	AddGoal(Rows.Lower(Set.Name + ", compressed", 1e-6 * CountBytes(Built->Correctives), "MB"), Goals.Megabytes);
	Rows.Lower(Set.Name + ", compressed, max", After.Max, "%");
	Rows.Lower(Set.Name + ", shapes", static_cast<double>(Built->Correctives.Model.ShapeCount()), "");
	Rows.Lower(Set.Name + ", kernels", static_cast<double>(Built->Correctives.Model.Kernels.size()), "");
	if (Goals.Normals > 0.0)
	{
		Rows.Lower(Set.Name + ", normals of the corrected surface", After.Normals, "degrees")
			.Baseline("linear blending", Before.Normals)
			.Reach(Goals.Normals);
		const std::optional<FFileFigures> With = MeasureFile(Set, Built->Correctives, Context);
		const std::optional<FFileFigures> Without = MeasureFile(Set, {}, Context);
		if (With && Without)
		{
			Rows.Lower(Set.Name + ", normals of the file", With->Normals, "degrees")
				.Baseline("without correctives", Without->Normals)
				.Reach(Goals.Normals);
			Rows.Lower(Set.Name + ", radius of the culling sphere", With->Radius, "m")
				.Baseline("without correctives", Without->Radius)
				.ReachRatio(1.1);
		}
	}
	if (Goals.BlendedRms > 0.0)
	{
		Input.Skin.BlendFactors = FitBlendFactors(Input, Context);
		MeasureLearned(Set, Input, ESkinOperator::Blended, Set.Name + ", blended operator", Goals.BlendedRms,
			Goals.BlendedMax, Rows, Context);
	}
	for (const size_t Count : {size_t(12), size_t(40)})
	{
		if (!Goals.bHelpers)
		{
			break;
		}
		FHelperOptions Options;
		Options.Count = Count;
		const TResult<FHelperBones> Helpers = BuildHelperBones(Input, Built->Chosen, Options, Context);
		const FError2 WithBones = Measure(Set, Plain,
			[&](size_t Pose) {
				return BlendPoints(
					Helpers->Skin.Rest, Helpers->Skin.Weights, PoseHelpers(*Helpers, PaletteOf(Set, Pose)));
			});
		std::cerr << Set.Name << ": helpers " << Count << ", examples " << Helpers->Figures.Figures[2].Value << " %\n";
		const std::string Name = Set.Name + ", " + std::to_string(Count) + " helper bones";
		Rows.Lower(Name + ", RMS", WithBones.Rms, "%").Baseline("shapes", After.Rms);
		Rows.Higher(Name + ", share of the shapes' gain",
				100.0 * (Before.Rms - WithBones.Rms) / (Before.Rms - After.Rms), "%")
			.Reach(Count == 12 ? 60.0 : 85.0);
		const double Bytes = CountBytes(*Helpers, Input);
		Rows.Lower(Name, 1e-6 * Bytes, "MB").Baseline("shapes", 1e-6 * CountBytes(Built->Correctives));
		if (const std::optional<FCorrectives> Equal = CompressTo(Bytes, Input, Built->Chosen, Context))
		{
			const FError2 WithShapes = Measure(Set, Plain,
				[&](size_t Pose)
				{ return *PoseCorrected(Input, *Equal, ESkinOperator::LinearBlend, PaletteOf(Set, Pose)); });
			Rows.Lower(Name + ", RMS at equal bytes", WithBones.Rms, "%").Baseline("shapes", WithShapes.Rms);
		}
	}
}

/** Everything as `exemplar build` makes it of the learned frames alone: its own bones, skin and correctives. In the
 * measured frames only the bones are moved, to fit them. */
void MeasureBuild(const FCorrectiveSet& Set, FRows& Rows, const FBuildContext& Context)
{
	FSourceExamples Learned = SourceOf(Set), Measured = SourceOf(Set);
	for (size_t Pose = 0; Pose < Set.Frames.size(); ++Pose)
	{
		FSourceExamples& Examples = Pose < Set.LearnedCount ? Learned : Measured;
		Examples.Poses.push_back({"frame " + std::to_string(Pose), Set.Frames[Pose]});
	}
	FBuildOptions Options;
	Options.Correctives.bMake = true;
	Options.Levels.LevelCount = 1;
	const TResult<FExampleSet> Seen = BuildExampleSet(std::move(Learned), {}, Context);
	const TResult<FExampleSet> Unseen = BuildExampleSet(std::move(Measured), {}, Context);
	const TResult<FBuiltCharacter> Built = Seen && Unseen ? BuildCharacter(*Seen, Options, Context)
														  : TResult<FBuiltCharacter>((Seen ? Unseen : Seen).GetError());
	const TResult<FRig> Moved = Built ? FitMotions(*Unseen, Built->Rig.Rig, Context) : TResult<FRig>(Built.GetError());
	TResult<FPosedLevel> Level = Moved
		? FPosedLevel::Make(Built->Character, FindPreferredOperator(Built->Character.View()))
		: TResult<FPosedLevel>(Moved.GetError());
	if (!Level || Seen->PointCount() != Set.Rest.Positions.size())
	{
		std::cerr << Set.Name << ": " << (Level ? "points were welded" : Level.GetError().Message) << "\n";
		return;
	}
	std::cerr << Set.Name << ", whole build: " << Built->Parts.Correctives.Model.ShapeCount() << " shapes, examples "
			  << Built->Corrected->RmsBefore << " to " << Built->Corrected->Rms << " %\n";
	const auto Posed = [&](size_t Pose, bool bCorrectives)
	{
		std::vector<FAffine3d> Palette;
		for (size_t Bone = 0; Bone < Moved->BoneCount; ++Bone)
		{
			Palette.push_back(Moved->Transform(Bone, Pose - Set.LearnedCount));
		}
		FPoseOptions Choice;
		Choice.bCorrectives = bCorrectives;
		const std::span<const FFloat3> Vertices =
			Level->Pose(ToLocal(Built->Parts.Animation.Skeleton, Palette), *Context.Executor, Choice);
		std::vector<FDouble3> Out(Set.Rest.Positions.size());
		for (size_t Vertex = 0; Vertex < Vertices.size(); ++Vertex)
		{
			const FFloat3& At = Vertices[Vertex];
			Out[Built->Character->Levels[0].PointOfCorner[Vertex]] = {At.X, At.Y, At.Z};
		}
		return Out;
	};
	const auto Plain = [&](size_t Pose) { return Posed(Pose, false); };
	const FError2 Before = Measure(Set, Plain, Plain);
	const FError2 After = Measure(Set, Plain, [&](size_t Pose) { return Posed(Pose, true); });
	const std::string Name = Set.Name + ", a whole build of " + std::to_string(Moved->BoneCount) + " bones";
	Rows.Lower(Name + ", unseen, RMS", After.Rms, "%").Baseline("without", Before.Rms);
	Rows.Lower(Name + ", unseen, max", After.Max, "%").Baseline("without", Before.Max);
	Rows.Lower(Name + ", poses made worse", static_cast<double>(After.WorsePoses), "").Reach(0.0);
	Rows.Lower(Name + ", vertex-poses made worse by 0.5 %", After.WorseVertices, "%").Reach(0.01);
}

/** Times of a large mesh with many sculpts, and of the inverses. */
void MeasureSpeed(FRows& Rows, const FBuildContext& Context)
{
	FSampleOptions Options;
	Options.bBulges = true;
	Options.bWalkFrames = true;
	Options.VertexCount = 60000;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	FCorrectiveSet Set;
	Set.Rest = {Sample->Source.Rest.Positions, Sample->Triangles};
	Set.Skeleton = Sample->Source.Rig->Skeleton;
	const TBlendWeights<FOwned>& Weights = Sample->Source.Rig->Weights;
	Set.Weights = {Weights.Offsets, Weights.Bones, {Weights.Weights.begin(), Weights.Weights.end()}};
	Set.Palettes = Sample->Palettes;
	for (const FSourcePose& Pose : Sample->Source.Poses)
	{
		Set.Frames.push_back(Pose.Positions.ToVector());
	}
	// The sample has forty poses; ten more repeat poses with other shapes, which costs as much.
	for (size_t Pose = 0; Set.Frames.size() < 50; ++Pose)
	{
		const size_t Joints = Set.Skeleton.JointCount();
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			Set.Palettes.push_back(Set.Palettes[Pose * Joints + Joint]);
		}
		Set.Frames.push_back(Set.Frames[Pose]);
		for (FDouble3& Point : Set.Frames.back())
		{
			Point.X *= 1.0001; // not the same sculpt
		}
	}
	Set.LearnedCount = 50;
	const FCorrectiveInput Input = MakeInput(Set);
	FCorrectiveOptions Build;
	Build.bMirror = false;
	Build.Width = 3.0;
	Build.Ridge = 1e-3;
	Build.Spread = 0.04;
	Build.PairWeight = 0.3;
	const std::string Name = std::to_string(Set.LearnedCount) + " sculpts, " +
		std::to_string(Set.Rest.Positions.size() / 1000) + "k vertices, ";
	// Set-up: offsets and the layer. A changed sculpt: until the model can be drawn again.
	std::optional<FPreparedExamples> Prepared;
	double Start = ProcessorSeconds();
	const double Seconds = BestSeconds(1,
		[&]
		{
			Prepared = std::move(*PrepareExamples(Input, Build, Context));
			const TResult<FLearnedStage> Learned = LearnExamples(Input, Build, *Prepared, Context);
		});
	Rows.Lower(Name + "set-up", Seconds, "s").Reach(2.0);
	Rows.Lower(Name + "set-up, processor time", ProcessorSeconds() - Start, "s");
	TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Build, Context);
	FCorrectiveInput Other = Input;
	for (size_t Point = 0; Point < Other.Examples[3].Points.size() / 50; ++Point)
	{
		Other.Examples[3].Points[Point].Y += 0.01;
	}
	Start = ProcessorSeconds();
	const double Changed = BestSeconds(1, [&] { Built = ChangeExample(Other, 3, std::move(*Built), Context); });
	Rows.Lower(Name + "one changed sculpt", Changed, "s").Reach(1.0);
	Rows.Lower(Name + "one changed sculpt, processor time", ProcessorSeconds() - Start, "s");
	const FAffineDeformation& Known = Prepared->Operators[3];
	const FLayeredDeformation Box(std::make_shared<FAffineDeformation>(Known), {}, {});
	FInverseOptions Powell;
	Powell.Method = EInverseMethod::Powell;
	Powell.Precision = 1e-6;
	const double Analytic =
		BestSeconds(3, [&] { (void)InvertDeformation(Known, Input.Skin.Rest, Input.Examples[3].Points); });
	const double Search =
		BestSeconds(1, [&] { (void)InvertDeformation(Box, Input.Skin.Rest, Input.Examples[3].Points, Powell); });
	Rows.Lower("Powell through a black box", Search, "s").Baseline("analytic", Analytic).ReachRatio(30.0);
}

} // namespace

int main(int argc, char** argv)
{
	std::string Only;
	for (int Index = 1; Index + 1 < argc; ++Index)
	{
		Only = std::string(argv[Index]) == "--only" ? argv[Index + 1] : Only;
	}
	FRows Rows("correctives", argc, argv);
	const std::unique_ptr<IExecutor> Threads = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Threads.get();
	const FGoals Goals[] = {{0.040, 1.4, 0.044, 0.8, 0.0, 0.0, 3.0, true}, {0.087, 2.4, 0.094, 0.95, 0.0, 0.0, 10.0},
		{0.024, 0.5, 0.0, 0.0, 0.005, 0.15, 0.0}, {0.0035, 0.15, 0.0, 0.0, 0.0, 0.0, 0.0}};
	std::vector<FCorrectiveSet> Sets = LoadCorrectiveSets();
	if (std::optional<FCorrectiveSet> Sample = MakeSampleSet(Context))
	{
		Sets.push_back(std::move(*Sample));
	}
	constexpr const char* Names[] = {"mh-flesh", "mh091-artist", "makehuman-dqs40", "sample with bulges"};
	for (const FCorrectiveSet& Set : Sets)
	{
		for (size_t Index = 0; Index < std::size(Names); ++Index)
		{
			if (Set.Name == Names[Index] && (Only.empty() || Only == Set.Name))
			{
				MeasureSet(Set, Goals[Index], Rows, Context);
				if (const std::optional<FCorrectiveSet> Fitted = FitSetWeights(Set, Context))
				{
					MeasureLearned(
						*Fitted, MakeInput(*Fitted), ESkinOperator::LinearBlend, Fitted->Name, 0.0, 0.0, Rows, Context);
				}
				MeasureBuild(Set, Rows, Context);
			}
		}
	}
	if (Only.empty() || Only == "speed")
	{
		MeasureSpeed(Rows, Context);
	}
	return Rows.Finish();
}
