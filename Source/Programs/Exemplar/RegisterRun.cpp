// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RegisterRun.h"

#include "Base/File.h"
#include "Files/LandmarkFile.h"
#include "Files/RegistrationFigures.h"
#include "Registration/ConfidenceFile.h"

#include <chrono>
#include <cstdio>

namespace Exemplar
{
namespace
{

/** All landmarks: those of the file, then those of the flags. */
TResult<std::vector<FFileLandmark>> CollectLandmarks(const std::string& File, std::span<const FFileLandmark> Landmarks)
{
	std::vector<FFileLandmark> Out;
	if (!File.empty())
	{
		const TResult<std::string> Text = ReadWholeTextFile(ToPath(File));
		TResult<std::vector<FFileLandmark>> Read = Text ? ParseLandmarkJson(*Text, File) : Text.GetError();
		if (!Read)
		{
			return Read.GetError();
		}
		Out = std::move(*Read);
	}
	Out.insert(Out.end(), Landmarks.begin(), Landmarks.end());
	return Out;
}

/** A line per scan. */
void SayPoses(const FRegistrationRun& Run, FSession& Session)
{
	for (const FRegisteredPose& Pose : Run.Result.Poses)
	{
		char Line[256];
		if (!Pose.Positions.empty())
		{
			std::snprintf(Line, sizeof(Line),
				": %s, score %.2f, template to scan %.3f %%, scan to template %.3f %%, observed %.0f %%, stretch %.1f "
				"%%",
				NameOfVerdict(Pose.Verdict), Pose.Score, Pose.TemplateDistance, Pose.ScanDistance,
				100.0 * Pose.Observed, 100.0 * Pose.Stretch);
			Session.Say("  " + Pose.Name + Line);
		}
		if (!Pose.Sentence.empty())
		{
			Session.Say(std::string(Pose.bUsed ? "Note (registration): " : "Left out: ") + Pose.Sentence);
		}
	}
	for (const std::string& Note : Run.Result.Notes)
	{
		Session.Say("Note (registration): " + Note);
	}
}

} // namespace

TResult<FRegistrationRun> RunRegistration(FScanSet Scans, const FImportOptions& Import, const FScanOptions& Options,
	std::span<const FFileLandmark> Landmarks, const std::string& Reason, FSession& Session)
{
	// In a pipe, notes follow the result, so that a run that fails prints its error and nothing else.
	std::vector<std::string> Notes;
	const auto SayOrKeep = [&](const std::string& Note)
	{
		if (Session.IsWatched())
		{
			Session.Say(Note);
		}
		else
		{
			Notes.push_back(Note);
		}
	};
	if (!Reason.empty())
	{
		SayOrKeep(Reason);
	}
	const auto Start = std::chrono::steady_clock::now();
	const TResult<std::vector<FFileLandmark>> All = CollectLandmarks(Options.LandmarkFile, Landmarks);
	if (!All)
	{
		return All.GetError();
	}
	const FBuildContext& Context = Session.Context();
	TResult<FScanInput> Input =
		PrepareTemplate(std::move(Scans), Import, Options, *All, Context.Part(0.0, 0.1, "making the template"));
	if (!Input)
	{
		return Input.GetError();
	}
	for (const std::string& Note : Input->Notes)
	{
		SayOrKeep("Registration: " + Note);
	}
	TResult<FRegisteredExamples> Result = RegisterInput(*Input, Options, Context.Part(0.1, 1.0));
	if (!Result)
	{
		return Result.GetError();
	}
	const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	FRegistrationRun Run{std::move(*Input), std::move(*Result), Options.Register.ScanScale, Seconds};
	for (const std::string& Note : Notes)
	{
		Session.Say(Note);
	}
	SayPoses(Run, Session);
	return Run;
}

TResult<FLoadedExamples> LoadOrRegisterExamples(
	const std::vector<std::string>& Inputs, const FReadOptions& Read, const FScanOptions& Options, FSession& Session)
{
	TResult<FExampleSet> Examples = LoadExamples(Inputs, Read, Session);
	if (Examples)
	{
		return FLoadedExamples{std::move(*Examples), std::nullopt};
	}
	const FError Refusal = Examples.GetError();
	const TResult<FExampleFiles> Files = CollectExampleFiles(Inputs, Read);
	if ((Refusal.Code != EErrorCode::Mismatch && Refusal.Code != EErrorCode::Degenerate) || !Files)
	{
		return Refusal;
	}
	TResult<FScanSet> Scans = ReadScans(Files->Paths, Files->Import, Session.Context().Part(0.0, 0.1, "reading"));
	if (!Scans || !LookLikeScans(*Scans))
	{
		return Scans || Scans.GetError().Code != EErrorCode::Canceled ? Refusal : Scans.GetError();
	}
	if (!Options.bRegister)
	{
		return FError{Refusal.Code,
			Refusal.Message + " If they are scans, leave out --no-registration, and they are registered first."};
	}
	const std::string Reason = "The " + std::to_string(Scans->Scans.size()) +
		" meshes share no vertices, so they are registered as scans: one mesh is brought to all of them. "
		"--no-registration turns this off.";
	TResult<FRegistrationRun> Run = RunRegistration(std::move(*Scans), Files->Import, Options, {}, Reason, Session);
	if (!Run)
	{
		return Run.GetError();
	}
	FSourceExamples Source = Run->Result.Examples;
	Source.Name = Read.Name.empty() ? Source.Name : Read.Name;
	TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), Read.Examples, Session.Context());
	if (!Set)
	{
		return FError{Set.GetError().Code, Run->Input.Template.Name + ": " + Set.GetError().Message};
	}
	return FLoadedExamples{std::move(*Set), std::move(*Run)};
}

FStatus WriteRegistered(const FRegistrationRun& Run, const std::filesystem::path& Folder, const FBuildContext& Context)
{
	const TResult<std::vector<std::filesystem::path>> Written = ExportExamples(Folder, Run.Result.Examples, Context);
	if (!Written)
	{
		return Written.GetError();
	}
	return WriteFileAtomically(Folder / "frames.confidence", FormatConfidence(ConfidenceOf(Run.Result)));
}

} // namespace Exemplar
