// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/FaceGraph.h"

#include "Geometry/Adjacency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace Exemplar
{

namespace FaceGraphDetail
{

uint32_t FindRoot(std::vector<uint32_t>& Parents, uint32_t Node)
{
	while (Parents[Node] != Node)
	{
		Parents[Node] = Parents[Parents[Node]];
		Node = Parents[Node];
	}
	return Node;
}

void Unite(std::vector<uint32_t>& Parents, uint32_t A, uint32_t B)
{
	const uint32_t Ra = FindRoot(Parents, A), Rb = FindRoot(Parents, B);
	Parents[(std::max)(Ra, Rb)] = (std::min)(Ra, Rb);
}

/** A k-d tree over face centroids that answers: which face of another piece is nearest? */
class FForeignTree
{
public:
	static constexpr uint32_t Mixed = 0xffffffffu;
	static constexpr size_t LeafSize = 8;

	explicit FForeignTree(std::vector<FDouble3> InCentroids)
		: Centroids(std::move(InCentroids))
		, Order(Centroids.size())
	{
		std::iota(Order.begin(), Order.end(), 0u);
		Build(0, static_cast<uint32_t>(Order.size()));
	}

	/** To be called whenever pieces have joined. */
	void SetPieces(const std::vector<uint32_t>& InPieces)
	{
		Pieces = &InPieces;
		for (size_t Index = Nodes.size(); Index-- > 0;)
		{
			FNode& Node = Nodes[Index];
			Node.Piece = Node.Left == 0 ? InPieces[Order[Node.Begin]] : Nodes[Node.Left].Piece;
			const bool bMixed = Node.Left == 0 ? std::any_of(Order.begin() + Node.Begin, Order.begin() + Node.End,
													 [&](uint32_t Face) { return InPieces[Face] != Node.Piece; })
											   : Nodes[Node.Right].Piece != Node.Piece;
			Node.Piece = bMixed ? Mixed : Node.Piece;
		}
	}

	/** The nearest face of another piece closer than the squared distance Best, which it lowers; Mixed if none. */
	uint32_t FindNearest(uint32_t Face, double& Best) const
	{
		uint32_t Found = Mixed;
		Visit(0, Face, Best, Found);
		return Found;
	}

private:
	struct FNode
	{
		uint32_t Begin, End, Left = 0, Right = 0, Piece = Mixed;
		std::array<double, 3> Min, Max;
	};

	uint32_t Build(uint32_t Begin, uint32_t End)
	{
		const uint32_t Index = static_cast<uint32_t>(Nodes.size());
		FNode Node;
		Node.Begin = Begin;
		Node.End = End;
		Node.Min.fill(std::numeric_limits<double>::infinity());
		Node.Max.fill(-std::numeric_limits<double>::infinity());
		for (uint32_t At = Begin; At < End; ++At)
		{
			for (size_t Axis = 0; Axis < 3; ++Axis)
			{
				const double Value = Coordinate(Order[At], Axis);
				Node.Min[Axis] = (std::min)(Node.Min[Axis], Value);
				Node.Max[Axis] = (std::max)(Node.Max[Axis], Value);
			}
		}
		Nodes.push_back(Node);
		if (End - Begin > LeafSize)
		{
			size_t Axis = 0;
			for (size_t Other = 1; Other < 3; ++Other)
			{
				Axis = Node.Max[Other] - Node.Min[Other] > Node.Max[Axis] - Node.Min[Axis] ? Other : Axis;
			}
			const uint32_t Middle = Begin + (End - Begin) / 2;
			std::nth_element(Order.begin() + Begin, Order.begin() + Middle, Order.begin() + End,
				[&](uint32_t L, uint32_t R)
				{
					const double X = Coordinate(L, Axis), Y = Coordinate(R, Axis);
					return X != Y ? X < Y : L < R;
				});
			const uint32_t Left = Build(Begin, Middle);
			const uint32_t Right = Build(Middle, End);
			Nodes[Index].Left = Left;
			Nodes[Index].Right = Right;
		}
		return Index;
	}

	double Coordinate(uint32_t Face, size_t Axis) const { return (&Centroids[Face].X)[Axis]; }

	double BoxDistance(const FNode& Node, uint32_t Face) const
	{
		double Sum = 0.0;
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			const double Value = Coordinate(Face, Axis);
			const double Gap = (std::max)({Node.Min[Axis] - Value, Value - Node.Max[Axis], 0.0});
			Sum += Gap * Gap;
		}
		return Sum;
	}

	void Visit(uint32_t Index, uint32_t Face, double& Best, uint32_t& Found) const
	{
		const FNode& Node = Nodes[Index];
		const uint32_t Own = (*Pieces)[Face];
		if (Node.Piece == Own || BoxDistance(Node, Face) >= Best)
		{
			return;
		}
		if (Node.Left == 0)
		{
			for (uint32_t At = Node.Begin; At < Node.End; ++At)
			{
				const uint32_t Other = Order[At];
				double Distance = 0.0;
				for (size_t Axis = 0; Axis < 3; ++Axis)
				{
					const double Gap = Coordinate(Other, Axis) - Coordinate(Face, Axis);
					Distance += Gap * Gap;
				}
				if ((*Pieces)[Other] != Own && Distance < Best)
				{
					Best = Distance;
					Found = Other;
				}
			}
			return;
		}
		const bool bLeftFirst = BoxDistance(Nodes[Node.Left], Face) <= BoxDistance(Nodes[Node.Right], Face);
		Visit(bLeftFirst ? Node.Left : Node.Right, Face, Best, Found);
		Visit(bLeftFirst ? Node.Right : Node.Left, Face, Best, Found);
	}

	std::vector<FDouble3> Centroids;
	std::vector<uint32_t> Order;
	std::vector<FNode> Nodes;
	const std::vector<uint32_t>* Pieces = nullptr;
};

} // namespace FaceGraphDetail

FFacePairs BuildFaceGraph(const FTriangleMesh& Mesh)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	FFacePairs Pairs;
	Pairs.reserve(Adjacency.TriangleTriangles.Items.size() / 2);
	for (size_t Face = 0; Face < Mesh.Triangles.size(); ++Face)
	{
		for (const int32_t Other : Adjacency.TriangleTriangles[Face])
		{
			if (static_cast<size_t>(Other) > Face)
			{
				Pairs.emplace_back(static_cast<uint32_t>(Face), static_cast<uint32_t>(Other));
			}
		}
	}
	return Pairs;
}

FFacePairs BuildComponentBridges(const FTriangleMesh& Mesh, const FFacePairs& Graph)
{
	using namespace FaceGraphDetail;
	const uint32_t FaceCount = static_cast<uint32_t>(Mesh.Triangles.size());
	std::vector<uint32_t> Parents(FaceCount);
	std::iota(Parents.begin(), Parents.end(), 0u);
	for (const auto& [A, B] : Graph)
	{
		Unite(Parents, A, B);
	}
	std::vector<uint32_t> Pieces(FaceCount);
	const auto Label = [&]
	{
		size_t Count = 0;
		for (uint32_t Face = 0; Face < FaceCount; ++Face)
		{
			Pieces[Face] = FindRoot(Parents, Face);
			Count += Pieces[Face] == Face;
		}
		return Count;
	};
	FFacePairs Bridges;
	if (Label() <= 1)
	{
		return Bridges;
	}
	std::vector<FDouble3> Centroids(FaceCount);
	for (uint32_t Face = 0; Face < FaceCount; ++Face)
	{
		for (const int32_t Point : Mesh.Triangles[Face])
		{
			const FDouble3& P = Mesh.Positions[static_cast<size_t>(Point)];
			Centroids[Face] = {
				Centroids[Face].X + P.X / 3.0, Centroids[Face].Y + P.Y / 3.0, Centroids[Face].Z + P.Z / 3.0};
		}
	}
	// Boruvka: every piece reaches for its nearest foreign face, all at once; the number of pieces at least halves.
	FForeignTree Tree(std::move(Centroids));
	std::vector<double> Best(FaceCount);
	std::vector<std::pair<uint32_t, uint32_t>> Nearest(FaceCount);
	while (Label() > 1)
	{
		Tree.SetPieces(Pieces);
		std::fill(Best.begin(), Best.end(), std::numeric_limits<double>::infinity());
		for (uint32_t Face = 0; Face < FaceCount; ++Face)
		{
			const uint32_t Found = Tree.FindNearest(Face, Best[Pieces[Face]]);
			if (Found != FForeignTree::Mixed)
			{
				Nearest[Pieces[Face]] = {(std::min)(Face, Found), (std::max)(Face, Found)};
			}
		}
		for (uint32_t Piece = 0; Piece < FaceCount; ++Piece)
		{
			if (Pieces[Piece] == Piece)
			{
				const auto& [A, B] = Nearest[Piece];
				if (FindRoot(Parents, A) != FindRoot(Parents, B))
				{
					Unite(Parents, A, B);
					Bridges.push_back(Nearest[Piece]);
				}
			}
		}
	}
	std::sort(Bridges.begin(), Bridges.end());
	return Bridges;
}

} // namespace Exemplar
