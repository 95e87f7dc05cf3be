// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MergeCharts.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace Exemplar
{
namespace DividePieceDetail
{

/** A piece with what growing over it needs; faces are named by their place in the piece. */
struct FLocalPiece
{
	std::vector<int32_t> Faces;           // ascending
	std::vector<Eigen::Vector3d> Normals; // with the area as length, of the first shape
	std::vector<std::vector<size_t>> Neighbors;

	FLocalPiece(const FPosedFaces& Of, std::span<const int32_t> Piece)
		: Faces(Piece.begin(), Piece.end())
		, Neighbors(Piece.size())
	{
		std::sort(Faces.begin(), Faces.end());
		for (size_t Place = 0; Place < Faces.size(); ++Place)
		{
			const size_t Face = static_cast<size_t>(Faces[Place]);
			Normals.push_back(AsVector(FaceNormal(Of.Shapes[0], Of.Triangles[Face])));
			for (const int32_t Edge : Of.Adjacency.TriangleEdges[Face])
			{
				const std::span<const int32_t> Sides = Of.Adjacency.EdgeTriangles[static_cast<size_t>(Edge)];
				for (const int32_t Other : Sides.size() == 2 ? Sides : std::span<const int32_t>())
				{
					const auto Found = std::lower_bound(Faces.begin(), Faces.end(), Other);
					if (Other != Faces[Place] && Found != Faces.end() && *Found == Other)
					{
						Neighbors[Place].push_back(static_cast<size_t>(Found - Faces.begin()));
					}
				}
			}
		}
	}

	/** Grows from two seeds at once: a step costs Step(face, part). Returns the part of every face. */
	template <typename StepType>
	std::vector<int> Grow(const size_t (&Seeds)[2], const StepType& Step) const
	{
		using FEntry = std::pair<double, std::pair<size_t, int>>;
		std::priority_queue<FEntry, std::vector<FEntry>, std::greater<FEntry>> Queue;
		std::vector<int> Part(Faces.size(), -1);
		Queue.push({0.0, {Seeds[0], 0}});
		Queue.push({0.0, {Seeds[1], 1}});
		while (!Queue.empty())
		{
			const auto [Cost, Where] = Queue.top();
			Queue.pop();
			if (Part[Where.first] >= 0)
			{
				continue;
			}
			Part[Where.first] = Where.second;
			for (const size_t Next : Neighbors[Where.first])
			{
				if (Part[Next] < 0)
				{
					Queue.push({Cost + Step(Next, Where.second), {Next, Where.second}});
				}
			}
		}
		return Part;
	}

	std::vector<std::vector<int32_t>> Collect(const std::vector<int>& Part) const
	{
		std::vector<std::vector<int32_t>> Out(2);
		for (size_t Place = 0; Place < Faces.size(); ++Place)
		{
			Out[Part[Place] == 1 ? 1 : 0].push_back(Faces[Place]);
		}
		return Out;
	}
};

} // namespace DividePieceDetail

std::vector<std::vector<int32_t>> DividePiece(const FPosedFaces& Faces, std::span<const int32_t> Piece)
{
	using namespace DividePieceDetail;
	const FLocalPiece Local(Faces, Piece);
	if (Piece.size() < 2)
	{
		return {Local.Faces};
	}
	Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
	Eigen::Matrix3d Spread = Eigen::Matrix3d::Zero();
	double Area = 0.0;
	for (const Eigen::Vector3d& Normal : Local.Normals)
	{
		const double Length = Normal.norm();
		Mean += Normal;
		Spread += Length > 0.0 ? Eigen::Matrix3d(Normal * Normal.transpose() / Length) : Eigen::Matrix3d::Zero();
		Area += Length;
	}
	Mean /= (std::max)(Area, 1e-300);
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Axes(
		Eigen::Matrix3d(Spread / (std::max)(Area, 1e-300) - Mean * Mean.transpose()));
	const Eigen::Vector3d Axis = Axes.eigenvectors().col(2);
	size_t Seeds[2] = {0, 0};
	double Low = 2.0, High = -2.0;
	for (size_t Place = 0; Place < Local.Faces.size(); ++Place)
	{
		const double Along = Local.Normals[Place].normalized().dot(Axis);
		Seeds[0] = Along < Low ? Place : Seeds[0];
		Low = (std::min)(Low, Along);
		Seeds[1] = Along > High ? Place : Seeds[1];
		High = (std::max)(High, Along);
	}
	if (Seeds[0] == Seeds[1])
	{
		Seeds[1] = Seeds[0] == 0 ? Local.Faces.size() - 1 : 0; // a flat piece
	}
	std::vector<int> Part;
	Eigen::Vector3d Proxies[2] = {Local.Normals[Seeds[0]].normalized(), Local.Normals[Seeds[1]].normalized()};
	for (int Round = 0; Round < 4; ++Round)
	{
		Part = Local.Grow(Seeds,
			[&](size_t Face, int Of)
			{
				const double Length = Local.Normals[Face].norm();
				return std::sqrt(Length) * 0.1 +
					std::sqrt(Length) * (1.0 - Local.Normals[Face].normalized().dot(Proxies[Of]));
			});
		Eigen::Vector3d Sums[2] = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
		for (size_t Place = 0; Place < Part.size(); ++Place)
		{
			Sums[Part[Place] == 1 ? 1 : 0] += Local.Normals[Place];
		}
		double Best[2] = {-2.0, -2.0};
		for (int Of = 0; Of < 2; ++Of)
		{
			Proxies[Of] = Sums[Of].norm() > 0.0 ? Eigen::Vector3d(Sums[Of].normalized()) : Proxies[Of];
		}
		for (size_t Place = 0; Place < Part.size(); ++Place)
		{
			const int Of = Part[Place] == 1 ? 1 : 0;
			const double Near = Local.Normals[Place].normalized().dot(Proxies[Of]);
			if (Near > Best[Of])
			{
				Best[Of] = Near;
				Seeds[Of] = Place;
			}
		}
	}
	return Local.Collect(Part);
}

std::vector<std::vector<int32_t>> DividePieceBetween(
	const FPosedFaces& Faces, std::span<const int32_t> Piece, int32_t First, int32_t Second)
{
	using namespace DividePieceDetail;
	const FLocalPiece Local(Faces, Piece);
	const auto PlaceOf = [&](int32_t Face) {
		return static_cast<size_t>(
			std::lower_bound(Local.Faces.begin(), Local.Faces.end(), Face) - Local.Faces.begin());
	};
	const size_t Seeds[2] = {PlaceOf(First), PlaceOf(Second)};
	if (Seeds[0] == Seeds[1])
	{
		return DividePiece(Faces, Piece);
	}
	return Local.Collect(Local.Grow(Seeds, [](size_t, int) { return 1.0; }));
}

} // namespace Exemplar
