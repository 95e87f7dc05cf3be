// Copyright (c) 2026 Exemplar contributors. MIT license.

// What correctives cost at run time, on one core: kernels to weights, and displacements by block against linear blend
// skinning of the same vertices. Shapes move runs of neighboring vertices, as those of a joint do.

#include "Bake/Bake.h"
#include "BenchRows.h"
#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Preview/CorrectivePreview.h"
#include "Sample/SampleCharacter.h"
#include "SkinningScene.h"

#include <algorithm>
#include <cmath>

using namespace Exemplar;
using namespace Exemplar::Bench;

namespace
{

// Shapes that together move every vertex Entries times.
void AddShapes(FScene& Scene, size_t ShapeCount, double Entries, TCorrectives<FOwned>& Model)
{
	const size_t Vertices = Scene.Level.VertexCount();
	const size_t Run = static_cast<size_t>(Entries * static_cast<double>(Vertices) / static_cast<double>(ShapeCount));
	FSceneRandom Random;
	FDeltaWriter Writer(Scene.Level.Correctives);
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		Model.Shapes.push_back({0, 0, -1.0f, 1.0f, NoIndex, 1e-6f, 1e-3f});
		const size_t First = Random.Next() % (Vertices - Run + 1);
		for (size_t Vertex = First; Vertex < First + Run; ++Vertex)
		{
			const auto Code = [&](float Largest) { return Random.Uniform(-Largest, Largest); };
			Writer.Add(static_cast<uint32_t>(Vertex),
				{static_cast<int16_t>(Code(32767.0f)), static_cast<int16_t>(Code(32767.0f)),
					static_cast<int16_t>(Code(32767.0f))});
			Scene.Level.Correctives.Normals.push_back({static_cast<int8_t>(Code(127.0f)),
				static_cast<int8_t>(Code(127.0f)), static_cast<int8_t>(Code(127.0f))});
		}
		Writer.EndShape();
	}
}

double SecondsPerVertex(const FScene& Scene, const FPackedSkin& Skin, bool bNormals)
{
	std::vector<FFloat3> Positions(Skin.SlotCount), Normals(bNormals ? Skin.SlotCount : 0);
	FLinearBlendJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Positions;
	Job.Output.Normals = Normals;
	Job.Palette = Scene.Palette;
	return BestSeconds(200, [&] { Job.Run(); }) / static_cast<double>(Scene.Level.VertexCount());
}

void MeasureOffsets(size_t Vertices, double Entries, double Goal, FRows& Rows)
{
	FScene Scene(Vertices, 4);
	TCorrectives<FOwned> Model;
	AddShapes(Scene, 150, Entries, Model);
	const FPackedSkin Skin = Scene.Pack({});
	const FCorrectivesView View(Model);
	std::vector<float> Weights(Model.Shapes.size(), 0.5f);
	const std::string Name = std::to_string(static_cast<int>(Entries)) + " entries per vertex, " +
		std::to_string(Vertices / 1000) + "k vertices";
	for (const bool bNormals : {false, true})
	{
		TCorrectiveDeltas<FOwned> Level = Scene.Level.Correctives;
		Level.Normals.resize(bNormals ? Level.Normals.size() : 0);
		const FPackedCorrectives Shapes = PackCorrectives(*View, ViewOf(Level), Skin);
		std::vector<uint32_t> Places(Shapes.BlockCount);
		std::vector<float> Values(CountOffsetValues(Shapes));
		const FCorrectiveOffsetsJob Job{&Shapes, Weights, Places, Values};
		const double Seconds = BestSeconds(200, [&] { Job.Run(); }) / static_cast<double>(Vertices);
		FRowEditor Row = Rows.Lower(Name + (bNormals ? ", with normals" : ""), 1e9 * Seconds, "ns/vertex")
							 .Baseline(bNormals ? "linear blend with normals" : "linear blend",
								 1e9 * SecondsPerVertex(Scene, Skin, bNormals));
		if (!bNormals && Goal > 0.0)
		{
			Row.ReachRatio(Goal);
		}
	}
}

// As a learned body has them: kernels of 22 joints, and shapes over the kernels of one joint.
void MeasureWeights(size_t KernelCount, FRows& Rows)
{
	constexpr uint32_t Joints = 22;
	FSceneRandom Random;
	const auto Rotation = [&]
	{
		return RotationAboutAxis(
			Normalize(FFloat3{Random.Uniform(-1, 1), 0.3f, Random.Uniform(-1, 1)}), Random.Uniform(0, 2));
	};
	TCorrectives<FOwned> Model;
	const uint32_t PerJoint = static_cast<uint32_t>(KernelCount) / Joints;
	for (uint32_t Joint = 0; Joint < Joints; ++Joint)
	{
		Model.Drivers.push_back({0, Joint});
		TCorrective<FOwned> Corrective;
		Corrective.FirstShape = static_cast<uint32_t>(Model.Shapes.size());
		Corrective.ShapeCount = 6;
		Model.Correctives.push_back(Corrective);
		for (uint32_t Kernel = 0; Kernel < PerJoint; ++Kernel)
		{
			const uint32_t Term = static_cast<uint32_t>(Model.Terms.size());
			Model.Kernels.push_back({0, 0, 1, 3.0f, Term, 1});
			Model.Terms.push_back({Joint, 1.0f, Rotation()});
		}
		for (uint32_t Shape = 0; Shape < Corrective.ShapeCount; ++Shape)
		{
			Model.Shapes.push_back({static_cast<uint32_t>(Model.Runs.size()), 1, -1e6f, 1e6f, NoIndex, 0.0f, 0.0f});
			Model.Runs.push_back({Joint * PerJoint, PerJoint, static_cast<uint32_t>(Model.Coefficients.size())});
			for (uint32_t Kernel = 0; Kernel < PerJoint; ++Kernel)
			{
				Model.Coefficients.push_back(static_cast<double>(Random.Uniform(-1, 1)));
			}
		}
	}
	const FCorrectivesView View(Model);
	std::vector<FBoneTransform> Rest(Joints), Local(Joints);
	for (FBoneTransform& Joint : Local)
	{
		Joint.Rotation = Rotation();
	}
	const FCorrectiveSolver Solver = MakeCorrectiveSolver(*View, Rest);
	std::vector<double> Scratch(Solver.ScratchSize());
	std::vector<float> Weights(Model.Shapes.size());
	const FCorrectiveWeightsJob Job{&Solver, Local, {}, {}, Scratch, Weights};
	Rows.Lower(std::to_string(PerJoint * Joints) + " kernels, " + std::to_string(Weights.size()) + " shapes",
			1e6 * BestSeconds(2000, [&] { Job.Run(); }), "us")
		.Reach(5.0);
}

// What an editor does while a pose is dragged: all of a large character with fifty sculpts, base and corrected.
void MeasurePreview(FRows& Rows)
{
	FSampleOptions Options;
	Options.VertexCount = 60000;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, {});
	const TResult<FExampleSet> Examples =
		Sample ? BuildExampleSet(Sample->Source, {}, {}) : TResult<FExampleSet>(Sample.GetError());
	TResult<FCharacterParts> Parts =
		Examples ? MakeSourceParts(*Examples) : TResult<FCharacterParts>(Examples.GetError());
	if (!Parts)
	{
		std::cerr << Parts.GetError().Message << "\n";
		return;
	}
	constexpr uint32_t Sculpts = 50;
	const auto Points = static_cast<uint32_t>(Parts->Skin.PointCount());
	const auto Joints = static_cast<uint32_t>(Parts->Animation.Skeleton.JointCount());
	TCorrectives<FOwned>& Model = Parts->Correctives.Model;
	FShapeDeltas& Deltas = Parts->Correctives.Levels.emplace_back();
	Deltas.Offsets.push_back(0);
	for (uint32_t Sculpt = 0; Sculpt < Sculpts; ++Sculpt)
	{
		Model.Drivers.push_back({0, 1 + Sculpt % (Joints - 1)});
		Model.Terms.push_back({Sculpt, 1.0f, RotationAboutAxis({1.0f, 0.0f, 0.0f}, 0.1f * static_cast<float>(Sculpt))});
		Model.Kernels.push_back({0, 0, 1, 3.0f, Sculpt, 1});
		Model.Runs.push_back({Sculpt, 1, Sculpt});
		Model.Coefficients.push_back(1.0);
		Model.Shapes.push_back({Sculpt, 1, -1.0f, 1.0f, NoIndex, 0.0f, 0.0f});
		TCorrective<FOwned> Row;
		Row.Name = "sculpt " + std::to_string(Sculpt);
		Row.FirstShape = Sculpt;
		Row.ShapeCount = 1;
		Model.Correctives.push_back(Row);
		for (uint32_t Point = Sculpt * (Points / Sculpts), End = Point + Points / Sculpts; Point < End; ++Point)
		{
			Deltas.Points.push_back(Point);
			Deltas.Deltas.push_back({0.0, 0.0, 0.01});
		}
		Deltas.Offsets.push_back(static_cast<uint32_t>(Deltas.Points.size()));
	}
	std::sort(
		Model.Drivers.begin(), Model.Drivers.end(), [](const auto& A, const auto& B) { return A.Index < B.Index; });
	Model.Drivers.erase(std::unique(Model.Drivers.begin(), Model.Drivers.end()), Model.Drivers.end());
	for (FCorrectiveTerm& Term : Model.Terms)
	{
		Term.Driver %= static_cast<uint32_t>(Model.Drivers.size());
	}
	const TResult<FBakedCharacter> Baked = Bake(*Parts, {}, {});
	TResult<FCorrectivePreview> Preview =
		Baked ? FCorrectivePreview::Make(Baked->Character) : TResult<FCorrectivePreview>(Baked.GetError());
	if (!Preview)
	{
		std::cerr << Preview.GetError().Message << "\n";
		return;
	}
	const FCharacterView& View = Baked->Character.View();
	uint32_t Frame = 0;
	const double Seconds = BestSeconds(20,
		[&]
		{
			Preview->SetPose(
				SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Frame++ % View.Clips[0].FrameCount)));
			(void)Preview->Update(GetSerialExecutor());
		});
	Rows.Lower("preview of a pose, " + std::to_string(Points / 1000) + "k points, 50 sculpts, one thread",
			1e3 * Seconds, "ms")
		.Reach(33.0);
}

} // namespace

int main(int argc, char** argv)
{
	FRows Rows("corrective-cost", argc, argv);
	MeasureWeights(616, Rows);
	MeasureOffsets(8000, 1.0, 0.25, Rows);
	MeasureOffsets(8000, 4.0, 0.0, Rows);
	MeasureOffsets(8000, 12.0, 1.1, Rows);
	MeasureOffsets(60000, 12.0, 0.0, Rows);
	MeasurePreview(Rows);
	return Rows.Finish();
}
