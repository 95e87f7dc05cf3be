// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/FitScore.h"

#include "Geometry/Measures.h"
#include "Registration/GraphFit.h"
#include "Registration/PoseSearch.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace FitScoreDetail
{

constexpr size_t ForwardStride = 7;
constexpr double ForwardReach = 0.01;
constexpr double LeastCosine = 0.3;
constexpr double CoverageReach = 0.012;
constexpr size_t CoverageSamples = 3000;
constexpr double BendWeight = 1.5;
constexpr double StretchWeight = 0.5;
constexpr double LeastNoise = 0.001;
constexpr double FloorReach = 0.015;  // vertices that near to a removed floor are not observed
constexpr float UnpairedLimit = 0.3f; // of confidence where no pair was valid
constexpr float ObservedLimit = 0.5f;
constexpr double BridgeReach = 0.02; // along the surface

double SmoothStep(double From, double To, double Value)
{
	const double Share = std::clamp((Value - From) / (To - From), 0.0, 1.0);
	return Share * Share * (3.0 - 2.0 * Share);
}

} // namespace FitScoreDetail

FFitScore ScoreFit(const FTemplateModel& Model, const FDeformationGraph& Middle, std::span<const FDouble3> Positions,
	const FCleanScan& Scan)
{
	using namespace FitScoreDetail;
	FFitScore Out;
	const std::vector<FDouble3> Normals = VertexNormals(Positions, Model.Triangles, ENormalWeight::Area);
	double Count = 0.0;
	for (size_t Vertex = 0; Vertex < Model.Count(); Vertex += ForwardStride)
	{
		if (Model.Hidden[Vertex])
		{
			continue;
		}
		FSurfaceCoordinate Where;
		const double Distance = std::sqrt(Scan.Tree->Find(Positions[Vertex], Where)) / ForwardReach;
		const double Cosine =
			AsVector(Scan.TriangleNormals[static_cast<size_t>(Where.Triangle)]).dot(AsVector(Normals[Vertex]));
		Out.Forward += (std::max)(Cosine < LeastCosine ? 0.5 : 0.0, (std::min)(1.0, Distance));
		Count += 1.0;
	}
	Out.Forward /= (std::max)(1.0, Count);
	Out.Coverage = MeasureCoverage(Model, Positions, Scan, CoverageSamples, CoverageReach, LeastCosine);
	const FGraphState State = FitState(Model, Middle, Positions);
	for (const auto& [A, B] : Middle.Edges)
	{
		const double Cosine = 0.5 * (State.Rotations[A].cwiseProduct(State.Rotations[B]).sum() - 1.0);
		const double Angle = std::acos(std::clamp(Cosine, -1.0, 1.0));
		Out.Bending += (std::min)(1.0, Angle * Angle) / static_cast<double>(Middle.Edges.size());
	}
	for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
	{
		const double Length = (AsVector(Positions[static_cast<size_t>(Model.Edges[Edge].A)]) -
			AsVector(Positions[static_cast<size_t>(Model.Edges[Edge].B)]))
								  .norm();
		Out.Stretch += (std::min)(1.0, std::abs(std::log((Length + 1e-9) / (Model.EdgeLengths[Edge] + 1e-9)))) /
			static_cast<double>(Model.Edges.size());
	}
	Out.Total = Out.Forward + (1.0 - Out.Coverage) + BendWeight * Out.Bending + StretchWeight * Out.Stretch;
	return Out;
}

std::vector<float> MeasureConfidence(
	const FTemplateModel& Model, std::span<const FDouble3> Positions, const FCleanScan& Scan, IExecutor& Executor)
{
	using namespace FitScoreDetail;
	const std::vector<FDouble3> Normals = VertexNormals(Positions, Model.Triangles);
	std::vector<float> Confidence(Model.Count(), 0.0f);
	std::vector<uint8_t> bPaired(Model.Count(), 0);
	const double Reach = 3.0 * (std::max)(Scan.Noise, LeastNoise);
	ParallelFor(Executor, Model.Count(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				FSurfaceCoordinate Where;
				const double Square = Scan.Tree->Find(Positions[Vertex], Where);
				const double Cosine =
					AsVector(Scan.TriangleNormals[static_cast<size_t>(Where.Triangle)]).dot(AsVector(Normals[Vertex]));
				const bool bFloor = Scan.Floor &&
					std::abs(Positions[Vertex].X * Scan.Floor->X + Positions[Vertex].Y * Scan.Floor->Y +
						Positions[Vertex].Z * Scan.Floor->Z - Scan.Floor->W) < FloorReach;
				bPaired[Vertex] = !Model.Hidden[Vertex] && !Scan.IsBorder(Where) && !bFloor;
				if (bPaired[Vertex])
				{
					Confidence[Vertex] =
						static_cast<float>(std::exp(-Square / (2.0 * Reach * Reach)) * SmoothStep(0.5, 0.8, Cosine));
				}
			}
		});
	for (int Round = 0; Round < 3; ++Round)
	{
		std::vector<float> Next = Confidence;
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			const std::span<const FGraphStep> Steps = Model.StepsOf(Vertex);
			float Sum = 0.0f;
			for (const FGraphStep& Step : Steps)
			{
				Sum += Confidence[static_cast<size_t>(Step.Vertex)];
			}
			if (!Steps.empty())
			{
				Next[Vertex] = 0.5f * (Confidence[Vertex] + Sum / static_cast<float>(Steps.size()));
			}
			if (!bPaired[Vertex])
			{
				Next[Vertex] = Model.Hidden[Vertex] ? 0.0f : (std::min)(Next[Vertex], UnpairedLimit);
			}
		}
		Confidence = std::move(Next);
	}
	return Confidence;
}

std::vector<EPointState> ClassifyPoints(const FTemplateModel& Model, std::span<const float> Confidence)
{
	using namespace FitScoreDetail;
	std::vector<int32_t> Observed;
	for (size_t Vertex = 0; Vertex < Confidence.size(); ++Vertex)
	{
		if (Confidence[Vertex] >= ObservedLimit)
		{
			Observed.push_back(static_cast<int32_t>(Vertex));
		}
	}
	const std::vector<double> Distances = DistancesFrom(Model, Observed, BridgeReach);
	std::vector<EPointState> States(Confidence.size(), EPointState::Invented);
	for (size_t Vertex = 0; Vertex < Confidence.size(); ++Vertex)
	{
		if (Confidence[Vertex] >= ObservedLimit)
		{
			States[Vertex] = EPointState::Observed;
		}
		else if (Distances[Vertex] <= BridgeReach && !Model.Hidden[Vertex])
		{
			States[Vertex] = EPointState::Bridged;
		}
	}
	return States;
}

void MeasurePose(const FTemplateModel& Model, const FCleanScan& Scan, FRegisteredPose& Pose)
{
	using namespace FitScoreDetail;
	const std::vector<FDouble3> Normals = VertexNormals(Pose.Positions, Model.Triangles, ENormalWeight::Area);
	double Seen = 0.0;
	Pose.Observed = Pose.Invented = Pose.TemplateDistance = Pose.NormalAgreement = 0.0;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Pose.Observed += Pose.States[Vertex] == EPointState::Observed ? Model.Areas[Vertex] : 0.0;
		Pose.Invented += Pose.States[Vertex] == EPointState::Invented ? Model.Areas[Vertex] : 0.0;
		if (Pose.States[Vertex] == EPointState::Observed)
		{
			FSurfaceCoordinate Where;
			Pose.TemplateDistance += 100.0 * std::sqrt(Scan.Tree->Find(Pose.Positions[Vertex], Where));
			Pose.NormalAgreement +=
				AsVector(Scan.TriangleNormals[static_cast<size_t>(Where.Triangle)]).dot(AsVector(Normals[Vertex]));
			Seen += 1.0;
		}
	}
	Pose.TemplateDistance /= (std::max)(1.0, Seen);
	Pose.NormalAgreement /= (std::max)(1.0, Seen);
	const FSurfaceTree Tree(Pose.Positions, Model.Triangles);
	const std::vector<int32_t> Samples = SampleVertices(Scan.VertexAreas, CoverageSamples);
	Pose.ScanDistance = 0.0;
	for (const int32_t Sample : Samples)
	{
		FSurfaceCoordinate Where;
		Pose.ScanDistance += 100.0 * std::sqrt(Tree.Find(Scan.Positions[static_cast<size_t>(Sample)], Where)) /
			static_cast<double>(Samples.size());
	}
	Pose.Stretch = 0.0;
	Pose.WorstStretch = 1.0;
	for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
	{
		const double Length = (AsVector(Pose.Positions[static_cast<size_t>(Model.Edges[Edge].A)]) -
			AsVector(Pose.Positions[static_cast<size_t>(Model.Edges[Edge].B)]))
								  .norm();
		const double Log = std::abs(std::log((Length + 1e-9) / (Model.EdgeLengths[Edge] + 1e-9)));
		Pose.Stretch += Log / static_cast<double>(Model.Edges.size());
		Pose.WorstStretch = (std::max)(Pose.WorstStretch, std::exp(Log));
	}
}

} // namespace Exemplar
