// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/GraphFit.h"

#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{
namespace GraphFitDetail
{

constexpr double BendScale = 0.3;  // an edge's residual over its length at which it loosens: joints bend in one place
constexpr double LeastEdge = 0.05; // of an edge's weight
constexpr double Damping = 1e-7;
constexpr double MaxTurn = 0.5; // radians of a step

using FBlock = Eigen::Matrix<double, 6, 6>;
using FJacobian = Eigen::Matrix<double, 3, 6>;

Eigen::Matrix3d CrossMatrix(const Eigen::Vector3d& V)
{
	Eigen::Matrix3d M;
	M << 0.0, -V.z(), V.y(), V.z(), 0.0, -V.x(), -V.y(), V.x(), 0.0;
	return M;
}

double EdgeWeight(const Eigen::Vector3d& Residual, double Length)
{
	const double Bend = Residual.norm() / Length;
	return (std::max)(LeastEdge, std::exp(-Bend * Bend / (2.0 * BendScale * BendScale)));
}

} // namespace GraphFitDetail

struct FGraphFit::FSystem
{
	std::vector<GraphFitDetail::FBlock> Blocks;
	Eigen::VectorXd Right;
};

struct FGraphFit::FPattern
{
	std::vector<uint32_t> Place;                 // of node in the matrix
	Eigen::SparseMatrix<double> Matrix;          // the lower triangle
	std::vector<std::array<uint32_t, 36>> Slots; // of each block's entries in the matrix; NoIndex above the diagonal
};

FGraphFit::FGraphFit(const FTemplateModel& InModel, const FDeformationGraph& InGraph)
	: Model(InModel)
	, Graph(InGraph)
	, Pattern(std::make_unique<FPattern>())
{
	Blocks = Graph.Edges;
	for (uint16_t Node = 0; Node < Graph.NodeCount(); ++Node)
	{
		Blocks.emplace_back(Node, Node);
	}
	const auto ForPairs = [&](size_t Vertex, const auto& Visit)
	{
		for (size_t A = Graph.Offsets[Vertex]; A < Graph.Offsets[Vertex + 1]; ++A)
		{
			for (size_t B = A; B < Graph.Offsets[Vertex + 1]; ++B)
			{
				Visit(std::pair<uint16_t, uint16_t>(Graph.Influences[A], Graph.Influences[B]));
			}
		}
	};
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		ForPairs(Vertex, [&](const std::pair<uint16_t, uint16_t>& Pair) { Blocks.push_back(Pair); });
		if (Blocks.size() > 1000000)
		{
			std::sort(Blocks.begin(), Blocks.end());
			Blocks.erase(std::unique(Blocks.begin(), Blocks.end()), Blocks.end());
		}
	}
	std::sort(Blocks.begin(), Blocks.end());
	Blocks.erase(std::unique(Blocks.begin(), Blocks.end()), Blocks.end());
	const auto IndexOf = [&](const std::pair<uint16_t, uint16_t>& Pair)
	{ return static_cast<uint32_t>(std::lower_bound(Blocks.begin(), Blocks.end(), Pair) - Blocks.begin()); };
	VertexOffsets.push_back(0);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		ForPairs(Vertex, [&](const std::pair<uint16_t, uint16_t>& Pair) { VertexBlocks.push_back(IndexOf(Pair)); });
		VertexOffsets.push_back(static_cast<uint32_t>(VertexBlocks.size()));
	}
	for (const std::pair<uint16_t, uint16_t>& Edge : Graph.Edges)
	{
		EdgeBlocks.push_back(IndexOf(Edge));
	}
	// The order of elimination is found on nodes, which are a sixth of the unknowns.
	const Eigen::Index Count = static_cast<Eigen::Index>(Graph.NodeCount());
	std::vector<Eigen::Triplet<double>> Entries;
	for (const auto& [A, B] : Blocks)
	{
		Entries.emplace_back(A, B, 1.0);
		Entries.emplace_back(B, A, 1.0);
	}
	Eigen::SparseMatrix<double> Nodes(Count, Count);
	Nodes.setFromTriplets(Entries.begin(), Entries.end());
	Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> Order;
	Eigen::AMDOrdering<int>()(Nodes, Order);
	Pattern->Place.resize(Graph.NodeCount());
	for (int Index = 0; Index < static_cast<int>(Count); ++Index)
	{
		Pattern->Place[static_cast<size_t>(Order.indices()[Index])] = static_cast<uint32_t>(Index);
	}
	Entries.clear();
	const auto ForEntries = [&](const std::pair<uint16_t, uint16_t>& Block, const auto& Visit)
	{
		const int First = 6 * static_cast<int>(Pattern->Place[Block.first]);
		const int Second = 6 * static_cast<int>(Pattern->Place[Block.second]);
		for (int Row = 0; Row < 6; ++Row)
		{
			for (int Column = 0; Column < 6; ++Column)
			{
				// Entry (Row, Column) of the block belongs to First + Row and Second + Column.
				const int I = First + Row, J = Second + Column;
				Visit(6 * Row + Column, (std::max)(I, J), (std::min)(I, J), First != Second || I >= J);
			}
		}
	};
	for (const std::pair<uint16_t, uint16_t>& Block : Blocks)
	{
		ForEntries(Block,
			[&](int, int Row, int Column, bool bUsed)
			{
				if (bUsed)
				{
					Entries.emplace_back(Row, Column, 0.0);
				}
			});
	}
	Pattern->Matrix.resize(6 * Count, 6 * Count);
	Pattern->Matrix.setFromTriplets(Entries.begin(), Entries.end());
	Pattern->Matrix.makeCompressed();
	for (const std::pair<uint16_t, uint16_t>& Block : Blocks)
	{
		std::array<uint32_t, 36>& Slots = Pattern->Slots.emplace_back();
		ForEntries(Block,
			[&](int Entry, int Row, int Column, bool bUsed)
			{
				const int* Begin = Pattern->Matrix.innerIndexPtr() + Pattern->Matrix.outerIndexPtr()[Column];
				const int* End = Pattern->Matrix.innerIndexPtr() + Pattern->Matrix.outerIndexPtr()[Column + 1];
				Slots[static_cast<size_t>(Entry)] = bUsed
					? static_cast<uint32_t>(std::lower_bound(Begin, End, Row) - Pattern->Matrix.innerIndexPtr())
					: NoIndex;
			});
	}
}

FGraphFit::~FGraphFit() = default;

void FGraphFit::AddPairs(std::span<const FFitPair> Pairs, const FGraphState& State, FSystem& System) const
{
	using namespace GraphFitDetail;
	std::array<FJacobian, 8> Own, Weighed;
	for (const FFitPair& Pair : Pairs)
	{
		const size_t Vertex = static_cast<size_t>(Pair.Vertex);
		const Eigen::Matrix3d Metric =
			Pair.Plane * Pair.Normal * Pair.Normal.transpose() + Pair.Point * Eigen::Matrix3d::Identity();
		const Eigen::Vector3d Pull = Metric * Pair.Residual;
		const size_t Begin = Graph.Offsets[Vertex], Count = Graph.Offsets[Vertex + 1] - Begin;
		uint32_t Entry = VertexOffsets[Vertex];
		for (size_t Slot = 0; Slot < Count; ++Slot)
		{
			const size_t Node = Graph.Influences[Begin + Slot];
			const double Weight = Graph.Weights[Begin + Slot];
			const Eigen::Vector3d Arm = State.Rotations[Node] *
				(AsVector(Model.Positions[Vertex]) - AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[Node])]));
			Own[Slot].leftCols<3>() = -Weight * CrossMatrix(Arm);
			Own[Slot].rightCols<3>() = Weight * Eigen::Matrix3d::Identity();
			Weighed[Slot].noalias() = Metric * Own[Slot];
			System.Right.segment<6>(static_cast<Eigen::Index>(6 * Node)) -= Own[Slot].transpose() * Pull;
		}
		for (size_t A = 0; A < Count; ++A)
		{
			for (size_t B = A; B < Count; ++B)
			{
				System.Blocks[VertexBlocks[Entry++]].noalias() += Own[A].transpose() * Weighed[B];
			}
		}
	}
}

void FGraphFit::AddSmoothness(double Alpha, const FGraphState& State, FSystem& System) const
{
	using namespace GraphFitDetail;
	const double Share = Alpha / static_cast<double>((std::max)(size_t{1}, Graph.Edges.size()));
	const auto BlockOf = [&](size_t Node) -> size_t
	{
		const std::pair<uint16_t, uint16_t> Pair(static_cast<uint16_t>(Node), static_cast<uint16_t>(Node));
		return static_cast<size_t>(std::lower_bound(Blocks.begin(), Blocks.end(), Pair) - Blocks.begin());
	};
	for (size_t Edge = 0; Edge < Graph.Edges.size(); ++Edge)
	{
		const std::array<size_t, 2> Ends{Graph.Edges[Edge].first, Graph.Edges[Edge].second};
		for (size_t Side = 0; Side < 2; ++Side)
		{
			const size_t J = Ends[Side], K = Ends[1 - Side];
			const Eigen::Vector3d PlaceJ = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[J])]);
			const Eigen::Vector3d PlaceK = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[K])]);
			const Eigen::Vector3d Arm = State.Rotations[J] * (PlaceK - PlaceJ);
			const Eigen::Vector3d Residual = Arm + PlaceJ + State.Translations[J] - PlaceK - State.Translations[K];
			const double Weight = Share * EdgeWeight(Residual, (PlaceK - PlaceJ).norm());
			FJacobian Own;
			Own.leftCols<3>() = -CrossMatrix(Arm);
			Own.rightCols<3>() = Eigen::Matrix3d::Identity();
			System.Blocks[BlockOf(J)].noalias() += Weight * Own.transpose() * Own;
			System.Blocks[BlockOf(K)].bottomRightCorner<3, 3>().diagonal().array() += Weight;
			// The derivative by the translation of K is -1.
			FBlock& Mixed = System.Blocks[EdgeBlocks[Edge]];
			if (Side == 0)
			{
				Mixed.rightCols<3>() -= Weight * Own.transpose();
			}
			else
			{
				Mixed.bottomRows<3>() -= Weight * Own;
			}
			System.Right.segment<6>(static_cast<Eigen::Index>(6 * J)) -= Weight * (Own.transpose() * Residual);
			System.Right.segment<3>(static_cast<Eigen::Index>(6 * K + 3)) += Weight * Residual;
		}
	}
}

double FGraphFit::Step(std::span<const FFitPair> Pairs, double Alpha, FGraphState& State) const
{
	using namespace GraphFitDetail;
	const Eigen::Index Unknowns = 6 * static_cast<Eigen::Index>(Graph.NodeCount());
	FSystem System{std::vector<FBlock>(Blocks.size(), FBlock::Zero()), Eigen::VectorXd::Zero(Unknowns)};
	AddPairs(Pairs, State, System);
	AddSmoothness(Alpha, State, System);
	Eigen::SparseMatrix<double> Matrix = Pattern->Matrix;
	double* Values = Matrix.valuePtr();
	for (size_t Block = 0; Block < Blocks.size(); ++Block)
	{
		for (size_t Entry = 0; Entry < 36; ++Entry)
		{
			if (const uint32_t Slot = Pattern->Slots[Block][Entry]; Slot != NoIndex)
			{
				Values[Slot] +=
					System.Blocks[Block](static_cast<Eigen::Index>(Entry / 6), static_cast<Eigen::Index>(Entry % 6));
			}
		}
	}
	Eigen::VectorXd Right(Unknowns);
	for (size_t Node = 0; Node < Graph.NodeCount(); ++Node)
	{
		Right.segment<6>(static_cast<Eigen::Index>(6 * Pattern->Place[Node])) =
			System.Right.segment<6>(static_cast<Eigen::Index>(6 * Node));
	}
	for (Eigen::Index Index = 0; Index < Unknowns; ++Index)
	{
		Matrix.coeffRef(Index, Index) += Damping;
	}
	const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower, Eigen::NaturalOrdering<int>> Solver(Matrix);
	if (Solver.info() != Eigen::Success)
	{
		return 0.0;
	}
	const Eigen::VectorXd Solution = Solver.solve(Right);
	double Largest = 0.0;
	for (size_t Node = 0; Node < Graph.NodeCount(); ++Node)
	{
		const Eigen::Index At = static_cast<Eigen::Index>(6 * Pattern->Place[Node]);
		Eigen::Vector3d Turn = Solution.segment<3>(At);
		const Eigen::Vector3d Move = Solution.segment<3>(At + 3);
		if (!Turn.allFinite() || !Move.allFinite())
		{
			return 0.0;
		}
		const double Angle = Turn.norm();
		Largest = (std::max)({Largest, (std::min)(Angle, MaxTurn) * Graph.Radius, Move.norm()});
		if (Angle > 1e-15)
		{
			State.Rotations[Node] =
				Eigen::AngleAxisd((std::min)(Angle, MaxTurn), Turn / Angle).toRotationMatrix() * State.Rotations[Node];
		}
		State.Translations[Node] += Move;
	}
	return Largest;
}

double FGraphFit::Energy(std::span<const FFitPair> Pairs, double Alpha, const FGraphState& State) const
{
	using namespace GraphFitDetail;
	double Sum = 0.0;
	for (const FFitPair& Pair : Pairs)
	{
		const double Along = Pair.Normal.dot(Pair.Residual);
		Sum += Pair.Plane * Along * Along + Pair.Point * Pair.Residual.squaredNorm();
	}
	for (const auto& [A, B] : Graph.Edges)
	{
		for (const auto& [J, K] : {std::pair<size_t, size_t>(A, B), std::pair<size_t, size_t>(B, A)})
		{
			const Eigen::Vector3d PlaceJ = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[J])]);
			const Eigen::Vector3d PlaceK = AsVector(Model.Positions[static_cast<size_t>(Graph.Nodes[K])]);
			const Eigen::Vector3d Residual = State.Rotations[J] * (PlaceK - PlaceJ) + PlaceJ + State.Translations[J] -
				PlaceK - State.Translations[K];
			Sum += Alpha / static_cast<double>(Graph.Edges.size()) * EdgeWeight(Residual, (PlaceK - PlaceJ).norm()) *
				Residual.squaredNorm();
		}
	}
	return Sum;
}

std::vector<int32_t> SampleVertices(std::span<const double> Areas, size_t Count)
{
	const double Total = std::accumulate(Areas.begin(), Areas.end(), 0.0);
	std::vector<int32_t> Out;
	double Sum = 0.0, Next = 0.5;
	for (size_t Vertex = 0; Vertex < Areas.size(); ++Vertex)
	{
		Sum += Areas[Vertex] / Total * static_cast<double>(Count);
		if (Sum > Next)
		{
			Out.push_back(static_cast<int32_t>(Vertex));
			Next = std::floor(Sum - 0.5) + 1.5;
		}
	}
	return Out;
}

} // namespace Exemplar
