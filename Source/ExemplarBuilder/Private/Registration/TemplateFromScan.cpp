// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Adjacency.h"
#include "Geometry/Measures.h"
#include "Geometry/SurfaceRemesh.h"
#include "Registration/ScanClosing.h"
#include "Registration/Scans.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace TemplateFromScanDetail
{

constexpr int RemeshRounds = 6;

/** How much of a character a scan shows: its area, less the part near open borders. */
double CompletenessOf(const FCleanScan& Scan, double Diagonal)
{
	double Inside = 0.0;
	for (size_t Vertex = 0; Vertex < Scan.Positions.size(); ++Vertex)
	{
		Inside += Scan.BorderVertices[Vertex] ? -Scan.VertexAreas[Vertex] : Scan.VertexAreas[Vertex];
	}
	return Scan.bPoints ? 0.0 : Inside * Diagonal * Diagonal;
}

/** The most complete scan whose size is like that of the others: one in other units, or with a wall, is not. */
size_t ChooseScan(const std::vector<double>& Completeness)
{
	constexpr double MostOfMedian = 3.0;
	std::vector<double> Usable;
	std::copy_if(
		Completeness.begin(), Completeness.end(), std::back_inserter(Usable), [](double C) { return C > 0.0; });
	if (Usable.empty())
	{
		return NoIndex;
	}
	std::sort(Usable.begin(), Usable.end());
	const double Limit = MostOfMedian * Usable[(Usable.size() - 1) / 2];
	size_t Best = NoIndex;
	for (size_t Index = 0; Index < Completeness.size(); ++Index)
	{
		const double Each = Completeness[Index];
		Best = Each > 0.0 && Each <= Limit && (Best == NoIndex || Each > Completeness[Best]) ? Index : Best;
	}
	return Best;
}

FSourceMesh ToSourceMesh(const FTriangleMesh& Mesh, double Scale)
{
	FSourceMesh Out;
	for (const FDouble3& P : Mesh.Positions)
	{
		// Files have float positions: a template that was written and read again is the same.
		const auto Round = [&](double Value) { return static_cast<double>(static_cast<float>(Value * Scale)); };
		Out.Positions.push_back({Round(P.X), Round(P.Y), Round(P.Z)});
	}
	for (const FTriangle& Triangle : Mesh.Triangles)
	{
		for (const int32_t Vertex : Triangle)
		{
			Out.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerVertices.size()));
	}
	return Out;
}

} // namespace TemplateFromScanDetail

TResult<FTemplateChoice> MakeTemplate(
	const FScanSet& Scans, const FTemplateOptions& Options, const FBuildContext& Context)
{
	using namespace TemplateFromScanDetail;
	if (Options.Triangles < 1000 || Options.Triangles > 400000)
	{
		return FError{EErrorCode::InvalidArgument, "A template has from 1000 to 400000 triangles."};
	}
	FTemplateChoice Out;
	std::string LastError = "There are no scans to make a template from.";
	for (size_t Index = 0; Index < Scans.Scans.size(); ++Index)
	{
		Out.Completeness.push_back(0.0);
		if (Options.Scan != NoIndex && Options.Scan != Index)
		{
			continue;
		}
		if (!Context.Progress.Report(0.4 * static_cast<double>(Index) / static_cast<double>(Scans.Scans.size())))
		{
			return Context.Progress.CanceledError();
		}
		const double Diagonal = BoxDiagonal(Scans.Scans[Index].Mesh.Positions);
		if (!(Diagonal > 0.0) || !std::isfinite(Diagonal))
		{
			LastError = Scans.Scans[Index].Name + ": the scan has no size. Check the file.";
			continue;
		}
		TResult<FCleanScan> Clean = CleanScan(Scans.Scans[Index], 1.0 / Diagonal, Context);
		if (!Clean)
		{
			LastError = Clean.GetError().Message;
			continue;
		}
		Out.Completeness[Index] = CompletenessOf(*Clean, Diagonal);
		if (Clean->bPoints)
		{
			LastError = Scans.Scans[Index].Name + ": no template can be made from points without faces.";
		}
	}
	Out.Scan = ChooseScan(Out.Completeness);
	if (Out.Scan == NoIndex)
	{
		return FError{
			EErrorCode::Degenerate, LastError + " Give a template (--template of register, --rest of rig and build)."};
	}
	const double BestDiagonal = BoxDiagonal(Scans.Scans[Out.Scan].Mesh.Positions);
	TResult<FCleanScan> Cleaned = CleanScan(Scans.Scans[Out.Scan], 1.0 / BestDiagonal, Context);
	if (!Cleaned)
	{
		return Cleaned.GetError();
	}
	const FCleanScan& Best = *Cleaned;
	Out.HolesClosed = FindBoundaryLoops(BuildAdjacency(Best.Positions.size(), Best.Triangles), Best.Triangles).size();
	const double Edge = std::sqrt(4.0 * Best.Area / (std::sqrt(3.0) * static_cast<double>(Options.Triangles)));
	FTriangleMesh Closed = CloseScan(Best, std::clamp(0.8 * Edge, 0.003, 0.012), *Context.Executor);
	if (Closed.Triangles.size() < 100)
	{
		return FError{EErrorCode::Degenerate,
			Scans.Scans[Out.Scan].Name +
				": no closed surface could be made of this scan: most of it is missing. Give a "
				"template (--template)."};
	}
	if (!Context.Progress.Report(0.8))
	{
		return Context.Progress.CanceledError();
	}
	const FSurfaceTree Tree(Closed.Positions, Closed.Triangles);
	const FRemeshSurface Surface{[&](const Eigen::Vector3d& P)
		{
			FSurfaceCoordinate Where;
			Tree.Find(ToDouble3(P), Where);
			return Eigen::Vector3d(AsVector(PointAt(Closed.Positions, Closed.Triangles, Where)));
		},
		[Edge](const Eigen::Vector3d&) { return Edge; }};
	const FTriangleMesh Even = RemeshSurface(Closed, Surface, RemeshRounds, *Context.Executor);
	const FMeshTopology Topology = DescribeTopology(Even.Positions.size(), Even.Triangles);
	Out.Genus = Topology.IsClosed() && Topology.IsManifold() ? Topology.Genus() : -1;
	Out.Template.Name = "template from " + Scans.Scans[Out.Scan].Name;
	Out.Template.Mesh = ToSourceMesh(Even, BestDiagonal);
	return Out;
}

} // namespace Exemplar
