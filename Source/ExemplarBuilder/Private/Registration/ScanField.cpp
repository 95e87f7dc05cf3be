// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanField.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

namespace Exemplar
{
namespace ScanFieldDetail
{

constexpr double Margin = 0.06;
constexpr int MaxCells = 400; // along an axis

} // namespace ScanFieldDetail

FScanField::FScanField(const FCleanScan& InScan)
{
	using namespace ScanFieldDetail;
	Low = Eigen::Vector3d::Constant(1e300);
	Eigen::Vector3d High = -Low;
	for (size_t Vertex = 0; Vertex < InScan.Positions.size(); ++Vertex)
	{
		Positions.push_back(AsVector(InScan.Positions[Vertex]));
		Normals.push_back(AsVector(InScan.VertexNormals[Vertex]));
		Low = Low.cwiseMin(Positions.back());
		High = High.cwiseMax(Positions.back());
	}
	Low.array() -= Margin;
	High.array() += Margin;
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const Eigen::Index Index = static_cast<Eigen::Index>(Axis);
		Sizes[Axis] = (std::min)(MaxCells, static_cast<int>((High[Index] - Low[Index]) / Cell) + 1);
	}
	const auto IndexOf = [&](int X, int Y, int Z) { return static_cast<size_t>((Z * Sizes[1] + Y) * Sizes[0] + X); };
	const size_t Count = IndexOf(0, 0, Sizes[2]);
	Cells.assign(Count, NoIndex);
	std::vector<float> Squares(Count, 1e30f);
	using FEntry = std::tuple<float, uint32_t, uint32_t>; // squared distance, cell, vertex
	std::priority_queue<FEntry, std::vector<FEntry>, std::greater<>> Queue;
	const auto Offer = [&](int X, int Y, int Z, uint32_t Vertex)
	{
		const Eigen::Vector3d Center = Low + Cell * Eigen::Vector3d(X + 0.5, Y + 0.5, Z + 0.5);
		const float Square = static_cast<float>((Center - Positions[Vertex]).squaredNorm());
		const size_t Index = IndexOf(X, Y, Z);
		if (Square < Squares[Index])
		{
			Squares[Index] = Square;
			Cells[Index] = Vertex;
			Queue.emplace(Square, static_cast<uint32_t>(Index), Vertex);
		}
	};
	for (uint32_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const Eigen::Vector3d C = (Positions[Vertex] - Low) / Cell;
		Offer(std::clamp(static_cast<int>(C.x()), 0, Sizes[0] - 1),
			std::clamp(static_cast<int>(C.y()), 0, Sizes[1] - 1), std::clamp(static_cast<int>(C.z()), 0, Sizes[2] - 1),
			Vertex);
	}
	while (!Queue.empty())
	{
		const auto [Square, Index, Vertex] = Queue.top();
		Queue.pop();
		if (Cells[Index] != Vertex)
		{
			continue;
		}
		const int X = static_cast<int>(Index) % Sizes[0], Rest = static_cast<int>(Index) / Sizes[0];
		const int Y = Rest % Sizes[1], Z = Rest / Sizes[1];
		for (int DZ = (std::max)(0, Z - 1); DZ <= (std::min)(Sizes[2] - 1, Z + 1); ++DZ)
		{
			for (int DY = (std::max)(0, Y - 1); DY <= (std::min)(Sizes[1] - 1, Y + 1); ++DY)
			{
				for (int DX = (std::max)(0, X - 1); DX <= (std::min)(Sizes[0] - 1, X + 1); ++DX)
				{
					Offer(DX, DY, DZ, Vertex);
				}
			}
		}
	}
}

uint32_t FScanField::Nearest(const Eigen::Vector3d& Place) const
{
	const Eigen::Vector3d C = (Place - Low) / Cell;
	const auto Clamp = [](double Value, int Size) {
		return Value <= 0.0 ? 0 : Value >= Size ? Size - 1 : static_cast<int>(Value);
	};
	const int X = Clamp(C.x(), Sizes[0]), Y = Clamp(C.y(), Sizes[1]), Z = Clamp(C.z(), Sizes[2]);
	return Cells[static_cast<size_t>((Z * Sizes[1] + Y) * Sizes[0] + X)];
}

} // namespace Exemplar
