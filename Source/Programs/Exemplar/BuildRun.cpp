// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "BuildRun.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Files/BuildFigures.h"
#include "Files/RegistrationFigures.h"
#include "Files/SkeletonFiles.h"
#include "Inputs.h"
#include "Memory.h"
#include "OutputFolder.h"
#include "Outputs.h"
#include "RegisterRun.h"
#include "Report/HtmlReport.h"
#include "Report/RegistrationReport.h"
#include "StageFolder.h"

#include <chrono>
#include <cstdio>

namespace Exemplar
{
namespace
{

constexpr double BuildShare = 0.7; // share of the progress bar when the build writes a report

class FClock
{
public:
	double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(); }

private:
	std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

/** The time each stage took. On a terminal, each line appears as its stage ends; in a pipe they are printed at the end,
 * so that a failed build prints its error and nothing else.
 */
class FTimes
{
public:
	explicit FTimes(FSession& InSession)
		: Session(InSession)
	{
	}

	void Add(const std::string& Stage, double Seconds, bool bCached = false)
	{
		char Line[128];
		std::snprintf(Line, sizeof(Line), "%-10s %8.2f s%s", Stage.c_str(), Seconds, bCached ? "  (cached)" : "");
		Lines.emplace_back(Line);
		if (Session.IsWatched())
		{
			Flush();
		}
	}
	void Flush()
	{
		for (const std::string& Line : Lines)
		{
			Session.Say(Line);
		}
		Lines.clear();
	}

private:
	FSession& Session;
	std::vector<std::string> Lines;
};

FStatus CheckTargets(const FBuildRequest& Request)
{
	std::vector<FOutputFile> Outputs{{"--json", Request.Rig->Json, {}}, {"--plot", Request.Rig->Plot, {".svg"}},
		{"--reconstruction", Request.Rig->Reconstruction, PointCacheExtensions}};
	if (Request.Levels != nullptr)
	{
		Outputs.push_back({"--level-plot", Request.Levels->Plot, {".svg"}});
		if (FStatus Status = Request.Levels->Check(); !Status)
		{
			return Status;
		}
	}
	const std::filesystem::path Out = ToPath(Request.Out);
	std::error_code Ignored;
	if (!Request.bFolder)
	{
		Outputs.insert(Outputs.begin(), {"--out", Request.Out, CharacterExtensions});
	}
	else if (std::filesystem::is_directory(Out, Ignored))
	{
		for (const std::string& Input : Request.Paths)
		{
			if (std::filesystem::equivalent(Out, ToPath(Input), Ignored))
			{
				return FError{EErrorCode::InvalidArgument,
					"--out: '" + Request.Out +
						"' is the folder of the examples, so the next build would read this one's output. Choose "
						"another folder."};
			}
		}
		for (const char* Name : {"character.exemplar", "character.glb", "report.html", "figures.json"})
		{
			Outputs.push_back({"--out", PathToText(Out / Name), {}});
		}
	}
	return CheckOutputs(Outputs, Request.Paths);
}

/** Writes the report page, with its pictures in a folder beside it. */
FStatus WritePage(const FBuildRequest& Request, const FBuildRecord& Record, const FJson& Figures,
	const std::filesystem::path& Folder, FSession& Session)
{
	FHtmlReportOptions Options;
	Options.bPictures = Request.bPictures;
	Options.bDraft = Request.bDraft;
	Options.Pictures = Request.bPictures ? Folder / "pictures" : std::filesystem::path();
	const TResult<FWrittenHtmlReport> Page = WriteHtmlReport(Folder / "report.html", Record.Built.Character,
		Record.Examples, Figures, Options, Session.Context().Part(BuildShare, 1.0, "report"));
	if (!Page)
	{
		return Page.GetError();
	}
	if (!Page->Missing.empty())
	{
		Session.Say(Page->Missing);
	}
	return FOk{};
}

/** What was asked for, and what came out. */
struct FFinishedBuild
{
	const FBuildRequest& Request;
	const FBuildRecord& Record;
	const FLoadedExamples& Loaded;
};

/** What became of scans: the registered meshes, so that they need not be registered again, and their report. */
FStatus WriteRegistration(
	const FFinishedBuild& Build, const std::filesystem::path& Folder, FJson& Figures, FSession& Session)
{
	if (!Build.Loaded.Registration)
	{
		return FOk{};
	}
	const FRegistrationRun& Run = *Build.Loaded.Registration;
	Figures["registration"] = DescribeRegistration(Run.Input, Run.Result);
	FStatus Written = WriteRegistered(Run, Folder / "registered", Session.Context().Part(BuildShare, BuildShare));
	if (!Written || !Build.Request.bReport)
	{
		return Written;
	}
	const std::filesystem::path Pictures = Build.Request.bPictures ? Folder / "pictures" : std::filesystem::path();
	const TResult<std::string> Missing = WriteRegistrationReport(Folder / "registration.html", Pictures, Run.Input,
		Run.Result, Run.ScanScale, Session.Context().Part(BuildShare, BuildShare, "report"));
	return Missing ? FStatus(FOk{}) : FStatus(Missing.GetError());
}

/** Writes the character, its report and its figures into the folder. */
FStatus FillFolder(const FFinishedBuild& Build, const FGltfExportOptions& Gltf, const FClock& Whole,
	FOutputFolder& Folder, FTimes& Times, FSession& Session)
{
	const FBuildRequest& Request = Build.Request;
	const FBuildRecord& Record = Build.Record;
	const FClock Clock;
	TResult<std::filesystem::path> Work = Folder.Unfinished();
	if (!Work)
	{
		return Work.GetError();
	}
	TResult<FJson> Figures = DescribeBuild(Record);
	if (!Figures)
	{
		return Figures.GetError();
	}
	FStatus Written = SaveCharacter(Record.Built.Character, *Work / "character.exemplar");
	if (Written)
	{
		const TResult<std::vector<std::byte>> Glb = ExportCharacterGltf(Record.Built.Character.View(), Gltf);
		Written = Glb ? WriteFileAtomically(*Work / "character.glb", *Glb) : FStatus(Glb.GetError());
	}
	Written = Written ? WriteRegistration(Build, *Work, *Figures, Session) : Written;
	if (!Written)
	{
		return Written;
	}
	SayGltfLoss(Record.Built.Character, Gltf, Session);
	Times.Add("write", Clock.Seconds());
	FJson& Seconds = (*Figures)["run"]["seconds"];
	Seconds["write"] = Clock.Seconds();
	Seconds["total"] = Whole.Seconds();
	if (Request.bReport)
	{
		const FClock ReportClock;
		if (Written = WritePage(Request, Record, *Figures, *Work, Session); !Written)
		{
			return Written;
		}
		Times.Add("report", ReportClock.Seconds());
		Seconds.erase("total"); // keep it last
		Seconds["report"] = ReportClock.Seconds();
		Seconds["total"] = Whole.Seconds();
	}
	FJson& Files = (*Figures)["files"];
	for (const std::string& Name : Folder.ListUnfinished())
	{
		FJson Entry;
		Entry["name"] = Name;
		if (Name.starts_with("character."))
		{
			std::error_code Ignored;
			Entry["bytes"] = std::filesystem::file_size(*Work / ToPath(Name), Ignored);
		}
		Files.push_back(std::move(Entry));
	}
	(*Figures)["run"]["peakMemoryBytes"] = PeakMemory();
	Written = WriteJson(*Work / "figures.json", *Figures);
	if (!Written)
	{
		return Written;
	}
	if (!Session.Context().Progress.Report(1.0))
	{
		return Session.Context().Progress.CanceledError();
	}
	if (Written = Folder.Publish(); !Written)
	{
		return Written;
	}
	std::string Names;
	size_t Pictures = 0;
	for (const FJson& File : Files)
	{
		const std::string Name = File["name"];
		Pictures += Name.starts_with("pictures/");
		Names += Name.starts_with("pictures/") ? std::string() : Name + ", ";
	}
	Names += Pictures > 0 ? "pictures, " : "";
	Session.Say("Wrote " + Request.Out + ": " + Names + "figures.json" +
		(Request.bReport ? "; open " + PathToText(ToPath(Request.Out) / "report.html") + " first" : ""));
	return FOk{};
}

/** Runs the stages, with what is kept of earlier builds, and says what each took. */
TResult<FBuiltCharacter> RunStages(
	const FBuildRequest& Request, const FExampleSet& Examples, bool bReport, FTimes& Times, FSession& Session)
{
	FStageFolder Store(ToPath(Request.Cache), Request.CacheBytes, Session);
	FBuildHost Host;
	if (!Request.Cache.empty())
	{
		Host.Store = &Store;
		Host.Code = VersionOfCode();
	}
	Host.StageDone = [&](const FStageRun& Run) { Times.Add(Run.Stage, Run.Seconds, Run.bCached); };
	TResult<FBuiltCharacter> Built =
		BuildCharacter(Examples, Request.Options, Session.Context().Part(0.0, bReport ? BuildShare : 1.0), Host);
	if (!Built && Built.GetError().Code == EErrorCode::Degenerate)
	{
		return FError{Built.GetError().Code, Request.Paths.front() + ": " + Built.GetError().Message};
	}
	return Built;
}

/** The character, and the files that the flags ask for beside it. */
FStatus WriteResults(const FFinishedBuild& Build, const FClock& Whole, std::optional<FOutputFolder>& Folder,
	FTimes& Times, FSession& Session)
{
	const FBuildRequest& Request = Build.Request;
	const FBuildRecord& Record = Build.Record;
	FGltfExportOptions Gltf;
	Gltf.Influences = Request.Options.Rig.Refine.MaxInfluences > 4 ? 8 : 4;
	Gltf.bColorByBone = Request.bColorByBone;
	FStatus Written = Folder ? FillFolder(Build, Gltf, Whole, *Folder, Times, Session)
							 : WriteCharacter(ToPath(Request.Out), Record.Built.Character, Gltf, Session);
	Written = Written ? Request.Rig->WriteReports(Record.Examples, Record.Built, Session) : Written;
	if (Written && Record.Built.bLevels && Request.Levels != nullptr)
	{
		Written = Request.Levels->WriteReports(Record.Built, Session);
	}
	return Written;
}

/** What correctives gained; the report of the file measures the same. */
void SayCorrectives(const FCorrectedCharacter& Corrected, FSession& Session)
{
	char Line[240];
	std::snprintf(Line, sizeof(Line),
		"Correctives: RMS %.5f %% before, %.5f %% after; largest %.4f %% before, %.4f %% after (%zu shapes, %zu helper "
		"bones)",
		Corrected.RmsBefore, Corrected.Rms, Corrected.MaxBefore, Corrected.Max,
		Corrected.Shapes.Correctives.Model.ShapeCount(), Corrected.HelperCount);
	Session.Print(Line);
	for (const FCorrectiveProblem& Problem : Corrected.Shapes.Problems)
	{
		Session.Say("Note (correctives): " + Problem.Message);
	}
}

} // namespace

FStatus RunBuild(const FBuildRequest& Request, FSession& Session)
{
	const FClock Whole;
	FStatus Status = CheckTargets(Request);
	Status = Status ? CheckOptions(Request.Options) : Status;
	if (!Status)
	{
		return Status;
	}
	const TResult<FLoadedExamples> Loaded =
		LoadOrRegisterExamples(Request.Paths, Request.Options.Read, Request.Scans, Session);
	if (!Loaded)
	{
		return Loaded.GetError();
	}
	const FExampleSet* Examples = &Loaded->Examples;
	const size_t Influences = static_cast<size_t>(Request.Options.Rig.Refine.MaxInfluences);
	if (FStatus Fits = CheckBuildMemory(Request.Paths.front(), *Examples, Influences); !Fits)
	{
		return Fits;
	}
	FBuildRequest Given = Request;
	if (FStatus Read = LoadGivenSkeleton(Given.Options.Rig.Skeleton, *Examples, Session.Context()); !Read)
	{
		return Read;
	}
	if (FStatus Read = LoadTemplateSkeleton(Given.Options.Rig.Shape, Session.Context()); !Read)
	{
		return Read;
	}
	const double RegisterSeconds = Loaded->Registration ? Loaded->Registration->Seconds : 0.0;
	const double ReadSeconds = Whole.Seconds() - RegisterSeconds;
	std::optional<FOutputFolder> Folder;
	if (Request.bFolder)
	{
		TResult<FOutputFolder> Opened = FOutputFolder::Open(Request.Out);
		if (!Opened)
		{
			return Opened.GetError();
		}
		Folder.emplace(std::move(*Opened));
	}
	FTimes Times(Session);
	Times.Add("examples", ReadSeconds);
	if (Loaded->Registration)
	{
		Times.Add("register", RegisterSeconds);
	}
	const TResult<FBuiltCharacter> Built = RunStages(Given, *Examples, Folder && Request.bReport, Times, Session);
	if (!Built)
	{
		return Built.GetError();
	}
	const FBuildRecord Record{Request.Paths, Request.Preset, Request.Options, *Examples, *Built,
		Session.Context().Executor->GetThreadCount(), ReadSeconds};
	if (FStatus Written = WriteResults({Request, Record, *Loaded}, Whole, Folder, Times, Session); !Written)
	{
		return Written;
	}
	if (Built->Corrected)
	{
		SayCorrectives(*Built->Corrected, Session);
	}
	Session.Say("Rig from " + Built->Rig.Method + ": " + Built->Rig.Reason);
	for (const FBuildProblem& Problem : FindBuildProblems(*Examples, Request.Options, *Built))
	{
		Session.Say("Note (" + Problem.Stage + "): " + Problem.Message);
	}
	Times.Add("total", Whole.Seconds());
	Times.Flush();
	if (const std::string Memory = DescribePeakMemory(Examples->Rest.Triangles.size()); !Memory.empty())
	{
		Session.Say(Memory);
	}
	return FOk{};
}

} // namespace Exemplar
