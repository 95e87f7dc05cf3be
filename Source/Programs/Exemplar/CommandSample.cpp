// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar sample: writes a procedural character, as examples to build from and as ground truth to compare with.

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Character/Character.h"
#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "NumberRange.h"
#include "Sample/SampleCharacter.h"
#include "Sample/ScanSimulator.h"

#include <algorithm>
#include <charconv>

namespace Exemplar
{
namespace
{

struct FSampleArguments
{
	std::string Out;
	FSampleOptions Options;
	int Scans = 0;
	FScanSimulation Simulation;
};

std::string FormatNumber(double Value)
{
	char Text[32];
	const std::to_chars_result Result = std::to_chars(Text, Text + sizeof(Text), Value);
	return std::string(Text, Result.ptr);
}

/** One line per vertex of a remeshed pose: the rest triangle it lies on and its three barycentric weights. */
std::string FormatCorrespondence(const FRemeshedPose& Pose)
{
	std::string Out;
	for (const FSurfaceCoordinate& At : Pose.OnRest)
	{
		Out += std::to_string(At.Triangle);
		for (const double Weight : At.Weights)
		{
			Out += " ";
			Out += FormatNumber(Weight);
		}
		Out += "\n";
	}
	return Out;
}

FStatus WriteRemeshedPoses(const std::filesystem::path& Folder, const std::vector<FRemeshedPose>& Poses)
{
	std::error_code Failure;
	std::filesystem::create_directories(Folder, Failure);
	for (const FRemeshedPose& Pose : Poses)
	{
		FSourceMesh Mesh;
		Mesh.Positions = Pose.Mesh.Positions;
		for (const FTriangle& Triangle : Pose.Mesh.Triangles)
		{
			for (const int32_t Vertex : Triangle)
			{
				Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
			}
			Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
		}
		const FStatus Written = WriteMeshFile(Folder / ToPath(Pose.Name + ".obj"), Mesh);
		if (!Written)
		{
			return Written;
		}
		const FStatus Truth =
			WriteFileAtomically(Folder / ToPath(Pose.Name + ".on-rest.txt"), FormatCorrespondence(Pose));
		if (!Truth)
		{
			return Truth;
		}
	}
	return FOk{};
}

/** Simulated scans of the first poses. Their truth is frames.pc2. */
FStatus WriteScans(const FSampleArguments& Arguments, const FSampleCharacter& Sample, const FBuildContext& Context)
{
	if (Arguments.Scans == 0)
	{
		return FOk{};
	}
	const std::filesystem::path Folder = ToPath(Arguments.Out) / "scans";
	std::error_code Failure;
	std::filesystem::create_directories(Folder, Failure);
	const size_t Count = (std::min)(static_cast<size_t>(Arguments.Scans), Sample.Source.Poses.size());
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		if (!Context.Progress.Report(static_cast<double>(Pose) / static_cast<double>(Count)))
		{
			return Context.Progress.CanceledError();
		}
		FBuildContext Own = Context;
		Own.Seed = Context.Seed + Pose; // every scan has noise and holes of its own
		const TResult<FSimulatedScan> Scan =
			SimulateScan(Sample.Source.Poses[Pose].Positions.ToVector(), Sample.Triangles, Arguments.Simulation, Own);
		const FStatus Written = Scan
			? WriteMeshFile(Folder / ToPath(Sample.Source.Poses[Pose].Name + ".ply"), Scan->Scan.Mesh)
			: FStatus(Scan.GetError());
		if (!Written)
		{
			return Written;
		}
	}
	return FOk{};
}

FStatus WriteSample(const FSampleArguments& Arguments, FSession& Session)
{
	const std::filesystem::path Out = ToPath(Arguments.Out);
	const FBuildContext& Context = Session.Context();
	TResult<FSampleCharacter> Sample = BuildSample(Arguments.Options, Context.Part(0.0, 0.7, "making"));
	if (!Sample)
	{
		return Sample.GetError();
	}
	const TResult<FCharacter> Truth = BakeSample(*Sample, Context.Part(0.7, 1.0, "checking"));
	if (!Truth)
	{
		return Truth.GetError();
	}
	std::error_code Failure;
	std::filesystem::create_directories(Out, Failure);
	if (Failure)
	{
		return FError{EErrorCode::Unwritable,
			PathToText(Out) + ": the folder cannot be created (" + Failure.message() + "). Choose another one."};
	}
	const FSourceExamples& Source = Sample->Source;
	const FPointCache Frames = MakePointCache(Source.Rest.Positions.size(), Source.Poses);
	FStatus Written = WriteMeshFile(Out / "rest.obj", Source.Rest);
	Written = Written ? WritePointCacheFile(Out / "frames.pc2", Frames) : Written;
	Written = Written ? SaveCharacter(*Truth, Out / "sample.exemplar") : Written;
	if (Written && !Sample->RemeshedPoses.empty())
	{
		Written = WriteRemeshedPoses(Out / "remeshed", Sample->RemeshedPoses);
	}
	Written = Written ? WriteScans(Arguments, *Sample, Context.Part(1.0, 1.0, "scanning")) : Written;
	if (!Written)
	{
		return Written;
	}
	Session.Say("Wrote " + PathToText(Out / "rest.obj") + ", frames.pc2 (" + std::to_string(Source.Poses.size()) +
		" poses, " + std::to_string(Source.Rest.Positions.size()) + " vertices) and sample.exemplar (ground truth)");
	return FOk{};
}

const FCommandRegistration SampleRegistration(30,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command =
			AddCommand(App, "sample", "Write the sample character: examples to build from, and ground truth",
				"  exemplar sample out                              rest.obj, frames.pc2 and sample.exemplar\n"
				"  exemplar sample out --vertices 60000 --walk      finer, with a walk cycle of 24 frames\n"
				"  exemplar sample out --bulges --noise 0.001       muscle bulges and a millimeter of noise\n"
				"  exemplar sample out --remeshed                   also each pose with its own triangles\n"
				"  exemplar sample out --scans 8                    also simulated scans of eight poses, to register");
		auto Arguments = std::make_shared<FSampleArguments>();
		Command->add_option("OUT", Arguments->Out, "Output folder; created if needed")->required();
		Command->add_option("--vertices", Arguments->Options.VertexCount, "Approximate vertex count")
			->capture_default_str()
			->check(NumberRange(2000, 200000));
		Command->add_flag("--bulges", Arguments->Options.bBulges, "Make muscles bulge with the pose");
		Command
			->add_option("--noise", Arguments->Options.Noise, "Maximum random displacement along each axis, in meters")
			->capture_default_str()
			->check(NumberRange(0.0, 0.1));
		Command->add_flag("--remeshed", Arguments->Options.bRemeshedPoses,
			"Also write each pose with its own triangles, and where its vertices lie on the rest mesh");
		Command
			->add_option("--scans", Arguments->Scans,
				"Also simulate a scan of each of the first poses: noise, holes, and vertices of its own")
			->capture_default_str()
			->check(NumberRange(0, 1000));
		Command
			->add_option(
				"--scan-cell", Arguments->Simulation.Cell, "Size of the triangles of simulated scans, in meters")
			->capture_default_str()
			->check(NumberRange(0.002, 0.05));
		Command->add_flag("--scan-floor", Arguments->Simulation.bFloor, "Simulated scans stand on a floor");
		Command->add_flag("--walk", Arguments->Options.bWalkFrames, "Append a walk cycle to the named poses");
		Command->add_option("--seed", Session.Seed, "Random seed for the noise and for remeshed poses")
			->capture_default_str();
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return WriteSample(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar
