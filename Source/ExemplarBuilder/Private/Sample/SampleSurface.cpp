// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleSurface.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Geometry/SurfaceRemesh.h"
#include "Geometry/Topology.h"
#include "Sample/MarchingTetrahedra.h"

#include <cmath>

namespace Exemplar
{
namespace SampleSurfaceDetail
{

/** The edge length on the trunk for that many vertices, from the area in units of the local size. */
static double FindEdgeLength(const FTriangleMesh& Half, size_t VertexCount)
{
	double ScaledArea = 0.0;
	const std::vector<double> Areas = TriangleAreas(Half.Positions, Half.Triangles);
	for (size_t Triangle = 0; Triangle < Areas.size(); ++Triangle)
	{
		const double Scale =
			FImplicitBody::EdgeScale(AsVector(Half.Positions[static_cast<size_t>(Half.Triangles[Triangle][0])]));
		ScaledArea += Areas[Triangle] / (Scale * Scale);
	}
	// Two triangles per vertex, each with an area of sqrt(3) / 4 times a squared side.
	return std::sqrt(2.0 * ScaledArea / (0.5 * std::sqrt(3.0) * static_cast<double>(VertexCount)));
}

static FSampleSurface Unfold(const FTriangleMesh& Half)
{
	FSampleSurface Out;
	for (const FDouble3& P : Half.Positions)
	{
		const FFloat3 Rounded = ToFloat3(P);
		Out.Mesh.Positions.push_back({Rounded.X, Rounded.Y, Rounded.Z});
		Out.Mirror.push_back(static_cast<int32_t>(Out.Mirror.size()));
	}
	for (size_t Vertex = 0; Vertex < Half.Positions.size(); ++Vertex)
	{
		const FDouble3 P = Out.Mesh.Positions[Vertex];
		if (P.X != 0.0)
		{
			Out.Mirror[Vertex] = static_cast<int32_t>(Out.Mesh.Positions.size());
			Out.Mirror.push_back(static_cast<int32_t>(Vertex));
			Out.Mesh.Positions.push_back({-P.X, P.Y, P.Z});
		}
	}
	Out.Mesh.Triangles = Half.Triangles;
	for (const FTriangle& Triangle : Half.Triangles)
	{
		const auto Other = [&](int Corner) { return Out.Mirror[static_cast<size_t>(Triangle[Corner])]; };
		Out.Mesh.Triangles.push_back({Other(0), Other(2), Other(1)});
	}
	return Out;
}

} // namespace SampleSurfaceDetail

TResult<FSampleSurface> BuildSampleSurface(const FImplicitBody& Body, size_t VertexCount, const FBuildContext& Context)
{
	const FTriangleMesh Lattice = PolygonizeHalf(Body, *Context.Executor);
	if (!Context.Progress.Report(0.4))
	{
		return Context.Progress.CanceledError();
	}
	double EdgeLength = SampleSurfaceDetail::FindEdgeLength(Lattice, VertexCount);
	const FRemeshSurface Surface{[&](const Eigen::Vector3d& P) { return Body.Project(P, 2); },
		[&](const Eigen::Vector3d& P) { return EdgeLength * FImplicitBody::EdgeScale(P); }};
	// To hide the lattice, coarse meshes come from it by collapses alone, fine ones by splitting a coarse mesh.
	FTriangleMesh Half;
	if (EdgeLength > 0.011)
	{
		Half = RemeshSurface(Lattice, Surface, 6, *Context.Executor);
	}
	else
	{
		EdgeLength *= 2.2;
		Half = RemeshSurface(Lattice, Surface, 2, *Context.Executor);
		EdgeLength *= 1.0 / 2.2;
		Half = RemeshSurface(Half, Surface, 5, *Context.Executor);
	}
	FSampleSurface Out = SampleSurfaceDetail::Unfold(Half);
	Out.EdgeLength = EdgeLength;
	const FMeshTopology Topology =
		DescribeTopology(BuildAdjacency(Out.Mesh.Positions.size(), Out.Mesh.Triangles), Out.Mesh.Triangles);
	if (!Topology.IsManifold() || !Topology.IsClosed() || Topology.Components != 1 || Topology.Genus() != 0)
	{
		return FError{EErrorCode::Degenerate,
			"The sample's surface is not closed and in one piece at " + std::to_string(VertexCount) +
				" vertices. Use another count between 2000 and 200000."};
	}
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	return Out;
}

} // namespace Exemplar
