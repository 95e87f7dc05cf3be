// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/ReebGraph.h"

#include "Geometry/Measures.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace ReebGraphDetail
{

constexpr double CriticalGap = 1e-4; // from a critical value to the levels beside it

class FSets
{
public:
	explicit FSets(size_t Count)
		: Parents(Count)
	{
		std::iota(Parents.begin(), Parents.end(), 0u);
	}
	uint32_t Find(uint32_t Index)
	{
		while (Parents[Index] != Index)
		{
			Parents[Index] = Parents[Parents[Index]];
			Index = Parents[Index];
		}
		return Index;
	}
	bool Join(uint32_t A, uint32_t B) // the smaller number names the set
	{
		A = Find(A);
		B = Find(B);
		Parents[(std::max)(A, B)] = (std::min)(A, B);
		return A != B;
	}

private:
	std::vector<uint32_t> Parents;
};

/** Joins the pieces of neighboring triangles that lie between the same levels. */
FSets JoinPieces(const FHarmonicMesh& Mesh, const FLevelPieces& Pieces)
{
	FSets Sets(Pieces.Offsets.back());
	for (size_t Triangle = 0; Triangle < Mesh.Mesh.Triangles.size(); ++Triangle)
	{
		const FTriangle& Corners = Mesh.Mesh.Triangles[Triangle];
		for (size_t Side = 0; Side < 3; ++Side)
		{
			const int32_t Neighbor = Mesh.Across[Triangle][Side];
			if (Neighbor < static_cast<int32_t>(Triangle))
			{
				continue;
			}
			const int32_t A = Pieces.Classes[static_cast<size_t>(Corners[Side])];
			const int32_t B = Pieces.Classes[static_cast<size_t>(Corners[(Side + 1) % 3])];
			const int32_t Low = Pieces.LowClass(Corners);
			const int32_t NeighborLow = Pieces.LowClass(Mesh.Mesh.Triangles[static_cast<size_t>(Neighbor)]);
			for (int32_t Class = (std::min)(A, B); Class <= (std::max)(A, B); ++Class)
			{
				Sets.Join(Pieces.Offsets[Triangle] + static_cast<uint32_t>(Class - Low),
					Pieces.Offsets[static_cast<size_t>(Neighbor)] + static_cast<uint32_t>(Class - NeighborLow));
			}
		}
	}
	return Sets;
}

/** Removes unused nodes, and joins arcs that meet at a node that nothing else meets and that is no tip. */
void Tidy(FReebGraph& Graph)
{
	for (bool bChanged = true; bChanged;)
	{
		bChanged = false;
		const std::vector<std::vector<int32_t>> ArcsOf = Graph.ArcsOfNodes();
		for (size_t Node = 0; Node < ArcsOf.size() && !bChanged; ++Node)
		{
			if (ArcsOf[Node].size() == 1 && Graph.Tips[Node] < 0)
			{
				Graph.Arcs.erase(Graph.Arcs.begin() + ArcsOf[Node][0]);
				bChanged = true;
			}
			else if (ArcsOf[Node].size() == 2 && Graph.Tips[Node] < 0 && ArcsOf[Node][0] != ArcsOf[Node][1])
			{
				FReebArc* Lower = &Graph.Arcs[static_cast<size_t>(ArcsOf[Node][0])];
				FReebArc* Upper = &Graph.Arcs[static_cast<size_t>(ArcsOf[Node][1])];
				if (Upper->High == static_cast<int32_t>(Node))
				{
					std::swap(Lower, Upper);
				}
				if (Lower->High == static_cast<int32_t>(Node) && Upper->Low == static_cast<int32_t>(Node))
				{
					Lower->High = Upper->High;
					Lower->Curves.insert(Lower->Curves.end(), Upper->Curves.begin(), Upper->Curves.end());
					Graph.Arcs.erase(Graph.Arcs.begin() + (Upper - Graph.Arcs.data()));
					bChanged = true;
				}
			}
		}
	}
	std::vector<int32_t> NewNumbers(Graph.Tips.size(), -1), Tips;
	const std::vector<std::vector<int32_t>> ArcsOf = Graph.ArcsOfNodes();
	for (size_t Node = 0; Node < ArcsOf.size(); ++Node)
	{
		if (!ArcsOf[Node].empty())
		{
			NewNumbers[Node] = static_cast<int32_t>(Tips.size());
			Tips.push_back(Graph.Tips[Node]);
		}
	}
	Graph.Tips = std::move(Tips);
	for (FReebArc& Arc : Graph.Arcs)
	{
		Arc.Low = NewNumbers[static_cast<size_t>(Arc.Low)];
		Arc.High = NewNumbers[static_cast<size_t>(Arc.High)];
	}
}

/** One arc per chain of curves through pieces that have one curve below and one above. */
void LinkCurves(FReebGraph& Graph)
{
	const size_t NodeCount = Graph.Tips.size();
	std::vector<std::vector<int32_t>> Up(NodeCount), Down(NodeCount);
	for (size_t Curve = 0; Curve < Graph.Curves.size(); ++Curve)
	{
		Up[static_cast<size_t>(Graph.Curves[Curve].Below)].push_back(static_cast<int32_t>(Curve));
		Down[static_cast<size_t>(Graph.Curves[Curve].Above)].push_back(static_cast<int32_t>(Curve));
	}
	const auto IsPlain = [&](int32_t Node)
	{
		const auto N = static_cast<size_t>(Node);
		return Up[N].size() == 1 && Down[N].size() == 1 && Graph.Tips[N] < 0;
	};
	for (size_t Node = 0; Node < NodeCount; ++Node)
	{
		if (IsPlain(static_cast<int32_t>(Node)))
		{
			continue;
		}
		for (const int32_t First : Up[Node])
		{
			FReebArc Arc;
			Arc.Low = static_cast<int32_t>(Node);
			int32_t Curve = First;
			Arc.Curves.push_back(Curve);
			Arc.High = Graph.Curves[static_cast<size_t>(Curve)].Above;
			while (IsPlain(Arc.High))
			{
				Curve = Up[static_cast<size_t>(Arc.High)][0];
				Arc.Curves.push_back(Curve);
				Arc.High = Graph.Curves[static_cast<size_t>(Curve)].Above;
			}
			Graph.Arcs.push_back(std::move(Arc));
		}
	}
}

} // namespace ReebGraphDetail

std::vector<std::vector<int32_t>> FReebGraph::ArcsOfNodes() const
{
	std::vector<std::vector<int32_t>> Out(Tips.size());
	for (size_t Arc = 0; Arc < Arcs.size(); ++Arc)
	{
		Out[static_cast<size_t>(Arcs[Arc].Low)].push_back(static_cast<int32_t>(Arc));
		Out[static_cast<size_t>(Arcs[Arc].High)].push_back(static_cast<int32_t>(Arc));
	}
	return Out;
}

size_t FReebGraph::LeafCount() const
{
	const std::vector<std::vector<int32_t>> ArcsOf = ArcsOfNodes();
	return static_cast<size_t>(
		std::count_if(ArcsOf.begin(), ArcsOf.end(), [](const auto& OfNode) { return OfNode.size() == 1; }));
}

size_t FReebGraph::SaddleCount() const
{
	size_t Sum = 0;
	for (const std::vector<int32_t>& OfNode : ArcsOfNodes())
	{
		Sum += OfNode.size() > 2 ? OfNode.size() - 2 : 0;
	}
	return Sum;
}

size_t FReebGraph::CycleCount() const
{
	ReebGraphDetail::FSets Sets(Tips.size());
	return static_cast<size_t>(std::count_if(Arcs.begin(), Arcs.end(),
		[&](const FReebArc& Arc)
		{ return !Sets.Join(static_cast<uint32_t>(Arc.Low), static_cast<uint32_t>(Arc.High)); }));
}

std::vector<int32_t> FindSaddles(const FHarmonicMesh& Mesh, std::span<const double> Field, std::span<const char> IsHeld)
{
	// Around a vertex, count the triangles whose far side leads from below it to above it. Ties go by number.
	std::vector<int32_t> Changes(Field.size(), 0), Out;
	const auto IsLess = [&](size_t A, size_t B) { return Field[A] != Field[B] ? Field[A] < Field[B] : A < B; };
	for (const FTriangle& Triangle : Mesh.Mesh.Triangles)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const auto V = static_cast<size_t>(Triangle[Corner]);
			const auto A = static_cast<size_t>(Triangle[(Corner + 1) % 3]);
			const auto B = static_cast<size_t>(Triangle[(Corner + 2) % 3]);
			Changes[V] += IsLess(A, V) != IsLess(B, V) ? 1 : 0;
		}
	}
	for (size_t Vertex = 0; Vertex < Field.size(); ++Vertex)
	{
		if (Changes[Vertex] > 2 && !IsHeld[Vertex])
		{
			Out.push_back(static_cast<int32_t>(Vertex));
		}
	}
	return Out;
}

std::vector<double> EqualAreaLevels(const FHarmonicMesh& Mesh, std::span<const double> Field, int Count)
{
	std::vector<std::pair<double, double>> Bands; // value and area of the triangles
	double Whole = 0.0, Sum = 0.0;
	const std::vector<double> Areas = TriangleAreas(Mesh.Mesh.Positions, Mesh.Mesh.Triangles);
	for (size_t Index = 0; Index < Areas.size(); ++Index)
	{
		const FTriangle& Triangle = Mesh.Mesh.Triangles[Index];
		const double Value = (Field[static_cast<size_t>(Triangle[0])] + Field[static_cast<size_t>(Triangle[1])] +
								 Field[static_cast<size_t>(Triangle[2])]) /
			3.0;
		Bands.emplace_back(Value, Areas[Index]);
		Whole += Areas[Index];
	}
	std::sort(Bands.begin(), Bands.end());
	std::vector<double> Out;
	for (const auto& [Value, Area] : Bands)
	{
		Sum += Area;
		if (Sum * Count >= Whole * static_cast<double>(Out.size() + 1) && Out.size() + 1 < static_cast<size_t>(Count))
		{
			Out.push_back(Value);
		}
	}
	return Out;
}

std::vector<double> AddCriticalLevels(const FHarmonicMesh& Mesh, std::span<const double> Field,
	std::span<const char> IsHeld, std::span<const double> Given)
{
	using ReebGraphDetail::CriticalGap;
	std::vector<double> Critical, Levels(Given.begin(), Given.end());
	for (const int32_t Saddle : FindSaddles(Mesh, Field, IsHeld))
	{
		Critical.push_back(Field[static_cast<size_t>(Saddle)]);
	}
	std::sort(Critical.begin(), Critical.end());
	for (size_t Index = 0; Index <= Critical.size() && !Critical.empty(); ++Index)
	{
		const double Below = Index == 0 ? 0.0 : Critical[Index - 1];
		const double Above = Index == Critical.size() ? 1.0 : Critical[Index];
		const double Gap = (std::min)(CriticalGap, 0.5 * (Above - Below));
		Levels.push_back(Index == 0 ? Above - Gap : Below + Gap);
		if (Index > 0 && Index < Critical.size())
		{
			Levels.push_back(Above - Gap);
		}
	}
	std::sort(Levels.begin(), Levels.end());
	Levels.erase(std::unique(Levels.begin(), Levels.end()), Levels.end());
	std::erase_if(Levels, [](double Level) { return !(Level > 0.0 && Level < 1.0); });
	return Levels;
}

FReebGraph BuildReebGraph(const FHarmonicMesh& Mesh, std::span<const double> Field, std::span<const int32_t> Tips,
	std::span<const char> IsHeld, std::span<const double> Levels)
{
	using namespace ReebGraphDetail;
	const FLevelPieces Pieces = CutByLevels(Mesh, Field, AddCriticalLevels(Mesh, Field, IsHeld, Levels));
	const FIsocurves Traced = TraceIsocurves(Mesh, Field, MeanCurvatures(Mesh), Pieces);
	FSets Sets = JoinPieces(Mesh, Pieces);
	FReebGraph Graph;
	Graph.Curves = Traced.Curves;
	std::vector<int32_t> NodeOfSet(Pieces.Offsets.back(), -1);
	const auto NodeOf = [&](uint32_t Piece)
	{
		int32_t& Node = NodeOfSet[Sets.Find(Piece)];
		if (Node < 0)
		{
			Node = static_cast<int32_t>(Graph.Tips.size());
			Graph.Tips.push_back(-1);
		}
		return Node;
	};
	for (uint32_t Piece = 0; Piece < Traced.CurveOfPiece.size(); ++Piece)
	{
		if (Traced.CurveOfPiece[Piece] >= 0)
		{
			FIsocurve& Curve = Graph.Curves[static_cast<size_t>(Traced.CurveOfPiece[Piece])];
			Curve.Below = NodeOf(Piece);
			Curve.Above = NodeOf(Piece + 1);
		}
	}
	for (size_t Tip = 0; Tip < Tips.size(); ++Tip)
	{
		const auto Vertex = static_cast<size_t>(Tips[Tip]);
		const auto Triangle = static_cast<size_t>(Mesh.Adjacency.VertexTriangles[Vertex][0]);
		const int32_t Low = Pieces.LowClass(Mesh.Mesh.Triangles[Triangle]);
		const uint32_t Piece = Pieces.Offsets[Triangle] + static_cast<uint32_t>(Pieces.Classes[Vertex] - Low);
		Graph.Tips[static_cast<size_t>(NodeOf(Piece))] = static_cast<int32_t>(Tip);
	}
	LinkCurves(Graph);
	Tidy(Graph);
	return Graph;
}

size_t CutCycles(FReebGraph& Graph)
{
	using namespace ReebGraphDetail;
	std::vector<std::pair<double, size_t>> ByWidth;
	for (size_t Arc = 0; Arc < Graph.Arcs.size(); ++Arc)
	{
		double Widest = 0.0;
		for (const int32_t Curve : Graph.Arcs[Arc].Curves)
		{
			Widest = (std::max)(Widest, Graph.Curves[static_cast<size_t>(Curve)].Length);
		}
		ByWidth.emplace_back(Widest, Arc);
	}
	std::sort(ByWidth.begin(), ByWidth.end()); // the widest are added last, and only where they close no cycle
	FSets Sets(Graph.Tips.size());
	std::vector<bool> IsCut(Graph.Arcs.size(), false);
	for (const auto& [Width, Arc] : ByWidth)
	{
		IsCut[Arc] =
			!Sets.Join(static_cast<uint32_t>(Graph.Arcs[Arc].Low), static_cast<uint32_t>(Graph.Arcs[Arc].High));
	}
	std::vector<FReebArc> Kept;
	for (size_t Arc = 0; Arc < Graph.Arcs.size(); ++Arc)
	{
		if (!IsCut[Arc])
		{
			Kept.push_back(std::move(Graph.Arcs[Arc]));
		}
	}
	const size_t Count = IsCut.size() - Kept.size();
	Graph.Arcs = std::move(Kept);
	if (Count > 0)
	{
		Tidy(Graph);
	}
	return Count;
}

} // namespace Exemplar
