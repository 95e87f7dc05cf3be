// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanCleaning.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>
#include <tuple>

namespace Exemplar
{
namespace PointNormalsDetail
{

constexpr size_t NeighborCount = 12;
constexpr double BorderGap = 2.2; // radians without a neighbor in the tangent plane

/** Neighbors of points by a grid whose cells hold a few points each. */
class FPointGrid
{
public:
	explicit FPointGrid(std::span<const FDouble3> InPoints)
		: Points(InPoints)
	{
		Low = Eigen::Vector3d::Constant(1e300);
		Eigen::Vector3d High = -Low;
		for (const FDouble3& P : Points)
		{
			Low = Low.cwiseMin(AsVector(P));
			High = High.cwiseMax(AsVector(P));
		}
		// Points of a surface: as many cells along the diagonal as a surface of this many points has.
		Cell = (std::max)((High - Low).norm() / std::sqrt(static_cast<double>(Points.size()) + 1.0) * 1.5, 1e-300);
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			const Eigen::Index Index = static_cast<Eigen::Index>(Axis);
			Sizes[Axis] = static_cast<int64_t>((High[Index] - Low[Index]) / Cell) + 1;
		}
		for (uint32_t Point = 0; Point < Points.size(); ++Point)
		{
			Entries.emplace_back(CellOf(AsVector(Points[Point])), Point);
		}
		std::sort(Entries.begin(), Entries.end());
	}

	/** The nearest points, nearest first, without the point itself. */
	std::vector<std::pair<double, uint32_t>> Nearest(uint32_t Point, size_t Count) const
	{
		const Eigen::Vector3d P = AsVector(Points[Point]);
		std::vector<std::pair<double, uint32_t>> Found;
		for (int64_t Reach = 1; Reach < 64; Reach *= 2)
		{
			Found.clear();
			const std::array<int64_t, 3> Center = Coordinates(P);
			for (int64_t Z = Center[2] - Reach; Z <= Center[2] + Reach; ++Z)
			{
				for (int64_t Y = Center[1] - Reach; Y <= Center[1] + Reach; ++Y)
				{
					Collect(P, Point, Center[0] - Reach, Center[0] + Reach, Y, Z, Found);
				}
			}
			const double Sure = static_cast<double>(Reach) * Cell;
			std::sort(Found.begin(), Found.end());
			if (Found.size() >= Count && Found[Count - 1].first <= Sure * Sure)
			{
				break;
			}
		}
		Found.resize((std::min)(Found.size(), Count));
		return Found;
	}

private:
	std::array<int64_t, 3> Coordinates(const Eigen::Vector3d& P) const
	{
		return {static_cast<int64_t>((P.x() - Low.x()) / Cell), static_cast<int64_t>((P.y() - Low.y()) / Cell),
			static_cast<int64_t>((P.z() - Low.z()) / Cell)};
	}
	int64_t CellOf(const Eigen::Vector3d& P) const
	{
		const std::array<int64_t, 3> C = Coordinates(P);
		return (C[2] * Sizes[1] + C[1]) * Sizes[0] + C[0];
	}
	void Collect(const Eigen::Vector3d& P, uint32_t Self, int64_t X0, int64_t X1, int64_t Y, int64_t Z,
		std::vector<std::pair<double, uint32_t>>& Found) const
	{
		if (Y < 0 || Z < 0 || Y >= Sizes[1] || Z >= Sizes[2])
		{
			return;
		}
		const int64_t Row = (Z * Sizes[1] + Y) * Sizes[0];
		const int64_t From = Row + (std::max)(X0, int64_t{0}), To = Row + (std::min)(X1, Sizes[0] - 1);
		for (auto It = std::lower_bound(Entries.begin(), Entries.end(), std::pair<int64_t, uint32_t>(From, 0));
			 It != Entries.end() && It->first <= To; ++It)
		{
			if (It->second != Self)
			{
				Found.emplace_back((AsVector(Points[It->second]) - P).squaredNorm(), It->second);
			}
		}
	}

	std::span<const FDouble3> Points;
	Eigen::Vector3d Low;
	double Cell = 1.0;
	std::array<int64_t, 3> Sizes{};
	std::vector<std::pair<int64_t, uint32_t>> Entries;
};

/** Whether the neighbors leave a wide gap around the point in its tangent plane. */
bool HasGap(const Eigen::Vector3d& P, const Eigen::Vector3d& Normal, std::span<const FDouble3> Points,
	std::span<const std::pair<double, uint32_t>> Ring)
{
	const Eigen::Vector3d U = Normal.unitOrthogonal(), V = Normal.cross(U);
	std::vector<double> Angles;
	for (const auto& [Square, Other] : Ring)
	{
		const Eigen::Vector3d D = AsVector(Points[Other]) - P;
		Angles.push_back(std::atan2(D.dot(V), D.dot(U)));
	}
	std::sort(Angles.begin(), Angles.end());
	double Gap = Angles.empty() ? 7.0 : Angles.front() + 2.0 * std::numbers::pi - Angles.back();
	for (size_t Index = 1; Index < Angles.size(); ++Index)
	{
		Gap = (std::max)(Gap, Angles[Index] - Angles[Index - 1]);
	}
	return Gap > BorderGap;
}

/** Makes normals agree along the edges whose normals are most alike first (Hoppe et al. 1992). */
void OrientNormals(std::span<const FDouble3> Points, const std::vector<std::vector<std::pair<double, uint32_t>>>& Rings,
	std::vector<FDouble3>& Normals)
{
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	for (const FDouble3& P : Points)
	{
		Center += AsVector(P) / static_cast<double>(Points.size());
	}
	// The point farthest from the center is on the outside: its normal points away.
	std::vector<std::pair<double, uint32_t>> Starts;
	for (uint32_t Point = 0; Point < Points.size(); ++Point)
	{
		Starts.emplace_back(-(AsVector(Points[Point]) - Center).squaredNorm(), Point);
	}
	std::sort(Starts.begin(), Starts.end());
	std::vector<uint8_t> bDone(Points.size(), 0);
	using FEntry = std::tuple<double, uint32_t, uint32_t>; // unlikeness, point, from
	for (const auto& [Distance, Start] : Starts)
	{
		if (bDone[Start])
		{
			continue;
		}
		if (AsVector(Normals[Start]).dot(AsVector(Points[Start]) - Center) < 0.0)
		{
			AsVector(Normals[Start]) *= -1.0;
		}
		std::priority_queue<FEntry, std::vector<FEntry>, std::greater<>> Queue;
		Queue.emplace(0.0, Start, Start);
		while (!Queue.empty())
		{
			const auto [Cost, Point, From] = Queue.top();
			Queue.pop();
			if (bDone[Point])
			{
				continue;
			}
			bDone[Point] = 1;
			if (AsVector(Normals[Point]).dot(AsVector(Normals[From])) < 0.0)
			{
				AsVector(Normals[Point]) *= -1.0;
			}
			for (const auto& [Square, Other] : Rings[Point])
			{
				if (!bDone[Other])
				{
					Queue.emplace(1.0 - std::abs(AsVector(Normals[Point]).dot(AsVector(Normals[Other]))), Other, Point);
				}
			}
		}
	}
}

} // namespace PointNormalsDetail

void EstimatePointNormals(
	std::span<const FDouble3> Positions, std::vector<FDouble3>& Normals, std::vector<uint8_t>& Border)
{
	using namespace PointNormalsDetail;
	const FPointGrid Grid(Positions);
	Normals.assign(Positions.size(), {});
	Border.assign(Positions.size(), 0);
	std::vector<std::vector<std::pair<double, uint32_t>>> Rings(Positions.size());
	for (uint32_t Point = 0; Point < Positions.size(); ++Point)
	{
		Rings[Point] = Grid.Nearest(Point, NeighborCount);
		Eigen::Vector3d Mean = AsVector(Positions[Point]);
		for (const auto& [Square, Other] : Rings[Point])
		{
			Mean += AsVector(Positions[Other]);
		}
		Mean /= static_cast<double>(Rings[Point].size() + 1);
		Eigen::Matrix3d Spread = Eigen::Matrix3d::Zero();
		for (const auto& [Square, Other] : Rings[Point])
		{
			const Eigen::Vector3d D = AsVector(Positions[Other]) - Mean;
			Spread += D * D.transpose();
		}
		const Eigen::Vector3d Own = AsVector(Positions[Point]) - Mean;
		Spread += Own * Own.transpose();
		Normals[Point] = ToDouble3(Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(Spread).eigenvectors().col(0));
		Border[Point] = HasGap(AsVector(Positions[Point]), AsVector(Normals[Point]), Positions, Rings[Point]);
	}
	OrientNormals(Positions, Rings, Normals);
}

} // namespace Exemplar
