// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/DeformationGraph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{
namespace DeformationGraphDetail
{

constexpr size_t EdgeInfluences = 4; // nodes among a vertex's strongest are neighbors
constexpr double MaxNodes = 60000;

/** Farthest points along the surface, until each vertex is within Radius of one. */
std::vector<int32_t> SpreadNodes(const FTemplateModel& Model, double Radius)
{
	std::vector<double> Distances(Model.Count(), std::numeric_limits<double>::infinity()), Scratch;
	std::vector<int32_t> Nodes;
	int32_t Next = 0;
	for (size_t Vertex = 1; Vertex < Model.Count(); ++Vertex)
	{
		Next = Model.Areas[Vertex] > Model.Areas[static_cast<size_t>(Next)] ? static_cast<int32_t>(Vertex) : Next;
	}
	while (static_cast<double>(Nodes.size()) < MaxNodes)
	{
		const double Limit = Distances[static_cast<size_t>(Next)];
		if (Limit <= Radius)
		{
			break;
		}
		Nodes.push_back(Next);
		for (const auto& [Vertex, Distance] : ReachFrom(Model, Next, Limit, Scratch))
		{
			Distances[static_cast<size_t>(Vertex)] = (std::min)(Distances[static_cast<size_t>(Vertex)], Distance);
		}
		Next = static_cast<int32_t>(std::max_element(Distances.begin(), Distances.end()) - Distances.begin());
	}
	return Nodes;
}

} // namespace DeformationGraphDetail

FDeformationGraph BuildDeformationGraph(const FTemplateModel& Model, double Radius, size_t NodesPerVertex)
{
	using namespace DeformationGraphDetail;
	FDeformationGraph Graph;
	Graph.Radius = Radius;
	Graph.Nodes = SpreadNodes(Model, Radius);
	std::vector<std::vector<std::pair<double, uint16_t>>> Near(Model.Count());
	std::vector<double> Scratch;
	for (size_t Node = 0; Node < Graph.NodeCount(); ++Node)
	{
		for (const auto& [Vertex, Distance] : ReachFrom(Model, Graph.Nodes[Node], 2.0 * Radius, Scratch))
		{
			Near[static_cast<size_t>(Vertex)].emplace_back(Distance, static_cast<uint16_t>(Node));
		}
	}
	for (std::vector<std::pair<double, uint16_t>>& Row : Near)
	{
		std::sort(Row.begin(), Row.end());
		for (size_t A = 0; A < (std::min)(Row.size(), EdgeInfluences); ++A)
		{
			for (size_t B = 0; B < A; ++B)
			{
				Graph.Edges.push_back(std::minmax(Row[A].second, Row[B].second));
			}
		}
		Row.resize((std::min)(Row.size(), NodesPerVertex));
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.second < B.second; });
		double Sum = 0.0;
		for (auto& [Distance, Node] : Row)
		{
			const double Near1 = (std::max)(1e-6, 1.0 - Distance * Distance / (4.0 * Radius * Radius));
			Distance = Near1 * Near1 * Near1;
			Sum += Distance;
		}
		for (const auto& [Weight, Node] : Row)
		{
			Graph.Influences.push_back(Node);
			Graph.Weights.push_back(Weight / Sum);
		}
		Graph.Offsets.push_back(static_cast<uint32_t>(Graph.Influences.size()));
	}
	std::sort(Graph.Edges.begin(), Graph.Edges.end());
	Graph.Edges.erase(std::unique(Graph.Edges.begin(), Graph.Edges.end()), Graph.Edges.end());
	return Graph;
}

FGraphState RestState(const FDeformationGraph& Graph)
{
	return {std::vector<Eigen::Matrix3d>(Graph.NodeCount(), Eigen::Matrix3d::Identity()),
		std::vector<Eigen::Vector3d>(Graph.NodeCount(), Eigen::Vector3d::Zero())};
}

std::vector<FDouble3> Deform(const FTemplateModel& Model, const FDeformationGraph& Graph, const FGraphState& State)
{
	std::vector<FDouble3> Out(Model.Count());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
		for (size_t Entry = Graph.Offsets[Vertex]; Entry < Graph.Offsets[Vertex + 1]; ++Entry)
		{
			const size_t Node = Graph.Influences[Entry];
			const Eigen::Vector3d Place = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[Node])]);
			Sum += Graph.Weights[Entry] *
				(State.Rotations[Node] * (AsVector(Model.Positions[Vertex]) - Place) + Place +
					State.Translations[Node]);
		}
		Out[Vertex] = ToDouble3(Sum);
	}
	return Out;
}

FGraphState FitState(const FTemplateModel& Model, const FDeformationGraph& Graph, std::span<const FDouble3> Positions)
{
	const size_t Count = Graph.NodeCount();
	std::vector<double> Weights(Count, 0.0);
	std::vector<Eigen::Vector3d> Rest(Count, Eigen::Vector3d::Zero()), Pose = Rest;
	std::vector<Eigen::Matrix3d> Moments(Count, Eigen::Matrix3d::Zero());
	const auto ForEach = [&](const auto& Visit)
	{
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			for (size_t Entry = Graph.Offsets[Vertex]; Entry < Graph.Offsets[Vertex + 1]; ++Entry)
			{
				Visit(Graph.Influences[Entry], Graph.Weights[Entry], AsVector(Model.Positions[Vertex]),
					AsVector(Positions[Vertex]));
			}
		}
	};
	ForEach(
		[&](size_t Node, double Weight, const Eigen::Vector3d& P, const Eigen::Vector3d& Q)
		{
			Weights[Node] += Weight;
			Rest[Node] += Weight * P;
			Pose[Node] += Weight * Q;
		});
	for (size_t Node = 0; Node < Count; ++Node)
	{
		Rest[Node] /= (std::max)(Weights[Node], 1e-12);
		Pose[Node] /= (std::max)(Weights[Node], 1e-12);
	}
	ForEach([&](size_t Node, double Weight, const Eigen::Vector3d& P, const Eigen::Vector3d& Q)
		{ Moments[Node] += Weight * (Q - Pose[Node]) * (P - Rest[Node]).transpose(); });
	FGraphState State = RestState(Graph);
	for (size_t Node = 0; Node < Count; ++Node)
	{
		const Eigen::Vector3d Place = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[Node])]);
		State.Rotations[Node] = NearestRotation(Moments[Node]);
		State.Translations[Node] = Pose[Node] + State.Rotations[Node] * (Place - Rest[Node]) - Place;
	}
	return State;
}

} // namespace Exemplar
