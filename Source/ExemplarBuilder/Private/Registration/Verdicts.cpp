// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/Verdicts.h"

#include "Geometry/Measures.h"

#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace VerdictsDetail
{

constexpr double FailedScore = 0.85;
constexpr double FailedCoverage = 0.7;
constexpr double FailedObserved = 0.35;
constexpr double DoubtfulScore = 0.65;
constexpr double DoubtfulShare = 1.6;   // of the median
constexpr double ForeignStretch = 0.12; // mean |log| of edge lengths that no pose of one character has
constexpr double LeastSize = 0.3, MostSize = 3.0;

std::string Percent(double Share)
{
	return std::to_string(static_cast<int>(std::lround(100.0 * Share))) + " %";
}

std::string Number(double Value, const char* Format)
{
	char Buffer[64];
	std::snprintf(Buffer, sizeof(Buffer), Format, Value);
	return Buffer;
}

std::string Counted(size_t Count, const char* One, const char* Many)
{
	return std::to_string(Count) + " " + (Count == 1 ? One : Many);
}

} // namespace VerdictsDetail

std::string CheckScanSize(const FTemplateModel& Model, const FCleanScan& Scan)
{
	using namespace VerdictsDetail;
	// Points have no area; a scan of less than half a body is for the verdict, not a matter of units.
	const double Factor = Scan.bPoints ? BoxDiagonal(Scan.Positions) : std::sqrt(Scan.Area / Model.Area);
	if (Factor >= std::sqrt(LeastSize) && Factor <= std::sqrt(MostSize))
	{
		return {};
	}
	const double Unit = std::pow(10.0, std::round(std::log10(Factor)));
	if (Unit < 0.5 || Unit > 2.0)
	{
		return Scan.Name + " is " + Number(Factor, "%.3g") +
			" times as large as the template: is it in other units? Give --scan-scale " + Number(1.0 / Unit, "%g") +
			".";
	}
	return Factor < 1.0 ? Scan.Name + " shows " + Percent(Factor * Factor) +
			" of the character's area. Registration needs a third: scan more of it, or leave the scan out."
						: Scan.Name + " has " + Number(Factor * Factor, "%.1f") +
			" times the template's area: it shows more than the character. Cut away what does not belong to it.";
}

std::vector<std::string> DescribeFindings(const FCleanScan& Scan)
{
	using namespace VerdictsDetail;
	const FScanFindings& Found = Scan.Findings;
	std::vector<std::string> Notes;
	const auto Note = [&](size_t Count, const std::string& Text)
	{
		if (Count > 0)
		{
			Notes.push_back(Text);
		}
	};
	Note(Found.FloorTriangles, "removed a floor of " + Counted(Found.FloorTriangles, "triangle", "triangles"));
	Note(Found.SmallPieces, "dropped " + Counted(Found.SmallPieces, "small piece", "small pieces"));
	Note(Found.FarPieces, "dropped " + Counted(Found.FarPieces, "piece", "pieces") + " far from the character");
	Note(Found.Flipped, "turned " + Counted(Found.Flipped, "piece", "pieces") + " inside out");
	Note(Found.NotFinite, "dropped " + Counted(Found.NotFinite, "vertex", "vertices") + " without a finite position");
	Note(Found.Degenerate, "dropped " + Counted(Found.Degenerate, "triangle", "triangles") + " without area");
	Note(Found.Duplicate, "dropped " + Counted(Found.Duplicate, "duplicate triangle", "duplicate triangles"));
	Note(Found.NonManifold, Counted(Found.NonManifold, "edge has", "edges have") + " more than two triangles");
	Note(Scan.bPoints, "the scan has no faces: normals were estimated");
	return Notes;
}

void JudgePose(const FScanFit& Fit, double Median, FRegisteredPose& Pose)
{
	using namespace VerdictsDetail;
	const std::string LeaveOut = " Give landmarks (--landmarks), or leave the scan out.";
	Pose.Verdict = EVerdict::Failed;
	if (Pose.Observed < FailedObserved)
	{
		Pose.Sentence = Pose.Name + " shows " + Percent(Pose.Observed) +
			" of the character. Registration needs a third: scan more of it, or leave the scan out.";
	}
	else if (Pose.Stretch > ForeignStretch)
	{
		Pose.Sentence = Pose.Name + ": the template had to stretch by " + Percent(Pose.Stretch) +
			" on average. Is this scan of another character? Register it with a template of its own, or leave it out.";
	}
	else if (Pose.Coverage < FailedCoverage)
	{
		Pose.Sentence = Pose.Name + ": " + Percent(1.0 - Pose.Coverage) +
			" of the scan is not explained by the template." + LeaveOut;
	}
	else if (Pose.Score > FailedScore)
	{
		Pose.Sentence = Pose.Name + ": no pose of the template explains the scan well (score " +
			Number(Pose.Score, "%.2f") + ", " + Number(FailedScore, "%.2f") + " at most)." + LeaveOut;
	}
	else if (Fit.bAmbiguous)
	{
		Pose.Sentence = Pose.Name +
			": two poses explain the scan equally well; front and back cannot be told apart. Give landmarks "
			"(--landmarks) on the face, a hand and a foot, or leave the scan out.";
	}
	else if (Pose.Score > DoubtfulScore || Pose.Score > DoubtfulShare * Median)
	{
		Pose.Verdict = EVerdict::Doubtful;
		Pose.Sentence = Pose.Name + ": registered, but worse than the others (score " + Number(Pose.Score, "%.2f") +
			", median " + Number(Median, "%.2f") + "). Look at its picture in the report.";
	}
	else
	{
		Pose.Verdict = EVerdict::Good;
		Pose.Sentence.clear();
	}
}

} // namespace Exemplar
