// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar register: brings one mesh into correspondence with scans, so that they can be built from.

#include "Base/File.h"
#include "Command.h"
#include "Files/LandmarkFile.h"
#include "Files/RegistrationFigures.h"
#include "NumberRange.h"
#include "OutputFolder.h"
#include "Outputs.h"
#include "RegisterRun.h"
#include "Report/RegistrationReport.h"

#include <cstdio>

namespace Exemplar
{
namespace
{

struct FRegisterCommand
{
	std::vector<std::string> Paths;
	std::string Template;
	FScanOptions Scans;
	std::vector<std::string> Landmarks;
	std::string Out;
	bool bNoReport = false;
	bool bNoPictures = false;
};

/** Inputs are files and folders. */
FStatus CheckFolder(const FRegisterCommand& Arguments, const std::vector<std::string>& Inputs)
{
	if (!IsOutputFolder(Arguments.Out))
	{
		return FError{EErrorCode::InvalidArgument,
			"--out: '" + Arguments.Out + "' is the name of a file. Give a folder, as in '-o registered'."};
	}
	std::vector<FOutputFile> Outputs;
	std::error_code Ignored;
	for (const std::string& Input : Inputs)
	{
		if (std::filesystem::equivalent(ToPath(Arguments.Out), ToPath(Input), Ignored))
		{
			return FError{EErrorCode::InvalidArgument,
				"--out: '" + Arguments.Out + "' is the folder of the scans. Choose another folder."};
		}
	}
	if (std::filesystem::is_directory(ToPath(Arguments.Out), Ignored))
	{
		for (const char* Name : {"rest.obj", "frames.pc2", "frames.confidence", "report.html", "figures.json"})
		{
			Outputs.push_back({"--out", PathToText(ToPath(Arguments.Out) / Name), {}});
		}
	}
	return CheckOutputs(Outputs, Inputs);
}

/** Everything in the folder, at once. */
FStatus WriteFolder(
	const FRegisterCommand& Arguments, const FRegistrationRun& Run, FOutputFolder& Folder, FSession& Session)
{
	TResult<std::filesystem::path> Work = Folder.Unfinished();
	if (!Work)
	{
		return Work.GetError();
	}
	const FBuildContext& Context = Session.Context();
	if (FStatus Written = WriteRegistered(Run, *Work, Context.Part(1.0, 1.0)); !Written)
	{
		return Written;
	}
	if (!Arguments.bNoReport)
	{
		const TResult<std::string> Missing = WriteRegistrationReport(*Work / "report.html",
			Arguments.bNoPictures ? std::filesystem::path() : *Work / "pictures", Run.Input, Run.Result, Run.ScanScale,
			Context.Part(1.0, 1.0, "report"));
		if (!Missing)
		{
			return Missing.GetError();
		}
		if (!Missing->empty())
		{
			Session.Say(*Missing);
		}
	}
	FJson Figures;
	Figures["registration"] = DescribeRegistration(Run.Input, Run.Result);
	Figures["run"]["seconds"] = Run.Seconds;
	for (const std::string& Name : Folder.ListUnfinished())
	{
		Figures["files"].push_back({{"name", Name}});
	}
	FStatus Written = WriteJson(*Work / "figures.json", Figures);
	if (Written && !Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	Written = Written ? Folder.Publish() : Written;
	if (Written)
	{
		Session.Say("Wrote " + Arguments.Out + ": rest.obj, frames.pc2, frames.confidence" +
			(Arguments.bNoReport ? "" : ", report.html") + ", figures.json; build from it with 'exemplar build " +
			Arguments.Out + " -o hero'");
	}
	return Written;
}

FStatus Register(const FRegisterCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckFolder(Arguments, Arguments.Paths); !Status)
	{
		return Status;
	}
	FReadOptions Read;
	Read.Rest = Arguments.Template;
	std::vector<FFileLandmark> Landmarks;
	for (const std::string& Text : Arguments.Landmarks)
	{
		TResult<FFileLandmark> Landmark = ParseLandmarkText(Text);
		if (!Landmark)
		{
			return Landmark.GetError();
		}
		Landmarks.push_back(std::move(*Landmark));
	}
	const TResult<FExampleFiles> Files = CollectExampleFiles(Arguments.Paths, Read);
	TResult<FScanSet> Scans = Files
		? ReadScans(Files->Paths, Files->Import, Session.Context().Part(0.0, 0.05, "reading"))
		: TResult<FScanSet>(Files.GetError());
	if (!Scans)
	{
		return Scans.GetError();
	}
	std::vector<std::string> Inputs; // what patterns and folders stand for
	for (const FScan& Scan : Scans->Scans)
	{
		Inputs.push_back(Scan.Name);
	}
	for (const std::string& File : {Arguments.Template, Arguments.Scans.LandmarkFile})
	{
		if (!File.empty())
		{
			Inputs.push_back(File);
		}
	}
	if (FStatus Status = CheckFolder(Arguments, Inputs); !Status)
	{
		return Status;
	}
	TResult<FOutputFolder> Folder = FOutputFolder::Open(Arguments.Out);
	if (!Folder)
	{
		return Folder.GetError();
	}
	const TResult<FRegistrationRun> Run =
		RunRegistration(std::move(*Scans), Files->Import, Arguments.Scans, Landmarks, {}, Session);
	if (!Run)
	{
		return Run.GetError();
	}
	if (FStatus Written = WriteFolder(Arguments, *Run, *Folder, Session); !Written)
	{
		return Written;
	}
	char Line[160];
	std::snprintf(Line, sizeof(Line), "Registered %zu of %zu scans with %zu vertices in %.1f s\n",
		Run->Result.Examples.Poses.size(), Run->Result.Poses.size(), Run->Result.Examples.Rest.Positions.size(),
		Run->Seconds);
	Session.Print(Line);
	return FOk{};
}

const FCommandRegistration RegisterRegistration(35,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "register", "Bring one mesh to scans that share no vertices",
			"  exemplar register 'scans/*.ply' -o hero                    the template is made from the best scan\n"
			"  exemplar register scans/ --template hero.obj -o hero       an artist's mesh, kept with its UVs\n"
			"  exemplar register walk/ --ordered -o walk                  frames of a motion\n"
			"  exemplar register scans/ --landmarks marks.json -o hero    places that were marked by hand\n"
			"  exemplar build hero -o out                                 a character from the result");
		auto Arguments = std::make_shared<FRegisterCommand>();
		Command
			->add_option("SCANS", Arguments->Paths,
				"Scans, one per pose: meshes (.ply .obj .off .stl .glb .fbx), points (.ply without faces), a folder, "
				"or "
				"a quoted pattern")
			->required();
		Command
			->add_option("-o,--out", Arguments->Out,
				"Output folder: rest.obj, frames.pc2, frames.confidence, report.html, pictures and figures.json")
			->required();
		Command->add_option("--template", Arguments->Template,
			"Mesh that is brought to the scans; defaults to the one named rest, or else is made from the most complete "
			"scan");
		Command
			->add_option("--landmark", Arguments->Landmarks,
				"A place that was marked, FILE:NAME=X,Y,Z in the file's own units; FILE is a scan or 'template'. Three "
				"or more per scan; repeat the option")
			->allow_extra_args(false);
		FScanOptions& Scans = Arguments->Scans;
		AddScanOptions(*Command, Scans);
		Command
			->add_option(
				"--triangles", Scans.Template.Triangles, "Triangles of a template that is made from a scan, about")
			->capture_default_str()
			->check(NumberRange(1000, 400000));
		Command->add_option("--bones", Scans.Register.RigBones, "Bones of the rig that scans are searched with")
			->capture_default_str()
			->check(NumberRange(4, 200));
		Command->add_flag_callback(
			"--keep-holes", [&Scans] { Scans.Register.bFillHoles = false; },
			"Leave what no scan shows where the deformation graph put it");
		Command->add_flag("--keep-failed", Scans.Register.bKeepFailed, "Keep poses whose registration failed");
		Command->add_flag("--no-report", Arguments->bNoReport, "Do not write report.html and pictures");
		Command->add_flag("--no-pictures", Arguments->bNoPictures, "Write a report without pictures");
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Register(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar
