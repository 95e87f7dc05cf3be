// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/BuildFiles.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Pipeline/OptionTable.h"
#include "Pose/ClipSampling.h"
#include "Preview/PosedLevel.h"
#include "Rig/GivenSkeleton.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace BuildFilesDetail
{

std::filesystem::path PathOfText(const std::string& Text)
{
	return std::filesystem::path(std::u8string(Text.begin(), Text.end()));
}

/** The error with the file that it is about, unless it names it already. */
FError NameFile(const FError& Error, const FFileBuildRequest& Request)
{
	const std::string File = PathToText(Request.Sources.front());
	return Error.Code == EErrorCode::Canceled || Error.Message.find(File) != std::string::npos
		? Error
		: FError{Error.Code, File + ": " + Error.Message};
}

FStatus ReadSkeleton(FSkeletonOptions& Options)
{
	if (Options.File.empty())
	{
		return FOk{};
	}
	const std::filesystem::path File = PathOfText(Options.File);
	if (KindOfFile(File) != EFileKind::Character)
	{
		return FError{EErrorCode::Unsupported,
			"rig.skeleton: '" + Options.File +
				"' is not a character. Here, skeletons are read from .exemplar files; `exemplar rig` reads other "
				"formats."};
	}
	const TResult<FCharacter> Character = LoadCharacter(File);
	if (!Character)
	{
		return Character.GetError();
	}
	Options.Joints = PlaceSkeleton(Character->ToData().Skeleton, Options.Scale, FNormalization{});
	Options.Joints->Limits.clear();
	return FOk{};
}

TResult<FExampleSet> ReadExamples(const FFileBuildRequest& Request, const FBuildContext& Context)
{
	if (Request.Sources.empty())
	{
		return FError{
			EErrorCode::NotFound, "There are no source files. Name a folder of examples, or meshes and point caches."};
	}
	for (const std::filesystem::path& Source : Request.Sources)
	{
		if (KindOfFile(Source) == EFileKind::Character)
		{
			return FError{EErrorCode::Unsupported,
				PathToText(Source) + ": this is a character, not examples. Import it as it is, or name the meshes."};
		}
	}
	FImportOptions Import = Request.Import;
	Import.Name = Request.Options.Read.Name;
	Import.Rest = PathOfText(Request.Options.Read.Rest);
	TResult<FSourceExamples> Source = ImportExamples(Request.Sources, Import, Context.Part(0.0, 0.7, "reading"));
	if (!Source)
	{
		return NameFile(Source.GetError(), Request);
	}
	TResult<FExampleSet> Set =
		BuildExampleSet(std::move(*Source), Request.Options.Read.Examples, Context.Part(0.7, 1.0, "checking"));
	return Set ? std::move(Set) : TResult<FExampleSet>(NameFile(Set.GetError(), Request));
}

} // namespace BuildFilesDetail

TResult<FCharacterError> MeasureCharacter(
	const FCharacter& Character, const FExampleSet& Examples, const FBuildContext& Context)
{
	const FCharacterView& View = Character.View();
	if (Examples.PoseCount() == 0 || View.Clips.empty() || View.Clips[0].FrameCount < Examples.PoseCount())
	{
		return FError{EErrorCode::Mismatch,
			"The character's first clip does not have one frame per example. Measure the character with the examples "
			"that it was built from."};
	}
	const TResult<std::vector<uint32_t>> Points = MatchVertices(View, Examples);
	if (!Points)
	{
		return Points.GetError();
	}
	TResult<FPosedLevel> Level = FPosedLevel::Make(Character, FindPreferredOperator(View));
	if (!Level)
	{
		return Level.GetError();
	}
	FBox Box;
	for (const FDouble3& P : Examples.Rest.Positions)
	{
		Box.Add({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	FCharacterError Out;
	double Squared = 0.0, Largest = -1.0;
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		if (!Context.Progress.Report(static_cast<double>(Pose) / static_cast<double>(Examples.PoseCount())))
		{
			return Context.Progress.CanceledError();
		}
		const std::vector<FBoneTransform> Local = SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Pose));
		const std::span<const FFloat3> Posed = Level->Pose(Local, *Context.Executor);
		for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
		{
			const FDouble3& Goal = Examples.Poses[Pose][(*Points)[Vertex]];
			const double X = static_cast<double>(Posed[Vertex].X) - Goal.X;
			const double Y = static_cast<double>(Posed[Vertex].Y) - Goal.Y;
			const double Z = static_cast<double>(Posed[Vertex].Z) - Goal.Z;
			const double Distance = X * X + Y * Y + Z * Z;
			Squared += Distance;
			if (Distance > Largest)
			{
				Largest = Distance;
				Out.WorstPose = Examples.Source.Poses[Pose].Name;
			}
		}
	}
	const double ToPercent = 100.0 / (std::max)(static_cast<double>(Box.Diagonal()), 1e-12);
	const double Count = static_cast<double>((std::max)(Points->size(), size_t{1}) * Examples.PoseCount());
	Out.Rms = std::sqrt(Squared / Count) * ToPercent;
	Out.Max = std::sqrt((std::max)(Largest, 0.0)) * ToPercent;
	return Out;
}

std::string MakeFileBuildKey(
	const FExampleSet& Examples, const FBuildOptions& Options, uint64_t Seed, std::string_view Code)
{
	FStageKey Key = MakeExamplesKey(Examples, Seed, Code);
	std::string_view Stage;
	for (const FBuildOption& Option : GetOptionTable())
	{
		if (Option.Stage() != Stage)
		{
			Stage = Option.Stage();
			Key = MakeStageKey(Stage, Options, Key);
		}
	}
	return FormatStageKey(Key);
}

TResult<FFileBuild> BuildFiles(const FFileBuildRequest& Request, const FBuildContext& Context, const FBuildHost& Host)
{
	using namespace BuildFilesDetail;
	TResult<FExampleSet> Examples = ReadExamples(Request, Context.Part(0.0, 0.1));
	if (!Examples)
	{
		return Examples.GetError();
	}
	FBuildOptions Options = Request.Options;
	if (FStatus Read = ReadSkeleton(Options.Rig.Skeleton); !Read)
	{
		return Read.GetError();
	}
	FFileBuild Out;
	Out.Key = MakeFileBuildKey(*Examples, Options, Context.Seed, Host.Code);
	if (Out.Key == Request.KnownKey)
	{
		return Out;
	}
	TResult<FBuiltCharacter> Built = BuildCharacter(*Examples, Options, Context.Part(0.1, 0.95), Host);
	if (!Built)
	{
		return NameFile(Built.GetError(), Request);
	}
	TResult<FCharacterError> Error =
		MeasureCharacter(Built->Character, *Examples, Context.Part(0.95, 1.0, "measuring"));
	if (!Error)
	{
		return NameFile(Error.GetError(), Request);
	}
	Out.Error = std::move(*Error);
	Out.Problems = FindBuildProblems(*Examples, Options, *Built);
	Out.Built = std::move(*Built);
	return Out;
}

} // namespace Exemplar
