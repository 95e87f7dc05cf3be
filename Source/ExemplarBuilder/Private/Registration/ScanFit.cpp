// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanFit.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ScanFitDetail
{

constexpr std::array<double, 3> Radii{0.07, 0.04, 0.025};
constexpr std::array<size_t, 3> Influences{5, 4, 4};

// A start that is posed already wants a soft graph at once: stiff ones straighten bent limbs again.
constexpr FFitSchedule Coarse{16, 0.1, 0.03, 0.04, 0.015, 0.3, 0.1, 2500};
constexpr FFitSchedule Middle{12, 0.15, 0.07, 0.025, 0.008, 0.5, 0.1, 4000};
constexpr FFitSchedule Fine{8, 0.1, 0.05, 0.008, 0.004, 0.6, 0.05, 8000};

// Landmarks alone start from the rest pose: stiff first. Then they fade.
constexpr FFitSchedule FromLandmarks{30, 3.0, 0.3, 0.04, 0.015, 0.3, 0.1, 100};
constexpr double LandmarkWeight = 10.0;
constexpr std::array<double, 3> LandmarkFading{0.1, 0.01, 0.0};

constexpr double SameScore = 1.03;
constexpr double OtherPlace = 0.05;

/** Rigidly onto the landmarks first: the graph then only has to bend. */
FRigidMotion AlignLandmarks(const FTemplateModel& Model, std::span<const FLandmarkPair> Landmarks)
{
	std::vector<FDouble3> Rest, Pose;
	std::vector<uint32_t> All;
	for (const FLandmarkPair& Pair : Landmarks)
	{
		All.push_back(static_cast<uint32_t>(All.size()));
		Rest.push_back(Model.Positions[static_cast<size_t>(Pair.Vertex)]);
		Pose.push_back(Pair.Target);
	}
	return FitRigidMotion(All, Rest, Pose).value_or(FRigidMotion{});
}

/** Where the rest's vertices are on the rest that is turned by half a turn about the vertical through its middle. */
std::vector<FSurfaceCoordinate> FindTurned(const FTemplateModel& Model)
{
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Center += Model.Areas[Vertex] * AsVector(Model.Positions[Vertex]);
	}
	const FSurfaceTree Tree(Model.Positions, Model.Triangles);
	std::vector<FSurfaceCoordinate> Out(Model.Count());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		const FDouble3& P = Model.Positions[Vertex];
		Tree.Find({2.0 * Center.x() - P.X, P.Y, 2.0 * Center.z() - P.Z}, Out[Vertex]);
	}
	return Out;
}

} // namespace ScanFitDetail

FStartPose TurnAround(const FTemplateKit& Kit, std::span<const FDouble3> Positions)
{
	FStartPose Out;
	for (const FSurfaceCoordinate& Where : Kit.Turned)
	{
		Out.push_back(PointAt(Positions, Kit.Model.Triangles, Where));
	}
	return Out;
}

bool AreAmbiguous(const FScanFit& A, const FScanFit& B)
{
	using namespace ScanFitDetail;
	return (std::max)(A.Score.Total, B.Score.Total) < SameScore * (std::min)(A.Score.Total, B.Score.Total) &&
		MeanDistance(A.Positions, B.Positions) > OtherPlace;
}

TResult<std::unique_ptr<FTemplateKit>> MakeTemplateKit(const FTemplate& Template)
{
	using namespace ScanFitDetail;
	TResult<FTemplateModel> Model = MakeTemplateModel(Template);
	if (!Model)
	{
		return Model.GetError();
	}
	auto Kit = std::make_unique<FTemplateKit>();
	Kit->Model = std::move(*Model);
	for (size_t Level = 0; Level < 3; ++Level)
	{
		Kit->Graphs[Level] = BuildDeformationGraph(Kit->Model, Radii[Level], Influences[Level]);
		Kit->Fits[Level] = std::make_unique<FGraphFit>(Kit->Model, Kit->Graphs[Level]);
	}
	Kit->Pseudo = CutPseudoRig(Kit->Model);
	Kit->Turned = FindTurned(Kit->Model);
	Kit->RestIntersections = FindSelfIntersections(Kit->Model.Positions, Kit->Model.Triangles);
	return Kit;
}

double MeanDistance(std::span<const FDouble3> A, std::span<const FDouble3> B)
{
	double Sum = 0.0;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		Sum += (AsVector(A[Index]) - AsVector(B[Index])).norm();
	}
	return A.empty() ? 0.0 : Sum / static_cast<double>(A.size());
}

FDetailOptions DetailOptionsOf(const FCleanScan& Scan)
{
	FDetailOptions Options;
	const double Ratio = Scan.Noise / 0.0008;
	Options.Stiffness = std::clamp(Ratio * Ratio, 0.3, 10.0);
	return Options;
}

FStartPose StartFromLandmarks(
	const FTemplateKit& Kit, const FCleanScan& Scan, std::span<const FLandmarkPair> Landmarks, IExecutor& Executor)
{
	using namespace ScanFitDetail;
	const FRigidMotion Motion = AlignLandmarks(Kit.Model, Landmarks);
	FStartPose Start;
	for (const FDouble3& P : Kit.Model.Positions)
	{
		Start.push_back(ToDouble3(Motion(AsVector(P))));
	}
	FGraphState State = FitState(Kit.Model, Kit.Graphs[0], Start);
	const FFitGuides Guides{Landmarks, LandmarkWeight, false, {}, {}};
	return Kit.Fits[0]->Run(Scan, FromLandmarks, Guides, State, Executor);
}

FScanFit FitScan(const FTemplateKit& Kit, const FCleanScan& Scan, std::span<const FStartPose> Starts,
	const FScanFitOptions& Options, IExecutor& Executor)
{
	using namespace ScanFitDetail;
	struct FCandidate
	{
		std::vector<FDouble3> Positions;
		double Score = 0.0;
	};
	const auto RunLevel = [&](size_t Level, FFitSchedule Schedule, std::span<const FDouble3> From, IExecutor& On)
	{
		const FFitGuides Guides{Options.Landmarks, LandmarkWeight * LandmarkFading[Level], true, {}, {}};
		FGraphState State = FitState(Kit.Model, Kit.Graphs[Level], From);
		return Kit.Fits[Level]->Run(Scan, Schedule, Guides, State, On);
	};
	std::vector<FCandidate> Candidates(Starts.size());
	FFitSchedule First = Coarse;
	First.Iterations = Options.CoarseIterations;
	ParallelFor(Executor, Starts.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				std::vector<FDouble3> Positions = RunLevel(0, First, Starts[Index], GetSerialExecutor());
				Positions = RunLevel(1, Middle, Positions, GetSerialExecutor());
				Candidates[Index].Score = ScoreFit(Kit.Model, Kit.Graphs[1], Positions, Scan).Total;
				Candidates[Index].Positions = std::move(Positions);
			}
		});
	size_t Best = 0;
	for (size_t Index = 1; Index < Candidates.size(); ++Index)
	{
		Best = Candidates[Index].Score < Candidates[Best].Score ? Index : Best;
	}
	FScanFit Out;
	for (const FCandidate& Other : Candidates)
	{
		Out.bAmbiguous |= Other.Score < SameScore * Candidates[Best].Score &&
			MeanDistance(Other.Positions, Candidates[Best].Positions) > OtherPlace;
	}
	const std::vector<FDouble3> Positions = RunLevel(2, Fine, Candidates[Best].Positions, Executor);
	FDetailResult Detail = FitDetail(Kit.Model, Scan, Positions, DetailOptionsOf(Scan), Executor);
	Out.Positions = std::move(Detail.Positions);
	Out.Flips = Detail.Flips;
	Out.Stretched = Detail.Stretched;
	Out.Score = ScoreFit(Kit.Model, Kit.Graphs[1], Out.Positions, Scan);
	return Out;
}

} // namespace Exemplar
