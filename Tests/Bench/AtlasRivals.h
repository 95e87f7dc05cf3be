// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/Chart.h"
#include "Geometry/EigenLibrary.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#include <igl/slim.h>
#pragma GCC diagnostic pop

#if EXEMPLAR_WITH_XATLAS
#include <xatlas.h>
#endif

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace Exemplar
{

/** A chart relaxed by libigl's SLIM (Rabinovich et al. 2017) in one pose: symmetric Dirichlet, from the chart's UVs,
 * which must turn nothing over. */
inline void RelaxBySlim(std::span<const FDouble3> Positions, int Iterations, FChart& Chart)
{
	Eigen::MatrixXd V(static_cast<Eigen::Index>(Chart.Vertices.size()), 3), Start(V.rows(), 2);
	for (size_t Point = 0; Point < Chart.Vertices.size(); ++Point)
	{
		const FDouble3& P = Positions[static_cast<size_t>(Chart.Vertices[Point])];
		V.row(static_cast<Eigen::Index>(Point)) << P.X, P.Y, P.Z;
		Start.row(static_cast<Eigen::Index>(Point)) << Chart.UVs[Point].X, Chart.UVs[Point].Y;
	}
	Eigen::MatrixXi F(static_cast<Eigen::Index>(Chart.Triangles.size()), 3);
	for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			F(static_cast<Eigen::Index>(Face), Corner) = Chart.Triangles[Face][static_cast<size_t>(Corner)];
		}
	}
	igl::SLIMData Data;
	Eigen::VectorXi Fixed;
	Eigen::MatrixXd Targets;
	// Versions of libigl name the enumeration differently; symmetric Dirichlet is 2 in all of them.
	const auto Energy = static_cast<decltype(Data.slim_energy)>(2);
	igl::slim_precompute(V, F, Start, Data, Energy, Fixed, Targets, 0.0);
	const Eigen::MatrixXd Out = igl::slim_solve(Data, Iterations);
	for (size_t Point = 0; Point < Chart.Vertices.size(); ++Point)
	{
		Chart.UVs[Point] = {Out(static_cast<Eigen::Index>(Point), 0), Out(static_cast<Eigen::Index>(Point), 1)};
	}
}

/** What xatlas makes of one pose. */
struct FRivalAtlas
{
	std::vector<FDouble2> CornerUVs; // three per triangle
	size_t Charts = 0;
	double Efficiency = 0.0;
};

/** Nothing where the bench was built without xatlas. */
inline std::optional<FRivalAtlas> MakeXatlas([[maybe_unused]] std::span<const FDouble3> Positions,
	[[maybe_unused]] std::span<const FTriangle> Triangles, [[maybe_unused]] uint32_t Size,
	[[maybe_unused]] uint32_t Gutter)
{
#if EXEMPLAR_WITH_XATLAS
	std::vector<float> Floats;
	for (const FDouble3& P : Positions)
	{
		Floats.insert(Floats.end(), {static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	std::vector<uint32_t> Indices;
	for (const FTriangle& Triangle : Triangles)
	{
		Indices.insert(Indices.end(), Triangle.begin(), Triangle.end());
	}
	const std::unique_ptr<xatlas::Atlas, void (*)(xatlas::Atlas*)> Atlas(xatlas::Create(), xatlas::Destroy);
	xatlas::MeshDecl Mesh;
	Mesh.vertexPositionData = Floats.data();
	Mesh.vertexCount = static_cast<uint32_t>(Positions.size());
	Mesh.vertexPositionStride = 3 * sizeof(float);
	Mesh.indexData = Indices.data();
	Mesh.indexCount = static_cast<uint32_t>(Indices.size());
	Mesh.indexFormat = xatlas::IndexFormat::UInt32;
	if (xatlas::AddMesh(Atlas.get(), Mesh) != xatlas::AddMeshError::Success)
	{
		return std::nullopt;
	}
	xatlas::PackOptions Pack;
	Pack.resolution = Size;
	Pack.padding = Gutter;
	Pack.bruteForce = true;
	xatlas::Generate(Atlas.get(), {}, {}, Pack);
	FRivalAtlas Out;
	const xatlas::Mesh& Made = Atlas->meshes[0];
	double Area = 0.0;
	for (uint32_t Index = 0; Index < Made.indexCount; ++Index)
	{
		const xatlas::Vertex& Vertex = Made.vertexArray[Made.indexArray[Index]];
		Out.CornerUVs.push_back({static_cast<double>(Vertex.uv[0]), static_cast<double>(Vertex.uv[1])});
	}
	for (size_t First = 0; First + 2 < Out.CornerUVs.size(); First += 3)
	{
		const FDouble2 &A = Out.CornerUVs[First], &B = Out.CornerUVs[First + 1], &C = Out.CornerUVs[First + 2];
		const double Twice = (B.X - A.X) * (C.Y - A.Y) - (C.X - A.X) * (B.Y - A.Y);
		Area += std::abs(Twice) / 2.0;
	}
	Out.Charts = Atlas->chartCount;
	Out.Efficiency = Area / (static_cast<double>(Atlas->width) * static_cast<double>(Atlas->height));
	return Out;
#else
	return std::nullopt;
#endif
}

} // namespace Exemplar
