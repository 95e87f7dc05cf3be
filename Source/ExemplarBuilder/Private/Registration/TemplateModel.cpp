// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/TemplateModel.h"

#include "Examples/CheckExamples.h"
#include "Examples/Triangulate.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>

namespace Exemplar
{
namespace TemplateModelDetail
{

constexpr size_t MaxVertices = 300000;
constexpr double Infinite = std::numeric_limits<double>::infinity();

using FQueueEntry = std::pair<double, int32_t>;
using FQueue = std::priority_queue<FQueueEntry, std::vector<FQueueEntry>, std::greater<>>;

/** The winding number of a closed surface at a point (Van Oosterom & Strackee 1983): one inside. */
double WindingNumber(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	const FMeshComponents& Components, int32_t Piece, const Eigen::Vector3d& P)
{
	double Angle = 0.0;
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		if (Components.OfTriangle[Triangle] != Piece)
		{
			continue;
		}
		const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(Triangles[Triangle][0])]) - P;
		const Eigen::Vector3d B = AsVector(Positions[static_cast<size_t>(Triangles[Triangle][1])]) - P;
		const Eigen::Vector3d C = AsVector(Positions[static_cast<size_t>(Triangles[Triangle][2])]) - P;
		const double LA = A.norm(), LB = B.norm(), LC = C.norm();
		Angle += 2.0 * std::atan2(A.dot(B.cross(C)), LA * LB * LC + A.dot(B) * LC + B.dot(C) * LA + C.dot(A) * LB);
	}
	return Angle / (4.0 * std::numbers::pi);
}

/** Marks the vertices of small pieces that lie inside the largest one: eyes behind lids, teeth. */
void FindHidden(FTemplateModel& Model, const FMeshComponents& Components, int32_t Largest)
{
	Model.Hidden.assign(Model.Count(), 0);
	std::vector<std::vector<int32_t>> Vertices(Components.Count);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		if (Components.OfVertex[Vertex] >= 0)
		{
			Vertices[static_cast<size_t>(Components.OfVertex[Vertex])].push_back(static_cast<int32_t>(Vertex));
		}
	}
	for (size_t Piece = 0; Piece < Components.Count; ++Piece)
	{
		if (static_cast<int32_t>(Piece) == Largest)
		{
			continue;
		}
		size_t Inside = 0, Asked = 0;
		const size_t Stride = (std::max)(size_t{1}, Vertices[Piece].size() / 8);
		for (size_t Index = 0; Index < Vertices[Piece].size(); Index += Stride, ++Asked)
		{
			const Eigen::Vector3d P = AsVector(Model.Positions[static_cast<size_t>(Vertices[Piece][Index])]);
			Inside += WindingNumber(Model.Positions, Model.Triangles, Components, Largest, P) > 0.5;
		}
		if (Inside == Asked)
		{
			for (const int32_t Vertex : Vertices[Piece])
			{
				Model.Hidden[static_cast<size_t>(Vertex)] = 1;
			}
		}
	}
}

/** One step from each piece, and from each vertex without triangles, to the nearest vertex of the largest piece. */
std::vector<std::pair<int32_t, int32_t>> FindBridges(
	const FTemplateModel& Model, const FMeshComponents& Components, int32_t Largest)
{
	std::vector<int32_t> Main;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		if (Components.OfVertex[Vertex] == Largest)
		{
			Main.push_back(static_cast<int32_t>(Vertex));
		}
	}
	std::vector<double> Best(Components.Count, Infinite);
	std::vector<std::pair<int32_t, int32_t>> Bridges(Components.Count, {-1, -1}), Out;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		const int32_t Piece = Components.OfVertex[Vertex];
		if (Piece == Largest)
		{
			continue;
		}
		double Least = Piece < 0 ? Infinite : Best[static_cast<size_t>(Piece)];
		int32_t Nearest = -1;
		for (const int32_t Other : Main)
		{
			const double Square =
				(AsVector(Model.Positions[Vertex]) - AsVector(Model.Positions[static_cast<size_t>(Other)]))
					.squaredNorm();
			if (Square < Least)
			{
				Least = Square;
				Nearest = Other;
			}
		}
		if (Piece < 0)
		{
			Out.emplace_back(static_cast<int32_t>(Vertex), Nearest);
		}
		else if (Nearest >= 0)
		{
			Best[static_cast<size_t>(Piece)] = Least;
			Bridges[static_cast<size_t>(Piece)] = {static_cast<int32_t>(Vertex), Nearest};
		}
	}
	for (size_t Piece = 0; Piece < Components.Count; ++Piece)
	{
		if (Bridges[Piece].first >= 0)
		{
			Out.push_back(Bridges[Piece]);
		}
	}
	return Out;
}

void MakeGraph(FTemplateModel& Model, std::span<const std::pair<int32_t, int32_t>> Bridges)
{
	std::vector<std::vector<FGraphStep>> Lists(Model.Count());
	const auto Join = [&](int32_t A, int32_t B)
	{
		const double Length = (std::max)(1e-9,
			(AsVector(Model.Positions[static_cast<size_t>(A)]) - AsVector(Model.Positions[static_cast<size_t>(B)]))
				.norm());
		Lists[static_cast<size_t>(A)].push_back({B, Length});
		Lists[static_cast<size_t>(B)].push_back({A, Length});
	};
	for (const FMeshEdge& Edge : Model.Edges)
	{
		Join(Edge.A, Edge.B);
	}
	for (const auto& [A, B] : Bridges)
	{
		Join(A, B);
	}
	for (const std::vector<FGraphStep>& List : Lists)
	{
		Model.Steps.insert(Model.Steps.end(), List.begin(), List.end());
		Model.Offsets.push_back(static_cast<uint32_t>(Model.Steps.size()));
	}
}

/** Half the cotangents of the angles that face each edge, clamped so that the energy stays positive. */
void WeighEdges(FTemplateModel& Model, const FMeshAdjacency& Adjacency)
{
	Model.EdgeWeights.assign(Model.Edges.size(), 0.0);
	for (size_t Triangle = 0; Triangle < Model.Triangles.size(); ++Triangle)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const int32_t Edge = Adjacency.TriangleEdges[Triangle][(Corner + 1) % 3]; // the side across from Corner
			if (Edge < 0)
			{
				continue;
			}
			const FTriangle& T = Model.Triangles[Triangle];
			const Eigen::Vector3d P = AsVector(Model.Positions[static_cast<size_t>(T[Corner])]);
			const Eigen::Vector3d U = AsVector(Model.Positions[static_cast<size_t>(T[(Corner + 1) % 3])]) - P;
			const Eigen::Vector3d V = AsVector(Model.Positions[static_cast<size_t>(T[(Corner + 2) % 3])]) - P;
			Model.EdgeWeights[static_cast<size_t>(Edge)] += 0.5 * U.dot(V) / (std::max)(1e-12, U.cross(V).norm());
		}
	}
	for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
	{
		Model.EdgeWeights[Edge] = std::clamp(Model.EdgeWeights[Edge], 0.02, 10.0);
		Model.EdgeLengths.push_back((AsVector(Model.Positions[static_cast<size_t>(Model.Edges[Edge].A)]) -
			AsVector(Model.Positions[static_cast<size_t>(Model.Edges[Edge].B)]))
										.norm());
		Model.MeanEdge += Model.EdgeLengths.back() / static_cast<double>(Model.Edges.size());
	}
}

} // namespace TemplateModelDetail

TResult<FTemplateModel> MakeTemplateModel(const FTemplate& Template)
{
	using namespace TemplateModelDetail;
	if (FStatus Status = CheckSourceMesh(Template.Mesh); !Status)
	{
		return FError{Status.GetError().Code, Template.Name + ": " + Status.GetError().Message};
	}
	if (Template.Mesh.Positions.size() > MaxVertices)
	{
		return FError{EErrorCode::InvalidArgument,
			Template.Name + ": a template of " + std::to_string(Template.Mesh.Positions.size()) +
				" vertices is too large to register; the limit is " + std::to_string(MaxVertices) +
				". Reduce it ('exemplar decimate'), register, and subdivide the character."};
	}
	FTemplateModel Model;
	Model.Diagonal = BoxDiagonal(Template.Mesh.Positions);
	for (const FDouble3& P : Template.Mesh.Positions)
	{
		Model.Positions.push_back({P.X / Model.Diagonal, P.Y / Model.Diagonal, P.Z / Model.Diagonal});
	}
	for (const std::array<uint32_t, 3>& Corners : TriangulatePolygons(Template.Mesh).Corners)
	{
		const FTriangle Triangle{static_cast<int32_t>(Template.Mesh.CornerVertices[Corners[0]]),
			static_cast<int32_t>(Template.Mesh.CornerVertices[Corners[1]]),
			static_cast<int32_t>(Template.Mesh.CornerVertices[Corners[2]])};
		if (Triangle[0] != Triangle[1] && Triangle[1] != Triangle[2] && Triangle[2] != Triangle[0])
		{
			Model.Triangles.push_back(Triangle);
		}
	}
	Model.Area = SurfaceArea(Model.Positions, Model.Triangles);
	if (!(Model.Area > 1e-6))
	{
		return FError{EErrorCode::Degenerate, Template.Name + ": the template has no area. Give a mesh with faces."};
	}
	Model.Normals = VertexNormals(Model.Positions, Model.Triangles);
	Model.Areas = VertexAreas(Model.Positions, Model.Triangles);
	for (double& Area : Model.Areas)
	{
		Area /= Model.Area;
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(Model.Count(), Model.Triangles);
	Model.Edges = Adjacency.Edges;
	WeighEdges(Model, Adjacency);
	const FMeshComponents Components = FindComponents(Adjacency, Model.Triangles);
	std::vector<double> PieceAreas(Components.Count, 0.0);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		if (Components.OfVertex[Vertex] >= 0)
		{
			PieceAreas[static_cast<size_t>(Components.OfVertex[Vertex])] += Model.Areas[Vertex];
		}
	}
	const int32_t Largest =
		static_cast<int32_t>(std::max_element(PieceAreas.begin(), PieceAreas.end()) - PieceAreas.begin());
	FindHidden(Model, Components, Largest);
	MakeGraph(Model, FindBridges(Model, Components, Largest));
	return Model;
}

std::vector<double> DistancesFrom(
	const FTemplateModel& Model, std::span<const int32_t> Sources, double Limit, std::span<const int32_t> Labels)
{
	using namespace TemplateModelDetail;
	std::vector<double> Distances(Model.Count(), Infinite);
	FQueue Queue;
	for (const int32_t Source : Sources)
	{
		Distances[static_cast<size_t>(Source)] = 0.0;
		Queue.emplace(0.0, Source);
	}
	while (!Queue.empty())
	{
		const auto [Distance, Vertex] = Queue.top();
		Queue.pop();
		if (Distance > Distances[static_cast<size_t>(Vertex)])
		{
			continue;
		}
		for (const FGraphStep& Step : Model.StepsOf(static_cast<size_t>(Vertex)))
		{
			const double Next = Distance + Step.Length;
			const auto To = static_cast<size_t>(Step.Vertex);
			const bool bInside = Labels.empty() || Labels[To] == Labels[static_cast<size_t>(Vertex)];
			if (bInside && Next <= Limit && Next < Distances[To])
			{
				Distances[To] = Next;
				Queue.emplace(Next, Step.Vertex);
			}
		}
	}
	return Distances;
}

std::vector<std::pair<int32_t, double>> ReachFrom(
	const FTemplateModel& Model, int32_t Source, double Limit, std::vector<double>& Scratch)
{
	using namespace TemplateModelDetail;
	Scratch.resize(Model.Count(), Infinite);
	std::vector<std::pair<int32_t, double>> Reached;
	FQueue Queue;
	Scratch[static_cast<size_t>(Source)] = 0.0;
	Queue.emplace(0.0, Source);
	std::vector<int32_t> Touched{Source};
	while (!Queue.empty())
	{
		const auto [Distance, Vertex] = Queue.top();
		Queue.pop();
		if (Distance > Scratch[static_cast<size_t>(Vertex)])
		{
			continue;
		}
		Reached.emplace_back(Vertex, Distance);
		for (const FGraphStep& Step : Model.StepsOf(static_cast<size_t>(Vertex)))
		{
			const double Next = Distance + Step.Length;
			if (Next <= Limit && Next < Scratch[static_cast<size_t>(Step.Vertex)])
			{
				if (Scratch[static_cast<size_t>(Step.Vertex)] == Infinite)
				{
					Touched.push_back(Step.Vertex);
				}
				Scratch[static_cast<size_t>(Step.Vertex)] = Next;
				Queue.emplace(Next, Step.Vertex);
			}
		}
	}
	for (const int32_t Vertex : Touched)
	{
		Scratch[static_cast<size_t>(Vertex)] = Infinite;
	}
	return Reached;
}

} // namespace Exemplar
