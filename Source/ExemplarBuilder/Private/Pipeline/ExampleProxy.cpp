// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/ExampleProxy.h"

#include "Fit/WeightFit.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/Measures.h"
#include "Levels/ExampleDecimation.h"
#include "Metrics/ErrorMeasures.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{

namespace ExampleProxyDetail
{

/** A UV of the source, and NoIndex for a corner without: what a wedge of the decimation is. */
struct FWedges
{
	std::vector<FTriangle> OfTriangles; // empty: the source has no UVs
	std::vector<std::pair<uint32_t, uint32_t>> PointAndUV;
};

FWedges FindWedges(const FExampleSet& Examples)
{
	FWedges Out;
	const FSourceMesh& Rest = Examples.Source.Rest;
	if (Rest.CornerUVs.empty())
	{
		return Out;
	}
	std::map<std::pair<uint32_t, uint32_t>, int32_t> WedgeOf;
	for (size_t Triangle = 0; Triangle < Examples.Rest.Triangles.size(); ++Triangle)
	{
		FTriangle& Wedges = Out.OfTriangles.emplace_back();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const std::pair<uint32_t, uint32_t> Key(static_cast<uint32_t>(Examples.Rest.Triangles[Triangle][Corner]),
				Rest.CornerUVs[Examples.TriangleCorners[Triangle][Corner]]);
			const auto [Found, bNew] = WedgeOf.try_emplace(Key, static_cast<int32_t>(Out.PointAndUV.size()));
			if (bNew)
			{
				Out.PointAndUV.push_back(Key);
			}
			Wedges[Corner] = Found->second;
		}
	}
	return Out;
}

/** The material of a triangle's first original corner point, by majority of nothing finer: that of any of its faces. */
std::vector<uint32_t> MaterialOfPoints(const FExampleSet& Examples)
{
	std::vector<uint32_t> Out(Examples.PointCount(), 0);
	const FSourceMesh& Rest = Examples.Source.Rest;
	for (size_t Triangle = 0; Triangle < Examples.Rest.Triangles.size() && !Rest.PolygonMaterials.empty(); ++Triangle)
	{
		for (const int32_t Point : Examples.Rest.Triangles[Triangle])
		{
			Out[static_cast<size_t>(Point)] = Rest.PolygonMaterials[Examples.TrianglePolygons[Triangle]];
		}
	}
	return Out;
}

FSourceExamples MakeSource(const FExampleSet& Examples, const FDecimatedLevel& Level, const FWedges& Wedges)
{
	FSourceExamples Out;
	Out.Name = Examples.Source.Name;
	Out.Rest.Positions = Level.Positions[0];
	Out.Rest.Materials = Examples.Source.Rest.Materials;
	Out.Rest.UVs = Wedges.OfTriangles.empty() ? std::vector<FFloat2>() : Examples.Source.Rest.UVs;
	const std::vector<uint32_t> Materials = MaterialOfPoints(Examples);
	for (size_t Triangle = 0; Triangle < Level.Triangles.size(); ++Triangle)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Out.Rest.CornerVertices.push_back(static_cast<uint32_t>(Level.Triangles[Triangle][Corner]));
			if (!Wedges.OfTriangles.empty())
			{
				const auto Wedge = static_cast<size_t>(Level.Wedges[Triangle][Corner]);
				Out.Rest.CornerUVs.push_back(Wedges.PointAndUV[Wedge].second);
			}
		}
		Out.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Rest.CornerVertices.size()));
		if (!Examples.Source.Rest.PolygonMaterials.empty())
		{
			const auto First = static_cast<size_t>(Level.Triangles[Triangle][0]);
			Out.Rest.PolygonMaterials.push_back(Materials[Level.Vertices[First]]);
		}
	}
	for (size_t Pose = 0; Pose + 1 < Level.Positions.size(); ++Pose)
	{
		Out.Poses.push_back({Examples.Source.Poses[Pose].Name, Level.Positions[Pose + 1]});
	}
	return Out;
}

/** Distances from points to a surface, added up. */
void AddDistances(std::span<const FDouble3> From, std::span<const FDouble3> To, std::span<const FTriangle> Triangles,
	IExecutor& Executor, double& Squares, double& Largest)
{
	double Sum = 0.0;
	for (const FClosestPoint& Closest : FClosestPointFinder(To, Triangles).Find(From, Executor))
	{
		Sum += Closest.Distance * Closest.Distance;
		Largest = (std::max)(Largest, Closest.Distance);
	}
	Squares += From.empty() ? 0.0 : Sum / static_cast<double>(From.size());
}

FStatus MeasureProxy(
	const FExampleSet& Examples, const FDecimatedLevel& Level, FExampleProxy& Out, const FBuildContext& Context)
{
	double Squares = 0.0, Largest = 0.0;
	for (size_t Pose = 0; Pose < Level.Positions.size(); ++Pose)
	{
		if (!Context.Progress.Report(static_cast<double>(Pose) / static_cast<double>(Level.Positions.size())))
		{
			return Context.Progress.CanceledError();
		}
		const std::vector<FDouble3>& Fine = Pose == 0 ? Examples.Rest.Positions : Examples.Poses[Pose - 1];
		AddDistances(Fine, Level.Positions[Pose], Level.Triangles, *Context.Executor, Squares, Largest);
		AddDistances(Level.Positions[Pose], Fine, Examples.Rest.Triangles, *Context.Executor, Squares, Largest);
	}
	const double Percent = 100.0 / BoxDiagonal(Examples.Rest.Positions);
	Out.SurfaceRms = Percent * std::sqrt(Squares / (2.0 * static_cast<double>(Level.Positions.size())));
	Out.SurfaceMax = Percent * Largest;
	return FOk{};
}

/** The proxy's weights on the original: every point has those of the vertex that it became. */
FRigWeights SpreadWeights(const FRigWeights& Weights, std::span<const int32_t> VertexOfPoint)
{
	FRigWeights Out;
	for (const int32_t Vertex : VertexOfPoint)
	{
		const size_t Row = Vertex < 0 ? 0 : static_cast<size_t>(Vertex);
		for (uint32_t Entry = Weights.Offsets[Row]; Entry < Weights.Offsets[Row + 1]; ++Entry)
		{
			Out.Bones.push_back(Weights.Bones[Entry]);
			Out.Weights.push_back(Weights.Weights[Entry]);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

/** For every triangle the bone that most of its corners follow most. */
std::vector<uint16_t> LabelFaces(const FExampleSet& Examples, const FRigWeights& Weights)
{
	std::vector<uint16_t> Out;
	for (const FTriangle& Triangle : Examples.Rest.Triangles)
	{
		std::map<uint16_t, double> Sums;
		for (const int32_t Point : Triangle)
		{
			for (uint32_t Entry = Weights.Offsets[static_cast<size_t>(Point)];
				 Entry < Weights.Offsets[static_cast<size_t>(Point) + 1]; ++Entry)
			{
				Sums[Weights.Bones[Entry]] += Weights.Weights[Entry];
			}
		}
		Out.push_back(std::max_element(Sums.begin(), Sums.end(),
			[](const auto& A, const auto& B) {
				return A.second < B.second;
			})->first);
	}
	return Out;
}

TResult<FDecimatedLevel> Decimate(
	const FExampleSet& Examples, const FWedges& Wedges, size_t Triangles, double Emphasis, const FBuildContext& Context)
{
	std::vector<std::vector<FDouble3>> All{Examples.Rest.Positions};
	All.insert(All.end(), Examples.Poses.begin(), Examples.Poses.end());
	FDecimationOptions Options;
	Options.Targets = {Triangles};
	Options.Exponent = Emphasis;
	TResult<FDecimation> Made = DecimateExamples(All, Examples.Rest.Triangles, Wedges.OfTriangles, Options, Context);
	if (!Made)
	{
		return Made.GetError();
	}
	return std::move(Made->Levels[0]);
}

} // namespace ExampleProxyDetail

TResult<FExampleProxy> DecimateExampleSet(
	const FExampleSet& Examples, const FProxyOptions& Options, const FBuildContext& Context)
{
	using namespace ExampleProxyDetail;
	if (Examples.Rest.Triangles.empty() || Options.Triangles == 0)
	{
		return FError{EErrorCode::InvalidArgument,
			"Decimation requires a mesh with triangles and a number of them to keep, at least 1."};
	}
	const FWedges Wedges = FindWedges(Examples);
	const TResult<FDecimatedLevel> Level =
		Decimate(Examples, Wedges, Options.Triangles, Options.Emphasis, Context.Part(0.0, 0.8));
	if (!Level)
	{
		return Level.GetError();
	}
	FExampleProxy Out;
	Out.Source = MakeSource(Examples, *Level, Wedges);
	Out.PointOfVertex = Level->Vertices;
	if (FStatus Measured = MeasureProxy(Examples, *Level, Out, Context.Part(0.8, 1.0)); !Measured)
	{
		return Measured.GetError();
	}
	return Out;
}

TResult<FRigResult> BuildRigOnProxy(
	const FExampleSet& Examples, const FRigOptions& Options, double Share, const FBuildContext& Context)
{
	using namespace ExampleProxyDetail;
	const auto Target = static_cast<size_t>(Share * static_cast<double>(Examples.Rest.Triangles.size()));
	const TResult<FDecimatedLevel> Level =
		Decimate(Examples, {}, (std::max)(Target, size_t{64}), 2.0, Context.Part(0.0, 0.2));
	if (!Level)
	{
		return Level.GetError();
	}
	TResult<FExampleSet> Small = BuildExampleSet(MakeSource(Examples, *Level, {}), {}, {});
	if (!Small)
	{
		return Small.GetError();
	}
	TResult<FRigResult> Rig = BuildRig(*Small, Options, Context.Part(0.2, 0.8));
	if (!Rig)
	{
		return Rig;
	}
	// Vertices that coincide in every pose are one point of the smaller set.
	std::vector<int32_t> PointOf = Level->VertexOfOriginal;
	for (int32_t& Vertex : PointOf)
	{
		Vertex = Vertex < 0 ? Vertex : static_cast<int32_t>(Small->PointOfSource[static_cast<size_t>(Vertex)]);
	}
	Rig->Rig.RestPositions.clear();
	Rig->Rig.Unexplained.clear();
	Rig->Rig.Weights = SpreadWeights(Rig->Rig.Weights, PointOf);
	FWeightFitOptions Weights;
	Weights.MaxInfluences = Options.Refine.MaxInfluences;
	Weights.CandidateBones =
		Options.Refine.CandidateBones < 0 ? (std::max)(8, 2 * Weights.MaxInfluences) : Options.Refine.CandidateBones;
	Weights.Smoothness = Options.Refine.Smoothness;
	Weights.MinWeight = Options.Refine.MinWeight;
	TResult<FWeightFit> Fit = FitWeights(Examples, Rig->Rig, Weights, Context.Part(0.8, 1.0));
	if (!Fit)
	{
		return Fit.GetError();
	}
	Rig->Rig.Weights = std::move(Fit->Weights);
	Rig->Rig.FaceLabels = LabelFaces(Examples, Rig->Rig.Weights);
	for (uint32_t Point = 0; Point < Fit->PointErrors.size(); ++Point)
	{
		if (Fit->PointErrors[Point] > Options.Refine.UnexplainedError)
		{
			Rig->Rig.Unexplained.push_back(Point);
		}
	}
	const TResult<FErrorMeasures> Error = MeasureRig(Examples, Rig->Rig);
	if (!Error)
	{
		return Error.GetError();
	}
	Rig->Rig.Figures.push_back({"proxy", 0.0,
		{{"triangles", static_cast<double>(Level->Triangles.size()), ""}, {"vertex RMS", Error->VertexRms, "%"},
			{"vertex max", Error->VertexMax, "%"}}});
	return Rig;
}

} // namespace Exemplar
