// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/Scans.h"
#include "Sample/SampleCharacter.h"

namespace Exemplar
{

/** A small sample with its poses, made once for all tests of registration. */
inline const FSampleCharacter& RegistrationBody()
{
	static const FSampleCharacter Sample = []
	{
		FSampleOptions Options;
		Options.VertexCount = 2500;
		return std::move(*BuildSample(Options, {}));
	}();
	return Sample;
}

inline FTemplate RegistrationTemplate()
{
	return {"template.obj", RegistrationBody().Source.Rest, {}};
}

/** A mesh of triangles as a file would hold it. */
inline FSourceMesh MeshOfTriangles(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	FSourceMesh Mesh;
	Mesh.Positions.assign(Positions.begin(), Positions.end());
	for (const FTriangle& Triangle : Triangles)
	{
		for (const int32_t Vertex : Triangle)
		{
			Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
	}
	return Mesh;
}

/** A sphere by latitude and longitude, closed, outward. */
inline FTriangleMesh RegistrationSphere(double Radius, const FDouble3& Center, int Rings = 24)
{
	FTriangleMesh Mesh;
	const int Sides = 2 * Rings;
	constexpr double Pi = 3.14159265358979323846;
	Mesh.Positions.push_back({Center.X, Center.Y + Radius, Center.Z});
	for (int Ring = 1; Ring < Rings; ++Ring)
	{
		for (int Side = 0; Side < Sides; ++Side)
		{
			const double Polar = Pi * Ring / Rings, Angle = 2.0 * Pi * Side / Sides;
			Mesh.Positions.push_back({Center.X + Radius * std::sin(Polar) * std::sin(Angle),
				Center.Y + Radius * std::cos(Polar), Center.Z + Radius * std::sin(Polar) * std::cos(Angle)});
		}
	}
	const int32_t Last = static_cast<int32_t>(Mesh.Positions.size());
	Mesh.Positions.push_back({Center.X, Center.Y - Radius, Center.Z});
	for (int Side = 0; Side < Sides; ++Side)
	{
		const int Next = (Side + 1) % Sides;
		Mesh.Triangles.push_back({0, 1 + Side, 1 + Next});
		for (int Ring = 0; Ring + 2 < Rings; ++Ring)
		{
			const int32_t A = 1 + Ring * Sides + Side, B = 1 + Ring * Sides + Next;
			Mesh.Triangles.push_back({A, A + Sides, B});
			Mesh.Triangles.push_back({B, A + Sides, B + Sides});
		}
		Mesh.Triangles.push_back({Last, Last - Sides + Next, Last - Sides + Side});
	}
	return Mesh;
}

} // namespace Exemplar
