// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/HtmlReport.h"

#include "Base/File.h"
#include "Files/NumberFormat.h"
#include "Lod/LevelChoice.h"
#include "Report/ReportPage.h"

#include <algorithm>

namespace Exemplar
{
namespace HtmlReports
{

/** Names of the examples, or numbers for those without a name. */
std::vector<std::string> NamesOf(const FExampleSet& Examples)
{
	std::vector<std::string> Out;
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		const bool bNamed = Pose < Examples.Source.Poses.size() && !Examples.Source.Poses[Pose].Name.empty();
		Out.push_back(bNamed ? Examples.Source.Poses[Pose].Name : "pose " + std::to_string(Pose));
	}
	return Out;
}

/** The height of the character in pixels at which a level's error is one pixel; below it the level can be used. */
std::vector<double> PixelSizesOf(const FCharacterView& Character, double Height)
{
	std::vector<double> Out;
	for (const FMeshLevelView& Level : Character.Levels)
	{
		const float Error = ChoiceError(Level);
		Out.push_back(Error > 0.0f ? Height / static_cast<double>(Error) : 1e9);
	}
	return Out;
}

FStatus WritePictures(const std::filesystem::path& Folder, const FReportPictures& Pictures)
{
	std::error_code Failure;
	std::filesystem::create_directories(Folder, Failure);
	if (Failure)
	{
		return FError{EErrorCode::Unwritable,
			PathToText(Folder) + ": the folder cannot be created (" + Failure.message() + "). Choose another one."};
	}
	for (const FReportPicture* Picture : Pictures.List())
	{
		if (FStatus Written = WriteFileAtomically(Folder / (Picture->Name + ".jpg"), Picture->Jpeg); !Written)
		{
			return Written;
		}
	}
	return FOk{};
}

} // namespace HtmlReports

TResult<FWrittenHtmlReport> WriteHtmlReport(const std::filesystem::path& Out, const FCharacter& Character,
	const FExampleSet& Examples, const FJson& Figures, const FHtmlReportOptions& Options, const FBuildContext& Context)
{
	using namespace HtmlReports;
	const TResult<FCharacterMeasures> Measures =
		MeasureCharacter(Character, Examples, Context.Part(0.0, 0.08, "measuring"));
	if (!Measures)
	{
		return Measures.GetError();
	}
	const std::vector<std::string> Names = NamesOf(Examples);
	const std::vector<double> PixelSizes = PixelSizesOf(Character.View(), Measures->Height);
	// Not the maximum, which would leave everything else blue; and accurate results are not magnified.
	const double RampEnd = RoundUpToReadable((std::max)(Measures->TypicalLargest, 1e-4 * Measures->Diagonal));
	FReportPictureOptions Wanted;
	if (Measures->Error)
	{
		constexpr size_t MostVaried = 8, MostFilm = 24;
		Wanted.Varied = ChooseVariedPoses(Examples, MostVaried);
		Wanted.Telling = ChooseTellingPoses(Examples, *Measures->Error);
		if (Examples.PoseCount() > Wanted.Telling.size()) // otherwise every pose is shown large
		{
			Wanted.Film = ChooseFilm(Examples.PoseCount(), MostFilm, Wanted.Telling);
		}
	}
	if (Measures->Error && Measures->PlainError)
	{
		constexpr size_t MostCorrected = 2;
		Wanted.Corrected = ChooseCorrectedPoses(*Measures->PlainError, *Measures->Error, MostCorrected);
	}
	Wanted.RampEnd = RampEnd;
	Wanted.PixelSizes = PixelSizes;
	Wanted.bSoftware = Options.bSoftware;
	Wanted.bDraft = Options.bDraft;
	TResult<FReportPictures> Pictures = FReportPictures();
	Pictures->Missing = "Pictures were not requested.";
	if (Options.bPictures)
	{
		Pictures = DrawReportPictures(Character, Examples, *Measures, Wanted, Context.Part(0.08, 0.98, "drawing"));
		if (!Pictures)
		{
			return Pictures.GetError();
		}
	}
	const FReportFigures Read = ReadReportFigures(Figures);
	const std::string Page =
		FormatReportPage({Character, Examples, *Measures, Read, *Pictures, Names, PixelSizes, RampEnd});
	if (!Context.Progress.Report(0.99))
	{
		return Context.Progress.CanceledError();
	}
	if (!Options.Pictures.empty() && !Pictures->Device.empty())
	{
		if (FStatus Written = WritePictures(Options.Pictures, *Pictures); !Written)
		{
			return Written.GetError();
		}
	}
	if (FStatus Written = WriteFileAtomically(Out, Page); !Written)
	{
		return Written.GetError();
	}
	return FWrittenHtmlReport{Page.size(), Pictures->List().size(), Pictures->Device,
		Options.bPictures ? Pictures->Missing : std::string(), DescribeMeasures(*Measures)};
}

} // namespace Exemplar
