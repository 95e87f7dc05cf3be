// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/Weld.h"

#include <bit>
#include <cmath>

namespace Exemplar
{
namespace
{

bool AreWithin(const FDouble3& A, const FDouble3& B, double SquaredTolerance)
{
	const double X = A.X - B.X, Y = A.Y - B.Y, Z = A.Z - B.Z;
	return X * X + Y * Y + Z * Z <= SquaredTolerance;
}

/** Representatives by the cell of their rest position, as chains of indices to avoid an allocation per cell. */
class FWeldGrid
{
public:
	FWeldGrid(size_t VertexCount, double InTolerance)
		: CellSize(InTolerance)
		, Heads(std::bit_ceil(VertexCount + VertexCount / 2 + 1), NoIndex)
		, Nexts(VertexCount, NoIndex)
	{
	}

	void Add(uint32_t Vertex, const FDouble3& P)
	{
		uint32_t& Head = Heads[Slot(Cell(P.X), Cell(P.Y), Cell(P.Z))];
		Nexts[Vertex] = Head;
		Head = Vertex;
	}

	/** The lowest representative near P that Accepts returns true for, or NoIndex. */
	template <typename AcceptType>
	uint32_t Find(const FDouble3& P, const AcceptType& Accepts) const
	{
		const int Reach = CellSize > 0.0 ? 1 : 0;
		const double X = Cell(P.X), Y = Cell(P.Y), Z = Cell(P.Z);
		uint32_t Best = NoIndex;
		for (int I = -Reach; I <= Reach; ++I)
		{
			for (int J = -Reach; J <= Reach; ++J)
			{
				for (int K = -Reach; K <= Reach; ++K)
				{
					for (uint32_t Vertex = Heads[Slot(X + I, Y + J, Z + K)]; Vertex != NoIndex; Vertex = Nexts[Vertex])
					{
						if (Vertex < Best && Accepts(Vertex))
						{
							Best = Vertex;
						}
					}
				}
			}
		}
		return Best;
	}

private:
	double Cell(double Value) const { return CellSize > 0.0 ? std::floor(Value / CellSize) : Value; }

	size_t Slot(double X, double Y, double Z) const
	{
		uint64_t Hash = 0;
		for (double Value : {X, Y, Z})
		{
			// Adding zero turns -0 into +0.
			Hash = (Hash ^ std::bit_cast<uint64_t>(Value + 0.0)) * 0x9e3779b97f4a7c15u;
			Hash ^= Hash >> 29;
		}
		return static_cast<size_t>((Hash ^ (Hash >> 32)) & (Heads.size() - 1));
	}

	double CellSize;
	std::vector<uint32_t> Heads;
	std::vector<uint32_t> Nexts;
};

} // namespace

FWeld WeldVertices(const FSourceExamples& Source, double Tolerance)
{
	const std::vector<FDouble3>& Rest = Source.Rest.Positions;
	const double SquaredTolerance = Tolerance * Tolerance;
	FWeldGrid Grid(Rest.size(), Tolerance);
	FWeld Weld;
	Weld.PointOfSource.resize(Rest.size());
	for (uint32_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		const uint32_t Same = Grid.Find(Rest[Vertex],
			[&](uint32_t Other)
			{
				if (!AreWithin(Rest[Vertex], Rest[Other], SquaredTolerance))
				{
					return false;
				}
				for (const FSourcePose& Pose : Source.Poses)
				{
					if (!AreWithin(Pose.Positions[Vertex], Pose.Positions[Other], SquaredTolerance))
					{
						return false;
					}
				}
				return true;
			});
		if (Same != NoIndex)
		{
			Weld.PointOfSource[Vertex] = Weld.PointOfSource[Same];
			continue;
		}
		Grid.Add(Vertex, Rest[Vertex]);
		Weld.PointOfSource[Vertex] = static_cast<uint32_t>(Weld.SourceOfPoint.size());
		Weld.SourceOfPoint.push_back(Vertex);
	}
	return Weld;
}

} // namespace Exemplar
