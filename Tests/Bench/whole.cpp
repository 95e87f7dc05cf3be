// Copyright (c) 2026 Exemplar contributors. MIT license.
// The whole, as a user runs it: seconds and peak memory of `exemplar build` and `lod` on large input. Each row is a run
// of the program in a process of its own, whose peak the system counts. `--large` adds two million triangles, which
// takes many minutes; `--case TEXT` runs only cases with that in their name.

#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Sample/SampleCharacter.h"

#include <cstring>
#include <map>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Exemplar
{
namespace WholeBench
{

struct FRun
{
	bool bDone = false;
	double Seconds = 0.0;     // on the clock
	double WorkSeconds = 0.0; // of all threads
	double PeakBytes = 0.0;
};

FRun RunProgram(const std::vector<std::string>& Arguments)
{
	std::vector<char*> Pointers;
	const char* const Other = std::getenv("EXEMPLAR_PROGRAM");
	std::string Program = Other != nullptr ? Other : EXEMPLAR_PROGRAM, Quiet = "--quiet";
	Pointers.push_back(Program.data());
	Pointers.push_back(Quiet.data());
	for (const std::string& Argument : Arguments)
	{
		Pointers.push_back(const_cast<char*>(Argument.c_str()));
	}
	Pointers.push_back(nullptr);
	const auto Start = std::chrono::steady_clock::now();
	const pid_t Child = fork();
	if (Child == 0)
	{
		dup2(STDERR_FILENO, STDOUT_FILENO);
		execv(Pointers[0], Pointers.data());
		_exit(127);
	}
	int Status = 0;
	rusage Usage{};
	wait4(Child, &Status, 0, &Usage);
	FRun Out;
	Out.bDone = WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
	Out.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	const auto ToSeconds = [](const timeval& T)
	{ return static_cast<double>(T.tv_sec) + 1e-6 * static_cast<double>(T.tv_usec); };
	Out.WorkSeconds = ToSeconds(Usage.ru_utime) + ToSeconds(Usage.ru_stime);
	Out.PeakBytes = 1024.0 * static_cast<double>(Usage.ru_maxrss);
	return Out;
}

/** Every triangle becomes four, in the rest and in all poses. */
void Subdivide(FSourceExamples& Examples)
{
	FSourceMesh& Mesh = Examples.Rest;
	std::map<std::pair<uint32_t, uint32_t>, uint32_t> Middles;
	std::vector<std::pair<uint32_t, uint32_t>> Edges;
	const uint32_t First = static_cast<uint32_t>(Mesh.Positions.size());
	FSourceMesh Out;
	const auto MiddleOf = [&](uint32_t A, uint32_t B)
	{
		const auto [At, bNew] =
			Middles.try_emplace({(std::min)(A, B), (std::max)(A, B)}, First + static_cast<uint32_t>(Edges.size()));
		if (bNew)
		{
			Edges.emplace_back(A, B);
		}
		return At->second;
	};
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t* const C = Mesh.CornerVertices.data() + Mesh.PolygonOffsets[Polygon];
		const uint32_t AB = MiddleOf(C[0], C[1]), BC = MiddleOf(C[1], C[2]), CA = MiddleOf(C[2], C[0]);
		for (const uint32_t Corner : {C[0], AB, CA, AB, C[1], BC, CA, BC, C[2], AB, BC, CA})
		{
			Out.CornerVertices.push_back(Corner);
			if (Out.CornerVertices.size() % 3 == 0)
			{
				Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerVertices.size()));
			}
		}
	}
	const auto AddMiddles = [&](std::vector<FDouble3>& Positions)
	{
		for (const auto& [A, B] : Edges)
		{
			const FDouble3 &P = Positions[A], &Q = Positions[B];
			Positions.push_back({0.5 * (P.X + Q.X), 0.5 * (P.Y + Q.Y), 0.5 * (P.Z + Q.Z)});
		}
	};
	Out.Positions = std::move(Mesh.Positions);
	AddMiddles(Out.Positions);
	for (FSourcePose& Pose : Examples.Poses)
	{
		std::vector<FDouble3> Positions = Pose.Positions.ToVector();
		AddMiddles(Positions);
		Pose.Positions = std::move(Positions);
	}
	Mesh = std::move(Out);
}

/** The sample's poses, the walk, both mirrored, and as many of them turned as the count needs. */
void MultiplyPoses(FSourceExamples& Examples, std::span<const int32_t> Mirror, size_t Count)
{
	const size_t Given = Examples.Poses.size();
	for (size_t Pose = 0; Examples.Poses.size() < Count; ++Pose)
	{
		FSourcePose Next = Examples.Poses[Pose % Given];
		Next.Name.append(1, ' ').append(std::to_string(Examples.Poses.size()));
		std::vector<FDouble3> Positions(Next.Positions.size());
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			const FDouble3& P = Next.Positions[Vertex];
			if (Pose < Given)
			{
				Positions[static_cast<size_t>(Mirror[Vertex])] = {-P.X, P.Y, P.Z};
			}
			else
			{
				Positions[Vertex] = {P.Z, P.Y, -P.X};
			}
		}
		Next.Positions = std::move(Positions);
		Examples.Poses.push_back(std::move(Next));
	}
}

struct FCase
{
	std::string Name;
	size_t Vertices = 20000;
	int Subdivisions = 0;
	size_t Poses = 16;
	std::vector<std::string> Options;
};

bool Measure(const FCase& Case, const std::filesystem::path& Folder, Bench::FRows& Rows)
{
	const std::string In = (Folder / "in").string(), Out = (Folder / "out.exemplar").string();
	size_t Triangles = 0;
	{
		FSampleOptions Options;
		Options.VertexCount = Case.Vertices;
		Options.bWalkFrames = Case.Poses > 16;
		TResult<FSampleCharacter> Sample = BuildSample(Options, {});
		if (!Sample)
		{
			std::cerr << Sample.GetError().Message << "\n";
			return false;
		}
		FSourceExamples Examples = std::move(Sample->Source);
		Examples.Rig.reset();
		Examples.Poses.resize((std::min)(Examples.Poses.size(), Case.Poses));
		MultiplyPoses(Examples, Sample->MirrorVertices, Case.Poses);
		for (int Round = 0; Round < Case.Subdivisions; ++Round)
		{
			Subdivide(Examples);
		}
		Triangles = Examples.Rest.PolygonCount();
		std::filesystem::remove_all(In);
		if (const auto Written = ExportExamples(In, Examples); !Written)
		{
			std::cerr << Written.GetError().Message << "\n";
			return false;
		}
	}
	std::vector<std::string> Arguments{"build", In, "-o", Out};
	Arguments.insert(Arguments.end(), Case.Options.begin(), Case.Options.end());
	const FRun Run = RunProgram(Arguments);
	if (!Run.bDone)
	{
		std::cerr << Case.Name << ": the program failed\n";
		return false;
	}
	Rows.Higher(Case.Name + ": triangles", static_cast<double>(Triangles), "");
	Rows.Lower(Case.Name + ": time", Run.Seconds, "s");
	Rows.Lower(Case.Name + ": work of all threads", Run.WorkSeconds, "s");
	Rows.Lower(Case.Name + ": peak memory", Run.PeakBytes / 1e6, "MB");
	Rows.Lower(Case.Name + ": peak memory per triangle", Run.PeakBytes / static_cast<double>(Triangles), "bytes");
	return true;
}

} // namespace WholeBench
} // namespace Exemplar

int main(int Argc, char** Argv)
{
	using namespace Exemplar;
	using namespace Exemplar::WholeBench;
	Bench::FRows Rows("whole", Argc, Argv);
	bool bLarge = false;
	std::string Wanted;
	for (int Index = 1; Index < Argc; ++Index)
	{
		bLarge = bLarge || std::strcmp(Argv[Index], "--large") == 0;
		if (Index + 1 < Argc && std::strcmp(Argv[Index], "--case") == 0)
		{
			Wanted = Argv[Index + 1];
		}
	}
	const auto IsWanted = [&](const std::string& Name) { return Name.find(Wanted) != std::string::npos; };
	const std::filesystem::path Folder =
		std::filesystem::temp_directory_path() / ("exemplar-whole-" + std::to_string(getpid()));
	std::vector<FCase> Cases{{"build, 8000 vertices, 16 poses", 8000, 0, 16, {"--bones", "24", "--fast"}},
		{"build, 20000 vertices, 100 poses", 20000, 0, 100, {"--bones", "24", "--fast"}},
		{"build, 400000 triangles, 8 poses", 50000, 1, 8, {"--bones", "24", "--fast"}}};
	if (bLarge)
	{
		Cases.push_back({"build, 2 million triangles, 4 poses", 63500, 2, 4,
			{"--bones", "24", "--fast", "--no-refinement", "--level-poses", "4"}});
	}
	bool bDone = true;
	for (const FCase& Case : Cases)
	{
		bDone = (!IsWanted(Case.Name) || Measure(Case, Folder, Rows)) && bDone;
	}
	// A skeleton of hundreds of bones: the rig is not the question here, its levels are.
	const std::string Rig = (Folder / "rig.exemplar").string();
	const auto Make = [&](const char* Name, std::vector<std::string> Arguments)
	{
		const FRun Run = RunProgram(Arguments);
		bDone = bDone && Run.bDone;
		Rows.Lower(std::string(Name) + ": time", Run.Seconds, "s");
		Rows.Lower(std::string(Name) + ": work of all threads", Run.WorkSeconds, "s");
		Rows.Lower(std::string(Name) + ": peak memory", Run.PeakBytes / 1e6, "MB");
	};
	const std::string Sample = (Folder / "sample").string();
	if (IsWanted("840 bones"))
	{
		bDone = RunProgram({"sample", Sample, "--vertices", "12000"}).bDone && bDone;
		Make("rig, 840 bones, 12000 vertices",
			{"rig", Sample + "/rest.obj", Sample + "/frames.pc2", "--bones", "840", "--fast", "--one-pass", "-o", Rig});
		Make("lod, 840 bones, 23000 triangles", {"lod", Rig, "-o", (Folder / "levels.exemplar").string()});
	}
	std::filesystem::remove_all(Folder);
	const int Written = Rows.Finish();
	return bDone ? Written : 1;
}
