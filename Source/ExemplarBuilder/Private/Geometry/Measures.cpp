// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Measures.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

namespace Exemplar
{
namespace MeasuresDetail
{

struct FCorners
{
	Eigen::Vector3d P[3];

	FCorners(std::span<const FDouble3> Positions, const FTriangle& Triangle)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			P[Corner] = AsVector(Positions[static_cast<size_t>(Triangle[Corner])]);
		}
	}
	/** The normal, as long as twice the area. */
	Eigen::Vector3d AreaNormal() const { return (P[1] - P[0]).cross(P[2] - P[0]); }
	double AngleAt(int Corner) const
	{
		const Eigen::Vector3d A = P[(Corner + 1) % 3] - P[Corner], B = P[(Corner + 2) % 3] - P[Corner];
		return std::atan2(A.cross(B).norm(), A.dot(B));
	}
};

Eigen::Vector3d UnitOrZero(const Eigen::Vector3d& V)
{
	const double Length = V.norm();
	return Length > 0.0 && std::isfinite(Length) ? Eigen::Vector3d(V / Length) : Eigen::Vector3d(0.0, 0.0, 0.0);
}

} // namespace MeasuresDetail

double BoxDiagonal(std::span<const FDouble3> Points)
{
	if (Points.empty())
	{
		return 0.0;
	}
	const Eigen::Map<const FPositionMatrix> Positions = AsMatrix(Points);
	return (Positions.colwise().maxCoeff() - Positions.colwise().minCoeff()).norm();
}

std::vector<double> TriangleAreas(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	std::vector<double> Areas(Triangles.size());
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		Areas[Index] = 0.5 * MeasuresDetail::FCorners(Positions, Triangles[Index]).AreaNormal().norm();
	}
	return Areas;
}

std::vector<double> VertexAreas(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	std::vector<double> Areas(Positions.size(), 0.0);
	for (const FTriangle& Triangle : Triangles)
	{
		const double Third = MeasuresDetail::FCorners(Positions, Triangle).AreaNormal().norm() / 6.0;
		for (const int32_t Vertex : Triangle)
		{
			Areas[static_cast<size_t>(Vertex)] += Third;
		}
	}
	return Areas;
}

double SurfaceArea(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	double Twice = 0.0;
	for (const FTriangle& Triangle : Triangles)
	{
		Twice += MeasuresDetail::FCorners(Positions, Triangle).AreaNormal().norm();
	}
	return 0.5 * Twice;
}

std::vector<FDouble3> TriangleNormals(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	std::vector<FDouble3> Normals(Triangles.size());
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		const MeasuresDetail::FCorners Corners(Positions, Triangles[Index]);
		Normals[Index] = ToDouble3(MeasuresDetail::UnitOrZero(Corners.AreaNormal()));
	}
	return Normals;
}

std::vector<FDouble3> VertexNormals(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, ENormalWeight Weight)
{
	std::vector<FDouble3> Normals(Positions.size());
	for (const FTriangle& Triangle : Triangles)
	{
		const MeasuresDetail::FCorners Corners(Positions, Triangle);
		const Eigen::Vector3d AreaNormal = Corners.AreaNormal();
		const Eigen::Vector3d Unit = MeasuresDetail::UnitOrZero(AreaNormal);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Eigen::Map<Eigen::Vector3d> Sum = AsVector(Normals[static_cast<size_t>(Triangle[Corner])]);
			switch (Weight)
			{
			case ENormalWeight::Angle:
				Sum += Unit * Corners.AngleAt(Corner);
				break;
			case ENormalWeight::Area:
				Sum += AreaNormal;
				break;
			case ENormalWeight::Equal:
				Sum += Unit;
				break;
			}
		}
	}
	for (FDouble3& Normal : Normals)
	{
		Normal = ToDouble3(MeasuresDetail::UnitOrZero(AsVector(Normal)));
	}
	return Normals;
}

double SignedVolume(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	double SixTimes = 0.0;
	for (const FTriangle& Triangle : Triangles)
	{
		const MeasuresDetail::FCorners Corners(Positions, Triangle);
		const Eigen::Vector3d Origin = AsVector(Positions[0]);
		SixTimes += (Corners.P[0] - Origin).dot((Corners.P[1] - Origin).cross(Corners.P[2] - Origin));
	}
	return SixTimes / 6.0;
}

double MeanEdgeLength(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	double Sum = 0.0;
	for (const FTriangle& Triangle : Triangles)
	{
		const MeasuresDetail::FCorners Corners(Positions, Triangle);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Sum += (Corners.P[(Corner + 1) % 3] - Corners.P[Corner]).norm();
		}
	}
	return Triangles.empty() ? 0.0 : Sum / (3.0 * static_cast<double>(Triangles.size()));
}

} // namespace Exemplar
