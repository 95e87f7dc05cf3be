// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/HtmlReport.h"

#include "Base/File.h"
#include "Report/CharacterMeasures.h"
#include "Report/ReportPoses.h"
#include "Sample/SampleCharacter.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>
#include <set>

namespace Exemplar
{
namespace HtmlReportTest
{

using ::testing::HasSubstr;
using ::testing::Not;

/** The sample and its examples, which may be noisy. */
struct FReported
{
	FExampleSet Examples;
	FCharacter Character;
};

FReported MakeReported(double Noise)
{
	const FSampleCharacter Sample = *BuildSample({.VertexCount = 2000, .Noise = Noise}, {});
	return {*BuildExampleSet(Sample.Source, {}, {}), *BakeSample(Sample, {})};
}

TEST(CharacterMeasures, ExactExamplesAreReproduced)
{
	const FReported Exact = MakeReported(0.0);
	const TResult<FCharacterMeasures> Measures = MeasureCharacter(Exact.Character, Exact.Examples, {});
	ASSERT_TRUE(Measures) << Measures.GetError().Message;
	ASSERT_TRUE(Measures->Error && Measures->BlendError);
	EXPECT_LT(Measures->Error->VertexMax, 1e-3);
	EXPECT_LT(Measures->BlendError->VertexMax, 1e-3);
	ASSERT_EQ(Measures->VolumePercents.size(), Exact.Examples.PoseCount());
	for (const double Percent : Measures->VolumePercents)
	{
		EXPECT_NEAR(Percent, 100.0, 1e-3);
	}
	size_t Held = 0;
	for (const size_t Count : Measures->HeldVertices)
	{
		Held += Count;
	}
	EXPECT_EQ(Held, Exact.Character->Levels[0].VertexCount());
}

TEST(CharacterMeasures, NoiseIsWhatIsMeasured)
{
	// Uniform in [-a, a] along three axes: the mean square is 3 a^2 / 3, the largest at most a times the root of three.
	constexpr double Noise = 0.01;
	const FReported Noisy = MakeReported(Noise);
	const TResult<FCharacterMeasures> Measures = MeasureCharacter(Noisy.Character, Noisy.Examples, {});
	ASSERT_TRUE(Measures) << Measures.GetError().Message;
	const double Rms = 0.01 * Measures->Error->VertexRms * Measures->Diagonal;
	EXPECT_NEAR(Rms, Noise, 0.01 * Noise);
	EXPECT_LE(Measures->Quantiles.back(), Noise * std::sqrt(3.0) * 1.001);
	EXPECT_GT(Measures->TypicalLargest, Noise);
	EXPECT_LE(Measures->TypicalLargest, Measures->Quantiles.back());
	EXPECT_TRUE(std::is_sorted(Measures->Quantiles.begin(), Measures->Quantiles.end()));
	for (size_t Joint = 0; Joint < Measures->HeldRms.size(); ++Joint)
	{
		EXPECT_NEAR(0.01 * Measures->HeldRms[Joint] * Measures->Diagonal, Noise, 0.1 * Noise) << Joint;
	}
}

TEST(CharacterMeasures, ExamplesWithoutAClipAreNotCompared)
{
	FReported Short = MakeReported(0.0);
	Short.Examples.Poses.resize(3);
	Short.Examples.Source.Poses.resize(3);
	const TResult<FCharacterMeasures> Measures = MeasureCharacter(Short.Character, Short.Examples, {});
	ASSERT_TRUE(Measures) << Measures.GetError().Message;
	EXPECT_FALSE(Measures->HasPoses());
	EXPECT_FALSE(Measures->Error);
}

TEST(ReportPoses, FilmsHaveWhatIsNeededAndNoMoreThanAskedFor)
{
	const FChosenPose Needed[] = {{7, ""}, {98, ""}, {50, ""}};
	for (const size_t Count : {1u, 3u, 4u, 24u, 99u, 200u})
	{
		const std::vector<size_t> Film = ChooseFilm(100, Count, Needed);
		EXPECT_LE(Film.size(), Count);
		EXPECT_TRUE(std::is_sorted(Film.begin(), Film.end()));
		EXPECT_EQ(std::set<size_t>(Film.begin(), Film.end()).size(), Film.size());
		EXPECT_TRUE(std::binary_search(Film.begin(), Film.end(), size_t{7}));
		EXPECT_EQ(std::binary_search(Film.begin(), Film.end(), size_t{98}), Count >= 2);
		EXPECT_LT(Film.back(), 100u);
	}
	EXPECT_EQ(ChooseFilm(100, 100, {}).size(), 100u);
}

TEST(ReportPoses, VariedPosesDifferAndTellingOnesHoldTheWorst)
{
	FReported Noisy = MakeReported(0.002);
	// One pose gets an error of its own.
	for (FDouble3& P : Noisy.Examples.Poses[5])
	{
		P.X += 0.02;
	}
	const std::vector<size_t> Varied = ChooseVariedPoses(Noisy.Examples, 6);
	EXPECT_EQ(std::set<size_t>(Varied.begin(), Varied.end()).size(), 6u);
	EXPECT_EQ(ChooseVariedPoses(Noisy.Examples, 1000).size(), Noisy.Examples.PoseCount());
	const TResult<FCharacterMeasures> Measures = MeasureCharacter(Noisy.Character, Noisy.Examples, {});
	const std::vector<FChosenPose> Telling = ChooseTellingPoses(Noisy.Examples, *Measures->Error);
	ASSERT_GE(Telling.size(), 2u);
	EXPECT_EQ(Telling[0].Pose, 5u);
}

TEST(HtmlReport, IsOneFileWithTheSameBytesEachTime)
{
	const FReported Noisy = MakeReported(0.003);
	const FTemporaryFolder Folder;
	FHtmlReportOptions Options;
	Options.bPictures = false;
	std::string First;
	for (const char* Name : {"a.html", "b.html"})
	{
		const TResult<FWrittenHtmlReport> Written =
			WriteHtmlReport(Folder.Path() / Name, Noisy.Character, Noisy.Examples, FJson(), Options, {});
		ASSERT_TRUE(Written) << Written.GetError().Message;
		const std::string Page = *ReadWholeTextFile(Folder.Path() / Name);
		EXPECT_EQ(Page.size(), Written->Bytes);
		EXPECT_THAT(Page, HasSubstr("16 poses"));
		EXPECT_THAT(Page, Not(HasSubstr("http://")));
		EXPECT_THAT(Page, Not(HasSubstr("https://")));
		EXPECT_EQ(First.empty() ? Page : First, Page);
		First = Page;
	}
}

TEST(HtmlReport, WhoeverCancelsFindsNothing)
{
	const FReported Noisy = MakeReported(0.003);
	const FTemporaryFolder Folder;
	FHtmlReportOptions Options;
	Options.bDraft = true;
	Options.Pictures = Folder.Path() / "pictures";
	// Now, while it measures, and while it draws, where it can.
	for (const double Most : {0.0, 0.05, 0.3})
	{
		bool bCanceled = false;
		const FProgressCallback Callback = [&](std::string_view, double Fraction)
		{
			bCanceled = bCanceled || Fraction >= Most;
			return !bCanceled;
		};
		FBuildContext Context;
		Context.Progress = FProgress(Callback);
		const TResult<FWrittenHtmlReport> Written =
			WriteHtmlReport(Folder.Path() / "report.html", Noisy.Character, Noisy.Examples, FJson(), Options, Context);
		ASSERT_FALSE(Written) << Most;
		EXPECT_EQ(Written.GetError().Code, EErrorCode::Canceled);
		EXPECT_TRUE(std::filesystem::is_empty(Folder.Path()));
	}
}

} // namespace HtmlReportTest
} // namespace Exemplar
