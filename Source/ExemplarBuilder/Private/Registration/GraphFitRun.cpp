// Copyright (c) 2026 Exemplar contributors. MIT license.
// The iterations of FGraphFit: closest points in both directions, their weights, and a step.

#include "Geometry/Measures.h"
#include "Registration/GraphFit.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace GraphFitRunDetail
{

constexpr double StepTolerance = 1e-4; // of the diagonal; a level ends when its steps are smaller
constexpr double BackShare = 0.5;      // of the scan's pairs against the template's
constexpr double Negligible = 1e-3;    // weight of a pair that is skipped

/** Values from the first to the last iteration, geometrically. */
double Interpolate(double From, double To, double Share)
{
	return From * std::pow(To / From, Share);
}

/** Closest points from one iteration to the next: the last place is where the next search begins. */
class FPairing
{
public:
	FPairing(const FTemplateModel& InModel, const FCleanScan& InScan, size_t Samples, IExecutor& InExecutor)
		: Model(InModel)
		, Scan(InScan)
		, Executor(InExecutor)
		, Tree(InModel.Positions, InModel.Triangles)
	{
		for (const int32_t Vertex : SampleVertices(Model.Areas, Samples))
		{
			if (!Model.Hidden[static_cast<size_t>(Vertex)])
			{
				Forward.push_back(Vertex);
			}
		}
		Backward = SampleVertices(Scan.VertexAreas, Samples);
		OnScan.resize(Forward.size());
		OnTemplate.resize(Backward.size());
	}

	std::vector<FFitPair> Find(std::span<const FDouble3> Positions, const FFitSchedule& Schedule, double Nu)
	{
		Normals = VertexNormals(Positions, Model.Triangles, ENormalWeight::Area);
		Tree.Refit(Positions);
		std::vector<FFitPair> Pairs(Forward.size() + Backward.size());
		ParallelFor(Executor, Forward.size(), 256,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Pairs[Index] = ToScan(Positions, Index, Schedule, Nu);
				}
			});
		ParallelFor(Executor, Backward.size(), 256,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Pairs[Forward.size() + Index] = ToTemplate(Positions, Index, Schedule, Nu);
				}
			});
		std::erase_if(Pairs, [](const FFitPair& Pair) { return Pair.Vertex < 0; });
		return Pairs;
	}

private:
	FFitPair ToScan(std::span<const FDouble3> Positions, size_t Index, const FFitSchedule& Schedule, double Nu)
	{
		FFitPair Pair;
		Pair.Vertex = -1;
		const size_t Vertex = static_cast<size_t>(Forward[Index]);
		const double Square = Scan.Tree->Find(Positions[Vertex], OnScan[Index]);
		const double Weight = std::exp(-Square / (2.0 * Nu * Nu));
		if (Weight < Negligible || Scan.IsBorder(OnScan[Index]))
		{
			return Pair;
		}
		Pair.Normal = AsVector(Scan.TriangleNormals[static_cast<size_t>(OnScan[Index].Triangle)]);
		const double Cosine = Pair.Normal.dot(AsVector(Normals[Vertex]));
		if (Cosine < Schedule.Cosine)
		{
			return Pair;
		}
		const FDouble3 Place = PointAt(Scan.Positions, Scan.Triangles, OnScan[Index]);
		Pair.Residual = AsVector(Positions[Vertex]) - AsVector(Place);
		const double Share = Weight / static_cast<double>(Forward.size());
		Pair.Plane = (1.0 - Schedule.PointShare) * Cosine * Share;
		Pair.Point = Schedule.PointShare * Share;
		Pair.Vertex = Forward[Index];
		return Pair;
	}

	FFitPair ToTemplate(std::span<const FDouble3> Positions, size_t Index, const FFitSchedule& Schedule, double Nu)
	{
		FFitPair Pair;
		Pair.Vertex = -1;
		const size_t Sample = static_cast<size_t>(Backward[Index]);
		FSurfaceCoordinate& Where = OnTemplate[Index];
		const double Square = Tree.Find(Scan.Positions[Sample], Where);
		const double Weight = std::exp(-Square / (2.0 * Nu * Nu));
		if (Weight < Negligible)
		{
			return Pair;
		}
		const FTriangle& Triangle = Model.Triangles[static_cast<size_t>(Where.Triangle)];
		const size_t Corner =
			static_cast<size_t>(std::max_element(Where.Weights.begin(), Where.Weights.end()) - Where.Weights.begin());
		const size_t Vertex = static_cast<size_t>(Triangle[Corner]);
		Pair.Normal = AsVector(Scan.VertexNormals[Sample]);
		if (Pair.Normal.dot(AsVector(Normals[Vertex])) < Schedule.Cosine || Model.Hidden[Vertex])
		{
			return Pair;
		}
		Pair.Residual = AsVector(PointAt(Positions, Model.Triangles, Where)) - AsVector(Scan.Positions[Sample]);
		const double Share = BackShare * Weight / static_cast<double>(Backward.size());
		Pair.Plane = (1.0 - Schedule.PointShare) * Share;
		Pair.Point = Schedule.PointShare * Share;
		Pair.Vertex = static_cast<int32_t>(Vertex);
		return Pair;
	}

	const FTemplateModel& Model;
	const FCleanScan& Scan;
	IExecutor& Executor;
	FSurfaceTree Tree;
	std::vector<int32_t> Forward, Backward;
	std::vector<FSurfaceCoordinate> OnScan, OnTemplate;
	std::vector<FDouble3> Normals;
};

} // namespace GraphFitRunDetail

std::vector<FDouble3> FGraphFit::Run(const FCleanScan& Scan, const FFitSchedule& Schedule, const FFitGuides& Guides,
	FGraphState& State, IExecutor& Executor) const
{
	using namespace GraphFitRunDetail;
	FPairing Pairing(Model, Scan, Schedule.Samples, Executor);
	std::vector<FDouble3> Positions = Deform(Model, Graph, State);
	for (int Iteration = 0; Iteration < Schedule.Iterations; ++Iteration)
	{
		const double Share = Schedule.Iterations > 1 ? static_cast<double>(Iteration) / (Schedule.Iterations - 1) : 1.0;
		const double Nu = Interpolate(Schedule.NuFrom, Schedule.NuTo, Share);
		std::vector<FFitPair> Pairs;
		if (Guides.bScan)
		{
			Pairs = Pairing.Find(Positions, Schedule, Nu);
		}
		for (const FLandmarkPair& Landmark : Guides.Landmarks)
		{
			const double Weight = Guides.LandmarkWeight / static_cast<double>(Guides.Landmarks.size());
			if (Weight > 0.0)
			{
				const size_t Vertex = static_cast<size_t>(Landmark.Vertex);
				Pairs.push_back({Landmark.Vertex, AsVector(Positions[Vertex]) - AsVector(Landmark.Target),
					Eigen::Vector3d::Zero(), 0.0, Weight});
			}
		}
		for (size_t Vertex = 0; Vertex < Guides.Prior.size(); ++Vertex)
		{
			if (const double Weight = Guides.PriorWeights[Vertex] * Model.Areas[Vertex]; Weight > 0.0)
			{
				Pairs.push_back(
					{static_cast<int32_t>(Vertex), AsVector(Positions[Vertex]) - AsVector(Guides.Prior[Vertex]),
						Eigen::Vector3d::Zero(), 0.0, Weight});
			}
		}
		const double Change = Step(Pairs, Interpolate(Schedule.AlphaFrom, Schedule.AlphaTo, Share), State);
		Positions = Deform(Model, Graph, State);
		if (Share >= 1.0 && Change < StepTolerance)
		{
			break;
		}
	}
	return Positions;
}

} // namespace Exemplar
