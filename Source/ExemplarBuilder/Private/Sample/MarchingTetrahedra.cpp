// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/MarchingTetrahedra.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace Exemplar
{
namespace MarchingDetail
{

constexpr int BlockSize = 4;

/** Positions of the planes of an axis: Fine apart within [From, To], growing to Coarse outside. */
static std::vector<double> MakePlanes(double Begin, double End, double From, double To, double Fine, double Coarse)
{
	std::vector<double> Planes{Begin};
	while (Planes.back() < End)
	{
		const double X = Planes.back();
		const double Away = (std::max)({0.0, From - X, X - To});
		Planes.push_back(X + (std::min)(Coarse, Fine + 0.25 * Away));
	}
	return Planes;
}

struct FLattice
{
	std::vector<double> Planes[3];

	int Nodes(int Axis) const { return static_cast<int>(Planes[Axis].size()); }
	Eigen::Vector3d At(int I, int J, int K) const
	{
		return {
			Planes[0][static_cast<size_t>(I)], Planes[1][static_cast<size_t>(J)], Planes[2][static_cast<size_t>(K)]};
	}
	size_t Index(int I, int J, int K) const
	{
		return (static_cast<size_t>(K) * Planes[1].size() + static_cast<size_t>(J)) * Planes[0].size() +
			static_cast<size_t>(I);
	}
};

struct FBlock
{
	int First[3];
	int Last[3]; // the nodes up to which its cells reach
};

static std::vector<FBlock> MakeBlocks(const FLattice& Lattice)
{
	std::vector<FBlock> Blocks;
	for (int K = 0; K + 1 < Lattice.Nodes(2); K += BlockSize)
	{
		for (int J = 0; J + 1 < Lattice.Nodes(1); J += BlockSize)
		{
			for (int I = 0; I + 1 < Lattice.Nodes(0); I += BlockSize)
			{
				Blocks.push_back({{I, J, K},
					{(std::min)(I + BlockSize, Lattice.Nodes(0) - 1), (std::min)(J + BlockSize, Lattice.Nodes(1) - 1),
						(std::min)(K + BlockSize, Lattice.Nodes(2) - 1)}});
			}
		}
	}
	return Blocks;
}

/** Calls Body(I, J, K) for the cells of a block, which are named by their first nodes. */
template <typename BodyType>
static void ForCells(const FBlock& Block, const BodyType& Body)
{
	for (int K = Block.First[2]; K < Block.Last[2]; ++K)
	{
		for (int J = Block.First[1]; J < Block.Last[1]; ++J)
		{
			for (int I = Block.First[0]; I < Block.Last[0]; ++I)
			{
				Body(I, J, K);
			}
		}
	}
}

class FMarcher
{
public:
	FMarcher(const FLattice& InLattice, const std::vector<float>& InValues)
		: Lattice(InLattice)
		, Values(InValues)
	{
	}

	void March(int I, int J, int K)
	{
		int Inside = 0;
		for (int Corner = 0; Corner < 8; ++Corner)
		{
			Inside += IsInside(I, J, K, Corner);
		}
		if (Inside == 0 || Inside == 8)
		{
			return;
		}
		// Six tetrahedra about the diagonal from corner 0 to corner 7, one for each order of the axes (Kuhn).
		constexpr int Orders[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
		for (const auto& Order : Orders)
		{
			MarchTetrahedron(I, J, K, {0, Order[0], Order[1], 7});
		}
	}

	FTriangleMesh Mesh;

private:
	bool IsInside(int I, int J, int K, int Corner) const
	{
		return Values[Lattice.Index(I + (Corner & 1), J + (Corner >> 1 & 1), K + (Corner >> 2))] < 0.0f;
	}

	int32_t VertexOn(int I, int J, int K, int A, int B)
	{
		if (A > B)
		{
			std::swap(A, B);
		}
		const size_t From = Lattice.Index(I + (A & 1), J + (A >> 1 & 1), K + (A >> 2));
		const size_t To = Lattice.Index(I + (B & 1), J + (B >> 1 & 1), K + (B >> 2));
		// A is a corner of B's cell toward the lattice's origin; the direction is the axes in which they differ.
		const auto [It, bNew] = Vertices.try_emplace(From * 8 + static_cast<size_t>(B & ~A), 0);
		if (bNew)
		{
			const double P = Values[From], Q = Values[To];
			const double T = (std::min)(0.95, (std::max)(0.05, P / (P - Q)));
			It->second = static_cast<int32_t>(Mesh.Positions.size());
			Mesh.Positions.push_back(ToDouble3((1.0 - T) * Lattice.At(I + (A & 1), J + (A >> 1 & 1), K + (A >> 2)) +
				T * Lattice.At(I + (B & 1), J + (B >> 1 & 1), K + (B >> 2))));
		}
		return It->second;
	}

	/** Corners are positively oriented. */
	void MarchTetrahedron(int I, int J, int K, std::array<int, 4> Corners)
	{
		int Inside[4], Outside[4], InsideCount = 0, OutsideCount = 0;
		for (int Place = 0; Place < 4; ++Place)
		{
			if (IsInside(I, J, K, Corners[static_cast<size_t>(Place)]))
			{
				Inside[InsideCount++] = Place;
			}
			else
			{
				Outside[OutsideCount++] = Place;
			}
		}
		if (InsideCount == 0 || OutsideCount == 0)
		{
			return;
		}
		const auto On = [&](int A, int B)
		{ return VertexOn(I, J, K, Corners[static_cast<size_t>(A)], Corners[static_cast<size_t>(B)]); };
		const auto Add = [&](int32_t A, int32_t B, int32_t C, bool bFlip) {
			Mesh.Triangles.push_back({A, bFlip ? C : B, bFlip ? B : C});
		};
		// The lists are ascending, so the parity of (inside, outside) follows from the positions of the single corners.
		if (InsideCount == 1 || OutsideCount == 1)
		{
			const bool bLoneInside = InsideCount == 1;
			const int Lone = bLoneInside ? Inside[0] : Outside[0];
			const int* Rest = bLoneInside ? Outside : Inside;
			Add(On(Lone, Rest[0]), On(Lone, Rest[1]), On(Lone, Rest[2]), (Lone % 2 == 1) == bLoneInside);
			return;
		}
		const bool bOdd = (Inside[0] + Inside[1]) % 2 == 0;
		const int32_t Quad[4] = {
			On(Inside[0], Outside[0]), On(Inside[0], Outside[1]), On(Inside[1], Outside[1]), On(Inside[1], Outside[0])};
		Add(Quad[0], Quad[1], Quad[2], bOdd);
		Add(Quad[0], Quad[2], Quad[3], bOdd);
	}

	const FLattice& Lattice;
	const std::vector<float>& Values;
	std::unordered_map<size_t, int32_t> Vertices; // only for lookups, never iterated
};

} // namespace MarchingDetail

FTriangleMesh PolygonizeHalf(const FImplicitBody& Body, IExecutor& Executor)
{
	using namespace MarchingDetail;
	FLattice Lattice;
	Lattice.Planes[0] = MakePlanes(0.0, 0.93, 0.71, 0.90, 0.0045, 0.010);
	Lattice.Planes[1] = MakePlanes(-0.02, 1.83, 1.41, 1.445, 0.0045, 0.010);
	Lattice.Planes[2] = MakePlanes(-0.22, 0.22, -0.065, 0.085, 0.0035, 0.010);

	const std::vector<FBlock> All = MakeBlocks(Lattice);
	std::vector<uint8_t> IsNear(All.size(), 0);
	std::vector<float> Values(Lattice.Index(0, 0, Lattice.Nodes(2)), 1.0f);
	ParallelFor(Executor, All.size(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Block = Begin; Block < End; ++Block)
			{
				const FBlock& B = All[Block];
				const Eigen::Vector3d Low = Lattice.At(B.First[0], B.First[1], B.First[2]);
				const Eigen::Vector3d High = Lattice.At(B.Last[0], B.Last[1], B.Last[2]);
				const double Middle = Body.Sample(0.5 * (Low + High)).Value;
				IsNear[Block] = 0.5 * std::abs(Middle) <= 0.5 * (High - Low).norm();
				ForCells(B,
					[&](int I, int J, int K)
					{
						Values[Lattice.Index(I, J, K)] =
							static_cast<float>(IsNear[Block] ? Body.Sample(Lattice.At(I, J, K)).Value : Middle);
					});
			}
		});
	FMarcher Marcher(Lattice, Values);
	for (size_t Block = 0; Block < All.size(); ++Block)
	{
		if (IsNear[Block])
		{
			ForCells(All[Block], [&](int I, int J, int K) { Marcher.March(I, J, K); });
		}
	}
	return std::move(Marcher.Mesh);
}

} // namespace Exemplar
